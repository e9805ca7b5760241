package bytesum

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
)

// AVX512 generates the kernel for processors with AVX-512 (F, BW, VL, DQ), and if vnni is set, VNNI and VBMI.
func AVX512(vnni bool) {
	var numbers [256]byte
	for i := range numbers {
		numbers[i] = byte(i)
	}
	var digests [64]byte
	for i := range digests[:32] {
		digests[i] = byte(16*(i/8) + 7 - i%8)
	}
	k := &avx512{
		vnni: vnni, suffix: "AVX512",
		numbers:  emit.Bytes("numbers", numbers[:]),
		inLane:   emit.Bytes("numbersInLane", fill(64, func(i int) byte { return byte(i & 15) })),
		odd:      emit.Words32("odd", []uint32{1, 0, 0, 0, 3, 0, 0, 0, 5, 0, 0, 0, 7, 0, 0, 0}),
		low:      emit.Words64("low", []uint64{0, 2, 4, 6, 0, 2, 4, 6}),
		wide:     emit.Words64("wide", []uint64{0, 1, 4, 5, 0, 1, 4, 5}),
		swap:     emit.Bytes("swap", fill(32, func(i int) byte { return byte(i&15 ^ 7) })),
		digests:  emit.Bytes("digestBytes", digests[:]),
		easyBits: emit.Words32("easyBits", []uint32{0xff0, 1<<32 - 1, 0xff0, 1<<32 - 1, 0xff0, 1<<32 - 1, 0xff0, 1<<32 - 1}),
		easyLess: emit.Words32("easyLess", []uint32{0xff0, 16, 0xff0, 16, 0xff0, 16, 0xff0, 16}),
	}
	if vnni {
		k.suffix = "VNNI"
	}
	k.window()
	k.part()
	Generate()
}

// avx512 is a kernel, with the registers
//
//	Z0           zero
//	Z1           ones, in each byte
//	Z2           numbers of the bytes in a lane
//	Z3           control for the lengths
//	Z4           control for the digests, or for the low half of each lane
//	Y5           byte order of a digest
//	Y6           to be added to a span so that the next two tell whether it is easy
//	Y7           bits that tell
//	Y8           what they must be less than
//	Z9 to Z12    numbers of the first 256 bytes
//	Z13          control for the digests of longer messages
//	Z16          spans
//	Z17, Z18     lengths, and temporary
//	Z20 to Z23   sums of parts of a message
//	Z24 to Z27   bytes
//	Z28 to Z31   sums of four messages, eight of each
//	K7           dwords of the lengths
type avx512 struct {
	vnni   bool
	suffix string

	numbers, inLane    Mem // of 256 bytes, and of the bytes in a lane
	odd                Mem // the control that brings every second dword to the front of the lanes
	low                Mem // the control that picks the low halves of the lanes
	wide               Mem // the control that picks the first and the third lane
	swap               Mem // reverses the bytes of each 64-bit word
	digests            Mem // the control that does both
	easyBits, easyLess Mem // of a span, to tell whether it is easy
}

// lengthDwords is the mask of the dwords that lengths stand in: the first one in each lane.
const lengthDwords = 0x1111

var (
	zero, ones, inLane, odd, pick, swap = emit.Z[0], emit.Z[1], emit.Z[2], emit.Z[3], emit.Z[4], emit.Y[5]
	easyAdd, easyBits, easyLess         = emit.Y[6], emit.Y[7], emit.Y[8]
	numbers                             = emit.Z[9:13]
	q, lengths, temp                    = emit.Z[16], emit.Z[17], emit.Z[18]
	acc, data, sums                     = emit.Z[20:24], emit.Z[24:28], emit.Z[28:32]
	wide                                = emit.Z[13]
	masks                               = []reg.OpmaskPhysical{reg.K1, reg.K2, reg.K3, reg.K4}
)

func (k *avx512) constants() {
	VPXORQ(zero, zero, zero)
	if k.vnni {
		one := GP32()
		MOVL(U32(1), one)
		VPBROADCASTB(one, ones)
	}
	for i, n := range numbers {
		VMOVDQU64(emit.At(k.numbers, 64*i), n)
	}
}

