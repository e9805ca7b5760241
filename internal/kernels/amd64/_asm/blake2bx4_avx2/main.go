// Command blake2bx4_avx2 generates BLAKE2b of four messages side by side, with AVX2.
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

// The sixteen words of v fill the registers, Y0 to Y15, so the message words are in memory. One register is needed for
// rotations by 63: the second half of a step puts a word of its row c away after its last use there, and the first half
// of the next step adds to it from memory.
type kernel struct {
	iv, rotate24, rotate16, block Mem
}

var y = emit.Y

func (k *kernel) Lanes() int     { return 4 }
func (k *kernel) Suffix() string { return "AVX2" }
func (k *kernel) End()           { VZEROUPPER() }

func (k *kernel) Tables() {
	k.iv = emit.Words64("iv", blake2b.IV)
	k.rotate24 = emit.Bytes("rotate24", slices.Repeat(blake2b.Rotate24, 2))
	k.rotate16 = emit.Bytes("rotate16", slices.Repeat(blake2b.Rotate16, 2))
	k.block = emit.Words64("block", []uint64{128, 128, 128, 128})
}

func (k *kernel) Begin(f *blake2b.Frame) {
	for i := range 9 {
		VPBROADCASTQ(Mem{Base: f.Start, Disp: 8 * i}, y[0])
		VMOVDQU(y[0], f.Row(i))
	}
	VPXOR(y[0], y[0], y[0])
	for i := 9; i < 12; i++ {
		VMOVDQU(y[0], f.Row(i))
	}
}

func (k *kernel) CountLow(f *blake2b.Frame) {
	VMOVDQU(f.Row(8), y[0])
	VPADDQ(k.block, y[0], y[0])
	VMOVDQU(y[0], f.Row(8))
}

func (k *kernel) Count(f *blake2b.Frame) {
	VMOVDQU(f.Row(8), y[0])
	VPADDQ(k.block, y[0], y[1])
	VMOVDQU(y[1], f.Row(8))
	VPANDN(y[0], y[1], y[0]) // the top bit was one and is zero now
	VPSRLQ(Imm(63), y[0], y[0])
	VPADDQ(f.Row(9), y[0], y[0])
	VMOVDQU(y[0], f.Row(9))
}

func (k *kernel) CountTails(f *blake2b.Frame) {
	VMOVQ(f.Left(0), emit.X[0])
	VPINSRQ(Imm(1), f.Left(1), emit.X[0], emit.X[0])
	VMOVQ(f.Left(2), emit.X[1])
	VPINSRQ(Imm(1), f.Left(3), emit.X[1], emit.X[1])
	VINSERTI128(Imm(1), emit.X[1], y[0], y[0])
	VMOVDQU(k.block, y[1])
	VPCMPGTQ(y[1], y[0], y[2]) // goes on
	VBLENDVPD(y[2], y[1], y[0], y[0])
	VPADDQ(f.Row(8), y[0], y[0])
	VMOVDQU(y[0], f.Row(8))
	VPCMPEQQ(y[3], y[3], y[3])
	VPXOR(y[3], y[2], y[2])
	VMOVDQU(y[2], f.Row(10))
	VPBROADCASTQ(Mem{Base: f.Start, Disp: 8 * 11}, y[3])
	VPAND(y[3], y[2], y[2])
	VMOVDQU(y[2], f.Row(11))
}

func (k *kernel) Blocks(f *blake2b.Frame) {
	words(f, [4]Mem{f.Block(0), f.Block(1), f.Block(2), f.Block(3)})
}

func (k *kernel) Tails(f *blake2b.Frame) {
	for l := range 4 {
		f.CopyTail(l, 32, func(from, mask, to Mem) {
			VMOVDQU(from, y[0])
			VPAND(mask, y[0], y[0])
			VMOVDQU(y[0], to)
		})
	}
	words(f, [4]Mem{f.Tail(0), f.Tail(1), f.Tail(2), f.Tail(3)})
}

// words makes message words of blocks: row w gets word w of each lane.
func words(f *blake2b.Frame, blocks [4]Mem) {
	for w := 0; w < 16; w += 2 {
		even, odd, low, high := y[w%8], y[w%8+1], y[8+w%8], y[8+w%8+1]
		VMOVDQU(emit.At(blocks[0], 8*w), even.AsX())
		VINSERTI128(Imm(1), emit.At(blocks[2], 8*w), even, even)
		VMOVDQU(emit.At(blocks[1], 8*w), odd.AsX())
		VINSERTI128(Imm(1), emit.At(blocks[3], 8*w), odd, odd)
		VPUNPCKLQDQ(odd, even, low)
		VPUNPCKHQDQ(odd, even, high)
		VMOVDQU(low, f.Word(w))
		VMOVDQU(high, f.Word(w+1))
	}
}

