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

// Up to eight seeds go through the messages side by side, in two groups of four. A register of a group holds the same
// vector of its four seeds:
//
//	Z0           permutation
//	Z1           control for the digests
//	Z2           length, in the low half of each lane
//	Z3, Z4       seeds of both groups, twice each
//	Z5 to Z8     AES and sum vectors of their first lanes at the start
//	Z9           the last piece of a long message
//	Z10 to Z13   blocks of a message, each in all lanes
//	Z14, Z15     keys, then hashes
//	Z16 to Z23   AES vectors of the first group's four lanes, then their sum vectors
//	Z24 to Z31   those of the second group
//	K6           digests of the seeds
//	K7           low halves of the lanes
var (
	permutation, control, length = emit.Z[0], emit.Z[1], emit.Z[2]
	lastPiece, blocks            = emit.Z[9], emit.Z[10:14]
	groups                       [2]group
)

// A group is four seeds.
type group struct {
	part               int // of the table of seeds, where the first group is 0
	seeds, key         reg.VecPhysical
	startAES, startSum reg.VecPhysical
	lanes              [4]szhash.ZMMState
}

func init() {
	for i := range groups {
		g := &groups[i]
		g.part, g.seeds, g.key = i, emit.Z[3+i], emit.Z[14+i]
		g.startAES, g.startSum = emit.Z[5+2*i], emit.Z[6+2*i]
		for j := range g.lanes {
			g.lanes[j] = szhash.ZMMState{AES: emit.Z[16+8*i+j], Sum: emit.Z[20+8*i+j]}
		}
	}
}

// constants loads what several functions need.
func constants() {
	VMOVDQU64(permutationTable, permutation)
	VMOVDQU64(digestTable, control)
	low := GP32()
	MOVL(U32(0x55), low)
	KMOVB(low, reg.K7)
}

// digestMask makes the mask of the digests of the next seeds, if they are most or, at the end, as many as are left.
func digestMask(left reg.GPVirtual, most int) {
	count, ones := GP64(), GP64()
	MOVL(U32(most), count.As32())
	CMPQ(left, count)
	CMOVQCS(left, count)
	MOVL(I32(-1), ones.As32())
	BZHIL(count.As32(), ones.As32(), ones.As32())
	KMOVB(ones.As32(), reg.K6)
}

// window goes through the messages with eight seeds after the other, at the end with the last four or fewer. What is
// known of the seeds beforehand stays in registers, as far as they reach; cutting the messages again costs less.
func window() {
	TEXT("MultihashVAES", NOSPLIT,
		"func(base *byte, spans *uint64, order *uint32, count uint64, seeds *[72]uint64, k uint64, stride uint64, digests *byte)")
	Doc("MultihashVAES hashes messages with k seeds each.")
	seeds := Load(Param("seeds"), GP64()).(reg.GPVirtual)
	left := Load(Param("k"), GP64()).(reg.GPVirtual)
	digests := Load(Param("digests"), GP64()).(reg.GPVirtual)
	constants()

	Label("seeds")
	digestMask(left, 8)
	CMPQ(left, U8(4))
	JBE(LabelRef("four"))
	messages("eight", seeds, digests, groups[:])
	ADDQ(U32(2*szhash.TablePart), seeds)
	ADDQ(U8(64), digests)
	SUBQ(U8(8), left)
	JA(LabelRef("seeds"))
	VZEROUPPER()
	RET()

	Label("four")
	messages("four", seeds, digests, groups[:1])
	VZEROUPPER()
	RET()
}

