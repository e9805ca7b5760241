// Command split_avx512 generates the search for line ends with AVX-512.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
)

// The text is searched in chunks of 64 bytes. VPCOMPRESSB makes a list of the places of a chunk's separators, from which
// spans are made sixteen at a time, without a branch for their number unless it is above sixteen: the spans that are too
// many are overwritten by the next. Where there is no room for that, the last chunks before the end of the room store
// under a mask.
const chunk = 64

// splitter is what is in registers.
type splitter struct {
	text   reg.GPVirtual // the chunk
	left   reg.GPVirtual // bytes from there on
	out    reg.GPVirtual // where the next span goes
	end    reg.GPVirtual // end of the room
	number reg.GPVirtual // separators of the chunk that are not yet done
	a, b   reg.GPVirtual

	separator reg.VecVirtual
	every     reg.VecVirtual // 0 to 63
	places    reg.VecVirtual // in the chunk, those not yet done
	offset    reg.VecVirtual // of the chunk in the text
	step      reg.VecVirtual // chunk
	one       reg.VecVirtual
	before    reg.VecVirtual // the highest word is the place of the separator before, at first -1
	longest   reg.VecVirtual // the longest lines
	low, high reg.VecVirtual // for VPERMT2D: words of two registers in turn, first and second half

	inChunk reg.Register // mask of the bytes of the chunk
	counted reg.Register // mask of the spans that count
}

func main() {
	s := &splitter{
		text: GP64(), left: GP64(), out: GP64(), end: GP64(), number: GP64(), a: GP64(), b: GP64(),
		separator: ZMM(), every: ZMM(), places: ZMM(), offset: ZMM(), step: ZMM(), one: ZMM(), before: ZMM(), longest: ZMM(),
		low: ZMM(), high: ZMM(), inChunk: reg.K1, counted: reg.K2,
	}
	var every [chunk]byte
	var turns [32]uint32
	for i := range every {
		every[i] = byte(i)
	}
	for i := range turns {
		turns[i] = uint32(i%2<<4 + i/2)
	}
	numbers, zip := emit.Bytes("every", every[:]), emit.Words32("turns", turns[:])

	TEXT("SplitAVX512", NOSPLIT, "func(text *byte, n uint64, separator uint64, spans *uint64, room uint64) (count, longest, used uint64)")
	Doc("SplitAVX512 finds the lines of a text that end in separator, as many as there is room for.")
	Pragma("noescape")
	Load(Param("text"), s.text)
	Load(Param("n"), s.left)
	Load(Param("spans"), s.out)
	Load(Param("room"), s.end)
	LEAQ(Mem{Base: s.out, Index: s.end, Scale: 8}, s.end)
	Load(Param("separator"), s.a)
	VPBROADCASTB(s.a.As32(), s.separator)
	VMOVDQU64(numbers, s.every)
	VMOVDQU64(zip, s.low)
	VMOVDQU64(emit.At(zip, 64), s.high)
	VPXORQ(s.offset, s.offset, s.offset)
	VPXORQ(s.longest, s.longest, s.longest)
	VPTERNLOGD(Imm(0xff), s.before, s.before, s.before)
	broadcast(chunk, s.a, s.step)
	broadcast(1, s.a, s.one)
	MOVQ(I32(-1), s.a)
	KMOVQ(s.a, s.inChunk)

	Label("chunk")
	CMPQ(s.left, Imm(chunk))
	JAE(LabelRef("whole"))
	MOVQ(I32(-1), s.a)
	BZHIQ(s.left, s.a, s.a)
	KMOVQ(s.a, s.inChunk)
	Label("whole")
	VMOVDQU8_Z(Mem{Base: s.text}, s.inChunk, s.places)
	VPCMPEQB(s.separator, s.places, s.inChunk, s.counted)
	VPCOMPRESSB_Z(s.every, s.counted, s.places)
	KMOVQ(s.counted, s.number)
	POPCNTQ(s.number, s.number)
	LEAQ(Mem{Base: s.out, Disp: 8 * chunk}, s.a)
	CMPQ(s.a, s.end)
	JA(LabelRef("narrow"))
	s.sixteen("some", false)
	Label("next")
	VPADDD(s.step, s.offset, s.offset)
	ADDQ(Imm(chunk), s.text)
	SUBQ(Imm(chunk), s.left)
	JA(LabelRef("chunk"))

	Label("results")
	s.results()

	Label("narrow")
	s.sixteen("few", true)
	JMP(LabelRef("next"))
	Generate()
}

