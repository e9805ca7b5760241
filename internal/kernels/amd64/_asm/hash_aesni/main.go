// Command hash_aesni generates the 64-bit hash of whole messages, with AES-NI and SSE4.2.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
	"szsum/internal/kernels/amd64/_asm/szhash"
)

const signature = "func(base *byte, spans *uint64, order *uint32, count uint64, seed uint64, digests *byte)"

func main() {
	t := szhash.NewTables()
	short(t)
	long(t)
	Generate()
}

// short:
//
//	X0   seed, twice
//	X1   start of the AES vector
//	X2   start of the sum vector, permuted
//	X3   byte order of a digest
//	X4   permutation
//	X5   to be added to a span so that the next two tell whether it is easy
//	X6   bits that tell
//	X7   the most they may be
//	X8   block, then sum vector; X9 AES vector; X10 length, then key; X11 hash; X12 to X15 the same for a second message
func short(t *szhash.Tables) {
	TEXT("HashShortAESNI", NOSPLIT, signature)
	Doc("HashShortAESNI hashes messages of up to 64 bytes.")
	base, spans := Load(Param("base"), GP64()).(reg.GPVirtual), Load(Param("spans"), GP64()).(reg.GPVirtual)
	order, count := Load(Param("order"), GP64()).(reg.GPVirtual), Load(Param("count"), GP64()).(reg.GPVirtual)
	digests := Load(Param("digests"), GP64()).(reg.GPVirtual)
	seed, aes, sum, swap, permutation := reg.X0, reg.X1, reg.X2, reg.X3, reg.X4
	easyAdd, easyBits, easyMost := reg.X5, reg.X6, reg.X7

	Comment("Start of the first lane")
	startVectors(t, seed)
	MOVOU(t.Start, aes)
	PXOR(seed, aes)
	MOVOU(t.Sums, sum)
	MOVO(seed, reg.X8)
	MOVOU(t.Permutation, permutation)
	PSHUFB(permutation, reg.X8)
	PXOR(reg.X8, sum)
	MOVOU(t.Swap, swap)

	// A message is easy if it has 1 to 16 bytes and lies more than 16 bytes before the end of a page, so that it may be
	// read in one go: its length less one has no bit from 16 on, of its address bits 4 to 11 are not all ones.
	Comment("Easy messages")
	MOVQ(base, reg.X8)
	MOVL(I32(-1), reg.EAX)
	MOVQ(reg.RAX, easyAdd)
	PUNPCKLLQ(easyAdd, reg.X8)
	PUNPCKLQDQ(reg.X8, reg.X8)
	MOVO(reg.X8, easyAdd)
	MOVOU(emit.Words32("easyBits", []uint32{0xff0, 0x7ffffff0, 0xff0, 0x7ffffff0, 7: 0}), easyBits)
	MOVOU(emit.Words32("easyMost", []uint32{0xfef, 0, 0xfef, 0, 7: 0}), easyMost)

	number, run := GP64(), GP64()
	XORL(number.As32(), number.As32())
	MOVQ(count, run)
	TESTQ(order, order)
	JNZ(LabelRef("each"))

	Comment("Four messages, if all are easy")
	Label("group")
	MOVQ(count, run)
	SUBQ(number, run)
	CMPQ(run, U8(4))
	JB(LabelRef("few"))
	MOVL(U32(4), run.As32())
	span := func(i, half int) Mem { return Mem{Base: spans, Index: number, Scale: 8, Disp: 8*i + 4*half} }
	flags, keep := GP64(), GP64()
	MOVOU(span(0, 0), reg.X8)
	MOVOU(span(2, 0), reg.X9)
	PADDL(easyAdd, reg.X8)
	PADDL(easyAdd, reg.X9)
	PAND(easyBits, reg.X8)
	PAND(easyBits, reg.X9)
	PMAXSD(reg.X8, reg.X9)
	PCMPGTL(easyMost, reg.X9)
	PMOVMSKB(reg.X9, flags.As32())
	TESTL(flags.As32(), flags.As32())
	JNZ(LabelRef("each"))
	LEAQ(t.Keep, keep)
	for pair := range 2 {
		x := [2][]reg.VecPhysical{emit.X[8:12], emit.X[12:16]}
		for i := range 2 {
			message := 2*pair + i
			b, a, k, h := x[i][0], x[i][1], x[i][2], x[i][3]
			offset, n := GP64(), GP64()
			MOVL(span(message, 0), offset.As32())
			MOVL(span(message, 1), n.As32())
			MOVSS(span(message, 1), k) // Go's MOVD moves 64 bits
			MOVOU(Mem{Base: base, Index: offset, Scale: 1}, b)
			SHLL(U8(4), n.As32())
			PAND(Mem{Base: keep, Index: n, Scale: 1}, b)
			MOVO(aes, a)
			AESENC(b, a)
			PADDQ(sum, b)
			AESENC(a, b)
			PADDQ(seed, k)
			szhash.SSEClose(b, k, h)
		}
		PUNPCKLQDQ(x[1][3], x[0][3])
		PSHUFB(swap, x[0][3])
		MOVOU(x[0][3], Mem{Base: digests, Index: number, Scale: 8, Disp: 16 * pair})
	}
	ADDQ(U8(4), number)
	JMP(LabelRef("group"))

	Comment("Any message: run of them, one by one")
	Label("few")
	TESTQ(run, run)
	JZ(LabelRef("done"))
	Label("each")
	slot, p, n := GP64(), GP64(), GP64()
	MOVQ(number, slot)
	TESTQ(order, order)
	JZ(LabelRef("in_order"))
	MOVL(Mem{Base: order, Index: number, Scale: 4}, slot.As32())
	Label("in_order")
	MOVL(Mem{Base: spans, Index: slot, Scale: 8}, p.As32())
	ADDQ(base, p)
	MOVL(Mem{Base: spans, Index: slot, Scale: 8, Disp: 4}, n.As32())
	lane := szhash.SSELane{AES: reg.X9, Sum: reg.X12}
	block, key, hash := reg.X8, reg.X10, reg.X11
	MOVO(aes, lane.AES)
	MOVO(sum, lane.Sum)
	MOVQ(n, key)
	PADDQ(seed, key)
	CMPQ(n, U8(16))
	JBE(LabelRef("one_block"))

	Comment("17 to 64 bytes")
	MOVOU(Mem{Base: p}, block)
	lane.AbsorbFirst(block)
	Label("next")
	ADDQ(U8(16), p)
	SUBQ(U8(16), n)
	CMPQ(n, U8(16))
	JBE(LabelRef("last"))
	MOVOU(Mem{Base: p}, block)
	lane.Absorb(block, permutation)
	JMP(LabelRef("next"))
	Label("last")
	t.SSELoadEnd(p, n, block, reg.X13)
	lane.Absorb(block, permutation)
	JMP(LabelRef("close"))

	Comment("Up to 16 bytes")
	Label("one_block")
	PXOR(block, block)
	TESTQ(n, n)
	JZ(LabelRef("short_loaded"))
	t.SSELoadShort("short", p, n, block, reg.X13)
	lane.AbsorbFirst(block)

	Label("close")
	AESENC(lane.AES, lane.Sum)
	szhash.SSEClose(lane.Sum, key, hash)
	PSHUFB(swap, hash)
	MOVQ(hash, Mem{Base: digests, Index: slot, Scale: 8})
	INCQ(number)
	DECQ(run)
	JNZ(LabelRef("each"))
	CMPQ(number, count)
	JNE(LabelRef("group"))
	Label("done")
	RET()
}

