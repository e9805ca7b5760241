package bytesum

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
)

// AVX2 generates the kernel for processors with AVX2.
func AVX2() {
	t := &avx2{
		tail:    emit.Bytes("tail", fill(192, func(i int) byte { return ^byte(-(i / 64 & 1)) })),
		numbers: emit.Bytes("numbers", fill(32, func(i int) byte { return byte(i & 15) })),
		length0: emit.Bytes("length0", fill(32, func(i int) byte { return 4 })),
		length1: emit.Bytes("length1", fill(32, func(i int) byte { return 12 })),
		swap:    emit.Bytes("swap", fill(32, func(i int) byte { return byte(i&15 ^ 7) })),
		bits:    emit.Words32("easyBits", []uint32{0xff0, 0x7ffffff0, 0xff0, 0x7ffffff0, 0xff0, 0x7ffffff0, 0xff0, 0x7ffffff0}),
		most:    emit.Words32("easyMost", []uint32{0xfef, 0, 0xfef, 0, 0xfef, 0, 0xfef, 0}),
	}
	t.window()
	t.part()
	Generate()
}

// avx2 are the constants of the kernel.
type avx2 struct {
	tail             Mem // at 64-n: n bytes of ones, then zeros; at 64+n: zeros, then n bytes of ones
	numbers          Mem // of the bytes in 16
	length0, length1 Mem // the controls that spread the low byte of the first and of the second span's length
	swap             Mem // reverses the bytes of each 64-bit word
	bits, most       Mem // of a span, to tell whether it is easy
}

// window:
//
//	Y0   zero
//	Y1   numbers of the bytes in 16
//	Y2, Y3   length0, length1
//	Y4   byte order of a digest
//	Y5   to be added to a span so that the next two tell whether it is easy
//	Y6   bits that tell
//	Y7   the most they may be
//	Y8 to Y12   spans, bytes, masks, sums
func (t *avx2) window() {
	TEXT("BytesumAVX2", NOSPLIT, "func(base *byte, spans *uint64, count uint64, digests *byte)")
	Doc("BytesumAVX2 sums the bytes of messages.")
	base, spans := Load(Param("base"), GP64()).(reg.GPVirtual), Load(Param("spans"), GP64()).(reg.GPVirtual)
	count, digests := Load(Param("count"), GP64()).(reg.GPVirtual), Load(Param("digests"), GP64()).(reg.GPVirtual)
	zero, swap, easyAdd, easyBits, easyMost := reg.Y0, reg.Y4, reg.Y5, reg.Y6, reg.Y7
	VPXOR(zero, zero, zero)
	VMOVDQU(t.numbers, reg.Y1)
	VMOVDQU(t.length0, reg.Y2)
	VMOVDQU(t.length1, reg.Y3)
	VMOVDQU(t.swap, swap)

	// A message is easy if it has 1 to 16 bytes and lies more than 16 bytes before the end of a page, so that it may be
	// read in one go: its length less one has no bit from 16 on, of its address bits 4 to 11 are not all ones.
	Comment("Easy messages")
	VMOVQ(base, reg.X5)
	VPCMPEQD(reg.X8, reg.X8, reg.X8)
	VPUNPCKLDQ(reg.X8, reg.X5, reg.X5)
	VPBROADCASTQ(reg.X5, easyAdd)
	VMOVDQU(t.bits, easyBits)
	VMOVDQU(t.most, easyMost)

	number, run := GP64(), GP64()
	XORL(number.As32(), number.As32())

	Comment("Four messages, if all are easy")
	Label("group")
	MOVQ(count, run)
	SUBQ(number, run)
	CMPQ(run, U8(4))
	JB(LabelRef("few"))
	MOVL(U32(4), run.As32())
	q, flags := reg.Y8, GP32()
	VMOVDQU(Mem{Base: spans, Index: number, Scale: 8}, q)
	VPADDD(q, easyAdd, reg.Y9)
	VPAND(easyBits, reg.Y9, reg.Y9)
	VPCMPGTD(easyMost, reg.Y9, reg.Y9)
	VPMOVMSKB(reg.Y9, flags)
	TESTL(flags, flags)
	JNZ(LabelRef("each"))
	// messages 0 and 2 in one register, 1 and 3 in another
	for i, spread := range []reg.VecPhysical{reg.Y2, reg.Y3} {
		low, high := GP64(), GP64()
		data, mask := emit.Y[9+i], reg.Y11
		MOVL(Mem{Base: spans, Index: number, Scale: 8, Disp: 8 * i}, low.As32())
		MOVL(Mem{Base: spans, Index: number, Scale: 8, Disp: 8*i + 16}, high.As32())
		VMOVDQU(Mem{Base: base, Index: low, Scale: 1}, data.AsX())
		VINSERTI128(U8(1), Mem{Base: base, Index: high, Scale: 1}, data, data)
		VPSHUFB(spread, q, mask)
		VPCMPGTB(reg.Y1, mask, mask)
		VPAND(mask, data, data)
		VPSADBW(zero, data, data)
	}
	VPUNPCKLQDQ(reg.Y10, reg.Y9, reg.Y11)
	VPUNPCKHQDQ(reg.Y10, reg.Y9, reg.Y12)
	VPADDQ(reg.Y11, reg.Y12, reg.Y11)
	VPSHUFB(swap, reg.Y11, reg.Y11)
	VMOVDQU(reg.Y11, Mem{Base: digests, Index: number, Scale: 8})
	ADDQ(U8(4), number)
	JMP(LabelRef("group"))

	Comment("Any message: run of them, one by one")
	Label("few")
	TESTQ(run, run)
	JZ(LabelRef("done"))
	Label("each")
	p, n := GP64(), GP64()
	MOVL(Mem{Base: spans, Index: number, Scale: 8}, p.As32())
	ADDQ(base, p)
	MOVL(Mem{Base: spans, Index: number, Scale: 8, Disp: 4}, n.As32())
	t.sum(p, n, zero)
	VPSHUFB(swap.AsX(), reg.X8, reg.X8)
	VMOVQ(reg.X8, Mem{Base: digests, Index: number, Scale: 8})
	INCQ(number)
	DECQ(run)
	JNZ(LabelRef("each"))
	CMPQ(number, count)
	JNE(LabelRef("group"))
	Label("done")
	VZEROUPPER()
	RET()
}

