package shani

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
)

// AVX512 generates the kernel of four lanes for processors with 32 registers: SHA, AVX-512 (F, VL, BW, VBMI).
func AVX512() {
	t := newTables()
	order := make([]byte, 32)
	for i, at := range []int{3, 2, 7, 6, 1, 0, 5, 4} { // where A to H are in ABEF, CDGH, counted from the lowest word
		for j := range 4 {
			order[4*i+j] = byte(4*at + 3 - j)
		}
	}
	var masks [66]uint64
	for n := range 65 {
		masks[1+n] = 1<<n - 1
	}
	k := avx512{
		tables:  t,
		swapAll: emit.Bytes("swapAll", swapWords(64)),
		order:   emit.Bytes("order", order),
		masks:   emit.Words64("masks", masks[:]),
	}
	generate(4, func(m *memory) kernel {
		k := k
		k.saved = m.take(8, 16)
		return &k
	})
}

// avx512 is a kernel in 32 registers, of which the SHA instructions reach the first sixteen only. Wider registers than
// X of these may be used only with VZEROUPPER right behind: while upper halves are in use, SHA instructions are half as
// slow again.
type avx512 struct {
	tables
	swapAll Mem   // swap for 64 bytes
	order   Mem   // order of bytes that makes the digest of ABEF, CDGH
	masks   Mem   // words with n bits set at 8*n+8, n as in ends
	saved   []Mem // the states before the block
	taken   int   // how many temporary registers were given away
}

func (k *avx512) plan() []string {
	return []string{
		"X0: round constants and words, the implicit operand of SHA256RNDS2",
		"X1 to X8: states, ABEF and CDGH of each lane",
		"X9 to X14: temporary",
		"X15: order of bytes that turns the words of a block",
		"X16 to X31: message words, four registers a lane",
		"K1: bytes of a block that belong to the message",
		"K2: the last word of a block",
	}
}

func (k *avx512) states() []reg.VecPhysical  { return emit.X[1:9] }
func (k *avx512) abef(l int) reg.VecPhysical { return emit.X[1+2*l] }
func (k *avx512) cdgh(l int) reg.VecPhysical { return emit.X[2+2*l] }
func (k *avx512) turn() reg.VecPhysical      { return emit.X[15] }

// words is the register of words 4i to 4i+3 of the message schedule.
func (k *avx512) words(l, i int) reg.VecPhysical { return emit.X[16+4*l+i%4] }

// temp gives away the temporary register that was given away longest ago.
func (k *avx512) temp() reg.VecPhysical {
	k.taken++
	return emit.X[9+k.taken%6]
}

func (k *avx512) prologue() {
	VZEROUPPER()
	VMOVDQU(k.swap, k.turn())
	last := GP32()
	MOVL(U32(1<<15), last)
	KMOVW(last, reg.K2)
}

func (k *avx512) epilogue() { VZEROUPPER() }

func (k *avx512) start() {
	Comment("Initial states")
	for i, s := range k.states() {
		VMOVDQU(emit.At(k.initial, i%2*16), s)
	}
}

// loadState: DCBA, HGFE (highest word first) to ABEF, CDGH.
func (k *avx512) loadState(l int, from Mem) {
	Comment(fmt.Sprintf("State of lane %d", l))
	abef, cdgh, t := k.abef(l), k.cdgh(l), k.temp()
	VPSHUFD(Imm(0b10_11_00_01), from, t)                 // CDAB
	VPSHUFD(Imm(0b00_01_10_11), emit.At(from, 16), abef) // EFGH
	VPBLENDD(Imm(0b0011), abef, t, cdgh)
	VPALIGNR(Imm(8), abef, t, abef)
}

// storeState: ABEF, CDGH to DCBA, HGFE.
func (k *avx512) storeState(l int, to Mem) {
	Comment(fmt.Sprintf("State of lane %d", l))
	abef, cdgh, t := k.abef(l), k.cdgh(l), k.temp()
	VPSHUFD(Imm(0b00_01_10_11), abef, abef) // FEBA
	VPSHUFD(Imm(0b10_11_00_01), cdgh, cdgh) // DCHG
	VPBLENDD(Imm(0b1100), cdgh, abef, t)
	VPALIGNR(Imm(8), abef, cdgh, cdgh)
	VMOVDQU(t, to)
	VMOVDQU(cdgh, emit.At(to, 16))
}

