// Command bytesum_sve generates the sum of bytes, with SVE.
package main

import "szsum/internal/kernels/arm64/_asm/emit"

func main() {
	emit.Generate(func(f *emit.File) {
		window(f)
		part(f)
	})
}

func window(f *emit.File) {
	f.Func("BytesumSVE", "(base *byte, spans *uint64, count uint64, digests *byte)", "sums the bytes of each message.")
	base, spans := f.Reg("base"), f.Reg("spans, moves on")
	count, digests := f.Reg("messages left"), f.Reg("digests, moves on")
	s := newSum(f)
	f.Load("base", base)
	f.Load("spans", spans)
	f.Load("count", count)
	f.Load("digests", digests)
	s.prologue()

	f.Label("message")
	f.Op("MOVD.P", emit.Mem(spans, 8), s.t)
	f.Op("MOVWU", s.t, s.at)
	f.Op("ADD", base, s.at)
	f.Op("LSR", 32, s.t, s.n)
	s.emit(func() {
		f.Op("REV", s.total, s.total)
		f.Op("MOVD.P", s.total, emit.Mem(digests, 8))
		f.Op("SUBS", 1, count)
		f.Op("BNE", "message")
		f.Op("RET")
	})
}

func part(f *emit.File) {
	f.Func("BytesumPartSVE", "(data *byte, n uint64) uint64", "sums bytes.")
	s := newSum(f)
	f.Load("data", s.at)
	f.Load("n", s.n)
	s.prologue()
	s.emit(func() {
		f.Store(s.total, "ret")
		f.Op("RET")
	})
}

// turn is how many bytes are summed in lanes of 32 bits, before these are brought in: a lane of the narrowest vectors
// gets a quarter of what 16 bytes have, 4 x 255 for each vector.
const turn = 1 << 24

// A sum emits the sum of n bytes that lie at at, for vectors of any length.
type sum struct {
	*emit.File
	at, n, total     emit.R
	one, four, turns emit.R // bytes
	t                emit.R
	ones             emit.V
	bytes, words     []emit.V
	some, all        emit.P
}

func newSum(f *emit.File) *sum {
	return &sum{
		File: f, at: f.Reg("address of the bytes, moves on"), n: f.Reg("bytes left"), total: f.Reg("the sum"),
		one: f.Reg("bytes of a vector"), four: f.Reg("bytes of four vectors"), turns: f.Reg("bytes left of this turn"),
		t: f.Reg("temporary"), ones: f.Vec("1 in each byte"), bytes: f.Vecs(4, "vectors of bytes"),
		words: f.Vecs(4, "sums of 32 bits"), some: 0, all: 1,
	}
}

func (s *sum) prologue() {
	s.RDVL(1, s.one)
	s.RDVL(4, s.four)
	s.ZDUP(1, s.ones)
	s.PTRUE(s.all)
}

// emit ends with what to do with the sum.
func (s *sum) emit(done func()) {
	x, w := s.bytes, s.words
	s.Op("MOVD", 0, s.total)
	s.Label("turn")
	for _, w := range w {
		s.Op("VEOR", w.B16(), w.B16(), w.B16()) // the whole vector
	}
	s.Op("MOVD", turn, s.turns)
	s.Op("CMP", turn, s.n)
	s.Op("CSEL", "LO", s.n, s.turns, s.turns)
	s.Op("SUB", s.turns, s.n)
	s.Op("CMP", s.four, s.turns)
	s.Op("BLO", "rest")

	s.Label("four")
	for i, x := range x {
		s.LD1BAt(s.at, i, s.all, x)
	}
	for i, x := range x {
		s.ZUDOT(s.ones, x, w[i])
	}
	s.Op("ADD", s.four, s.at)
	s.Op("SUB", s.four, s.turns)
	s.Op("CMP", s.four, s.turns)
	s.Op("BHS", "four")
	s.ZADD(2, w[1], w[0], w[0])
	s.ZADD(2, w[3], w[2], w[2])
	s.ZADD(2, w[2], w[0], w[0])

	s.Label("rest")
	s.WHILELO(emit.ZR, s.turns, s.some) // zeros where there are no bytes
	s.LD1BAt(s.at, 0, s.some, x[0])
	s.ZUDOT(s.ones, x[0], w[0])
	s.Op("ADD", s.one, s.at)
	s.Op("SUBS", s.one, s.turns)
	s.Op("BHI", "rest")
	s.Op("ADD", s.turns, s.at) // back to the end of the bytes

	s.Comment("From 32 bits to 64")
	s.ZUADDV(w[0], s.all, x[0])
	s.Op("FMOVD", x[0].F(), s.t)
	s.Op("ADD", s.t, s.total)
	s.Op("CBNZ", s.n, "turn")
	done()
}
