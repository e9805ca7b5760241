package bytesum

import (
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
//	Z16          spans
//	Z17, Z18     lengths, and temporary
//	Z20 to Z23   sums
//	Z24 to Z27   bytes
//	K7           dwords of the lengths
type avx512 struct {
	vnni   bool
	suffix string

	numbers, inLane    Mem // of 256 bytes, and of the bytes in a lane
	odd                Mem // the control that brings every second dword to the front of the lanes
	low                Mem // the control that picks the low halves of the lanes
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
	acc, data                           = emit.Z[20:24], emit.Z[24:28]
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
	MOVL(U32(4), run.As32())
	VMOVDQU64(Mem{Base: spans, Index: number, Scale: 8}, q.AsY())
	VPADDD(q.AsY(), easyAdd, temp.AsY())
	VPANDD(temp.AsY(), easyBits, temp.AsY())
	VPCMPUD(U8(5), easyLess, temp.AsY(), reg.K1) // not less
	KORTESTW(reg.K1, reg.K1)
	JNZ(LabelRef("each"))
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

	Comment("Any message: run of them, one by one")
	Label("few")
	TESTQ(run, run)
	JZ(LabelRef("done"))
	Label("each")
	p, n := GP64(), GP64()
	MOVL(Mem{Base: spans, Index: number, Scale: 8}, p.As32())
	ADDQ(base, p)
	MOVL(Mem{Base: spans, Index: number, Scale: 8, Disp: 4}, n.As32())
	k.sum(p, n)
	VPSHUFB(swap.AsX(), acc[0].AsX(), acc[0].AsX())
	VMOVQ(acc[0].AsX(), Mem{Base: digests, Index: number, Scale: 8})
	INCQ(number)
	DECQ(run)
	JNZ(LabelRef("each"))
	CMPQ(number, count)
	JNE(LabelRef("group"))
	Label("done")
	VZEROUPPER()
	RET()
}

func (k *avx512) part() {
	TEXT("BytesumPart"+k.suffix, NOSPLIT, "func(data *byte, n uint64) uint64")
	Doc("BytesumPart" + k.suffix + " sums n bytes.")
	p, n := Load(Param("data"), GP64()).(reg.GPVirtual), Load(Param("n"), GP64()).(reg.GPVirtual)
	k.constants()
	k.sum(p, n)
	total := GP64()
	VMOVQ(acc[0].AsX(), total)
	Store(total, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// sum leaves the sum of n bytes at p in the low half of the first of acc.
func (k *avx512) sum(p, n reg.GPVirtual) {
	for _, a := range acc {
		VPXORQ(a, a, a)
	}
	least := GP64() // one less than what is left: 0 to 255 in the last 256 bytes
	LEAQ(Mem{Base: n, Disp: -1}, least)
	CMPQ(least, U32(255))
	JBE(LabelRef("last"))
	TESTQ(n, n)
	JZ(LabelRef("total"))

	Comment("Pieces of 256 bytes, but the last")
	Label("pieces")
	for i, a := range acc {
		k.add(Mem{Base: p, Disp: 64 * i}, data[i], a)
	}
	ADDQ(U32(256), p)
	SUBQ(U32(256), least)
	CMPQ(least, U32(255))
	JA(LabelRef("pieces"))

	Comment("The last 1 to 256 bytes")
	Label("last")
	VPBROADCASTB(least.As32(), temp)
	masks := []reg.OpmaskPhysical{reg.K1, reg.K2, reg.K3, reg.K4}
	for i, a := range acc {
		VPCMPUB(U8(2), temp, numbers[i], masks[i])
		VMOVDQU8_Z(Mem{Base: p, Disp: 64 * i}, masks[i], data[i])
		k.add(data[i], data[i], a)
	}

	Label("total")
	for _, pair := range [][2]int{{1, 0}, {3, 2}, {2, 0}} {
		if a, b := acc[pair[0]], acc[pair[1]]; k.vnni {
			VPADDD(a, b, b)
		} else {
			VPADDQ(a, b, b)
		}
	}
	if k.vnni { // 32-bit sums to 64-bit ones
		VPSRLQ(U8(32), acc[0], acc[1])
		VPSLLQ(U8(32), acc[0], acc[0])
		VPSRLQ(U8(32), acc[0], acc[0])
		VPADDQ(acc[1], acc[0], acc[0])
	}
	VEXTRACTI64X4(U8(1), acc[0], acc[1].AsY())
	VPADDQ(acc[1].AsY(), acc[0].AsY(), acc[0].AsY())
	VEXTRACTI32X4(U8(1), acc[0].AsY(), acc[1].AsX())
	VPADDQ(acc[1].AsX(), acc[0].AsX(), acc[0].AsX())
	VPSHUFD(U8(0xee), acc[0].AsX(), acc[1].AsX())
	VPADDQ(acc[1].AsX(), acc[0].AsX(), acc[0].AsX())
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
