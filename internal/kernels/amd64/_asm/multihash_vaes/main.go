// Command multihash_vaes generates the 64-bit hash with several seeds, and that of messages in parts, with AVX-512 (F,
// BW, VL, VBMI) and VAES.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
	"szsum/internal/kernels/amd64/_asm/szhash"
)

func main() {
	permutationTable = szhash.FourTimes("permutation", szhash.Permutation[:])
	digestTable = szhash.Digests()
	window()
	absorb()
	finish()
	Generate()
}

var permutationTable, digestTable Mem

// All three functions have four seeds side by side. Of short messages, which have but one lane, a register holds the
// same vector of all four; of long ones each seed has registers of its own:
//
//	Z0           permutation
//	Z1           control for the digests
//	Z2           length, in the low half of each lane
//	Z3           keys
//	Z4           hashes
//	Z5           the last piece of a long message
//	Z16 to Z23   AES and sum vectors of the four seeds
//	Z24          piece of a long message
//	Z24 to Z27   blocks of a short message, each in all lanes
//	K6           digests of the last seeds, when there are fewer than four
//	K7           low halves of the lanes
var (
	permutation, control = emit.Z[0], emit.Z[1]
	length, keys, hash   = emit.Z[2], emit.Z[3], emit.Z[4]
	lastPiece, piece     = emit.Z[5], emit.Z[24]
	blocks               = emit.Z[24:28]
	states               [4]szhash.ZMMState
)

func init() {
	for i := range states {
		states[i] = szhash.ZMMState{AES: emit.Z[16+2*i], Sum: emit.Z[17+2*i]}
	}
}

// constants loads what all functions need, and makes the mask of the digests that the last up to four seeds of k have.
func constants(k reg.GPVirtual) {
	VMOVDQU64(permutationTable, permutation)
	VMOVDQU64(digestTable, control)
	temp, rest := GP64(), GP64()
	MOVL(U32(0x55), temp.As32())
	KMOVB(temp.As32(), reg.K7)
	LEAQ(Mem{Base: k, Disp: -1}, rest)
	ANDL(U8(3), rest.As32())
	MOVL(U32(2), temp.As32())
	SHLXL(rest.As32(), temp.As32(), temp.As32())
	DECL(temp.As32())
	KMOVB(temp.As32(), reg.K6)
}

