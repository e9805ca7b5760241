package blake2b

import (
	"szsum/internal/kernels/amd64/_asm/emit"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// AVX512 is what kernels of any number of lanes have in common. Between blocks V[:8] has the chaining value, which is in
// memory, too, for kernels that want it there.
type AVX512 struct {
	V         []reg.VecPhysical // the words of v, in registers of the size that the lanes ask for
	iv, block Mem
}

func (k *AVX512) Suffix() string { return "AVX512" }
func (k *AVX512) End()           { VZEROUPPER() }

func (k *AVX512) Tables() {
	k.iv = emit.Words64("iv", IV)
	k.block = emit.Words64("block", []uint64{128})
}

func (k *AVX512) Begin(f *Frame) {
	for i := range 9 {
		VPBROADCASTQ(Mem{Base: f.Start, Disp: 8 * i}, k.V[i])
		VMOVDQU64(k.V[i], f.Row(i))
	}
	VPXORQ(k.V[9], k.V[9], k.V[9])
	for i := 9; i < 12; i++ {
		VMOVDQU64(k.V[9], f.Row(i))
	}
}

func (k *AVX512) CountLow(f *Frame) {
	count := k.V[8]
	VMOVDQU64(f.Row(8), count)
	VPADDQ_BCST(k.block, count, count)
	VMOVDQU64(count, f.Row(8))
}

func (k *AVX512) Count(f *Frame) {
	before, after := k.V[8], k.V[9]
	VMOVDQU64(f.Row(8), before)
	VPADDQ_BCST(k.block, before, after)
	VMOVDQU64(after, f.Row(8))
	carry := before
	VPANDNQ(before, after, carry) // the top bit was one and is zero now
	VPSRLQ(Imm(63), carry, carry)
	VPADDQ(f.Row(9), carry, carry)
	VMOVDQU64(carry, f.Row(9))
}

// CountLeft is CountTails when V[8] has what is left of each message.
func (k *AVX512) CountLeft(f *Frame) {
	left, flags := k.V[8], k.V[9]
	VPBROADCASTQ(k.block, flags)
	const lessOrEqual = 2
	VPCMPQ(Imm(lessOrEqual), flags, left, reg.K1)
	VPMINSQ(flags, left, left)
	VPADDQ(f.Row(8), left, left)
	VMOVDQU64(left, f.Row(8))
	VPTERNLOGQ(Imm(0xff), flags, flags, flags)
	VMOVDQA64_Z(flags, reg.K1, flags)
	VMOVDQU64(flags, f.Row(10))
	VPANDQ_BCST(Mem{Base: f.Start, Disp: 8 * 11}, flags, flags)
	VMOVDQU64(flags, f.Row(11))
}

// Rounds emits the compression of a block. V[:8] has the chaining value, m[w] word w of the message of each lane.
func (k *AVX512) Rounds(f *Frame, m []reg.VecPhysical) {
	v := k.V
	Comment("v")
	for i := range 8 {
		if i < 4 {
			VPBROADCASTQ(emit.At(k.iv, 8*i), v[8+i])
		} else {
			VMOVDQU64(f.Row(4+i), v[8+i])
			VPXORQ_BCST(emit.At(k.iv, 8*i), v[8+i], v[8+i])
		}
	}
	for r := range Rounds {
		for i, s := range Steps(r) {
			Commentf("Round %d, %s", r, [2]string{"columns", "diagonals"}[i])
			pair(s, 0, v, m)
			pair(s, 2, v, m)
		}
	}
	Comment("Chaining value")
	const xor3 = 0x96
	for i := range 8 {
		VPTERNLOGQ(Imm(xor3), f.Row(i), v[8+i], v[i])
		VMOVDQU64(v[i], f.Row(i))
	}
}

// pair emits two G of a step, instruction by instruction side by side. All four that way take 4 % longer on Zen 5.
func pair(s Step, first int, v, m []reg.VecPhysical) {
	half(s, first, 0, v, m, 32, 24)
	half(s, first, 1, v, m, 16, 63)
}

// half emits a half of the two. The words of the message are added before row b, which is ready last.
func half(s Step, first, half int, v, m []reg.VecPhysical, rotateD, rotateB uint64) {
	two := func(do func(a, b, c, d, m reg.VecPhysical)) {
		for i := first; i < first+2; i++ {
			q := s.Quarters[i]
			do(v[q.A], v[q.B], v[q.C], v[q.D], m[s.Words[half][i]])
		}
	}
	two(func(a, b, c, d, m reg.VecPhysical) { VPADDQ(m, a, a) })
	two(func(a, b, c, d, m reg.VecPhysical) { VPADDQ(b, a, a) })
	two(func(a, b, c, d, m reg.VecPhysical) { VPXORQ(a, d, d) })
	two(func(a, b, c, d, m reg.VecPhysical) { VPRORQ(Imm(rotateD), d, d) })
	two(func(a, b, c, d, m reg.VecPhysical) { VPADDQ(d, c, c) })
	two(func(a, b, c, d, m reg.VecPhysical) { VPXORQ(c, b, b) })
	two(func(a, b, c, d, m reg.VecPhysical) { VPRORQ(Imm(rotateB), b, b) })
}