// broadcast sets all words of a register to n.
func broadcast(n uint32, t reg.GPVirtual, to reg.VecVirtual) {
	MOVL(U32(n), t.As32())
	VPBROADCASTD(t.As32(), to)
}

// sixteen makes spans of the places, sixteen at a time. If narrow is set, it stores under a mask, and goes to the end of
// the function when the room is full.
func (s *splitter) sixteen(label string, narrow bool) {
	now, last := s.a, s.b // how many at once, and which is the last one
	place, start, length, index, spans := ZMM(), ZMM(), ZMM(), ZMM(), ZMM()
	Label(label)
	MOVL(U32(16), now.As32())
	CMPQ(s.number, now)
	CMOVQCS(s.number, now)
	if narrow {
		room := s.b
		MOVQ(s.end, room)
		SUBQ(s.out, room)
		SHRQ(Imm(3), room)
		CMPQ(room, now)
		CMOVQCS(room, now)
	}
	MOVL(U32(1<<16-1), last.As32())
	BZHIL(now.As32(), last.As32(), last.As32())
	KMOVW(last.As32(), s.counted)

	VPMOVZXBD(s.places.AsX(), place)
	VPADDD(s.offset, place, place)
	VALIGND(Imm(15), s.before, place, start)
	VPADDD(s.one, start, start)
	VPSUBD(start, place, length)
	VPMAXUD(length, s.longest, s.counted, s.longest)
	// The last place is word now-1 of place: word 15+now of before and place together, for which 16 is the first.
	LEAQ(Mem{Base: now, Disp: 15}, last)
	VPBROADCASTD(last.As32(), index)
	VPERMI2D(place, s.before, index)
	VMOVDQA64(index, s.before)
	for half, turn := range []reg.VecVirtual{s.low, s.high} {
		VMOVDQA64(start, spans)
		VPERMT2D(length, turn, spans)
		to := Mem{Base: s.out, Disp: 64 * half}
		if narrow {
			VMOVDQU64(spans, s.counted, to)
			KSHIFTRW(Imm(8), s.counted, s.counted)
		} else {
			VMOVDQU64(spans, to)
		}
	}
	LEAQ(Mem{Base: s.out, Index: now, Scale: 8}, s.out)
	if narrow {
		CMPQ(s.out, s.end)
		JEQ(LabelRef("results"))
	}
	SUBQ(now, s.number)
	JZ(LabelRef("next"))
	VALIGND(Imm(4), s.places, s.places, s.places)
	JMP(LabelRef(label))
}

func (s *splitter) results() {
	SUBQ(NewParamAddr("spans", 24), s.out)
	SHRQ(Imm(3), s.out)
	Store(s.out, ReturnIndex(0))
	Comment("The longest of sixteen")
	y, t := s.longest.AsY(), YMM()
	VEXTRACTI64X4(Imm(1), s.longest, t)
	VPMAXUD(t, y, y)
	x := s.longest.AsX()
	VEXTRACTI128(Imm(1), y, t.AsX())
	VPMAXUD(t.AsX(), x, x)
	VPSHUFD(Imm(0b01_00_11_10), x, t.AsX())
	VPMAXUD(t.AsX(), x, x)
	VPSHUFD(Imm(0b10_11_00_01), x, t.AsX())
	VPMAXUD(t.AsX(), x, x)
	VMOVD(x, s.a.As32())
	Store(s.a, ReturnIndex(1))
	VEXTRACTI32X4(Imm(3), s.before, x)
	VPEXTRD(Imm(3), x, s.a.As32())
	INCL(s.a.As32())
	Store(s.a, ReturnIndex(2))
	VZEROUPPER()
	RET()
}