// window cuts each message once, and then goes through the seeds.
func window() {
	TEXT("MultihashVAES", NOSPLIT,
		"func(base *byte, spans *uint64, order *uint32, count uint64, seeds *[88]uint64, k uint64, stride uint64, digests *byte)")
	Doc("MultihashVAES hashes messages with k seeds each.")
	spans := Load(Param("spans"), GP64()).(reg.GPVirtual)
	order := Load(Param("order"), GP64()).(reg.GPVirtual)
	k := Load(Param("k"), GP64()).(reg.GPVirtual)
	constants(k)
	number := GP64()
	XORL(number.As32(), number.As32())

	Label("message")
	slot, p, n, out := GP64(), GP64(), GP64(), GP64()
	MOVQ(number, slot)
	TESTQ(order, order)
	JZ(LabelRef("in_order"))
	MOVL(Mem{Base: order, Index: number, Scale: 4}, slot.As32())
	Label("in_order")
	MOVL(Mem{Base: spans, Index: slot, Scale: 8}, p.As32())
	ADDQ(NewParamAddr("base", 0), p)
	MOVL(Mem{Base: spans, Index: slot, Scale: 8, Disp: 4}, n.As32())
	IMULQ(NewParamAddr("stride", 48), slot)
	MOVQ(NewParamAddr("digests", 56), out)
	ADDQ(slot, out)
	VPBROADCASTQ_Z(n, reg.K7, length)
	seeds, left, mask := GP64(), GP64(), GP64()
	MOVQ(NewParamAddr("seeds", 32), seeds)
	MOVQ(k, left)
	MOVQ(I32(-1), mask)
	CMPQ(n, U8(64))
	JA(LabelRef("long"))

	Comment("Short messages: 1 to 4 blocks, then all seeds")
	BZHIQ(n, mask, mask)
	KMOVQ(mask, reg.K1)
	VMOVDQU8_Z(Mem{Base: p}, reg.K1, piece)
	for m := 1; m <= 4; m++ {
		more := fmt.Sprintf("blocks_%d", m+1)
		if m < 4 {
			CMPQ(n, U8(16*m))
			JA(LabelRef(more))
		}
		for j := m - 1; j >= 0; j-- {
			VSHUFI32X4(U8(0x55*j), piece, piece, blocks[j])
		}
		fourSeeds(fmt.Sprintf("short_%d", m), seeds, left, out, func() reg.VecPhysical {
			s := states[0]
			VMOVDQU64(Mem{Base: seeds, Disp: szhash.TableAES}, s.AES)
			VAESENC(blocks[0], s.AES, s.AES)
			VPADDQ(Mem{Base: seeds, Disp: szhash.TableSums}, blocks[0], s.Sum)
			for _, b := range blocks[1:m] {
				s.Absorb(b, permutation)
			}
			VAESENC(s.AES, s.Sum, s.Sum)
			return s.Sum
		})
		if m < 4 {
			Label(more)
		}
	}

	Comment("Long messages")
	Label("long")
	start, bytes := p, GP64()
	LEAQ(Mem{Base: n, Disp: -1}, bytes)
	ANDQ(I8(-64), bytes) // all but the last piece
	SUBQ(bytes, n)
	BZHIQ(n, mask, mask)
	KMOVQ(mask, reg.K1)
	VMOVDQU8_Z(Mem{Base: p, Index: bytes, Scale: 1}, reg.K1, lastPiece)
	fourSeeds("long", seeds, left, out, func() reg.VecPhysical {
		VMOVDQU64(Mem{Base: start}, piece)
		for i, s := range states {
			state := Mem{Base: seeds, Disp: szhash.TableStates + szhash.StateSize*i}
			VMOVDQU64(state, s.AES)
			VAESENC(piece, s.AES, s.AES)
			VPADDQ(emit.At(state, szhash.StateSums), piece, s.Sum)
		}
		at := GP64()
		MOVL(U32(64), at.As32())
		CMPQ(at, bytes)
		JE(LabelRef("last"))
		Label("pieces")
		VMOVDQU64(Mem{Base: start, Index: at, Scale: 1}, piece)
		absorbAll(piece)
		ADDQ(U8(64), at)
		CMPQ(at, bytes)
		JNE(LabelRef("pieces"))
		Label("last")
		absorbAll(lastPiece)
		return szhash.ZMMFold(states)
	})

	Label("done")
	INCQ(number)
	CMPQ(number, NewParamAddr("count", 24))
	JNE(LabelRef("message"))
	VZEROUPPER()
	RET()
}

// fourSeeds goes through the seeds, four at a time: body makes the folded vectors of those that seeds points to. The
// digests go to out. Then it jumps to "done".
func fourSeeds(name string, seeds, left, out reg.GPVirtual, body func() reg.VecPhysical) {
	Label(name + "_four")
	folded := body()
	VPADDQ(Mem{Base: seeds, Disp: szhash.TableSeeds}, length, keys)
	szhash.ZMMClose(folded, keys, hash)
	VPERMB(hash, control, hash)
	ADDQ(U32(szhash.TablePart), seeds)
	SUBQ(U8(4), left)
	JBE(LabelRef(name + "_last"))
	VMOVDQU64(hash.AsY(), Mem{Base: out})
	ADDQ(U8(32), out)
	JMP(LabelRef(name + "_four"))
	Label(name + "_last")
	VMOVDQU64(hash.AsY(), reg.K6, Mem{Base: out})
	JMP(LabelRef("done"))
}

func absorbAll(piece reg.VecPhysical) {
	for _, s := range states {
		s.Absorb(piece, permutation)
	}
}

