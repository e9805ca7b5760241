// Command blake2bx2_ssse3 generates BLAKE2b of two messages side by side, with SSSE3.
package main

import (
	"slices"

	"szsum/internal/kernels/amd64/_asm/blake2b"
	"szsum/internal/kernels/amd64/_asm/emit"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() { blake2b.Emit(&kernel{}) }

// Rows a, b and d of v are in X0 to X7 and X12 to X15. Row c, X8 to X11 by number, is in memory, and the registers are
// temporaries.
type kernel struct {
	iv, rotate24, rotate16, block Mem
}

var x = emit.X

func (k *kernel) Lanes() int     { return 2 }
func (k *kernel) Suffix() string { return "SSSE3" }
func (k *kernel) End()           {}

func (k *kernel) Tables() {
	var iv []uint64
	for _, w := range blake2b.IV {
		iv = append(iv, w, w)
	}
	k.iv = emit.Words64("iv", iv)
	// twice as long as need be, so that they are aligned
	k.rotate24 = emit.Bytes("rotate24", slices.Repeat(blake2b.Rotate24, 2))
	k.rotate16 = emit.Bytes("rotate16", slices.Repeat(blake2b.Rotate16, 2))
	k.block = emit.Words64("block", []uint64{128, 128, 128, 128})
}

func (k *kernel) Begin(f *blake2b.Frame) {
	for i := range 9 {
		MOVQ(Mem{Base: f.Start, Disp: 8 * i}, x[i])
		PUNPCKLQDQ(x[i], x[i])
		MOVO(x[i], f.Row(i))
	}
	PXOR(x[0], x[0])
	for i := 9; i < 12; i++ {
		MOVO(x[0], f.Row(i))
	}
}

func (k *kernel) CountLow(f *blake2b.Frame) {
	MOVO(f.Row(8), x[0])
	PADDQ(k.block, x[0])
	MOVO(x[0], f.Row(8))
}

func (k *kernel) Count(f *blake2b.Frame) {
	MOVO(f.Row(8), x[0])
	MOVO(x[0], x[1])
	PADDQ(k.block, x[1])
	MOVO(x[1], f.Row(8))
	PANDN(x[0], x[1]) // the top bit was one and is zero now
	PSRLQ(Imm(63), x[1])
	PADDQ(f.Row(9), x[1])
	MOVO(x[1], f.Row(9))
}

func (k *kernel) CountTails(f *blake2b.Frame) {
	MOVQ(f.Left(0), x[0])
	MOVQ(f.Left(1), x[1])
	PUNPCKLQDQ(x[1], x[0])
	MOVO(k.block, x[1])
	MOVO(x[0], x[2])
	PCMPGTL(x[1], x[2])
	PSHUFD(Imm(0xa0), x[2], x[2]) // goes on; the low halves tell
	PAND(x[2], x[1])
	MOVO(x[2], x[3])
	PANDN(x[0], x[3])
	POR(x[3], x[1])
	PADDQ(f.Row(8), x[1])
	MOVO(x[1], f.Row(8))
	PCMPEQL(x[3], x[3])
	PXOR(x[3], x[2])
	MOVO(x[2], f.Row(10))
	MOVQ(Mem{Base: f.Start, Disp: 8 * 11}, x[3])
	PUNPCKLQDQ(x[3], x[3])
	PAND(x[3], x[2])
	MOVO(x[2], f.Row(11))
}

func (k *kernel) Blocks(f *blake2b.Frame) { words(f, f.Block(0), f.Block(1)) }

func (k *kernel) Tails(f *blake2b.Frame) {
	for l := range 2 {
		f.CopyTail(l, 16, func(from, mask, to Mem) {
			MOVOU(from, x[0])
			MOVOU(mask, x[1])
			PAND(x[1], x[0])
			MOVO(x[0], to)
		})
	}
	words(f, f.Tail(0), f.Tail(1))
}

// words makes message words of blocks: row w gets word w of each lane.
func words(f *blake2b.Frame, block0, block1 Mem) {
	for w := 0; w < 16; w += 2 {
		even, odd, other := x[w%4], x[w%4+1], x[4+w%4]
		MOVOU(emit.At(block0, 8*w), even)
		MOVOU(emit.At(block1, 8*w), other)
		MOVO(even, odd)
		PUNPCKLQDQ(other, even)
		PUNPCKHQDQ(other, odd)
		MOVO(even, f.Word(w))
		MOVO(odd, f.Word(w+1))
	}
}

func (k *kernel) Compress(f *blake2b.Frame) {
	Comment("v")
	for i := range 8 {
		MOVO(emit.At(k.iv, 16*i), x[8+i])
		if i < 4 {
			MOVO(x[8+i], f.Spare(i))
		} else {
			PXOR(f.Row(4+i), x[8+i])
		}
		MOVO(f.Row(i), x[i])
	}
	for r := range blake2b.Rounds {
		for i, s := range blake2b.Steps(r) {
			Commentf("Round %d, %s", r, [2]string{"columns", "diagonals"}[i])
			k.half(f, s, 0)
			k.half(f, s, 1)
		}
	}
	Comment("Chaining value")
	for i := range 8 {
		if i < 4 {
			PXOR(f.Spare(i), x[i])
		} else {
			PXOR(x[8+i], x[i])
		}
		PXOR(f.Row(i), x[i])
		MOVO(x[i], f.Row(i))
	}
}

// half emits a half of the four G of a step, instruction by instruction side by side. The words of the message are
// added before row b, which is ready last.
func (k *kernel) half(f *blake2b.Frame, s blake2b.Step, half int) {
	four := func(do func(a, b, d, t reg.VecPhysical, c Mem)) {
		for _, q := range s.Quarters {
			do(x[q.A], x[q.B], x[q.D], x[q.C], f.Spare(q.C-8))
		}
	}
	for i, q := range s.Quarters {
		PADDQ(f.Word(s.Words[half][i]), x[q.A])
	}
	four(func(a, b, d, t reg.VecPhysical, c Mem) { PADDQ(b, a) })
	four(func(a, b, d, t reg.VecPhysical, c Mem) { PXOR(a, d) })
	four(func(a, b, d, t reg.VecPhysical, c Mem) {
		if half == 0 {
			PSHUFD(Imm(0xb1), d, d)
		} else {
			PSHUFB(k.rotate16, d)
		}
	})
	four(func(a, b, d, t reg.VecPhysical, c Mem) { MOVO(c, t) })
	four(func(a, b, d, t reg.VecPhysical, c Mem) { PADDQ(d, t) })
	four(func(a, b, d, t reg.VecPhysical, c Mem) { MOVO(t, c) })
	four(func(a, b, d, t reg.VecPhysical, c Mem) { PXOR(t, b) })
	if half == 0 {
		four(func(a, b, d, t reg.VecPhysical, c Mem) { PSHUFB(k.rotate24, b) })
		return
	}
	four(func(a, b, d, t reg.VecPhysical, c Mem) { MOVO(b, t) })
	four(func(a, b, d, t reg.VecPhysical, c Mem) { PADDQ(t, t) })
	four(func(a, b, d, t reg.VecPhysical, c Mem) { PSRLQ(Imm(63), b) })
	four(func(a, b, d, t reg.VecPhysical, c Mem) { PXOR(t, b) })
}

// lanes writes the chaining value of each lane.
func lanes(store func(lane int) Mem) {
	for i := 0; i < 8; i += 2 {
		MOVO(x[i], x[8+i])
		PUNPCKLQDQ(x[i+1], x[i])
		PUNPCKHQDQ(x[i+1], x[8+i])
	}
	for l := range 2 {
		to := store(l)
		for i := 0; i < 8; i += 2 {
			MOVOU(x[8*l+i], emit.At(to, 8*i))
		}
	}
}

func (k *kernel) Digests(f *blake2b.Frame) { lanes(f.Digest) }

func (k *kernel) Load(f *blake2b.Frame) {
	for l := range 2 {
		state := f.State(l)
		for i := range 6 {
			MOVOU(emit.At(state, 16*i), x[6*l+i])
		}
	}
	for i := range 6 {
		MOVO(x[i], x[12])
		PUNPCKLQDQ(x[6+i], x[i])
		PUNPCKHQDQ(x[6+i], x[12])
		MOVO(x[i], f.Row(2*i))
		MOVO(x[12], f.Row(2*i+1))
	}
}

func (k *kernel) Store(f *blake2b.Frame) {
	lanes(f.State)
	f.StoreCounts()
}
