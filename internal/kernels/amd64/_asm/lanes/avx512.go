package lanes

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
	"szsum/internal/kernels/amd64/_asm/sha256"
)

// AVX512 generates the kernel of sixteen lanes for processors with AVX-512 (F, BW) and BMI2.
func AVX512() {
	var padding [padSize]byte
	padding[padAt] = 0x80
	var masks [66]uint64
	for n := range 65 {
		masks[1+n] = 1<<n - 1
	}
	t := avx512Tables{
		constants: emit.Words32("constants", sha256.K),
		initial:   emit.Words32("initial", sha256.H),
		swap:      emit.Bytes("swap", swapWords(64)),
		padding:   emit.Bytes("padding", padding[:]),
		masks:     emit.Words64("masks", masks[:]),
		limits:    emit.Words32("limits", []uint32{beyond & (1<<32 - 1), lastBlock + 1, 64, 1<<32 - 1}),
		pairs:     emit.Words64("pairs", []uint64{0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15}),
	}
	generate(func(m *memory) kernel { return &avx512{avx512Tables: t, saved: m.take(8, 64), k: GP64()} })
}

// avx512Tables is read-only memory.
type avx512Tables struct {
	constants Mem // K
	initial   Mem // the initial words
	swap      Mem // byte order of words
	padding   Mem // at padAt-n are a byte 0x80 behind n zeros, then zeros: 64 bytes in all, for n from -1 to 64
	masks     Mem // the n-th from the second on has n bits, the first one none
	limits    Mem // of the rest of a message: beyond, lastBlock+1, 64, -1
	pairs     Mem // for VPERMT2Q: 128-bit pieces 0 and 1 of two registers in turn, and pieces 2 and 3
}

const (
	padAt   = 64
	padSize = padAt + 72
)

// avx512 is the kernel in the 32 registers of AVX-512:
//
//	Z0 to Z7      state
//	Z8 to Z15     temporary
//	Z16 to Z31    sixteen message words, in the order that transposing leaves them in
type avx512 struct {
	avx512Tables
	saved []Mem // the states before the block
	last  Mem   // the highest word of the block, where it is a length; only in the window

	words []reg.VecPhysical // the registers of the message words
	k     reg.GPVirtual     // points to constants
}

func (k *avx512) lanes() int     { return 16 }
func (k *avx512) suffix() string { return "AVX512" }

func (k *avx512) states() []reg.VecPhysical { return emit.Z[:8] }

func (k *avx512) prologue() { LEAQ(k.constants, k.k) }

func (k *avx512) start() {
	Comment("Initial states")
	for i, s := range k.states() {
		VPBROADCASTD(emit.At(k.initial, 4*i), s)
		VMOVDQA64(s, k.saved[i])
	}
}

func (k *avx512) first(source) {}

// load makes message words of the blocks.
func (k *avx512) load(s source) {
	Comment("Load the blocks")
	p, swap := GP64(), emit.Z[8]
	VMOVDQU64(k.swap, swap)
	rows := emit.Z[16:32]
	for l, row := range rows {
		MOVQ(Mem{Base: s.rows, Disp: 8 * l}, p)
		VMOVDQU64(Mem{Base: p, Index: s.offset, Scale: 1}, row)
		VPSHUFB(swap, row, row)
	}
	k.transpose(rows)
	if k.last.Base != nil {
		VPORD(k.last, k.words[15], k.words[15])
	}
}

// transpose makes message words of rows, the blocks of all lanes. One register more than there are rows is in use, so
// that a step on two registers needs no other; at the end it is free again.
func (k *avx512) transpose(rows []reg.VecPhysical) {
	spare := emit.Z[8]
	free := spare
	type step func(y, x, to Op)
	// both does one step and another on x and y, and returns where the results are.
	both := func(first, second step, x, y reg.VecPhysical) (reg.VecPhysical, reg.VecPhysical) {
		to := free
		first(y, x, to)
		if y == spare {
			second(y, x, x)
			free = y
			return to, x
		}
		second(y, x, y)
		free = x
		return to, y
	}
	even := func(y, x, to Op) { VSHUFI32X4(Imm(0b10_00_10_00), y, x, to) }
	odd := func(y, x, to Op) { VSHUFI32X4(Imm(0b11_01_11_01), y, x, to) }
	unpackLow, unpackHigh := func(y, x, to Op) { VPUNPCKLDQ(y, x, to) }, func(y, x, to Op) { VPUNPCKHDQ(y, x, to) }
	unpackLow2, unpackHigh2 := func(y, x, to Op) { VPUNPCKLQDQ(y, x, to) }, func(y, x, to Op) { VPUNPCKHQDQ(y, x, to) }

	Comment("Transpose them: words in 128-bit pieces")
	var r, w [16]reg.VecPhysical
	copy(r[:], rows)
	for i := 0; i < 16; i += 4 {
		t0, t1 := both(unpackLow, unpackHigh, r[i], r[i+1])
		t2, t3 := both(unpackLow, unpackHigh, r[i+2], r[i+3])
		r[i], r[i+1] = both(unpackLow2, unpackHigh2, t0, t2)
		r[i+2], r[i+3] = both(unpackLow2, unpackHigh2, t1, t3)
	}
	Comment("The pieces")
	for i := range 8 {
		x := i/4*8 + i%4
		r[x], r[x+4] = both(even, odd, r[x], r[x+4])
	}
	last := 0
	for i := range 8 {
		if r[i] == spare || r[i+8] == spare {
			last = i
		}
	}
	for j := range 8 {
		i := (last + 1 + j) % 8 // the spare register last
		to := i%4 + i/4*4
		w[to], w[to+8] = both(even, odd, r[i], r[i+8])
	}
	k.words = w[:]
}