// part sums a part of a message.
func (t *avx2) part() {
	TEXT("BytesumPartAVX2", NOSPLIT, "func(data *byte, n uint64) uint64")
	Doc("BytesumPartAVX2 sums n bytes.")
	p, n := Load(Param("data"), GP64()).(reg.GPVirtual), Load(Param("n"), GP64()).(reg.GPVirtual)
	VPXOR(reg.Y0, reg.Y0, reg.Y0)
	t.sum(p, n, reg.Y0)
	total := GP64()
	VMOVQ(reg.X8, total)
	Store(total, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// sum leaves the sum of n bytes at p in the low half of X8. It uses Y8 to Y15.
func (t *avx2) sum(p, n reg.GPVirtual, zero reg.VecPhysical) {
	acc, data := emit.Y[8:12], emit.Y[12:16]
	for _, a := range acc[:2] {
		VPXOR(a, a, a)
	}

	Comment("Pieces of 256 bytes, from 512 on")
	CMPQ(n, U32(512))
	JB(LabelRef("pieces"))
	for _, a := range acc[2:] {
		VPXOR(a, a, a)
	}
	Label("large")
	for i := 0; i < 8; i++ {
		VPSADBW(Mem{Base: p, Disp: 32 * i}, zero, data[i%4])
		VPADDQ(data[i%4], acc[i%4], acc[i%4])
	}
	ADDQ(U32(256), p)
	SUBQ(U32(256), n)
	CMPQ(n, U32(256))
	JAE(LabelRef("large"))
	VPADDQ(acc[2], acc[0], acc[0])
	VPADDQ(acc[3], acc[1], acc[1])

	Comment("Pieces of 64 bytes, but the last")
	Label("pieces")
	CMPQ(n, U8(64))
	JBE(LabelRef("last"))
	for i := range 2 {
		VPSADBW(Mem{Base: p, Disp: 32 * i}, zero, data[i])
		VPADDQ(data[i], acc[i], acc[i])
	}
	ADDQ(U8(64), p)
	SUBQ(U8(64), n)
	JMP(LabelRef("pieces"))

	// 64 bytes are loaded, from p on or, where that may touch the next page, those that end with the message. Those that
	// are none of the message's, or have been summed, are masked off.
	Comment("The last 0 to 64 bytes")
	Label("last")
	TESTQ(n, n)
	JZ(LabelRef("total"))
	page, masks, endMasks, end := GP64(), GP64(), GP64(), GP64()
	LEAQ(Mem{Base: p, Index: n, Scale: 1, Disp: -64}, end)
	LEAQ(emit.At(t.tail, 64), masks)
	LEAQ(Mem{Base: masks, Index: n, Scale: 1}, endMasks)
	SUBQ(n, masks)
	MOVQ(p, page)
	ANDL(U32(pageSize-1), page.As32())
	CMPL(page.As32(), U32(pageSize-64))
	CMOVQHI(end, p)
	CMOVQHI(endMasks, masks)
	for i := range 2 {
		VMOVDQU(Mem{Base: masks, Disp: 32 * i}, data[i])
		VPAND(Mem{Base: p, Disp: 32 * i}, data[i], data[i])
		VPSADBW(data[i], zero, data[i])
		VPADDQ(data[i], acc[i], acc[i])
	}

	Label("total")
	VPADDQ(acc[1], acc[0], acc[0])
	VEXTRACTI128(U8(1), acc[0], data[0].AsX())
	VPADDQ(data[0].AsX(), acc[0].AsX(), acc[0].AsX())
	VPSHUFD(U8(0xee), acc[0].AsX(), data[0].AsX())
	VPADDQ(data[0].AsX(), acc[0].AsX(), acc[0].AsX())
}
