// Command bytesum_neon generates the sum of bytes, with NEON.
package main

import (
	"bytes"

	"szsum/internal/kernels/arm64/_asm/emit"
)

func main() {
	emit.Generate(func(f *emit.File) {
		// At 64-n is the mask of the first n of 64 bytes, at 64+n that of the last n.
		ones, zeros := bytes.Repeat([]byte{0xff}, 64), make([]byte, 64)
		f.Bytes("masks", bytes.Join([][]byte{ones, zeros, ones}, nil))
		window(f)
		part(f)
	})
}

func window(f *emit.File) {
	f.Func("BytesumNEON", "(base *byte, spans *uint64, count uint64, digests *byte)", "sums the bytes of each message.")
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
		f.Op("VREV64", s.sum.B16(), s.sum.B16())
		f.Op("FMOVD.P", s.sum.F(), emit.Mem(digests, 8))
		f.Op("SUBS", 1, count)
		f.Op("BNE", "message")
		f.Op("RET")
	})
}

func part(f *emit.File) {
	f.Func("BytesumPartNEON", "(data *byte, n uint64) uint64", "sums bytes.")
	s := newSum(f)
	f.Load("data", s.at)
	f.Load("n", s.n)
	s.prologue()
	s.emit(func() {
		f.Op("FMOVD", s.sum.F(), s.t)
		f.Store(s.t, "ret")
		f.Op("RET")
	})
}

// turn is how many pieces of 64 bytes are summed before the sums of 16 bits are brought in: with the last piece, each
// grows by 2 x 255 up to 128 times.
const turn = 127

// A sum emits the sum of n bytes that lie at at.
type sum struct {
	*emit.File
	at, n           emit.R
	masks           emit.R
	pieces, left, t emit.R
	sum             emit.V // the sum, in the first half
	bytes, mask     []emit.V
	words           []emit.V // sums of 16 bits
	total, pairs    emit.V   // sums of 64 and of 32 bits
}

func newSum(f *emit.File) *sum {
	return &sum{
		File: f, at: f.Reg("address of the bytes, moves on"), n: f.Reg("number of bytes"), masks: f.Reg("masks, 64 bytes on"),
		pieces: f.Reg("pieces of 64 bytes left before the last"), left: f.Reg("pieces left of this turn"), t: f.Reg("temporary"),
		sum: f.Vec("the sum"), bytes: f.Vecs(4, "a piece"), mask: f.Vecs(4, "its mask"),
		words: f.Vecs(4, "sums of 16 bits"), total: f.Vec("sums of 64 bits"), pairs: f.Vec("sums of 32 bits"),
	}
}

func (s *sum) prologue() {
	s.Address("masks", s.masks)
	s.Op("ADD", 64, s.masks)
}

// emit ends with what to do with the sum.
func (s *sum) emit(done func()) {
	s.Op("CMP", 16, s.n)
	s.Op("BHI", "more")
	s.Comment("Up to 16 bytes")
	s.Op("CBZ", s.n, "empty")
	s.onPage("edge16", 16)
	x, m := s.bytes[0], s.mask[0]
	s.Op("FMOVQ", emit.Mem(s.at, 0), x.F())
	s.Op("SUB", s.n, s.masks, s.t)
	s.Op("FMOVQ", emit.Mem(s.t, 0), m.F())
	s.Label("few")
	s.Op("VAND", m.B16(), x.B16(), x.B16())
	s.Op("VUADDLV", x.B16(), s.sum.Whole())
	s.Label("done")
	done()

	s.Label("empty")
	s.zero(s.sum)
	s.Op("B", "done")

	s.Label("edge16")
	s.Op("ADD", s.n, s.at)
	s.Op("FMOVQ", emit.Mem(s.at, -16), x.F())
	s.Op("ADD", s.n, s.masks, s.t)
	s.Op("FMOVQ", emit.Mem(s.t, 48), m.F())
	s.Op("B", "few")

	s.Label("more")
	s.zero(s.words...)
	s.zero(s.total)
	s.Op("SUBS", 65, s.n, s.pieces)
	s.Op("BHS", "pieces")
	s.Comment("17 to 64 bytes")
	s.onPage("edge64", 64)
	s.Op("SUB", s.n, s.masks, s.t)
	s.Op("B", "last")

	s.Label("edge64")
	s.Op("ADD", s.n, s.at)
	s.Op("SUB", 64, s.at)
	s.Op("ADD", s.n, s.masks, s.t)
	s.Op("B", "last")

	s.Comment("More than 64 bytes")
	s.Label("pieces")
	s.Op("LSR", 6, s.pieces)
	s.Op("ADD", 1, s.pieces)
	s.Op("SUB", emit.Shifted(s.pieces, 6), s.n)
	s.Label("turn")
	s.Op("MOVD", turn, s.left)
	s.Op("CMP", turn, s.pieces)
	s.Op("CSEL", "LO", s.pieces, s.left, s.left)
	s.Op("SUB", s.left, s.pieces)
	s.Label("piece")
	s.Op("VLD1.P", emit.Mem(s.at, 64), emit.List(s.bytes...))
	for i, x := range s.bytes {
		s.UADALP(0, x, s.words[i])
	}
	s.Op("SUBS", 1, s.left)
	s.Op("BNE", "piece")
	s.Op("CBNZ", s.pieces, "carry")
	s.Comment("The last 64 bytes, less what is summed already")
	s.Op("ADD", s.n, s.at)
	s.Op("SUB", 64, s.at)
	s.Op("ADD", s.n, s.masks, s.t)
	s.Label("last")
	s.Op("VLD1", emit.Mem(s.at, 0), emit.List(s.bytes...))
	s.Op("VLD1", emit.Mem(s.t, 0), emit.List(s.mask...))
	for i, x := range s.bytes {
		s.Op("VAND", s.mask[i].B16(), x.B16(), x.B16())
	}
	for i, x := range s.bytes {
		s.UADALP(0, x, s.words[i])
	}
	s.carry()
	s.Op("VADDP", s.total.D2(), s.total.D2(), s.sum.D2())
	s.Op("B", "done")

	s.Label("carry")
	s.carry()
	s.zero(s.words...)
	s.Op("B", "turn")
}

// onPage goes to edge if reading so many bytes would go past the end of a page.
func (s *sum) onPage(edge string, bytes int) {
	s.Op("AND", 4095, s.at, s.t)
	s.Op("CMP", 4096-bytes, s.t)
	s.Op("BHI", edge)
}

func (s *sum) zero(v ...emit.V) {
	for _, v := range v {
		s.Op("VEOR", v.B16(), v.B16(), v.B16())
	}
}

// carry adds the sums of 16 bits to the total.
func (s *sum) carry() {
	s.Comment("From 16 bits to 64")
	s.zero(s.pairs)
	for _, w := range s.words {
		s.UADALP(1, w, s.pairs)
	}
	s.UADALP(2, s.pairs, s.total)
}