func (k *avx512) rounds(s source, hook func(round int)) {
	k.load(s)
	rounds(k.k, 4, func(i int, make bool) {
		k.round(i, make)
		if !make {
			hook(i)
		}
	})
}

func (k *avx512) round(i int, make bool) {
	if make {
		k.schedule(i + ahead)
	}
	s := k.states()
	a, b, c, d := word(s, i, 0), word(s, i, 1), word(s, i, 2), word(s, i, 3)
	e, f, g, h := word(s, i, 4), word(s, i, 5), word(s, i, 6), word(s, i, 7)
	t, u, v := emit.Z[8], emit.Z[9], emit.Z[10]
	VPADDD_BCST(Mem{Base: k.k, Disp: 4 * (i % 16)}, k.words[i%16], t)
	VPADDD(t, h, h)
	VMOVDQA64(e, t)
	VPTERNLOGD(Imm(choose), g, f, t)
	VPADDD(t, h, h)
	rotations512(e, []int{6, 11, 25}, t, u, v)
	VPADDD(t, h, h)
	VPADDD(h, d, d)
	t, u, v = emit.Z[11], emit.Z[12], emit.Z[13]
	VMOVDQA64(a, t)
	VPTERNLOGD(Imm(majority), c, b, t)
	VPADDD(t, h, h)
	rotations512(a, []int{2, 13, 22}, t, u, v)
	VPADDD(t, h, h)
}

// Truth tables for VPTERNLOGD: the first operand is the highest bit of the index.
const (
	choose   = 0b11001010
	majority = 0b11101000
	parity   = 0b10010110
)

// schedule makes message word i in the place of word i-16.
func (k *avx512) schedule(i int) {
	at := func(i int) reg.VecPhysical { return k.words[(i+16)%16] }
	w, t, u, v := at(i), emit.Z[14], emit.Z[15], emit.Z[13]
	VPADDD(at(i-7), w, w)
	VPSRLD(Imm(3), at(i-15), t)
	VPRORD(Imm(7), at(i-15), u)
	VPRORD(Imm(18), at(i-15), v)
	VPTERNLOGD(Imm(parity), v, u, t)
	VPADDD(t, w, w)
	VPSRLD(Imm(10), at(i-2), t)
	VPRORD(Imm(17), at(i-2), u)
	VPRORD(Imm(19), at(i-2), v)
	VPTERNLOGD(Imm(parity), v, u, t)
	VPADDD(t, w, w)
}

// rotations512 makes t the exclusive or of x rotated to the right by each of three counts. u and v are for temporary use.
func rotations512(x reg.VecPhysical, counts []int, t, u, v reg.VecPhysical) {
	for i, to := range []reg.VecPhysical{t, u, v} {
		VPRORD(Imm(uint64(counts[i])), x, to)
	}
	VPTERNLOGD(Imm(parity), v, u, t)
}

func (k *avx512) add() {
	Comment("Add the states before the block")
	for i, s := range k.states() {
		VPADDD(k.saved[i], s, s)
		VMOVDQA64(s, k.saved[i])
	}
}

func (k *avx512) length(l int, from Mem) {
	quarter := emit.X[8+l/4]
	if l%4 == 0 {
		VMOVD(from, quarter)
	} else {
		VPINSRD(Imm(uint64(l%4)), from, quarter, quarter)
	}
}

func (k *avx512) lengths(w *window) {
	for i := 1; i < 4; i++ {
		VINSERTI32X4(Imm(uint64(i)), emit.X[8+i], emit.Z[8], emit.Z[8])
	}
	VMOVDQA64(emit.Z[8], w.lengths)
}

// rest finds how much of each message there is from the next block on.
func (k *avx512) rest(w *window, lengths, rest reg.VecPhysical) {
	VMOVDQA64(w.lengths, lengths)
	VPBROADCASTD(w.at.As32(), rest)
	VPSUBD(rest, lengths, rest)
}

