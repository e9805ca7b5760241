package kernels

import "fmt"

// A BLAKE2bpState is a BLAKE2bp message that comes in parts of any size. It belongs to one goroutine. Printing it does
// not show what it has seen.
type BLAKE2bpState struct {
	lane   blake2bpLane
	call   blake2bpFunc
	length int // of the digest
	worker *bpWorker
}

// NewBLAKE2bpState begins a message with the parameters of d, whose algorithm is BLAKE2bp, and its kernel.
func NewBLAKE2bpState(d *Digester) *BLAKE2bpState {
	s := &BLAKE2bpState{call: d.Chain()[0].Func.(blake2bpFunc), length: d.BLAKE2.DigestLength, worker: new(newBPWorker())}
	s.lane.begin(newBLAKE2bpStart(&d.BLAKE2))
	return s
}

// Update adds p to the message.
func (s *BLAKE2bpState) Update(p []byte) { s.worker.absorb(&s.call, &s.lane, p) }

// Count is how many bytes the message has had, modulo 2^64.
func (s *BLAKE2bpState) Count() uint64 { return s.lane.total }

// Sum is the digest of the message as it is; more may be added to it afterwards.
func (s *BLAKE2bpState) Sum() BLAKE2Digest {
	lane := s.lane
	d := BLAKE2Digest{n: s.length}
	s.worker.leafDigests(&s.call, &lane, s.worker.middle[:])
	s.worker.roots(&s.call, d.bytes[:], lane.start, 1)
	clear(d.bytes[d.n:])
	return d
}

// Format implements fmt.Formatter, for all verbs alike.
func (s BLAKE2bpState) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "BLAKE2bpState(digest %d, %d bytes)", s.length, s.lane.total)
}

// Clone is a state that goes on by itself.
func (s *BLAKE2bpState) Clone() *BLAKE2bpState {
	c := *s
	c.worker = new(newBPWorker())
	return &c
}
