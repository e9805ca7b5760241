// Command hex_avx2 generates the writing of digests in hexadecimal with AVX2.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
)

// hex is what is in registers.
type hex struct {
	from, slot reg.GPVirtual // the next digest, and the distance to the one behind
	to         reg.GPVirtual // where its digits go
	count      reg.GPVirtual // digests left
	size, end  reg.GPVirtual
	at, rest   reg.GPVirtual // bytes of the digest that are still to do

	digits reg.VecVirtual // the 16 digits, twice
	low    reg.VecVirtual // mask of the low half of each byte
}

func main() {
	h := &hex{
		from: GP64(), slot: GP64(), to: GP64(), count: GP64(), size: GP64(), end: GP64(), at: GP64(), rest: GP64(),
		digits: YMM(), low: YMM(),
	}
	var half [8]byte
	for i := range half {
		half[i] = 0x0f
	}
	digits, low := emit.Bytes("digits", []byte("0123456789abcdef")), emit.Bytes("half", half[:])

	TEXT("HexAVX2", NOSPLIT, "func(dst, digests *byte, count, size, slot, end uint64)")
	Doc("HexAVX2 writes digests of a multiple of eight bytes as lines of hexadecimal digits.")
	Pragma("noescape")
	Load(Param("dst"), h.to)
	Load(Param("digests"), h.from)
	Load(Param("count"), h.count)
	Load(Param("size"), h.size)
	Load(Param("slot"), h.slot)
	Load(Param("end"), h.end)
	VBROADCASTI128(digits, h.digits)
	VPBROADCASTQ(low, h.low)
	CMPQ(h.size, Imm(8))
	JEQ(LabelRef("numbers"))

	Label("digest")
	MOVQ(h.from, h.at)
	MOVQ(h.size, h.rest)
	Label("wide")
	CMPQ(h.rest, Imm(32))
	JB(LabelRef("narrow"))
	h.wide()
	ADDQ(Imm(32), h.at)
	ADDQ(Imm(64), h.to)
	SUBQ(Imm(32), h.rest)
	JNZ(LabelRef("wide"))
	Label("done")
	h.endLine(Mem{Base: h.to})
	INCQ(h.to)
	ADDQ(h.slot, h.from)
	DECQ(h.count)
	JNZ(LabelRef("digest"))
	Label("finish")
	VZEROUPPER()
	RET()

	Label("narrow")
	h.eight(Mem{Base: h.at}, Mem{Base: h.to})
	ADDQ(Imm(8), h.at)
	ADDQ(Imm(16), h.to)
	SUBQ(Imm(8), h.rest)
	JNZ(LabelRef("narrow"))
	JMP(LabelRef("done"))

	h.numbers()
	Generate()
}

func (h *hex) endLine(to Mem) { MOVB(h.end.As8(), to) }

// both makes digits of the bytes of x: high of their high halves, and x of the low ones.
func (h *hex) both(x, high, digits, low reg.Register) {
	VPSRLQ(Imm(4), x, high)
	VPAND(low, high, high)
	VPAND(low, x, x)
	VPSHUFB(high, digits, high)
	VPSHUFB(x, digits, x)
}

// wide makes 64 digits.
func (h *hex) wide() {
	x, high, t := YMM(), YMM(), YMM()
	VPERMQ(Imm(0b11_01_10_00), Mem{Base: h.at}, x) // as unpacking puts the quarters in order again
	h.both(x, high, h.digits, h.low)
	VPUNPCKLBW(x, high, t)
	VPUNPCKHBW(x, high, x)
	VMOVDQU(t, Mem{Base: h.to})
	VMOVDQU(x, Mem{Base: h.to, Disp: 32})
}

// eight makes 16 digits.
func (h *hex) eight(from, to Mem) {
	x, high := XMM(), XMM()
	VMOVQ(from, x)
	h.both(x, high, h.digits.AsX(), h.low.AsX())
	VPUNPCKLBW(x, high, x)
	VMOVDQU(x, to)
}

// numbers is for digests of eight bytes: four at a time if they lie side by side.
func (h *hex) numbers() {
	const line = 2*8 + 1
	Label("numbers")
	CMPQ(h.slot, Imm(8))
	JNE(LabelRef("number"))
	Label("four")
	SUBQ(Imm(4), h.count)
	JB(LabelRef("few"))
	x, high, even := YMM(), YMM(), YMM()
	VMOVDQU(Mem{Base: h.from}, x)
	h.both(x, high, h.digits, h.low)
	VPUNPCKLBW(x, high, even)
	VPUNPCKHBW(x, high, x)
	VMOVDQU(even.AsX(), Mem{Base: h.to})
	VMOVDQU(x.AsX(), Mem{Base: h.to, Disp: line})
	VEXTRACTI128(Imm(1), even, Mem{Base: h.to, Disp: 2 * line})
	VEXTRACTI128(Imm(1), x, Mem{Base: h.to, Disp: 3 * line})
	for i := range 4 {
		h.endLine(Mem{Base: h.to, Disp: i*line + line - 1})
	}
	ADDQ(Imm(32), h.from)
	ADDQ(Imm(4*line), h.to)
	JMP(LabelRef("four"))
	Label("few")
	ADDQ(Imm(4), h.count)
	JZ(LabelRef("finish"))

	Label("number")
	h.eight(Mem{Base: h.from}, Mem{Base: h.to})
	h.endLine(Mem{Base: h.to, Disp: line - 1})
	ADDQ(h.slot, h.from)
	ADDQ(Imm(line), h.to)
	DECQ(h.count)
	JNZ(LabelRef("number"))
	JMP(LabelRef("finish"))
}