func loadStates(p reg.GPVirtual) {
	for i, s := range states {
		VMOVDQU64(Mem{Base: p, Disp: szhash.StateSize * i}, s.AES)
		VMOVDQU64(Mem{Base: p, Disp: szhash.StateSize*i + szhash.StateSums}, s.Sum)
	}
}

// absorb goes through the data once for each four seeds, or for a single one.
func absorb() {
	TEXT("HashAbsorbVAES", NOSPLIT, "func(states *[16]uint64, k uint64, data *byte, pieces uint64)")
	Doc("HashAbsorbVAES advances k states, and those behind them up to a multiple of four, by the same pieces of 64 bytes.",
		"If k is 1, it may leave the others as they are.")
	p := Load(Param("states"), GP64()).(reg.GPVirtual)
	k := Load(Param("k"), GP64()).(reg.GPVirtual)
	VMOVDQU64(permutationTable, permutation)
	data, pieces := GP64(), GP64()
	CMPQ(k, U8(1))
	JE(LabelRef("single"))

	Label("four")
	loadStates(p)
	MOVQ(NewParamAddr("data", 16), data)
	MOVQ(NewParamAddr("pieces", 24), pieces)
	Label("pieces")
	VMOVDQU64(Mem{Base: data}, piece)
	absorbAll(piece)
	ADDQ(U8(64), data)
	DECQ(pieces)
	JNZ(LabelRef("pieces"))
	for i, s := range states {
		VMOVDQU64(s.AES, Mem{Base: p, Disp: szhash.StateSize * i})
		VMOVDQU64(s.Sum, Mem{Base: p, Disp: szhash.StateSize*i + szhash.StateSums})
	}
	ADDQ(U32(4*szhash.StateSize), p)
	SUBQ(U8(4), k)
	JA(LabelRef("four"))
	VZEROUPPER()
	RET()

	Label("single")
	s := states[0]
	VMOVDQU64(Mem{Base: p}, s.AES)
	VMOVDQU64(Mem{Base: p, Disp: szhash.StateSums}, s.Sum)
	MOVQ(NewParamAddr("data", 16), data)
	MOVQ(NewParamAddr("pieces", 24), pieces)
	Label("single_pieces")
	VMOVDQU64(Mem{Base: data}, piece)
	s.Absorb(piece, permutation)
	ADDQ(U8(64), data)
	DECQ(pieces)
	JNZ(LabelRef("single_pieces"))
	VMOVDQU64(s.AES, Mem{Base: p})
	VMOVDQU64(s.Sum, Mem{Base: p, Disp: szhash.StateSums})
	VZEROUPPER()
	RET()
}

// finish takes the last piece of a long message, and writes the digests.
func finish() {
	TEXT("HashFinishVAES", NOSPLIT,
		"func(states *[16]uint64, seeds *[88]uint64, k uint64, last *[64]byte, length uint64, digests *byte)")
	Doc("HashFinishVAES writes the digests of a message of which k states have absorbed all but the last 64 bytes.")
	p := Load(Param("states"), GP64()).(reg.GPVirtual)
	seeds := Load(Param("seeds"), GP64()).(reg.GPVirtual)
	left := Load(Param("k"), GP64()).(reg.GPVirtual)
	last := Load(Param("last"), GP64()).(reg.GPVirtual)
	n := Load(Param("length"), GP64()).(reg.GPVirtual)
	out := Load(Param("digests"), GP64()).(reg.GPVirtual)
	constants(left)
	VPBROADCASTQ_Z(n, reg.K7, length)
	VMOVDQU64(Mem{Base: last}, lastPiece)
	fourSeeds("seeds", seeds, left, out, func() reg.VecPhysical {
		loadStates(p)
		ADDQ(U32(4*szhash.StateSize), p)
		absorbAll(lastPiece)
		return szhash.ZMMFold(states)
	})
	Label("done")
	VZEROUPPER()
	RET()
}
