// Command split_avx2 generates the search for line ends with AVX2.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
)

// The text is searched in chunks of 64 bytes. The places of separators are collected in a buffer of 32-bit numbers until
// there are enough, and made into spans then, eight at a time. Neither has branches that depend much on the text.
const (
	chunk  = 64
	enough = 64
)

// splitter is what is in registers.
type splitter struct {
	text   reg.GPVirtual // the chunk
	left   reg.GPVirtual // bytes from there on, not above 0 after the last chunk
	offset reg.GPVirtual // of the chunk in the text
	out    reg.GPVirtual // where the next span goes
	room   reg.GPVirtual // spans that there is room for
	found  reg.GPVirtual // places in the buffer
	a      [6]reg.GPVirtual

	separator reg.VecVirtual
	longest   reg.VecVirtual // the longest lines
	minusOne  reg.VecVirtual

	// The buffer: places from after on; before is the one before them, at first -1.
	before, after Mem
	lanes         Mem // 0 to 7
}

func main() {
	s := &splitter{
		text: GP64(), left: GP64(), offset: GP64(), out: GP64(), room: GP64(), found: GP64(),
		separator: YMM(), longest: YMM(), minusOne: YMM(),
		lanes: emit.Words32("lanes", []uint32{0, 1, 2, 3, 4, 5, 6, 7}),
	}
	for i := range s.a {
		s.a[i] = GP64()
	}
	TEXT("SplitAVX2", NOSPLIT, "func(text *byte, n uint64, separator uint64, spans *uint64, room uint64) (count, longest, used uint64)")
	Doc("SplitAVX2 finds the lines of a text that end in separator, as many as there is room for.")
	Pragma("noescape")
	s.before = AllocLocal(4 * (enough + chunk + 16))
	s.after = emit.At(s.before, 4)
	Load(Param("text"), s.text)
	Load(Param("n"), s.left)
	Load(Param("spans"), s.out)
	Load(Param("room"), s.room)
	Load(Param("separator"), s.a[0])
	VMOVD(s.a[0].As32(), s.separator.AsX())
	VPBROADCASTB(s.separator.AsX(), s.separator)
	VPXOR(s.longest, s.longest, s.longest)
	VPCMPEQD(s.minusOne, s.minusOne, s.minusOne)
	MOVL(U32(1<<32-1), s.before)
	XORL(s.offset.As32(), s.offset.As32())

	Label("begin")
	XORL(s.found.As32(), s.found.As32())
	Label("chunk")
	CMPQ(s.left, Imm(chunk))
	JL(LabelRef("last"))
	s.search(s.text)
	s.collect()
	ADDQ(Imm(chunk), s.text)
	ADDQ(Imm(chunk), s.offset)
	SUBQ(Imm(chunk), s.left)
	JLE(LabelRef("spans"))
	CMPQ(s.found, Imm(enough))
	JB(LabelRef("chunk"))
	s.spans()
	s.results()
	s.last()
	s.more()
	Generate()
}

// search sets a bit for each separator of the chunk at from.
func (s *splitter) search(from reg.GPVirtual) {
	bits, high := s.a[0], s.a[1]
	for i, to := range []reg.GPVirtual{bits, high} {
		equal := YMM()
		VPCMPEQB(Mem{Base: from, Disp: 32 * i}, s.separator, equal)
		VPMOVMSKB(equal, to.As32())
	}
	SHLQ(Imm(32), high)
	ORQ(high, bits)
}

// collect adds the places of the bits to the buffer: four of them, or twelve more if these are not enough, or more
// still. Those that are too many are overwritten by the next.
func (s *splitter) collect() {
	Label("collect")
	bits, number := s.a[0], s.a[1]
	POPCNTQ(bits, number)
	s.places(0, 4, s.found)
	CMPQ(number, Imm(4))
	JA(LabelRef("more"))
	Label("collected")
	ADDQ(number, s.found)
}

func (s *splitter) more() {
	bits, to := s.a[0], GP64()
	Label("more")
	s.places(4, 16, s.found)
	LEAQ(Mem{Base: s.found, Disp: 16}, to)
	Label("evenMore")
	TESTQ(bits, bits)
	JZ(LabelRef("collected"))
	s.places(0, 8, to)
	ADDQ(Imm(8), to)
	JMP(LabelRef("evenMore"))
}

// places writes places number from to to-1 of the bits that are left, counted from index.
func (s *splitter) places(from, to int, index reg.GPVirtual) {
	bits := s.a[0]
	for i := from; i < to; i++ {
		place := s.a[2+i%4]
		TZCNTQ(bits, place)
		BLSRQ(bits, bits)
		ADDL(s.offset.As32(), place.As32())
		MOVL(place.As32(), s.place(s.after, i, index))
	}
}

// place is the buffer's place number i after index.
func (s *splitter) place(m Mem, i int, index reg.GPVirtual) Mem {
	m.Index, m.Scale = index, 4
	return emit.At(m, 4*i)
}

