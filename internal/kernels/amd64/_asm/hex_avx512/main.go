// Command hex_avx512 generates the writing of digests in hexadecimal with AVX-512.
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

	shifts reg.VecVirtual // where in four bytes each digit is
	digits reg.VecVirtual // the 16 digits, four times
}

func main() {
	h := &hex{
		from: GP64(), slot: GP64(), to: GP64(), count: GP64(), size: GP64(), end: GP64(), at: GP64(), rest: GP64(),
		shifts: ZMM(), digits: ZMM(),
	}
	shifts := emit.Bytes("shifts", []byte{4, 0, 12, 8, 20, 16, 28, 24})
	digits := emit.Bytes("digits", []byte("0123456789abcdef"))

	TEXT("HexAVX512", NOSPLIT, "func(dst, digests *byte, count, size, slot, end uint64)")
	Doc("HexAVX512 writes digests of a multiple of eight bytes as lines of hexadecimal digits.")
	Pragma("noescape")
	Load(Param("dst"), h.to)
	Load(Param("digests"), h.from)
	Load(Param("count"), h.count)
	Load(Param("size"), h.size)
	Load(Param("slot"), h.slot)
	Load(Param("end"), h.end)
	VPBROADCASTQ(shifts, h.shifts)
	VBROADCASTI32X4(digits, h.digits)

	Comment("The words, and the digits, that are left behind whole registers")
	MOVQ(h.size, h.at)
	ANDQ(Imm(31), h.at)
	SHRQ(Imm(2), h.at)
	MOVL(U32(1<<8-1), h.rest.As32())
	BZHIL(h.at.As32(), h.rest.As32(), h.rest.As32())
	KMOVB(h.rest.As32(), reg.K1)
	CMPQ(h.size, Imm(8))
	JEQ(LabelRef("numbers"))

	Label("digest")
	MOVQ(h.from, h.at)
	MOVQ(h.size, h.rest)
	Label("wide")
	SUBQ(Imm(32), h.rest)
	JB(LabelRef("narrow"))
	x := h.load()
	h.convert(x)
	VMOVDQU64(x, Mem{Base: h.to})
	ADDQ(Imm(32), h.at)
	ADDQ(Imm(64), h.to)
	TESTQ(h.rest, h.rest)
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
	ADDQ(Imm(32), h.rest)
	h.narrow(Mem{Base: h.at}, Mem{Base: h.to})
	LEAQ(Mem{Base: h.to, Index: h.rest, Scale: 2}, h.to)
	JMP(LabelRef("done"))

	h.numbers()
	Generate()
}

func (h *hex) endLine(to Mem) { MOVB(h.end.As8(), to) }

// load takes 32 bytes, four to each 64 bits.
func (h *hex) load() reg.VecVirtual {
	x := ZMM()
	VPMOVZXDQ(Mem{Base: h.at}, x)
	return x
}

// convert makes eight digits of the four bytes in each 64 bits.
func (h *hex) convert(x reg.VecVirtual) {
	VPMULTISHIFTQB(x, h.shifts, x)
	VPERMB(h.digits, x, x) // the low four bits count, as digits has them four times
}

// narrow makes digits of less than 32 bytes.
func (h *hex) narrow(from, to Mem) {
	x := ZMM()
	VMOVDQU32_Z(from, reg.K1, x.AsY())
	VPMOVZXDQ(x.AsY(), x)
	h.convert(x)
	VMOVDQU64(x, reg.K1, to)
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
	x := ZMM()
	VPMOVZXDQ(Mem{Base: h.from}, x)
	h.convert(x)
	VMOVDQU(x.AsX(), Mem{Base: h.to})
	for i := 1; i < 4; i++ {
		VEXTRACTI32X4(Imm(uint64(i)), x, Mem{Base: h.to, Disp: i * line})
	}
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
	h.narrow(Mem{Base: h.from}, Mem{Base: h.to})
	h.endLine(Mem{Base: h.to, Disp: line - 1})
	ADDQ(h.slot, h.from)
	ADDQ(Imm(line), h.to)
	DECQ(h.count)
	JNZ(LabelRef("number"))
	JMP(LabelRef("finish"))
}
