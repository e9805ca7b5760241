// Command blake2bx8_avx512 generates BLAKE2b of eight messages side by side, with AVX-512.
package main

import (
	"szsum/internal/kernels/amd64/_asm/blake2b"
	"szsum/internal/kernels/amd64/_asm/emit"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() { blake2b.Emit(&kernel{blake2b.AVX512{V: emit.Z[:16]}}) }

// Z0 to Z15 are the words of v, Z16 to Z31 those of the message. Before that a block lies as it came in Z0 to Z15: the
// first half of lane l in Zl, the second in Z(8+l).
type kernel struct{ blake2b.AVX512 }

var z = emit.Z

func (k *kernel) Lanes() int { return 8 }

func (k *kernel) CountTails(f *blake2b.Frame) {
	for l := 0; l < 8; l += 2 {
		VMOVQ(f.Left(l), emit.X[8+l])
		VPINSRQ(Imm(1), f.Left(l+1), emit.X[8+l], emit.X[8+l])
	}
	VINSERTI128(Imm(1), emit.X[10], emit.Y[8], emit.Y[8])
	VINSERTI128(Imm(1), emit.X[14], emit.Y[12], emit.Y[12])
	VINSERTI64X4(Imm(1), emit.Y[12], z[8], z[8])
	k.CountLeft(f)
}

func (k *kernel) Blocks(f *blake2b.Frame) {
	for l := range 8 {
		block := f.Block(l)
		VMOVDQU64(block, z[l])
		VMOVDQU64(emit.At(block, 64), z[8+l])
	}
}

// Bytes that a mask leaves out are not touched, so there may be no page.
func (k *kernel) Tails(f *blake2b.Frame) {
	ones, none, mask := GP64(), GP64(), GP64()
	MOVQ(I32(-1), ones)
	XORL(none.As32(), none.As32())
	for l := range 8 {
		block, left := f.Block(l), f.LoadLeft(l)
		BZHIQ(left, ones, mask) // from 64 on all ones
		KMOVQ(mask, reg.K1)
		VMOVDQU8_Z(block, reg.K1, z[l])
		SUBQ(Imm(64), left)
		CMOVQLT(none, left)
		BZHIQ(left, ones, mask)
		KMOVQ(mask, reg.K2)
		VMOVDQU8_Z(emit.At(block, 64), reg.K2, z[8+l])
	}
}

func (k *kernel) Compress(f *blake2b.Frame) {
	Comment("Message words: m[w] has word w of each lane")
	var m [16]reg.VecPhysical
	copy(m[:8], transpose(z[:8], z[16:24]))
	copy(m[8:], transpose(z[8:16], z[24:]))
	for i := range 8 {
		VMOVDQU64(f.Row(i), z[i])
	}
	k.Rounds(f, m[:])
}

func (k *kernel) Digests(f *blake2b.Frame) {
	for l, row := range transpose(z[:8], z[16:24]) {
		VMOVDQU64(row, f.Digest(l))
	}
}

func (k *kernel) Load(f *blake2b.Frame) {
	for l := range 8 {
		VMOVDQU64(f.State(l), z[l])
	}
	for i, row := range transpose(z[:8], z[16:24]) {
		VMOVDQU64(row, f.Row(i))
	}
	Comment("Count and flags: two lanes to a register, so that the halves of a row come out in order")
	for i, l := range []int{0, 1, 4, 5} {
		VMOVDQU(emit.At(f.State(l), 64), emit.Y[i])
		VINSERTI64X4(Imm(1), emit.At(f.State(l+2), 64), z[i], z[i])
	}
	for i := range 2 {
		VPUNPCKLQDQ(z[2*i+1], z[2*i], z[4+2*i])
		VPUNPCKHQDQ(z[2*i+1], z[2*i], z[5+2*i])
	}
	for i := range 2 {
		VSHUFI64X2(Imm(0x88), z[6+i], z[4+i], z[0])
		VSHUFI64X2(Imm(0xdd), z[6+i], z[4+i], z[1])
		VMOVDQU64(z[0], f.Row(8+i))
		VMOVDQU64(z[1], f.Row(10+i))
	}
}

func (k *kernel) Store(f *blake2b.Frame) {
	for l, row := range transpose(z[:8], z[16:24]) {
		VMOVDQU64(row, f.State(l))
	}
	f.StoreCounts()
}

// transpose makes the eight rows of r the columns of what it returns, which is in the registers t. It changes r.
func transpose(r, t []reg.VecPhysical) []reg.VecPhysical {
	for i := 0; i < 8; i += 2 {
		VPUNPCKLQDQ(r[i+1], r[i], t[i])
		VPUNPCKHQDQ(r[i+1], r[i], t[i+1])
	}
	columns := make([]reg.VecPhysical, 8)
	for o := range 2 { // even columns, odd columns
		s := r[4*o:]
		VSHUFI64X2(Imm(0x88), t[2+o], t[o], s[0])
		VSHUFI64X2(Imm(0xdd), t[2+o], t[o], s[1])
		VSHUFI64X2(Imm(0x88), t[6+o], t[4+o], s[2])
		VSHUFI64X2(Imm(0xdd), t[6+o], t[4+o], s[3])
		for i := range 4 {
			columns[2*i+o] = t[2*i+o]
		}
		VSHUFI64X2(Imm(0x88), s[2], s[0], columns[o])
		VSHUFI64X2(Imm(0x88), s[3], s[1], columns[2+o])
		VSHUFI64X2(Imm(0xdd), s[2], s[0], columns[4+o])
		VSHUFI64X2(Imm(0xdd), s[3], s[1], columns[6+o])
	}
	return columns
}
