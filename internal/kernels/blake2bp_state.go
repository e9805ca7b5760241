package kernels

import (
	"fmt"
	"sync"
)

// A BLAKE2bpState is a BLAKE2bp message that comes in parts of any size. It belongs to one goroutine. A copy is a state
// of its own. Printing it does not show what it has seen.
type BLAKE2bpState struct {
	lane   blake2bpLane
	call   blake2bpFunc
	length int // of the digest
}

// bpWorkers are for states, which need one only now and then.
var bpWorkers = sync.Pool{New: func() any { return newBPWorker() }}

// NewBLAKE2bpState begins a message with the parameters of d, whose algorithm is BLAKE2bp, and its kernel.
func NewBLAKE2bpState(d *Digester) *BLAKE2bpState {
	s := &BLAKE2bpState{call: d.Kernel().Func.(blake2bpFunc), length: d.BLAKE2.DigestLength}
	s.lane.begin(newBLAKE2bpStart(&d.BLAKE2))
	return s
}

// Update adds p to the message.
func (s *BLAKE2bpState) Update(p []byte) {
	w := bpWorkers.Get().(*bpWorker)
	w.absorb(&s.call, &s.lane, p)
	bpWorkers.Put(w)
}

// Count is how many bytes the message has had, modulo 2^64.
func (s *BLAKE2bpState) Count() uint64 { return s.lane.total }

// Sum is the digest of the message as it is; more may be added to it afterwards.
func (s *BLAKE2bpState) Sum() BLAKE2Digest {
	lane := s.lane
	d := BLAKE2Digest{n: s.length}
	w := bpWorkers.Get().(*bpWorker)
	w.leafDigests(&s.call, &lane, w.middle[:])
	w.roots(&s.call, d.bytes[:], lane.start, 1)
	bpWorkers.Put(w)
	clear(d.bytes[d.n:])
	return d
}

// Format implements fmt.Formatter, for all verbs alike.
func (s BLAKE2bpState) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "BLAKE2bpState(digest %d, %d bytes)", s.length, s.lane.total)
}
