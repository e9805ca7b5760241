// Package blake2bx1 generates BLAKE2b of one message in vector registers.
package blake2bx1

import (
	"slices"

	"szsum/internal/kernels/amd64/_asm/blake2b"
	"szsum/internal/kernels/amd64/_asm/emit"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Emit writes the kernel with AVX2 or, if that is set, with the rotations of AVX-512.
func Emit(avx512 bool) { blake2b.Emit(&kernel{avx512: avx512}) }

// The sixteen words of v are four rows, so that a step is one G of four words:
//
//	Y0 a, Y1 b, Y2 c, Y3 d
//	Y4 to Y11      message words, two to a register, in both halves
//	Y12 to Y15     temporaries
//
// Between blocks Y0 and Y1 have the chaining value, which is in memory, too; the other methods leave them alone.
type kernel struct {
	avx512 bool

	iv, rotate24, rotate16, block, last Mem
}

var (
	y          = emit.Y
	a, b, c, d = y[0], y[1], y[2], y[3]
	pairs      = y[4:12]
	t, u, v, w = y[12], y[13], y[14], y[15]
)

func (k *kernel) Lanes() int { return 1 }
func (k *kernel) End()       { VZEROUPPER() }

func (k *kernel) Suffix() string {
	if k.avx512 {
		return "AVX512"
	}
	return "AVX2"
}

func (k *kernel) Tables() {
	k.iv = emit.Words64("iv", blake2b.IV)
	if !k.avx512 {
		k.rotate24 = emit.Bytes("rotate24", slices.Repeat(blake2b.Rotate24, 2))
		k.rotate16 = emit.Bytes("rotate16", slices.Repeat(blake2b.Rotate16, 2))
	}
	k.block = emit.Words64("block", []uint64{128, 0, 0, 0})
	k.last = emit.Words64("last", []uint64{0, 0, ^uint64(0), 0})
}

func (k *kernel) Begin(f *blake2b.Frame) {
	VMOVDQU(Mem{Base: f.Start}, a)
	VMOVDQU(Mem{Base: f.Start, Disp: 32}, b)
	VMOVQ(Mem{Base: f.Start, Disp: 64}, emit.X[12])
	VMOVDQU(a, f.Row(0))
	VMOVDQU(b, f.Row(4))
	VMOVDQU(t, f.Row(8))
}

func (k *kernel) CountLow(f *blake2b.Frame) {
	VMOVDQU(f.Row(8), t)
	VPADDQ(k.block, t, t)
	VMOVDQU(t, f.Row(8))
}

func (k *kernel) Count(f *blake2b.Frame) {
	VMOVDQU(f.Row(8), t)
	VPADDQ(k.block, t, u)
	VPANDN(t, u, t) // the top bit was one and is zero now
	VPSRLQ(Imm(63), t, t)
	VPSLLDQ(Imm(8), t, t)
	VPADDQ(t, u, u)
	VMOVDQU(u, f.Row(8))
}

func (k *kernel) CountTails(f *blake2b.Frame) {
	VMOVQ(f.Left(0), emit.X[12])
	VPADDQ(f.Row(8), t, t)
	VMOVQ(Mem{Base: f.Start, Disp: 8 * 11}, emit.X[13])
	VPSLLDQ(Imm(8), emit.X[13], emit.X[13])
	VPERM2I128(Imm(0x08), u, u, u) // to the upper half, zeros below
	VPOR(k.last, u, u)
	VPOR(u, t, t)
	VMOVDQU(t, f.Row(8))
}

func (k *kernel) Blocks(f *blake2b.Frame) { load(f.Block(0)) }

func (k *kernel) Tails(f *blake2b.Frame) {
	f.CopyTail(0, 32, func(from, mask, to Mem) {
		VMOVDQU(from, t)
		VPAND(mask, t, t)
		VMOVDQU(t, to)
	})
	load(f.Tail(0))
}

func load(block Mem) {
	for i, p := range pairs {
		VBROADCASTI128(emit.At(block, 16*i), p)
	}
}

func (k *kernel) Compress(f *blake2b.Frame) {
	VMOVDQU(k.iv, c)
	VMOVDQU(emit.At(k.iv, 32), d)
	VPXOR(f.Row(8), d, d)
	for r := range blake2b.Rounds {
		steps := blake2b.Steps(r)
		Commentf("Round %d, columns", r)
		k.step(steps[0].Words)
		Commentf("Round %d, diagonals", r)
		turn(1)
		k.step([2][4]int{turned(steps[1].Words[0]), turned(steps[1].Words[1])})
		turn(-1)
	}
	Comment("Chaining value")
	VPXOR(c, a, a)
	VPXOR(d, b, b)
	VPXOR(f.Row(0), a, a)
	VPXOR(f.Row(4), b, b)
	VMOVDQU(a, f.Row(0))
	VMOVDQU(b, f.Row(4))
}

// step emits a G of four words.
func (k *kernel) step(words [2][4]int) {
	k.half(words[0], 32, 24)
	k.half(words[1], 16, 63)
}

// half emits a half of a G. The words of the message are added before row b, which is ready last.
func (k *kernel) half(words [4]int, rotateD, rotateB uint64) {
	gather(words, t)
	VPADDQ(t, a, a)
	VPADDQ(b, a, a)
	VPXOR(a, d, d)
	k.rotate(rotateD, d)
	VPADDQ(d, c, c)
	VPXOR(c, b, b)
	k.rotate(rotateB, b)
}

// rotate rotates the words of a row to the right.
func (k *kernel) rotate(bits uint64, row reg.VecPhysical) {
	switch {
	case k.avx512:
		VPRORQ(Imm(bits), row, row)
	case bits == 32:
		VPSHUFD(Imm(0xb1), row, row)
	case bits == 24:
		VPSHUFB(k.rotate24, row, row)
	case bits == 16:
		VPSHUFB(k.rotate16, row, row)
	case bits == 63:
		VPADDQ(row, row, w)
		VPSRLQ(Imm(63), row, row)
		VPXOR(w, row, row)
	}
}

// turn makes diagonals columns, and back. Row b stays where it is, since it is ready last: place i works on diagonal
// i - 1 then.
func turn(by int) {
	move(a, 4-by)
	move(d, 2)
	move(c, by)
}

// turned is the words of the diagonals for the places that turn gives them.
func turned(words [4]int) [4]int { return [4]int{words[3], words[0], words[1], words[2]} }

// move moves word i + by of a row to place i.
func move(row reg.VecPhysical, by int) {
	var order uint64
	for i := range 4 {
		order |= uint64((i+by)&3) << (2 * i)
	}
	VPERMQ(Imm(order), row, row)
}

// gather puts four message words into m.
func gather(words [4]int, m reg.VecPhysical) {
	low := gatherTwo(words[0], words[1], u)
	high := gatherTwo(words[2], words[3], v)
	VPBLENDD(Imm(0xf0), high, low, m)
}

// gatherTwo finds two message words in that order, in both halves of m or of the register that has them already.
func gatherTwo(first, second int, m reg.VecPhysical) reg.VecPhysical {
	p, q := pairs[first/2], pairs[second/2]
	switch {
	case second == first+1 && first%2 == 0:
		return p
	case first%2 == 0 && second%2 == 0:
		VPUNPCKLQDQ(q, p, m)
	case first%2 == 1 && second%2 == 1:
		VPUNPCKHQDQ(q, p, m)
	case first%2 == 1:
		VPALIGNR(Imm(8), p, q, m)
	default:
		VPBLENDD(Imm(0xcc), q, p, m)
	}
	return m
}

func (k *kernel) Digests(f *blake2b.Frame) {
	to := f.Digest(0)
	VMOVDQU(a, to)
	VMOVDQU(b, emit.At(to, 32))
}

func (k *kernel) Load(f *blake2b.Frame) {
	state := f.State(0)
	VMOVDQU(state, a)
	VMOVDQU(emit.At(state, 32), b)
	VMOVDQU(emit.At(state, 64), t)
	VMOVDQU(a, f.Row(0))
	VMOVDQU(b, f.Row(4))
	VMOVDQU(t, f.Row(8))
}

func (k *kernel) Store(f *blake2b.Frame) {
	state := f.State(0)
	VMOVDQU(a, state)
	VMOVDQU(b, emit.At(state, 32))
	VMOVDQU(f.Row(8), t)
	VMOVDQU(t, emit.At(state, 64))
}