func (k *kernel) Compress(f *blake2b.Frame) {
	Comment("v")
	for i := range 8 {
		VMOVDQU(f.Row(i), y[i])
		VPBROADCASTQ(emit.At(k.iv, 8*i), y[8+i])
		if i >= 4 {
			VPXOR(f.Row(4+i), y[8+i], y[8+i])
		}
	}
	var away *reg.VecPhysical // the word of row c that is in memory
	for r := range blake2b.Rounds {
		for i, s := range blake2b.Steps(r) {
			Commentf("Round %d, %s", r, [2]string{"columns", "diagonals"}[i])
			away = k.step(f, s, away)
		}
	}
	VMOVDQU(f.Spare(0), *away)
	Comment("Chaining value")
	for i := range 8 {
		VPXOR(y[8+i], y[i], y[i])
		VPXOR(f.Row(i), y[i], y[i])
		VMOVDQU(y[i], f.Row(i))
	}
}

// step emits the four G of a step, instruction by instruction side by side. The words of the message are added before
// row b, which is ready last.
func (k *kernel) step(f *blake2b.Frame, s blake2b.Step, away *reg.VecPhysical) *reg.VecPhysical {
	four := func(do func(a, b, c, d reg.VecPhysical)) {
		for _, q := range s.Quarters {
			do(y[q.A], y[q.B], y[q.C], y[q.D])
		}
	}
	add := func(half int) {
		for i, q := range s.Quarters {
			VPADDQ(f.Word(s.Words[half][i]), y[q.A], y[q.A])
		}
		four(func(a, b, c, d reg.VecPhysical) { VPADDQ(b, a, a) })
		four(func(a, b, c, d reg.VecPhysical) { VPXOR(a, d, d) })
	}
	add(0)
	four(func(a, b, c, d reg.VecPhysical) { VPSHUFD(Imm(0xb1), d, d) })
	four(func(a, b, c, d reg.VecPhysical) {
		if away != nil && c == *away {
			VPADDQ(f.Spare(0), d, c)
		} else {
			VPADDQ(d, c, c)
		}
	})
	four(func(a, b, c, d reg.VecPhysical) { VPXOR(c, b, b) })
	four(func(a, b, c, d reg.VecPhysical) { VPSHUFB(k.rotate24, b, b) })
	add(1)
	four(func(a, b, c, d reg.VecPhysical) { VPSHUFB(k.rotate16, d, d) })
	four(func(a, b, c, d reg.VecPhysical) { VPADDQ(d, c, c) })
	four(func(a, b, c, d reg.VecPhysical) { VPXOR(c, b, b) })
	t := y[s.Quarters[0].C]
	VMOVDQU(t, f.Spare(0))
	four(func(a, b, c, d reg.VecPhysical) {
		VPADDQ(b, b, t)
		VPSRLQ(Imm(63), b, b)
		VPXOR(t, b, b)
	})
	return &t
}

func (k *kernel) Digests(f *blake2b.Frame) {
	for i := 0; i < 8; i += 4 {
		transpose(y[i:], y[8+i:])
	}
	for l := range 4 {
		to := f.Digest(l)
		VMOVDQU(y[l], to)
		VMOVDQU(y[4+l], emit.At(to, 32))
	}
}

func (k *kernel) Load(f *blake2b.Frame) {
	for l := range 4 {
		state := f.State(l)
		for i := range 3 {
			VMOVDQU(emit.At(state, 32*i), y[4*i+l])
		}
	}
	for i := 0; i < 12; i += 4 {
		transpose(y[i:], y[12:])
		for j := range 4 {
			VMOVDQU(y[i+j], f.Row(i+j))
		}
	}
}

func (k *kernel) Store(f *blake2b.Frame) {
	for i := 0; i < 8; i += 4 {
		transpose(y[i:], y[8+i:])
	}
	for l := range 4 {
		state := f.State(l)
		VMOVDQU(y[l], state)
		VMOVDQU(y[4+l], emit.At(state, 32))
	}
	f.StoreCounts()
}

// transpose makes four rows of r, four columns.
func transpose(r, t []reg.VecPhysical) {
	VPUNPCKLQDQ(r[1], r[0], t[0])
	VPUNPCKHQDQ(r[1], r[0], t[1])
	VPUNPCKLQDQ(r[3], r[2], t[2])
	VPUNPCKHQDQ(r[3], r[2], t[3])
	VPERM2I128(Imm(0x20), t[2], t[0], r[0])
	VPERM2I128(Imm(0x20), t[3], t[1], r[1])
	VPERM2I128(Imm(0x31), t[2], t[0], r[2])
	VPERM2I128(Imm(0x31), t[3], t[1], r[3])
}
