package benchmark

import (
	"crypto/sha256"
	"encoding/binary"
	"hash/maphash"

	"szsum/internal/kernels"
	"szsum/internal/sortlen"
)

// Standard is the name of the row of what Go itself has.
const Standard = "standard"

// A standard digests messages one after the other with what Go itself has.
type standard struct {
	slot   int
	digest func(slot, message []byte)
}

// newStandard is the standard for an algorithm, or nil if there is none.
func newStandard(p *kernels.Params) contender {
	switch p.Algorithm {
	case kernels.Bytesum:
		return &standard{8, func(slot, message []byte) { binary.BigEndian.PutUint64(slot, sumLoop(message)) }}
	case kernels.SHA256:
		return &standard{32, func(slot, message []byte) {
			sum := sha256.Sum256(message)
			copy(slot, sum[:])
		}}
	case kernels.Hash, kernels.Multihash:
		return newMaphash(max(len(p.Seeds), 1))
	}
	return nil
}

// StandardOf says what the standard for an operation is.
func StandardOf(operation string) string {
	switch operation {
	case kernels.Bytesum.String():
		return "a plain loop"
	case kernels.SHA256.String():
		return "crypto/sha256"
	case kernels.Hash.String(), kernels.Multihash.String():
		return "hash/maphash"
	}
	return ""
}

func sumLoop(message []byte) (sum uint64) {
	for _, b := range message {
		sum += uint64(b)
	}
	return sum
}

// newMaphash hashes each message with a number of seeds.
func newMaphash(n int) *standard {
	var seeds []maphash.Seed
	for range n {
		seeds = append(seeds, maphash.MakeSeed())
	}
	return &standard{8 * n, func(slot, message []byte) {
		for i, seed := range seeds {
			binary.BigEndian.PutUint64(slot[8*i:], maphash.Bytes(seed, message))
		}
	}}
}

func (s *standard) Slot() int { return s.slot }

func (s *standard) Window(digests, window []byte, spans []sortlen.Span, _ int) {
	for i, span := range spans {
		s.digest(digests[s.slot*i:][:s.slot], window[span.Offset():][:span.Len()])
	}
}