// messages hashes all messages with the seeds of the groups. The labels begin with the name.
func messages(name string, seeds, digests reg.GPVirtual, groups []group) {
	label := func(s string) string { return name + "_" + s }
	for _, g := range groups {
		at := Mem{Base: seeds, Disp: szhash.TablePart * g.part}
		VMOVDQU64(emit.At(at, szhash.TableSeeds), g.seeds)
		VMOVDQU64(emit.At(at, szhash.TableAES), g.startAES)
		VMOVDQU64(emit.At(at, szhash.TableSums), g.startSum)
	}
	number := GP64()
	XORL(number.As32(), number.As32())

	Label(label("message"))
	slot, p, n := GP64(), GP64(), GP64()
	order, spans, ones := GP64(), GP64(), GP64()
	MOVQ(number, slot)
	MOVQ(NewParamAddr("order", 16), order)
	TESTQ(order, order)
	JZ(LabelRef(label("in_order")))
	MOVL(Mem{Base: order, Index: number, Scale: 4}, slot.As32())
	Label(label("in_order"))
	MOVQ(NewParamAddr("spans", 8), spans)
	MOVL(Mem{Base: spans, Index: slot, Scale: 8}, p.As32())
	ADDQ(NewParamAddr("base", 0), p)
	MOVL(Mem{Base: spans, Index: slot, Scale: 8, Disp: 4}, n.As32())
	IMULQ(NewParamAddr("stride", 48), slot)
	VPBROADCASTQ_Z(n, reg.K7, length)
	MOVQ(I32(-1), ones)
	CMPQ(n, U8(64))
	JA(LabelRef(label("long")))

	Comment("Short messages, 1 to 4 blocks")
	BZHIQ(n, ones, ones)
	KMOVQ(ones, reg.K1)
	CMPQ(n, U8(16))
	JA(LabelRef(label("blocks_2")))
	VMOVDQU8_Z(Mem{Base: p}, reg.K1, blocks[0].AsX())
	cut(blocks[0], 1)
	short(groups, 1)
	JMP(LabelRef(label("close")))
	Label(label("blocks_2"))
	VMOVDQU8_Z(Mem{Base: p}, reg.K1, blocks[0])
	for m := 2; m <= 4; m++ {
		if m < 4 {
			CMPQ(n, U8(16*m))
			JA(LabelRef(label(fmt.Sprint("blocks_", m+1))))
		}
		cut(blocks[0], m)
		short(groups, m)
		JMP(LabelRef(label("close")))
		if m < 4 {
			Label(label(fmt.Sprint("blocks_", m+1)))
		}
	}

	Comment("Long messages")
	Label(label("long"))
	end := GP64()
	DECQ(n)
	MOVQ(n, end)
	ANDQ(I8(-64), end) // all but the last piece
	SUBQ(end, n)
	INCQ(n)
	ADDQ(p, end)
	BZHIQ(n, ones, ones)
	KMOVQ(ones, reg.K1)
	VMOVDQU8_Z(Mem{Base: end}, reg.K1, lastPiece)
	broadcast(Mem{Base: p})
	for _, g := range groups {
		g.start()
		for j := 1; j < 4; j++ {
			g.startLane(seeds, j)
		}
	}
	ADDQ(I8(64), p)
	CMPQ(p, end)
	JE(LabelRef(label("last")))
	Label(label("pieces"))
	broadcast(Mem{Base: p})
	absorbBlocks(groups)
	ADDQ(I8(64), p)
	CMPQ(p, end)
	JNE(LabelRef(label("pieces")))
	Label(label("last"))
	cut(lastPiece, 4)
	absorbBlocks(groups)
	for _, g := range groups {
		g.fold()
	}

	Label(label("close"))
	for _, g := range groups {
		VPADDQ(g.seeds, length, g.key)
		szhash.ZMMClose(g.lanes[0].Sum, g.key, g.key)
	}
	if len(groups) == 2 {
		VPERMT2B(groups[1].key, control, groups[0].key)
	} else {
		VPERMB(groups[0].key, control, groups[0].key)
	}
	VMOVDQU64(groups[0].key, reg.K6, Mem{Base: digests, Index: slot, Scale: 1})
	INCQ(number)
	CMPQ(number, NewParamAddr("count", 24))
	JNE(LabelRef(label("message")))
}

// cut makes as many blocks of the front of a piece, which may lie in the first one's register.
func cut(piece reg.VecPhysical, count int) {
	for j := count - 1; j >= 0; j-- {
		VSHUFI32X4(U8(0x55*j), piece, piece, blocks[j])
	}
}

