package kernels

import (
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"sync"
)

// A BLAKE2Digest is a digest of 1 to 64 bytes.
type BLAKE2Digest struct {
	bytes [64]byte
	n     int
}

// Bytes is a copy of the digest's bytes.
func (d BLAKE2Digest) Bytes() []byte { return append([]byte(nil), d.bytes[:d.n]...) }

// String is the digest in lower-case hexadecimal digits.
func (d BLAKE2Digest) String() string { return hex.EncodeToString(d.bytes[:d.n]) }

// Equal tells whether the digest is these bytes, in a time that depends on the lengths only.
func (d BLAKE2Digest) Equal(b []byte) bool { return subtle.ConstantTimeCompare(d.bytes[:d.n], b) == 1 }

// A BLAKE2bState is a BLAKE2b message that comes in parts of any size. It belongs to one goroutine. A copy is a state
// of its own. Printing it does not show what it has seen.
type BLAKE2bState struct {
	lane   blake2bLane
	call   blake2bFunc
	length int // of the digest
	keyed  bool
	// arguments of the kernel, which must not live on the stack
	state *blake2bState
	data  *byte
}

// NewBLAKE2bState begins a message with the parameters of d, whose algorithm is BLAKE2b, and the narrowest of its kernels.
func NewBLAKE2bState(d *Digester) *BLAKE2bState {
	s := &BLAKE2bState{call: oneLane(d), length: d.BLAKE2.DigestLength, keyed: len(d.BLAKE2.Key) > 0}
	s.lane.beginFresh(&d.BLAKE2)
	return s
}

// oneLane is the kernel for a single message among those chosen for d.
func oneLane(d *Digester) blake2bFunc {
	if k := d.kernelFor(1); k.Lanes == 1 {
		return k.Func.(blake2bFunc)
	}
	return blake2bFunc{blake2bx1Generic, blake2bBlocksGeneric}
}

// Update adds p to the message.
func (s *BLAKE2bState) Update(p []byte) { s.drive(&Lane{Piece: p}) }

// SetLastNode sets or clears the last-node flag.
func (s *BLAKE2bState) SetLastNode(last bool) {
	s.lane.lastNode = 0
	if last {
		s.lane.lastNode = ^uint64(0)
	}
}

// Count is how many bytes the message has had, modulo 2^64.
func (s *BLAKE2bState) Count() uint64 {
	n := s.lane.state[blake2bCount] + uint64(s.lane.n)
	if s.keyed {
		n -= 128
	}
	return n
}

// Sum is the digest of the message as it is; more may be added to it afterwards.
func (s *BLAKE2bState) Sum() BLAKE2Digest {
	c := *s
	c.drive(&Lane{Last: true})
	d := BLAKE2Digest{n: s.length}
	blake2bDigest(d.bytes[:], &c.lane.state)
	clear(d.bytes[d.n:])
	return d
}

// scratchPool has scratch memory for states, which need it only now and then.
var scratchPool = sync.Pool{New: func() any { return alignedScratch() }}

// drive compresses what of the piece can be compressed.
func (s *BLAKE2bState) drive(l *Lane) {
	scratch := scratchPool.Get().(*[4096]byte)
	defer scratchPool.Put(scratch)
	for s.lane.next(l); len(s.lane.run) > 0; s.lane.next(l) {
		blocks := min(len(s.lane.run)/128, blake2bStep)
		s.state, s.data = &s.lane.state, &s.lane.run[0]
		s.call.blocks(&s.state, &s.data, uint64(blocks), 128, scratch)
		s.lane.run = s.lane.run[128*blocks:]
	}
	s.state, s.data, s.lane.run = nil, nil, nil
}

// Format implements fmt.Formatter, for all verbs alike.
func (s BLAKE2bState) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "BLAKE2bState(digest %d, %d bytes)", s.length, s.Count())
}
