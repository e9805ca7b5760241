// Command blake2bx4_avx512 generates BLAKE2b of four messages side by side, with AVX-512.
package main

import (
	"szsum/internal/kernels/amd64/_asm/blake2b"
	"szsum/internal/kernels/amd64/_asm/emit"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() { blake2b.Emit(&kernel{blake2b.AVX512{V: emit.Y[:16]}}) }

// Y0 to Y15 are the words of v, Y16 to Y31 those of the message. Between blocks Y0 to Y7 have the chaining value, which
// is in memory, too; the other methods leave them alone.
type kernel struct{ blake2b.AVX512 }

var (
	x, y = emit.X, emit.Y
	h, t = y[:8], y[8:16]
	m    = y[16:]
)

func (k *kernel) Lanes() int { return 4 }

func (k *kernel) CountTails(f *blake2b.Frame) {
	for l := 0; l < 4; l += 2 {
		VMOVQ(f.Left(l), x[8+l])
		VPINSRQ(Imm(1), f.Left(l+1), x[8+l], x[8+l])
	}
	VINSERTI128(Imm(1), x[10], y[8], y[8])
	k.CountLeft(f)
}

func (k *kernel) Blocks(f *blake2b.Frame) {
	words([4]Mem{f.Block(0), f.Block(1), f.Block(2), f.Block(3)})
}

// Bytes that a mask leaves out are not touched, so there may be no page.
func (k *kernel) Tails(f *blake2b.Frame) {
	ones, none, mask := GP64(), GP64(), GP64()
	MOVQ(I32(-1), ones)
	XORL(none.As32(), none.As32())
	for l := range 4 {
		block, left := f.Block(l), f.LoadLeft(l)
		for i := 0; i < 128; i += 64 {
			if i > 0 {
				SUBQ(Imm(64), left)
				CMOVQLT(none, left)
			}
			BZHIQ(left, ones, mask) // from 64 on all ones
			KMOVQ(mask, reg.K1)
			KSHIFTRQ(Imm(32), reg.K1, reg.K2)
			VMOVDQU8_Z(emit.At(block, i), reg.K1, t[0])
			VMOVDQU8_Z(emit.At(block, i+32), reg.K2, t[1])
			VMOVDQU64(t[0], emit.At(f.Tail(l), i))
			VMOVDQU64(t[1], emit.At(f.Tail(l), i+32))
		}
	}
	words([4]Mem{f.Tail(0), f.Tail(1), f.Tail(2), f.Tail(3)})
}

// words makes message words of blocks: m[w] gets word w of each lane.
func words(blocks [4]Mem) {
	for w := 0; w < 16; w += 2 {
		even, odd := t[w%8], t[w%8+1]
		VMOVDQU(emit.At(blocks[0], 8*w), even.AsX())
		VINSERTI128(Imm(1), emit.At(blocks[2], 8*w), even, even)
		VMOVDQU(emit.At(blocks[1], 8*w), odd.AsX())
		VINSERTI128(Imm(1), emit.At(blocks[3], 8*w), odd, odd)
		VPUNPCKLQDQ(odd, even, m[w])
		VPUNPCKHQDQ(odd, even, m[w+1])
	}
}

func (k *kernel) Compress(f *blake2b.Frame) {
	k.Rounds(f, m)
}

func (k *kernel) Digests(f *blake2b.Frame) {
	transpose(h[:4], t[:4])
	transpose(h[4:], t[4:])
	for l := range 4 {
		to := f.Digest(l)
		VMOVDQU64(t[l], to)
		VMOVDQU64(t[4+l], emit.At(to, 32))
	}
}

func (k *kernel) Load(f *blake2b.Frame) {
	for l := range 4 {
		state := f.State(l)
		for i := range 3 {
			VMOVDQU64(emit.At(state, 32*i), m[4+4*i+l])
		}
	}
	for i := 0; i < 12; i += 4 {
		transpose(m[4+i:8+i], y[i:])
		for j := range 4 {
			VMOVDQU64(y[i+j], f.Row(i+j))
		}
	}
}

func (k *kernel) Store(f *blake2b.Frame) {
	transpose(h[:4], t[:4])
	transpose(h[4:], t[4:])
	for l := range 4 {
		state := f.State(l)
		VMOVDQU64(t[l], state)
		VMOVDQU64(t[4+l], emit.At(state, 32))
	}
	f.StoreCounts()
}

// transpose makes the four rows of r the columns of c, which are other registers, by way of the first of m.
func transpose(r, c []reg.VecPhysical) {
	for i := 0; i < 4; i += 2 {
		VPUNPCKLQDQ(r[i+1], r[i], m[i])
		VPUNPCKHQDQ(r[i+1], r[i], m[i+1])
	}
	for i := range 2 {
		VSHUFI64X2(Imm(0), m[2+i], m[i], c[i])
		VSHUFI64X2(Imm(3), m[2+i], m[i], c[2+i])
	}
}