func (k *avx512) window() {
	TEXT("Bytesum"+k.suffix, NOSPLIT, "func(base *byte, spans *uint64, count uint64, digests *byte)")
	Doc("Bytesum" + k.suffix + " sums the bytes of messages.")
	base, spans := Load(Param("base"), GP64()).(reg.GPVirtual), Load(Param("spans"), GP64()).(reg.GPVirtual)
	count, digests := Load(Param("count"), GP64()).(reg.GPVirtual), Load(Param("digests"), GP64()).(reg.GPVirtual)
	k.constants()
	VMOVDQU64(k.inLane, inLane)
	VMOVDQU64(k.odd, odd)
	VMOVDQU(k.swap, swap)
	VMOVDQU64(k.wide, wide)
	if k.vnni {
		VMOVDQU64(k.digests, pick)
	} else {
		VMOVDQU64(k.low, pick)
	}
	bits := GP32()
	MOVL(U32(lengthDwords), bits)
	KMOVW(bits, reg.K7)

	// A message is easy if it has 1 to 16 bytes and lies more than 16 bytes before the end of a page, so that it may be
	// read in one go: its length less one is below 16, and bits 4 to 11 of its address are not all ones.
	Comment("Easy messages")
	VPBROADCASTQ(base, easyAdd)
	VPCMPEQD(easyBits, easyBits, easyBits)
	MOVL(U32(0xaa), bits)
	KMOVW(bits, reg.K1)
	VMOVDQA32(easyBits, reg.K1, easyAdd)
	VMOVDQU(k.easyBits, easyBits)
	VMOVDQU(k.easyLess, easyLess)

	number, run := GP64(), GP64()
	XORL(number.As32(), number.As32())

	Comment("Four messages, if all are easy")
	Label("group")
	MOVQ(count, run)
	SUBQ(number, run)
	CMPQ(run, U8(4))
	JB(LabelRef("few"))
	VMOVDQU64(Mem{Base: spans, Index: number, Scale: 8}, q.AsY())
	VPADDD(q.AsY(), easyAdd, temp.AsY())
	VPANDD(temp.AsY(), easyBits, temp.AsY())
	VPCMPUD(U8(5), easyLess, temp.AsY(), reg.K1) // not less
	KORTESTW(reg.K1, reg.K1)
	JNZ(LabelRef("hard"))
	for i := range 4 {
		offset := GP64()
		MOVL(Mem{Base: spans, Index: number, Scale: 8, Disp: 8 * i}, offset.As32())
		message := Mem{Base: base, Index: offset, Scale: 1}
		if i == 0 {
			VMOVDQU64(message, data[0].AsX())
		} else {
			VINSERTI32X4(U8(i), message, data[0], data[0])
		}
	}
	VPERMD_Z(q, odd, reg.K7, lengths)
	VPSHUFB(zero, lengths, lengths) // the low byte everywhere in the lane
	VPCMPUB(U8(1), lengths, inLane, reg.K1)
	VMOVDQU8_Z(data[0], reg.K1, data[0])
	VPSADBW(zero, data[0], data[0])
	VPSHUFD(U8(0x4e), data[0], temp)
	VPADDQ(temp, data[0], data[0])
	if k.vnni {
		VPERMB(data[0], pick, data[0])
	} else {
		VPERMQ(data[0], pick, data[0])
		VPSHUFB(swap, data[0].AsY(), data[0].AsY())
	}
	VMOVDQU64(data[0].AsY(), Mem{Base: digests, Index: number, Scale: 8})
	ADDQ(U8(4), number)
	JMP(LabelRef("group"))

	// 64 is taken for more, so that one comparison tells it of all four.
	Comment("Four messages of up to 63 bytes")
	Label("hard")
	var p, n [4]reg.GPVirtual
	for i := range p {
		p[i], n[i] = GP64(), GP64()
		MOVL(Mem{Base: spans, Index: number, Scale: 8, Disp: 8 * i}, p[i].As32())
		MOVL(Mem{Base: spans, Index: number, Scale: 8, Disp: 8*i + 4}, n[i].As32())
		ADDQ(base, p[i])
	}
	all, set := GP64(), GP64()
	MOVQ(n[0], all)
	for _, n := range n[1:] {
		ORQ(n, all)
	}
	CMPQ(all, U8(63))
	JA(LabelRef("long"))
	MOVQ(I32(-1), set)
	for i, s := range sums {
		BZHIQ(n[i], set, n[i])
		KMOVQ(n[i], masks[i])
		VMOVDQU8_Z(Mem{Base: p[i]}, masks[i], data[i])
		VPSADBW(zero, data[i], s)
	}
	Label("digests")
	k.digests4()
	VMOVDQU64(sums[0].AsY(), Mem{Base: digests, Index: number, Scale: 8})
	ADDQ(U8(4), number)
	JMP(LabelRef("group"))

	Comment("Four messages of any length")
	Label("long")
	for i, s := range sums {
		k.sum(fmt.Sprint("message", i), p[i], n[i], s)
	}
	JMP(LabelRef("digests"))

	Comment("The last one to three")
	Label("few")
	CMPQ(number, count)
	JE(LabelRef("done"))
	MOVL(Mem{Base: spans, Index: number, Scale: 8}, p[0].As32())
	MOVL(Mem{Base: spans, Index: number, Scale: 8, Disp: 4}, n[0].As32())
	ADDQ(base, p[0])
	k.sum("last", p[0], n[0], sums[0])
	k.digests4()
	VMOVQ(sums[0].AsX(), Mem{Base: digests, Index: number, Scale: 8})
	INCQ(number)
	JMP(LabelRef("few"))
	Label("done")
	VZEROUPPER()
	RET()
}

