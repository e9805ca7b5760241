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
	tiny(t)
	short(t)
	long(t)
	Generate()
}

// Of tiny and short messages only the first lane is needed. Both functions use
//
//	X0          seed, twice
//	X1          start of the AES vector
//	X2          start of the sum vector, permuted
//	X3          byte order of a digest
//	X4          permutation
//	X8 to X15   block, AES vector, key and hash of two messages
var (
	seed, startAES, startSum, swap, permutation = reg.X0, reg.X1, reg.X2, reg.X3, reg.X4
	vectors                                     = [2][]reg.VecPhysical{emit.X[8:12], emit.X[12:16]}
)

// startLane loads what both functions need.
func startLane(t *szhash.Tables, seedArgument int) {
	MOVQ(NewParamAddr("seed", seedArgument), seed)
	PUNPCKLQDQ(seed, seed)
	MOVOU(t.Start, startAES)
	PXOR(seed, startAES)
	MOVOU(t.Sums, startSum)
	MOVOU(t.Permutation, permutation)
	MOVO(seed, reg.X8)
	PSHUFB(permutation, reg.X8)
	PXOR(reg.X8, startSum)
	MOVOU(t.Swap, swap)
}

// tiny:
//
//	X5   to be added to a span so that the others tell what it is
//	X6   bits that tell
//	X7   the most they may be in an easy message
func tiny(t *szhash.Tables) {
	TEXT("HashTinyAESNI", NOSPLIT,
		"func(base *byte, spans *uint64, count uint64, seed uint64, digests *byte, rest *uint32) (left uint64)")
	Doc("HashTinyAESNI hashes the messages of 1 to 16 bytes among those of up to 64.")
	base, spans := Load(Param("base"), GP64()).(reg.GPVirtual), Load(Param("spans"), GP64()).(reg.GPVirtual)
	count, digests := Load(Param("count"), GP64()).(reg.GPVirtual), Load(Param("digests"), GP64()).(reg.GPVirtual)
	rest := Load(Param("rest"), GP64()).(reg.GPVirtual)
	startLane(t, 24)

	// A message is easy if it has 1 to 16 bytes and lies more than 16 bytes before the end of a page, so that it may be
	// read in one go: its length less one has no bit from 16 on, of its address bits 4 to 11 are not all ones.
	Comment("Easy messages")
	easyAdd, easyBits, easyMost := reg.X5, reg.X6, reg.X7
	MOVQ(base, reg.X8)
	PCMPEQL(easyAdd, easyAdd)
	PUNPCKLLQ(easyAdd, reg.X8)
	PUNPCKLQDQ(reg.X8, reg.X8)
	MOVO(reg.X8, easyAdd)
	MOVOU(emit.Words32("easyBits", []uint32{0xff0, 0x7ffffff0, 0xff0, 0x7ffffff0, 7: 0}), easyBits)
	MOVOU(emit.Words32("easyMost", []uint32{0xfef, 0, 0xfef, 0, 7: 0}), easyMost)
	readable := emit.Words32("readableMost", []uint32{0xfef, 0x7f, 0xfef, 0x7f, 7: 0})

	number, left, flags, keep := GP64(), GP64(), GP32(), GP64()
	XORL(number.As32(), number.As32())
	XORL(left.As32(), left.As32())
	LEAQ(t.Keep, keep)
	span := func(i, half int) Mem { return Mem{Base: spans, Index: number, Scale: 8, Disp: 8*i + 4*half} }
	SUBQ(U8(4), count)
	JB(LabelRef("few"))

	Comment("Four messages")
	Label("group")
	MOVOU(span(0, 0), reg.X8)
	MOVOU(span(2, 0), reg.X9)
	PADDL(easyAdd, reg.X8)
	PADDL(easyAdd, reg.X9)
	PAND(easyBits, reg.X8)
	PAND(easyBits, reg.X9)
	PMAXSD(reg.X8, reg.X9)
	MOVO(reg.X9, reg.X8)
	PCMPGTL(easyMost, reg.X9)
	PMOVMSKB(reg.X9, flags)
	TESTL(flags, flags)
	JNZ(LabelRef("not_easy"))
	Label("hash")
	for pair := range 2 {
		for i, v := range vectors {
			message := 2*pair + i
			block, aes, key, hash := v[0], v[1], v[2], v[3]
			offset, n := GP64(), GP64()
			MOVL(span(message, 0), offset.As32())
			MOVL(span(message, 1), n.As32())
			MOVSS(span(message, 1), key) // Go's MOVD moves 64 bits
			MOVOU(Mem{Base: base, Index: offset, Scale: 1}, block)
			SHLL(U8(4), n.As32())
			PAND(Mem{Base: keep, Index: n, Scale: 1}, block)
			MOVO(startAES, aes)
			AESENC(block, aes)
			PADDQ(startSum, block)
			AESENC(aes, block)
			PADDQ(seed, key)
			szhash.SSEClose(block, key, hash)
		}
		a, b := vectors[0][3], vectors[1][3]
		PUNPCKLQDQ(b, a)
		PSHUFB(swap, a)
		MOVOU(a, Mem{Base: digests, Index: number, Scale: 8, Disp: 16 * pair})
	}
	Label("next")
	ADDQ(U8(4), number)
	SUBQ(U8(4), count)
	JAE(LabelRef("group"))

	Comment("The last ones of fewer than four are left")
	Label("few")
	ADDQ(U8(4), count)
	JZ(LabelRef("done"))
	Label("one")
	MOVL(number.As32(), Mem{Base: rest, Index: left, Scale: 4})
	INCQ(left)
	INCQ(number)
	DECQ(count)
	JNZ(LabelRef("one"))
	Label("done")
	Store(left, ReturnIndex(0))
	RET()

	Comment("Longer messages are left, but their first 16 bytes may be read like the others'")
	Label("not_easy")
	PCMPGTL(readable, reg.X8)
	PMOVMSKB(reg.X8, flags)
	TESTL(flags, flags)
	JNZ(LabelRef("not_readable"))
	leave := func(each func(i int)) {
		for i := range 4 {
			at := GP32()
			LEAL(Mem{Base: number, Disp: i}, at)
			MOVL(at, Mem{Base: rest, Index: left, Scale: 4})
			each(i)
		}
	}
	leave(func(i int) {
		CMPL(span(i, 1), U8(17))
		SBBQ(I8(-1), left)
	})
	JMP(LabelRef("hash"))

	Comment("All four are left if one of them has no bytes or lies at the end of a page")
	Label("not_readable")
	leave(func(int) { INCQ(left) })
	JMP(LabelRef("next"))
}

