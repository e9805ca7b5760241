package szhash

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
)

// A ZMMState is a state of four lanes, or the first lanes of four states.
type ZMMState struct{ AES, Sum reg.VecPhysical }

// Absorb takes a block of 16 bytes for each lane.
func (s ZMMState) Absorb(blocks, permutation reg.VecPhysical) {
	VAESENC(blocks, s.AES, s.AES)
	VPSHUFB(permutation, s.Sum, s.Sum)
	VPADDQ(blocks, s.Sum, s.Sum)
}

// ZMMFold makes one vector of each of four states, in the order of the states, in the first one's AES register. It uses
// all the registers of the states.
func ZMMFold(states [4]ZMMState) (folded reg.VecPhysical) {
	for _, s := range states {
		VAESENC(s.AES, s.Sum, s.Sum)
	}
	// lanes 0 and 2 of two states in one register, 1 and 3 in another: one round for both halves of both states
	for i := 0; i < 4; i += 2 {
		a, b := states[i], states[i+1]
		VSHUFI32X4(U8(0x88), b.Sum, a.Sum, a.AES)
		VSHUFI32X4(U8(0xdd), b.Sum, a.Sum, b.AES)
		VAESENC(b.AES, a.AES, a.AES)
	}
	a, b := states[0], states[2]
	VSHUFI32X4(U8(0x88), b.AES, a.AES, a.Sum)
	VSHUFI32X4(U8(0xdd), b.AES, a.AES, b.Sum)
	VAESENC(b.Sum, a.Sum, a.AES)
	return a.AES
}

// ZMMClose makes the hashes, in the low half of each lane of hash, of the folded lanes and of keys: the seed twice, and
// the length added to the first.
func ZMMClose(folded, keys, hash reg.VecPhysical) {
	VAESENC(keys, folded, hash)
	VAESENC(folded, hash, hash)
}

// FourTimes is a table of 16 bytes for each lane of a register.
func FourTimes(name string, b []byte) Mem {
	var all []byte
	for range 4 {
		all = append(all, b...)
	}
	return emit.Bytes(name, all)
}

// Digests is the control of VPERMB that makes four digests, most significant byte first, of the low halves of four lanes,
// and of VPERMT2B, which makes eight of two registers.
func Digests() Mem {
	var control [64]byte
	for i := range control {
		control[i] = byte(16*(i/8) + 7 - i%8)
	}
	return emit.Bytes("digestBytes", control[:])
}
