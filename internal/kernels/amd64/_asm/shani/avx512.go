package shani

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
)

// AVX512 generates the kernel of four lanes for processors with SHA and AVX-512 (F, BW, VL, VBMI).
func AVX512() {
	var swap, order [64]byte
	for i := range swap {
		swap[i] = byte(i&15 ^ 3)
	}
	for i, at := range []int{3, 2, 7, 6, 1, 0, 5, 4} { // where words A to H are in ABEF, CDGH
		for j := range 4 {
			order[4*i+j] = byte(4*at + 3 - j)
		}
	}
	var masks [66]uint64
	for n := range 65 {
		masks[1+n] = 1<<n - 1
	}
	swap64, order32, masks66 := emit.Bytes("swap64", swap[:]), emit.Bytes("order", order[:32]), emit.Words64("masks", masks[:])
	generate(4, func(t *tables, m *memory) kernel {
		return &avx512{
			tables: t, memory: m, saved: m.take(8, 16),
			swapAll: swap64, order: order32, masks: masks66,
		}
	})
}

// avx512 is a kernel in the 32 registers of AVX-512. The SHA instructions reach the first sixteen only:
//
//	X0              round constants and message words, the implicit operand of SHA256RNDS2
//	X1, X2          ABEF and CDGH of lane 0, and so on to X7, X8 of lane 3
//	X9 to X14       temporary
//	X15             byte order of the words of a block
//	X16 to X31      message words, four registers for each lane: words 4i to 4i+3 are in number i%4
//
// Whoever uses wider registers than X of the first sixteen has to end with VZEROUPPER at once: SHA instructions are half
// as slow again while upper halves are in use.
type avx512 struct {
	*tables
	*memory
	data  []reg.GPVirtual // address of each lane's block; nil if they are loaded
	saved []Mem           // the states before the block

	swapAll Mem // swap for 64 bytes
	order   Mem // of the bytes of a digest in ABEF, CDGH
	masks   Mem // the n-th from the second on has n bits, the first one none

	temps int // how often a temporary register was taken
}

func (k *avx512) lanes() int { return 4 }

func (k *avx512) prologue() {
	VZEROUPPER()
	VMOVDQU(k.swap, k.byteOrder())
	lastWord := GP32()
	MOVL(U32(1<<15), lastWord)
	KMOVW(lastWord, reg.K2)
}

func (k *avx512) epilogue() { VZEROUPPER() }

func (k *avx512) abef(l int) reg.VecPhysical     { return emit.X[1+2*l] }
func (k *avx512) cdgh(l int) reg.VecPhysical     { return emit.X[2+2*l] }
func (k *avx512) words(l, i int) reg.VecPhysical { return emit.X[16+4*l+i%4] }
func (k *avx512) byteOrder() reg.VecPhysical     { return emit.X[15] }
func (k *avx512) states() []reg.VecPhysical      { return emit.X[1:9] }

// temp takes the temporary register that was taken longest ago.
func (k *avx512) temp() reg.VecPhysical {
	k.temps++
	return emit.X[9+k.temps%6]
}

func (k *avx512) start() {
	Comment("Initial states")
	for i, s := range k.states() {
		VMOVDQU(emit.At(k.initial, 16*(i%2)), s)
	}
}

// loadState: DCBA, HGFE (highest word first) to ABEF, CDGH.
func (k *avx512) loadState(l int, from Mem) {
	abef, cdgh, t := k.abef(l), k.cdgh(l), k.temp()
	VPSHUFD(Imm(0b10_11_00_01), from, t)                 // CDAB
	VPSHUFD(Imm(0b00_01_10_11), emit.At(from, 16), abef) // EFGH
	VPBLENDD(Imm(0b0011), abef, t, cdgh)
	VPALIGNR(Imm(8), abef, t, abef)
}

// storeState: ABEF, CDGH to DCBA, HGFE.
func (k *avx512) storeState(l int, to Mem) {
	abef, cdgh, t := k.abef(l), k.cdgh(l), k.temp()
	VPSHUFD(Imm(0b00_01_10_11), abef, abef) // FEBA
	VPSHUFD(Imm(0b10_11_00_01), cdgh, cdgh) // DCHG
	VPBLENDD(Imm(0b1100), cdgh, abef, t)
	VPALIGNR(Imm(8), abef, cdgh, cdgh)
	VMOVDQU(t, to)
	VMOVDQU(cdgh, emit.At(to, 16))
}