// startVectors loads the seed twice.
func startVectors(t *szhash.Tables, seed reg.VecPhysical) {
	MOVQ(NewParamAddr("seed", 32), seed)
	PUNPCKLQDQ(seed, seed)
}

// long:
//
//	X0 to X3    AES vectors of the four lanes
//	X4 to X7    sum vectors
//	X8 to X11   blocks
//	X12         permutation
//	X13         temporary
//	X14         byte order of a digest
//	X15         seed, twice
func long(t *szhash.Tables) {
	TEXT("HashLongAESNI", NOSPLIT, signature)
	Doc("HashLongAESNI hashes messages of more than 64 bytes, one after the other.")
	base, spans := Load(Param("base"), GP64()).(reg.GPVirtual), Load(Param("spans"), GP64()).(reg.GPVirtual)
	order, count := Load(Param("order"), GP64()).(reg.GPVirtual), Load(Param("count"), GP64()).(reg.GPVirtual)
	digests := Load(Param("digests"), GP64()).(reg.GPVirtual)
	permutation, temp, swap, seed := reg.X12, reg.X13, reg.X14, reg.X15
	lanes, blocks := szhash.SSELanes(), [4]reg.VecPhysical(emit.X[8:12])
	start, scratch := AllocLocal(128), AllocLocal(128)

	Comment("Start of the lanes")
	startVectors(t, seed)
	MOVOU(t.Permutation, permutation)
	MOVOU(t.Swap, swap)
	MOVO(seed, temp)
	PSHUFB(permutation, temp)
	for i := range lanes {
		MOVOU(emit.At(t.Start, 16*i), reg.X0)
		PXOR(seed, reg.X0)
		MOVOU(reg.X0, emit.At(start, 16*i))
		MOVOU(emit.At(t.Sums, 16*i), reg.X0)
		PXOR(temp, reg.X0)
		MOVOU(reg.X0, emit.At(start, 64+16*i))
	}
	PXOR(temp, temp)
	for i := range 4 {
		MOVOU(temp, emit.At(scratch, 64+16*i))
	}

	end := GP64() // the last number in order
	LEAQ(Mem{Base: order, Index: count, Scale: 4, Disp: -4}, end)

	Label("message")
	slot, p, n, length := GP64(), GP64(), GP64(), GP64()
	MOVL(Mem{Base: order}, slot.As32())
	ADDQ(U8(4), order)
	MOVL(Mem{Base: spans, Index: slot, Scale: 8}, p.As32())
	ADDQ(base, p)
	MOVL(Mem{Base: spans, Index: slot, Scale: 8, Disp: 4}, n.As32())
	MOVQ(n, length)
	ahead := GP64()
	LEAQ(Mem{Base: order, Disp: 4 * (szhash.Ahead - 1)}, ahead)
	CMPQ(ahead, end)
	CMOVQHI(end, ahead)
	MOVL(Mem{Base: ahead}, ahead.As32())
	MOVL(Mem{Base: spans, Index: ahead, Scale: 8}, ahead.As32())
	for i := range 3 {
		PREFETCHT0(Mem{Base: base, Index: ahead, Scale: 1, Disp: 64 * i})
	}

	Comment("First 64 bytes")
	for i, l := range lanes {
		MOVOU(emit.At(start, 16*i), l.AES)
		MOVOU(emit.At(start, 64+16*i), l.Sum)
		MOVOU(Mem{Base: p, Disp: 16 * i}, blocks[i])
		l.AbsorbFirst(blocks[i])
	}
	ADDQ(U8(64), p)
	SUBQ(U8(64), n)

	Comment("Whole pieces of 64 bytes, but the last")
	Label("pieces")
	CMPQ(n, U8(64))
	JBE(LabelRef("last"))
	for i, l := range lanes {
		MOVOU(Mem{Base: p, Disp: 16 * i}, blocks[i])
		l.Absorb(blocks[i], permutation)
	}
	ADDQ(U8(64), p)
	SUBQ(U8(64), n)
	JMP(LabelRef("pieces"))

	Comment("The last piece, 1 to 64 bytes")
	Label("last")
	t.SSELoadTail("last", p, n, scratch, blocks, temp)
	for i, l := range lanes {
		l.Absorb(blocks[i], permutation)
	}

	Comment("Digest")
	key, hash := blocks[0], blocks[1]
	szhash.SSEFold(lanes)
	MOVQ(length, key)
	PADDQ(seed, key)
	szhash.SSEClose(lanes[0].Sum, key, hash)
	PSHUFB(swap, hash)
	MOVQ(hash, Mem{Base: digests, Index: slot, Scale: 8})
	DECQ(count)
	JNZ(LabelRef("message"))
	RET()
	szhash.OutOfLine()
}
