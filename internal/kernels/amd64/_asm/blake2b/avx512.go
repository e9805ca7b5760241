package blake2b

import (
	"szsum/internal/kernels/amd64/_asm/emit"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// CompressAVX512 emits the rounds of a block, in registers of one size: v[:8] has the chaining value, m[w] word w of the
// message of each lane.
func CompressAVX512(f *Frame, iv Mem, v, m []reg.VecPhysical) {
	Comment("v")
	for i := range 8 {
		if i < 4 {
			VPBROADCASTQ(emit.At(iv, 8*i), v[8+i])
		} else {
			VMOVDQU64(f.Row(4+i), v[8+i])
			VPXORQ_BCST(emit.At(iv, 8*i), v[8+i], v[8+i])
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
