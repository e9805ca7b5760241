package kernels

import (
	"encoding/binary"
	"fmt"
)

// BLAKE2 is the parameters of BLAKE2b and BLAKE2bp (RFC 7693, section 2.5; the BLAKE2 paper, section 2.8). The zero
// value is not valid: DefaultBLAKE2 is the one to start from. Printing it does not show the key.
type BLAKE2 struct {
	DigestLength    int    // bytes, 1 to 64
	Key             []byte // up to 64 bytes; none: no key
	Salt            []byte // up to 16 bytes, zeros follow
	Personal        []byte // up to 16 bytes, zeros follow
	Fanout          uint8  // 0: unlimited, 1: sequential
	MaxDepth        uint8  // 1: sequential, 255: unlimited
	MaxLeafLength   uint32 // bytes; 0: unlimited or sequential
	NodeOffset      uint64 // 0: leftmost or sequential
	NodeDepth       uint8  // 0: leaf or sequential
	InnerHashLength uint8  // bytes, up to 64; 0: sequential
	LastNode        bool   // the rightmost node of its level
}

// DefaultBLAKE2 is sequential hashing without a key, to 64 bytes.
func DefaultBLAKE2() BLAKE2 { return BLAKE2{DigestLength: 64, Fanout: 1, MaxDepth: 1} }

// validate checks the limits of single parameters. That they make sense together is the caller's business: they are
// mixed in as they are.
func (p *BLAKE2) validate() error {
	switch {
	case p.DigestLength < 1 || p.DigestLength > 64:
		return fmt.Errorf("digest length of %d bytes, not 1 to 64", p.DigestLength)
	case len(p.Key) > 64:
		return fmt.Errorf("key of %d bytes, the maximum is 64", len(p.Key))
	case len(p.Salt) > 16:
		return fmt.Errorf("salt of %d bytes, the maximum is 16", len(p.Salt))
	case len(p.Personal) > 16:
		return fmt.Errorf("personalisation of %d bytes, the maximum is 16", len(p.Personal))
	case p.InnerHashLength > 64:
		return fmt.Errorf("inner hash length of %d bytes, the maximum is 64", p.InnerHashLength)
	}
	return nil
}

// validateParallel checks the parameters of BLAKE2bp, which sets those of the tree itself.
func (p *BLAKE2) validateParallel() error {
	if p.Fanout != 1 || p.MaxDepth != 1 || p.MaxLeafLength != 0 || p.NodeOffset != 0 || p.NodeDepth != 0 ||
		p.InnerHashLength != 0 || p.LastNode {
		return fmt.Errorf("blake2bp takes no tree parameters")
	}
	return p.validate()
}

// block is the parameter block.
func (p *BLAKE2) block() (b [64]byte) {
	b[0], b[1], b[2], b[3] = byte(p.DigestLength), byte(len(p.Key)), p.Fanout, p.MaxDepth
	binary.LittleEndian.PutUint32(b[4:], p.MaxLeafLength)
	binary.LittleEndian.PutUint64(b[8:], p.NodeOffset)
	b[16], b[17] = p.NodeDepth, p.InnerHashLength
	copy(b[32:48], p.Salt)
	copy(b[48:64], p.Personal)
	return b
}

// Format implements fmt.Formatter, for all verbs alike.
func (p BLAKE2) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "BLAKE2(digest %d, key of %d bytes, salt %x, personal %x, fanout %d, max depth %d, max leaf length %d, "+
		"node offset %d, node depth %d, inner hash length %d, last node %t)", p.DigestLength, len(p.Key), p.Salt, p.Personal,
		p.Fanout, p.MaxDepth, p.MaxLeafLength, p.NodeOffset, p.NodeDepth, p.InnerHashLength, p.LastNode)
}

// blake2Sample has a key, a salt and a short digest, and for BLAKE2b the last-node flag.
func blake2Sample(lastNode bool) BLAKE2 {
	p := DefaultBLAKE2()
	p.DigestLength, p.Key, p.Salt, p.LastNode = 48, []byte("key"), []byte("salt"), lastNode
	return p
}