func (k *avx512) load(data []reg.GPVirtual) {
	for l, p := range data {
		for i := range 4 {
			VMOVDQU64(Mem{Base: p, Disp: 16 * i}, k.words(l, i))
			VPSHUFB(k.turn(), k.words(l, i), k.words(l, i))
		}
	}
}

func (k *avx512) next(w *window) {
	CMPQ(w.whole, Imm(0))
	JNE(LabelRef("messages"))
	Comment("The blocks: prepared copies")
	for l, from := range w.copies {
		for i := range 4 {
			VMOVDQA64(emit.At(from, 16*i), k.words(l, i))
		}
	}
	JMP(LabelRef("rounds"))

	Label("messages")
	Comment("The blocks: the messages themselves")
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

// fourRounds does rounds 4i to 4i+3 of lane l, and what becomes possible in the message schedule: SHA256MSG2, which
// finishes the next words, and SHA256MSG1 with the words before. Both work on copies in low registers.
func (k *avx512) fourRounds(l, i int) {
	before, now, next := k.words(l, i+3), k.words(l, i), k.words(l, i+1)
	wk, abef, cdgh := emit.X[0], k.abef(l), k.cdgh(l)
	VPADDD(emit.At(k.constants, 16*i), now, wk)
	SHA256RNDS2(wk, abef, cdgh)
	var low reg.VecPhysical
	if 1 <= i && i < 15 {
		low = k.temp()
		VMOVDQA64(now, low)
	}
	if 3 <= i && i < 15 {
		t := k.temp()
		VPALIGNR(Imm(4), before, low, t) // seven words before the next
		VPADDD(next, t, t)
		SHA256MSG2(low, t)
		VMOVDQA64(t, next)
	}
	VPSHUFD(Imm(0b11_10), wk, wk)
	SHA256RNDS2(wk, cdgh, abef)
	if 1 <= i && i < 13 {
		t := k.temp()
		VMOVDQA64(before, t)
		SHA256MSG1(low, t)
		VMOVDQA64(t, before)
	}
}

func (k *avx512) prepare(w *window, l int) {
	Comment(fmt.Sprintf("Lane %d: prepare the next block", l))
	rest, n, minus, table := w.a, w.b, w.c, GP64()
	MOVQ(w.end[l], rest)
	SUBQ(w.at[l], rest)
	MOVL(U32(64), n.As32())
	CMPQ(rest, n)
	CMOVQLT(rest, n)
	MOVQ(I32(-1), minus)
	CMPQ(n, minus)
	CMOVQLT(minus, n)

	Comment("The message (bytes behind it are not touched), 0x80, zeros, the length unless a block follows")
	block := emit.Z[9]
	LEAQ(k.masks, table)
	KMOVQ(Mem{Base: table, Index: n, Scale: 8, Disp: 8}, reg.K1)
	LEAQ(k.ends, table)
	SUBQ(n, table)
	VMOVDQU64(Mem{Base: table, Disp: endPad}, block)
	VMOVDQU8(Mem{Base: w.at[l]}, reg.K1, block)
	VPSHUFB(k.swapAll, block, block)
	bits, zero := n, minus
	LEAQ(w.bits[l], bits)
	LEAQ(emit.At(k.ends, endMask), zero)
	CMPQ(rest, Imm(55))
	CMOVQGT(zero, bits)
	VPORD_BCST(Mem{Base: bits}, block, reg.K2, block)
	VMOVDQU64(block, w.copies[l])
	VZEROUPPER()
	ADDQ(Imm(64), w.at[l])
}

func (k *avx512) digest(l int, to Mem) {
	order, digest := emit.Y[16], emit.Y[17+l]
	if l == 0 {
		VMOVDQU64(k.order, order)
	}
	VINSERTI32X4(Imm(1), k.cdgh(l), emit.Y[1+2*l], digest)
	VPERMB(digest, order, digest)
	VMOVDQU64(digest, to)
}

func (k *avx512) aside() {}