func (k *avx512) load(data []reg.GPVirtual) {
	Comment("Load the blocks")
	for l, p := range data {
		for i := range 4 {
			VMOVDQU64(Mem{Base: p, Disp: 16 * i}, k.words(l, i))
			VPSHUFB(k.byteOrder(), k.words(l, i), k.words(l, i))
		}
	}
}

func (k *avx512) next(w *window) {
	CMPQ(w.whole, Imm(0))
	JNE(LabelRef("messages"))
	Comment("The prepared copies")
	for l, from := range w.copies {
		for i := range 4 {
			VMOVDQA64(emit.At(from, 16*i), k.words(l, i))
		}
	}
	JMP(LabelRef("rounds"))

	Label("messages")
	k.load(w.at)
	for _, at := range w.at {
		ADDQ(Imm(64), at)
	}
	Label("rounds")
}

func (k *avx512) rounds(step func(i int)) {
	for i, s := range k.states() {
		VMOVDQA(s, k.saved[i])
	}
	for i := range 16 {
		Comment(fmt.Sprintf("Rounds %d to %d", 4*i, 4*i+3))
		for l := range 4 {
			k.fourRounds(l, i)
		}
		step(i)
	}
	Comment("Add the states before the block")
	for i, s := range k.states() {
		VPADDD(k.saved[i], s, s)
	}
}

// fourRounds does rounds 4i to 4i+3 of lane l, and what the schedule needs of their words: SHA256MSG1 with the words
// before, and SHA256MSG2 to finish the next ones.
func (k *avx512) fourRounds(l, i int) {
	before, now, next := k.words(l, i+3), k.words(l, i), k.words(l, i+1)
	wk, abef, cdgh := emit.X[0], k.abef(l), k.cdgh(l)
	VPADDD(emit.At(k.constants, 16*i), now, wk)
	SHA256RNDS2(wk, abef, cdgh)
	var near reg.VecPhysical // now, where SHA instructions reach it
	if 1 <= i && i < 15 {
		near = k.temp()
		VMOVDQA64(now, near)
	}
	if 3 <= i && i < 15 {
		t := k.temp()
		VPALIGNR(Imm(4), before, near, t) // words 4i-3 to 4i: seven before the next
		VPADDD(next, t, t)
		SHA256MSG2(near, t)
		VMOVDQA64(t, next)
	}
	VPSHUFD(Imm(0b11_10), wk, wk)
	SHA256RNDS2(wk, cdgh, abef)
	if 1 <= i && i < 13 {
		t := k.temp()
		VMOVDQA64(before, t)
		SHA256MSG1(near, t)
		VMOVDQA64(t, before)
	}
}

func (k *avx512) prepare(w *window, l int) {
	Comment(fmt.Sprintf("Prepare the next block of lane %d: message, 0x80, zeros, length", l))
	block := emit.Z[9]
	rest, n, t, ends := w.a, w.b, w.c, GP64()
	MOVQ(w.end[l], rest)
	SUBQ(w.at[l], rest)
	MOVL(U32(64), n.As32())
	CMPQ(rest, n)
	CMOVQLT(rest, n)
	MOVQ(I32(-1), t)
	CMPQ(n, t)
	CMOVQLT(t, n)
	LEAQ(k.masks, ends)
	KMOVQ(Mem{Base: ends, Index: n, Scale: 8, Disp: 8}, reg.K1)
	LEAQ(k.ends, ends)
	SUBQ(n, ends)
	VMOVDQU64(Mem{Base: ends, Disp: endPad}, block)
	VMOVDQU8(Mem{Base: w.at[l]}, reg.K1, block)
	VPSHUFB(k.swapAll, block, block)
	bits, zero := n, w.c
	LEAQ(w.bits[l], bits)
	LEAQ(emit.At(k.ends, endMask), zero)
	CMPQ(rest, Imm(55)) // else there is a block more
	CMOVQGT(zero, bits)
	VPORD_BCST(Mem{Base: bits}, block, reg.K2, block)
	VMOVDQU64(block, w.copies[l])
	VZEROUPPER()
	ADDQ(Imm(64), w.at[l])
}

func (k *avx512) digest(l int, to Mem) {
	order, both := emit.Y[16], emit.Y[17+l]
	if l == 0 {
		VMOVDQU64(k.order, order)
	}
	VINSERTI32X4(Imm(1), k.cdgh(l), emit.Y[1+2*l], both)
	VPERMB(both, order, both)
	VMOVDQU64(both, to)
}

func (k *avx512) aside() {}
