// Command blake2bx1_scalar generates BLAKE2b of one message, in general registers.
package main

import (
	"szsum/internal/kernels/amd64/_asm/blake2b"
	"szsum/internal/kernels/amd64/_asm/emit"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() { blake2b.Emit(&kernel{}) }

// One message is bound by a chain of twelve instructions a step, and vectors lengthen it: they have to be shuffled
// between steps, and on some processors each of their instructions takes two cycles. Here the words of v are in
// registers, and those of the message in memory.
//
// Sixteen words and the message's address are two more than there are registers, so two words of row c are on the
// stack: the odd ones or the even ones. The columns begin with the even ones and end with the odd ones, the diagonals
// the other way round, so that they change places once a step, and none is needed soon after it left. Also, by this
// order the two G that a step begins with wait for the row b of those that the step before began with, only.
//
// What the frame has in registers is on the stack while a block is compressed.
type kernel struct {
	c [4]Mem // row c on the stack
}

var (
	v = [16]reg.GPPhysical{
		reg.RAX, reg.RBX, reg.RCX, reg.RDX,
		reg.RSI, reg.RDI, reg.RBP, reg.R8,
		reg.R13, reg.R13, reg.R14, reg.R14, // even or odd
		reg.R9, reg.R10, reg.R11, reg.R12,
	}
	message = reg.R15
	t       = v[0] // between blocks
)

func (k *kernel) Lanes() int     { return 1 }
func (k *kernel) Suffix() string { return "Scalar" }
func (k *kernel) Tables()        {}
func (k *kernel) End()           {}

func (k *kernel) Begin(f *blake2b.Frame) {
	for i := range 9 {
		MOVQ(Mem{Base: f.Start, Disp: 8 * i}, t)
		MOVQ(t, f.Row(i))
	}
	XORL(t.As32(), t.As32())
	for i := 9; i < 12; i++ {
		MOVQ(t, f.Row(i))
	}
}

func (k *kernel) CountLow(f *blake2b.Frame) { ADDQ(U32(128), f.Row(8)) }

func (k *kernel) Count(f *blake2b.Frame) {
	ADDQ(U32(128), f.Row(8))
	ADCQ(Imm(0), f.Row(9))
}

func (k *kernel) CountTails(f *blake2b.Frame) {
	MOVQ(f.Left(0), t)
	ADDQ(t, f.Row(8))
	MOVQ(I32(-1), f.Row(10))
	MOVQ(Mem{Base: f.Start, Disp: 8 * 11}, t)
	MOVQ(t, f.Row(11))
}

func (k *kernel) Blocks(f *blake2b.Frame) { MOVQ(f.Block(0).Base, message) }

func (k *kernel) Tails(f *blake2b.Frame) {
	f.CopyTail(0, 16, func(from, mask, to Mem) {
		MOVOU(from, reg.X0)
		MOVOU(mask, reg.X1)
		PAND(reg.X1, reg.X0)
		MOVOU(reg.X0, to)
	})
	LEAQ(f.Tail(0), message)
}

func (k *kernel) Compress(f *blake2b.Frame) {
	f.PutAway()
	Comment("v")
	c := AllocLocal(32)
	for i := range 4 {
		MOVQ(f.Row(i), v[i])
		MOVQ(f.Row(4+i), v[4+i])
		MOVQ(Imm(blake2b.IV[4+i]), v[12+i])
		XORQ(f.Row(8+i), v[12+i])
		k.c[i] = c.Offset(8 * i)
	}
	for _, i := range []int{1, 3, 0, 2} {
		MOVQ(Imm(blake2b.IV[i]), v[8+i])
		if i&1 == 1 {
			MOVQ(v[8+i], k.c[i])
		}
	}
	for r := range blake2b.Rounds {
		for i, s := range blake2b.Steps(r) {
			Commentf("Round %d, %s", r, [2]string{"columns", "diagonals"}[i])
			begin(s)
			end(s, i)
			k.change(i)
			end(s, 1-i)
		}
	}
	Comment("Chaining value")
	for _, i := range []int{0, 2, 4, 5, 6, 7} {
		XORQ(v[8+i], v[i])
	}
	XORQ(k.c[1], v[1])
	XORQ(k.c[3], v[3])
	f.TakeBack()
	for i := range 8 {
		XORQ(f.Row(i), v[i])
		MOVQ(v[i], f.Row(i))
	}
}

// begin emits the four G of a step up to where they need row c, instruction by instruction side by side. The words of
// the message are added before row b, which is ready last.
func begin(s blake2b.Step) {
	four := func(do func(a, b, d reg.GPPhysical, m Mem)) {
		for i, q := range s.Quarters {
			do(v[q.A], v[q.B], v[q.D], word(s.Words[0][i]))
		}
	}
	four(func(a, b, d reg.GPPhysical, m Mem) { ADDQ(m, a) })
	four(func(a, b, d reg.GPPhysical, m Mem) { ADDQ(b, a) })
	four(func(a, b, d reg.GPPhysical, m Mem) { XORQ(a, d) })
	four(func(a, b, d reg.GPPhysical, m Mem) { RORQ(Imm(32), d) })
}

// end emits the rest of the even or odd two.
func end(s blake2b.Step, odd int) {
	two := func(do func(a, b, c, d reg.GPPhysical, m Mem)) {
		for i := odd; i < 4; i += 2 {
			q := s.Quarters[i]
			do(v[q.A], v[q.B], v[q.C], v[q.D], word(s.Words[1][i]))
		}
	}
	two(func(a, b, c, d reg.GPPhysical, m Mem) { ADDQ(d, c) })
	two(func(a, b, c, d reg.GPPhysical, m Mem) { XORQ(c, b) })
	two(func(a, b, c, d reg.GPPhysical, m Mem) { ADDQ(m, a) })
	two(func(a, b, c, d reg.GPPhysical, m Mem) { RORQ(Imm(24), b) })
	two(func(a, b, c, d reg.GPPhysical, m Mem) { ADDQ(b, a) })
	two(func(a, b, c, d reg.GPPhysical, m Mem) { XORQ(a, d) })
	two(func(a, b, c, d reg.GPPhysical, m Mem) { RORQ(Imm(16), d) })
	two(func(a, b, c, d reg.GPPhysical, m Mem) { ADDQ(d, c) })
	two(func(a, b, c, d reg.GPPhysical, m Mem) { XORQ(c, b) })
	two(func(a, b, c, d reg.GPPhysical, m Mem) { RORQ(Imm(63), b) })
}

// word is a word of the message.
func word(w int) Mem { return Mem{Base: message, Disp: 8 * w} }

// change puts the even or odd words of row c on the stack and takes the others from there.
func (k *kernel) change(odd int) {
	for i := 0; i < 4; i += 2 {
		MOVQ(v[8+i], k.c[i+odd])
		MOVQ(k.c[i+1-odd], v[8+i])
	}
}

func (k *kernel) Digests(f *blake2b.Frame) {
	to := f.Digest(0)
	for i := range 8 {
		MOVQ(v[i], emit.At(to, 8*i))
	}
}

func (k *kernel) Load(f *blake2b.Frame) {
	state := f.State(0)
	for i := range 12 {
		MOVQ(emit.At(state, 8*i), t)
		MOVQ(t, f.Row(i))
	}
}

func (k *kernel) Store(f *blake2b.Frame) {
	state := f.State(0)
	for i := range 8 {
		MOVQ(v[i], emit.At(state, 8*i))
	}
	f.StoreCounts()
}
