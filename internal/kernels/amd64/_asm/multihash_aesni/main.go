// Command multihash_aesni generates the 64-bit hash with several seeds, and that of messages in parts, with AES-NI and
// SSE4.2.
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
	t := szhash.NewTables()
	window(t)
	absorb(t)
	finish(t)
	Generate()
}

// In all three functions a seed has the registers
//
//	X0 to X3     AES vectors of the four lanes
//	X4 to X7     sum vectors
//	X8 to X11    blocks of 16 bytes; of short messages, which have but one lane, for all seeds
//	X12          permutation
//	X13          temporary
//	X14          byte order of a digest
//	X15          length
var (
	lanes       = szhash.SSELanes()
	blocks      = [4]reg.VecPhysical(emit.X[8:12])
	permutation = reg.X12
	temp        = reg.X13
	swap        = reg.X14
	length      = reg.X15
)

// window cuts each message once, and then goes through the seeds.
func window(t *szhash.Tables) {
	TEXT("MultihashAESNI", NOSPLIT,
		"func(base *byte, spans *uint64, order *uint32, count uint64, seeds *[72]uint64, k uint64, stride uint64, digests *byte)")
	Doc("MultihashAESNI hashes messages with k seeds each.")
	spans := Load(Param("spans"), GP64()).(reg.GPVirtual)
	order := Load(Param("order"), GP64()).(reg.GPVirtual)
	k := Load(Param("k"), GP64()).(reg.GPVirtual)
	last, scratch := AllocLocal(64), AllocLocal(128)
	MOVOU(t.Permutation, permutation)
	MOVOU(t.Swap, swap)
	PXOR(temp, temp)
	for i := range 4 {
		MOVOU(temp, emit.At(scratch, 64+16*i))
	}
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
	MOVQ(n, length)
	IMULQ(NewParamAddr("stride", 48), slot)
	MOVQ(NewParamAddr("digests", 56), out)
	ADDQ(slot, out)
	seeds, left := GP64(), GP64()
	MOVQ(NewParamAddr("seeds", 32), seeds)
	MOVQ(k, left)
	CMPQ(n, U8(64))
	JA(LabelRef("long"))
	CMPQ(n, U8(16))
	JA(LabelRef("two_blocks"))

	Comment("Short messages: 1 to 4 blocks, then all seeds")
	PXOR(blocks[0], blocks[0])
	TESTQ(n, n)
	JZ(LabelRef("short_loaded"))
	t.SSELoadShort("short", p, n, blocks[0], temp)
	shortSeeds(1, seeds, left, out)
	Label("two_blocks")
	for m := 2; m <= 4; m++ {
		MOVOU(Mem{Base: p}, blocks[m-2])
		ADDQ(U8(16), p)
		SUBQ(U8(16), n)
		if m < 4 {
			CMPQ(n, U8(16))
			JA(LabelRef(fmt.Sprintf("blocks_%d", m+1)))
		}
		t.SSELoadEnd(p, n, blocks[m-1], temp)
		shortSeeds(m, seeds, left, out)
		if m < 4 {
			Label(fmt.Sprintf("blocks_%d", m+1))
		}
	}

	Comment("Long messages: the last piece goes to memory, filled up")
	Label("long")
	start, bytes := GP64(), GP64()
	MOVQ(p, start)
	LEAQ(Mem{Base: n, Disp: -1}, bytes)
	ANDQ(I8(-64), bytes) // all but the last piece
	ADDQ(bytes, p)
	SUBQ(bytes, n)
	t.SSELoadTail("last", p, n, scratch, blocks, temp)
	for i, b := range blocks {
		MOVOU(b, emit.At(last, 16*i))
	}
	within := GP64() // the number of the seed in its part of the table
	XORL(within.As32(), within.As32())

	Label("long_seed")
	MOVQ(start, p)
	MOVQ(bytes, n)
	for i, l := range lanes {
		MOVO(Mem{Base: seeds, Disp: szhash.TableAES + 64*i}, l.AES)
		MOVO(Mem{Base: seeds, Disp: szhash.TableSums + 64*i}, l.Sum)
		MOVOU(Mem{Base: p, Disp: 16 * i}, blocks[i])
		l.AbsorbFirst(blocks[i])
	}
	SUBQ(U8(64), n)
	JZ(LabelRef("long_last"))
	Label("pieces")
	ADDQ(U8(64), p)
	absorbPiece(p)
	SUBQ(U8(64), n)
	JNZ(LabelRef("pieces"))
	Label("long_last")
	for i, l := range lanes {
		MOVOU(emit.At(last, 16*i), blocks[i])
		l.Absorb(blocks[i], permutation)
	}
	digest(seeds, out)
	next(seeds, within)
	ADDQ(U8(8), out)
	DECQ(left)
	JNZ(LabelRef("long_seed"))

	Label("done")
	INCQ(number)
	CMPQ(number, NewParamAddr("count", 24))
	JNE(LabelRef("message"))
	RET()
	szhash.OutOfLine()
}