// digests4 makes four digests in the first of sums.
func (k *avx512) digests4() {
	for i := 0; i < 4; i += 2 { // of two messages in each lane
		a, b := sums[i], sums[i+1]
		VPUNPCKLQDQ(b, a, temp)
		VPUNPCKHQDQ(b, a, b)
		VPADDQ(temp, b, a)
	}
	a, b := sums[0], sums[2]
	VSHUFI64X2(U8(0x88), b, a, temp)
	VSHUFI64X2(U8(0xdd), b, a, b)
	VPADDQ(temp, b, a)
	VSHUFI64X2(U8(0xb1), a, a, temp) // the sums of two messages now lie in the first two lanes, of two in the others
	VPADDQ(temp, a, a)
	VPERMQ(a, wide, a)
	VPSHUFB(swap, a.AsY(), a.AsY())
}

func (k *avx512) part() {
	TEXT("BytesumPart"+k.suffix, NOSPLIT, "func(data *byte, n uint64) uint64")
	Doc("BytesumPart" + k.suffix + " sums n bytes.")
	p, n := Load(Param("data"), GP64()).(reg.GPVirtual), Load(Param("n"), GP64()).(reg.GPVirtual)
	k.constants()
	k.sum("part", p, n, sums[0])
	a, b := sums[0], sums[1]
	VEXTRACTI64X4(U8(1), a, b.AsY())
	VPADDQ(b.AsY(), a.AsY(), a.AsY())
	VEXTRACTI32X4(U8(1), a.AsY(), b.AsX())
	VPADDQ(b.AsX(), a.AsX(), a.AsX())
	VPSHUFD(U8(0xee), a.AsX(), b.AsX())
	VPADDQ(b.AsX(), a.AsX(), a.AsX())
	total := GP64()
	VMOVQ(a.AsX(), total)
	Store(total, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// sum leaves eight sums in sums, which together are that of n bytes at p. The labels begin with the name.
func (k *avx512) sum(name string, p, n reg.GPVirtual, sums reg.VecPhysical) {
	least := n // one less than what is left: 0 to 255 in the last 256 bytes
	DECQ(least)
	CMPQ(least, U32(255))
	JA(LabelRef(name + "_long"))
	k.loadLast(p, least)
	for i, a := range acc {
		VPSADBW(data[i], zero, a)
	}
	addAll(VPADDQ, sums)
	JMP(LabelRef(name + "_done"))

	Comment("Pieces of 256 bytes, but the last")
	Label(name + "_long")
	for _, a := range acc {
		VMOVDQA64(zero, a)
	}
	CMPQ(least, I8(-1))
	JE(LabelRef(name + "_total"))
	Label(name + "_pieces")
	for i, a := range acc {
		k.add(Mem{Base: p, Disp: 64 * i}, data[i], a)
	}
	ADDQ(U32(256), p)
	SUBQ(U32(256), least)
	CMPQ(least, U32(255))
	JA(LabelRef(name + "_pieces"))
	k.loadLast(p, least)
	for i, a := range acc {
		k.add(data[i], data[i], a)
	}
	Label(name + "_total")
	if k.vnni { // 32-bit sums to 64-bit ones
		addAll(VPADDD, sums)
		VPSRLQ(U8(32), sums, temp)
		VPSLLQ(U8(32), sums, sums)
		VPSRLQ(U8(32), sums, sums)
		VPADDQ(temp, sums, sums)
	} else {
		addAll(VPADDQ, sums)
	}
	Label(name + "_done")
}

// loadLast loads the last 1 to 256 bytes of a message, least and one more, and fills them up with zeros.
func (k *avx512) loadLast(p, least reg.GPVirtual) {
	VPBROADCASTB(least.As32(), temp)
	for i, d := range data {
		VPCMPUB(U8(2), temp, numbers[i], masks[i])
		VMOVDQU8_Z(Mem{Base: p, Disp: 64 * i}, masks[i], d)
	}
}

// addAll adds up the sums in acc.
func addAll(add func(...Op), sums reg.VecPhysical) {
	add(acc[1], acc[0], acc[0])
	add(acc[3], acc[2], acc[2])
	add(acc[2], acc[0], sums)
}

// add adds 64 bytes to the sums in a: of four each in 32 bits with VNNI, which do not overflow before 256 MiB, of eight
// each in 64 bits without.
func (k *avx512) add(bytes Op, data, a reg.VecPhysical) {
	if k.vnni {
		if bytes != Op(data) {
			VMOVDQU64(bytes, data)
		}
		VPDPBUSD(ones, data, a)
		return
	}
	VPSADBW(bytes, zero, data)
	VPADDQ(data, a, a)
}