// broadcast loads the blocks of a piece.
func broadcast(piece Mem) {
	for j, b := range blocks {
		VBROADCASTI32X4(emit.At(piece, 16*j), b)
	}
}

// short absorbs one to four blocks of a short message.
func short(groups []group, count int) {
	for _, g := range groups {
		g.start()
		s := g.lanes[0]
		for _, b := range blocks[1:count] {
			s.Absorb(b, permutation)
		}
		VAESENC(s.AES, s.Sum, s.Sum)
	}
}

// absorbBlocks absorbs a block in each lane.
func absorbBlocks(groups []group) {
	for _, g := range groups {
		for j, s := range g.lanes {
			s.Absorb(blocks[j], permutation)
		}
	}
}

// start has the first lane absorb the first block of a message.
func (g group) start() {
	VAESENC(blocks[0], g.startAES, g.lanes[0].AES)
	VPADDQ(blocks[0], g.startSum, g.lanes[0].Sum)
}

// startLane has another lane absorb its first block.
func (g group) startLane(seeds reg.GPVirtual, j int) {
	at, s := Mem{Base: seeds, Disp: szhash.TablePart*g.part + 64*j}, g.lanes[j]
	VMOVDQU64(emit.At(at, szhash.TableAES), s.AES)
	VAESENC(blocks[j], s.AES, s.AES)
	VPADDQ(emit.At(at, szhash.TableSums), blocks[j], s.Sum)
}

// fold makes one vector of all four lanes, in the first one's sum vector.
func (g group) fold() {
	for _, s := range g.lanes {
		VAESENC(s.AES, s.Sum, s.Sum)
	}
	sum := func(j int) reg.VecPhysical { return g.lanes[j].Sum }
	VAESENC(sum(1), sum(0), sum(0))
	VAESENC(sum(3), sum(2), sum(2))
	VAESENC(sum(2), sum(0), sum(0))
}

// For messages in parts, which have a state of their own for each seed, a register holds the four lanes of one.
//
//	Z14          hashes
//	Z15          piece of the message
//	Z16 to Z23   AES and sum vectors of four seeds
var (
	hash, piece = emit.Z[14], emit.Z[15]
	states      [4]szhash.ZMMState
)

func init() {
	for i := range states {
		states[i] = szhash.ZMMState{AES: emit.Z[16+2*i], Sum: emit.Z[17+2*i]}
	}
}

func absorbAll() {
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
	absorbAll()
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
		"func(states *[16]uint64, seeds *[72]uint64, k uint64, last *[64]byte, length uint64, digests *byte)")
	Doc("HashFinishVAES writes the digests of a message of which k states have absorbed all but the last 64 bytes.")
	p := Load(Param("states"), GP64()).(reg.GPVirtual)
	seeds := Load(Param("seeds"), GP64()).(reg.GPVirtual)
	left := Load(Param("k"), GP64()).(reg.GPVirtual)
	last := Load(Param("last"), GP64()).(reg.GPVirtual)
	n := Load(Param("length"), GP64()).(reg.GPVirtual)
	out := Load(Param("digests"), GP64()).(reg.GPVirtual)
	constants()
	VPBROADCASTQ_Z(n, reg.K7, length)
	VMOVDQU64(Mem{Base: last}, piece)

	Label("four")
	digestMask(left, 4)
	loadStates(p)
	absorbAll()
	VPADDQ(Mem{Base: seeds, Disp: szhash.TableSeeds}, length, hash)
	szhash.ZMMClose(szhash.ZMMFold(states), hash, hash)
	VPERMB(hash, control, hash)
	VMOVDQU64(hash, reg.K6, Mem{Base: out})
	ADDQ(U32(4*szhash.StateSize), p)
	ADDQ(U32(szhash.TablePart), seeds)
	ADDQ(U8(32), out)
	SUBQ(U8(4), left)
	JA(LabelRef("four"))
	VZEROUPPER()
	RET()
}