// shortSeeds hashes a message of m blocks with all seeds. Its digests are written two by two.
//
//	X0 to X3   key, hash, AES vector and sum vector of a seed; X4 to X7 those of a second one
func shortSeeds(m int, seeds, left, out reg.GPVirtual) {
	label := func(name string) string { return fmt.Sprintf("seeds_%d_%s", m, name) }
	one := func(i int, x []reg.VecPhysical) (hash reg.VecPhysical) {
		key, hash := x[0], x[1]
		lane := szhash.SSELane{AES: x[2], Sum: x[3]}
		MOVO(Mem{Base: seeds, Disp: szhash.TableAES + 16*i}, lane.AES)
		MOVO(Mem{Base: seeds, Disp: szhash.TableSums + 16*i}, lane.Sum)
		lane.AbsorbFirst(blocks[0])
		for _, b := range blocks[1:m] {
			lane.Absorb(b, permutation)
		}
		AESENC(lane.AES, lane.Sum)
		MOVO(Mem{Base: seeds, Disp: szhash.TableSeeds + 16*i}, key)
		PADDQ(length, key)
		szhash.SSEClose(lane.Sum, key, hash)
		return hash
	}
	SUBQ(U8(4), left)
	JB(LabelRef(label("rest")))
	Label(label("four"))
	for i := 0; i < 4; i += 2 {
		a, b := one(i, emit.X[0:4]), one(i+1, emit.X[4:8])
		PUNPCKLQDQ(b, a)
		PSHUFB(swap, a)
		MOVOU(a, Mem{Base: out, Disp: 8 * i})
	}
	ADDQ(U32(szhash.TablePart), seeds)
	ADDQ(U8(32), out)
	SUBQ(U8(4), left)
	JAE(LabelRef(label("four")))
	Label(label("rest"))
	ADDQ(U8(4), left)
	JZ(LabelRef("done"))
	Label(label("one"))
	hash := one(0, emit.X[0:4])
	PSHUFB(swap, hash)
	MOVQ(hash, Mem{Base: out})
	ADDQ(U8(16), seeds)
	ADDQ(U8(8), out)
	DECQ(left)
	JNZ(LabelRef(label("one")))
	JMP(LabelRef("done"))
}

// absorbPiece takes 64 bytes at p.
func absorbPiece(p reg.GPVirtual) {
	for i, l := range lanes {
		MOVOU(Mem{Base: p, Disp: 16 * i}, blocks[i])
		l.Absorb(blocks[i], permutation)
	}
}

// digest writes the digest of a long message to out. seeds points to the seed in the table.
func digest(seeds, out reg.GPVirtual) {
	key, hash := blocks[0], blocks[1]
	szhash.SSEFold(lanes)
	MOVO(Mem{Base: seeds, Disp: szhash.TableSeeds}, key)
	PADDQ(length, key)
	szhash.SSEClose(lanes[0].Sum, key, hash)
	PSHUFB(swap, hash)
	MOVQ(hash, Mem{Base: out})
}

// next moves on to the next seed, which seeds points to in the table; within is its number in the whole table, of which
// only the last two bits count.
func next(seeds, within reg.GPVirtual) {
	ADDQ(U8(16), seeds)
	INCL(within.As32())
	TESTL(U32(3), within.As32())
	JNZ(LabelRef("same_part"))
	ADDQ(U32(szhash.TablePart-4*16), seeds)
	Label("same_part")
}

// absorb goes through the data once for each seed.
func absorb(t *szhash.Tables) {
	TEXT("HashAbsorbAESNI", NOSPLIT, "func(states *[16]uint64, k uint64, data *byte, pieces uint64)")
	Doc("HashAbsorbAESNI advances k states by the same pieces of 64 bytes.")
	states := Load(Param("states"), GP64()).(reg.GPVirtual)
	k := Load(Param("k"), GP64()).(reg.GPVirtual)
	MOVOU(t.Permutation, permutation)
	Label("seed")
	loadState(states)
	p, n := GP64(), GP64()
	MOVQ(NewParamAddr("data", 16), p)
	MOVQ(NewParamAddr("pieces", 24), n)
	Label("pieces")
	absorbPiece(p)
	ADDQ(U8(64), p)
	DECQ(n)
	JNZ(LabelRef("pieces"))
	for i, l := range lanes {
		MOVOU(l.AES, Mem{Base: states, Disp: 16 * i})
		MOVOU(l.Sum, Mem{Base: states, Disp: szhash.StateSums + 16*i})
	}
	ADDQ(U32(szhash.StateSize), states)
	DECQ(k)
	JNZ(LabelRef("seed"))
	RET()
}

func loadState(state reg.GPVirtual) {
	for i, l := range lanes {
		MOVOU(Mem{Base: state, Disp: 16 * i}, l.AES)
		MOVOU(Mem{Base: state, Disp: szhash.StateSums + 16*i}, l.Sum)
	}
}

// finish takes the last piece of a long message, and writes the digests.
func finish(t *szhash.Tables) {
	TEXT("HashFinishAESNI", NOSPLIT,
		"func(states *[16]uint64, seeds *[72]uint64, k uint64, last *[64]byte, length uint64, digests *byte)")
	Doc("HashFinishAESNI writes the digests of a message of which k states have absorbed all but the last 64 bytes.")
	states := Load(Param("states"), GP64()).(reg.GPVirtual)
	seeds := Load(Param("seeds"), GP64()).(reg.GPVirtual)
	k := Load(Param("k"), GP64()).(reg.GPVirtual)
	last := Load(Param("last"), GP64()).(reg.GPVirtual)
	out := Load(Param("digests"), GP64()).(reg.GPVirtual)
	MOVQ(NewParamAddr("length", 32), length)
	MOVOU(t.Permutation, permutation)
	MOVOU(t.Swap, swap)
	within := GP64()
	XORL(within.As32(), within.As32())
	Label("seed")
	loadState(states)
	absorbPiece(last)
	digest(seeds, out)
	next(seeds, within)
	ADDQ(U32(szhash.StateSize), states)
	ADDQ(U8(8), out)
	DECQ(k)
	JNZ(LabelRef("seed"))
	RET()
}