// spans makes spans of the places and empties the buffer.
func (s *splitter) spans() {
	taken, done, rest := s.a[0], s.a[1], s.a[2]
	Label("spans")
	MOVQ(s.found, taken)
	CMPQ(s.room, taken)
	CMOVQCS(s.room, taken)
	XORL(done.As32(), done.As32())
	MOVQ(taken, rest)

	Label("eight")
	CMPQ(rest, Imm(8))
	JB(LabelRef("rest"))
	s.eight(done, nil)
	ADDQ(Imm(64), s.out)
	SUBQ(Imm(8), s.room)
	ADDQ(Imm(8), done)
	SUBQ(Imm(8), rest)
	JMP(LabelRef("eight"))

	Label("rest")
	CMPQ(s.room, Imm(8))
	JB(LabelRef("single"))
	counted := YMM()
	VMOVD(rest.As32(), counted.AsX())
	VPBROADCASTD(counted.AsX(), counted)
	VPCMPGTD(s.lanes, counted, counted)
	s.eight(done, counted)
	LEAQ(Mem{Base: s.out, Index: rest, Scale: 8}, s.out)
	SUBQ(rest, s.room)

	Label("emptied")
	last := s.a[3]
	MOVL(s.place(s.before, 0, taken), last.As32())
	MOVL(last.As32(), s.before)
	CMPQ(s.room, Imm(0))
	JEQ(LabelRef("results"))
	CMPQ(s.left, Imm(0))
	JG(LabelRef("begin"))
	JMP(LabelRef("results"))

	Comment("Less than eight, and room for not many more")
	Label("single")
	start, length := s.a[3], s.a[4]
	TESTQ(rest, rest)
	JZ(LabelRef("emptied"))
	MOVL(s.place(s.before, 0, done), start.As32())
	INCL(start.As32())
	MOVL(s.place(s.after, 0, done), length.As32())
	SUBL(start.As32(), length.As32())
	MOVL(start.As32(), Mem{Base: s.out})
	MOVL(length.As32(), Mem{Base: s.out, Disp: 4})
	VMOVD(length.As32(), counted.AsX())
	VPMAXUD(counted, s.longest, s.longest)
	ADDQ(Imm(8), s.out)
	DECQ(s.room)
	INCQ(done)
	DECQ(rest)
	JMP(LabelRef("single"))
}

// eight makes eight spans, of which those count that counted has ones for, or all.
func (s *splitter) eight(done reg.GPVirtual, counted reg.Register) {
	start, length, low, high := YMM(), YMM(), YMM(), YMM()
	VMOVDQU(s.place(s.before, 0, done), start)
	VPSUBD(s.minusOne, start, start)
	VMOVDQU(s.place(s.after, 0, done), length)
	VPSUBD(start, length, length)
	VPUNPCKLDQ(length, start, low)  // 0, 1, 4, 5
	VPUNPCKHDQ(length, start, high) // 2, 3, 6, 7
	if counted != nil {
		VPAND(counted, length, length)
	}
	VPMAXUD(length, s.longest, s.longest)
	VPERM2I128(Imm(0x20), high, low, start)
	VPERM2I128(Imm(0x31), high, low, low)
	VMOVDQU(start, Mem{Base: s.out})
	VMOVDQU(low, Mem{Base: s.out, Disp: 32})
}

func (s *splitter) results() {
	Label("results")
	SUBQ(NewParamAddr("spans", 24), s.out)
	SHRQ(Imm(3), s.out)
	Store(s.out, ReturnIndex(0))
	Comment("The longest of eight")
	x := s.longest.AsX()
	t := XMM()
	VEXTRACTI128(Imm(1), s.longest, t)
	VPMAXUD(t, x, x)
	VPSHUFD(Imm(0b01_00_11_10), x, t)
	VPMAXUD(t, x, x)
	VPSHUFD(Imm(0b10_11_00_01), x, t)
	VPMAXUD(t, x, x)
	most, used := s.a[0], s.a[1]
	VMOVD(x, most.As32())
	Store(most, ReturnIndex(1))
	MOVL(s.before, used.As32())
	INCL(used.As32())
	Store(used, ReturnIndex(2))
	VZEROUPPER()
	RET()
}

// last searches less than a chunk. If it begins near the end of a page and does not go on in the next one, the last 64
// bytes of the page are searched.
func (s *splitter) last() {
	bits, from, shift, end := s.a[0], s.a[2], s.a[3], s.a[4]
	Label("last")
	MOVQ(s.text, from)
	XORL(shift.As32(), shift.As32())
	onPage := s.a[5]
	MOVL(U32(4095), onPage.As32())
	ANDQ(s.text, onPage)
	LEAQ(Mem{Base: onPage, Index: s.left, Scale: 1}, end)
	CMPQ(end, U32(4096))
	JA(LabelRef("readable"))
	SUBQ(U32(4096-chunk), onPage)
	JBE(LabelRef("readable"))
	MOVQ(onPage, shift)
	SUBQ(shift, from)
	Label("readable")
	s.search(from)
	SHRXQ(shift, bits, bits)
	BZHIQ(s.left, bits, bits)
	JMP(LabelRef("collect"))
}