func (k *avx512) busy(w *window) {
	lengths, rest := emit.Z[14], emit.Z[15]
	k.rest(w, lengths, rest)
	VPCMPGTD_BCST(k.limits, rest, reg.K1)
	KMOVW(reg.K1, w.mask)
}

func (k *avx512) measure(w *window) {
	lengths, rest := emit.Z[14], emit.Z[15]
	k.rest(w, lengths, rest)
	VPCMPD_BCST(Imm(lessThan), emit.At(k.limits, 4), rest, reg.K1)
	VPSLLD_Z(Imm(3), lengths, reg.K1, lengths)
	VMOVDQA64(lengths, k.last)
	VPMINSD_BCST(emit.At(k.limits, 8), rest, rest)
	VPMAXSD_BCST(emit.At(k.limits, 12), rest, rest)
	VMOVDQA64(rest, w.here)
}

// lessThan is a predicate of VPCMPD.
const lessThan = 1

func (k *avx512) noLength() {
	zero := emit.Z[15]
	VPXORD(zero, zero, zero)
	VMOVDQA64(zero, k.last)
}

func (k *avx512) addBusy(w *window) {
	Comment("Add the states before the block where the message is not done")
	KMOVW(w.mask, reg.K1)
	for i, s := range k.states() {
		sum := emit.Z[8]
		VMOVDQA64(k.saved[i], sum)
		VPADDD(s, sum, reg.K1, sum)
		VMOVDQA64(sum, s)
		VMOVDQA64(s, k.saved[i])
	}
}

func (k *avx512) loadStates(states reg.GPVirtual) {
	Comment("States in: a to d, and e to h, four lanes in each 128-bit piece")
	p, s := GP64(), k.states()
	for half := range 2 {
		t := s[4*half : 4*half+4]
		for l := range 16 {
			MOVQ(Mem{Base: states, Disp: 8 * l}, p)
			if from, to := (Mem{Base: p, Disp: 16 * half}), t[l%4]; l < 4 {
				VMOVDQU(from, to.AsX())
			} else {
				VINSERTI32X4(Imm(uint64(l/4)), from, to, to)
			}
		}
		transposeWords(t, emit.Z[8:11])
	}
	for i := range s {
		VMOVDQA64(s[i], k.saved[i])
	}
}

func (k *avx512) storeStates(states reg.GPVirtual) {
	Comment("States out")
	p, s := GP64(), k.states()
	for half := range 2 {
		t := s[4*half : 4*half+4]
		transposeWords(t, emit.Z[8:11])
		for l := range 16 {
			MOVQ(Mem{Base: states, Disp: 8 * l}, p)
			VEXTRACTI32X4(Imm(uint64(l/4)), t[l%4], Mem{Base: p, Disp: 16 * half})
		}
	}
}

func (k *avx512) digests(w *window) {
	s := k.states()
	swap, pairs := emit.Z[12], emit.Z[13:15]
	VMOVDQU64(k.swap, swap)
	for i, p := range pairs {
		VMOVDQU64(emit.At(k.pairs, 64*i), p)
	}
	for half := range 2 {
		transposeWords(s[4*half:4*half+4], emit.Z[8:11])
	}
	for j := range 4 {
		low, high := s[j], s[4+j]
		VMOVDQA64(low, emit.Z[8])
		for i, two := range []reg.VecPhysical{emit.Z[8], low} { // lanes 8i+j and 8i+4+j
			VPERMT2Q(high, pairs[i], two)
			VPSHUFB(swap, two, two)
			for half := range 2 {
				MOVL(Mem{Base: w.order, Disp: 4 * (8*i + 4*half + j)}, w.a.As32())
				SHLQ(Imm(5), w.a)
				ADDQ(NewParamAddr("digests", 32), w.a)
				to := Mem{Base: w.a}
				if half == 0 {
					VMOVDQU(two.AsY(), to)
				} else {
					VEXTRACTI64X4(Imm(1), two, to)
				}
			}
		}
	}
}

func (k *avx512) windowMemory(m *memory) { k.last = m.take(1, 64)[0] }

func (k *avx512) pad(from, n, t, _ reg.GPVirtual, to Mem) {
	block := emit.Z[15]
	LEAQ(k.masks, t)
	KMOVQ(Mem{Base: t, Index: n, Scale: 8, Disp: 8}, reg.K1)
	LEAQ(k.padding, t)
	SUBQ(n, t)
	VMOVDQU64(Mem{Base: t, Disp: padAt}, block)
	VMOVDQU8(Mem{Base: from}, reg.K1, block)
	VMOVDQA64(block, to)
}

func (k *avx512) aside() {}