func short(t *szhash.Tables) {
	TEXT("HashShortAESNI", NOSPLIT, signature)
	Doc("HashShortAESNI hashes messages of up to 64 bytes, one after the other.")
	base, spans := Load(Param("base"), GP64()).(reg.GPVirtual), Load(Param("spans"), GP64()).(reg.GPVirtual)
	order, count := Load(Param("order"), GP64()).(reg.GPVirtual), Load(Param("count"), GP64()).(reg.GPVirtual)
	digests := Load(Param("digests"), GP64()).(reg.GPVirtual)
	startLane(t, 32)
	block, key, hash, temp := vectors[0][0], vectors[0][2], vectors[0][3], vectors[1][1]
	lane := szhash.SSELane{AES: vectors[0][1], Sum: vectors[1][0]}

	Label("message")
	slot, p, n := GP64(), GP64(), GP64()
	MOVL(Mem{Base: order}, slot.As32())
	ADDQ(U8(4), order)
	MOVL(Mem{Base: spans, Index: slot, Scale: 8}, p.As32())
	ADDQ(base, p)
	MOVL(Mem{Base: spans, Index: slot, Scale: 8, Disp: 4}, n.As32())
	MOVO(startAES, lane.AES)
	MOVO(startSum, lane.Sum)
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
	t.SSELoadEnd(p, n, block, temp)
	lane.Absorb(block, permutation)
	Label("close")
	AESENC(lane.AES, lane.Sum)
	szhash.SSEClose(lane.Sum, key, hash)
	PSHUFB(swap, hash)
	MOVQ(hash, Mem{Base: digests, Index: slot, Scale: 8})
	DECQ(count)
	JNZ(LabelRef("message"))
	RET()

	Comment("Up to 16 bytes")
	Label("one_block")
	PXOR(block, block)
	TESTQ(n, n)
	JZ(LabelRef("short_loaded"))
	t.SSELoadShort("short", p, n, block, temp)
	lane.AbsorbFirst(block)
	JMP(LabelRef("close"))
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
	MOVQ(NewParamAddr("seed", 32), seed)
	PUNPCKLQDQ(seed, seed)
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
