package lanes

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
	"szsum/internal/kernels/amd64/_asm/sha256"
)

// AVX2 generates the kernel of eight lanes for processors with AVX2.
func AVX2() {
	var ends [endSize]byte
	for i := range endMask {
		ends[i] = 0xff
	}
	ends[endPad] = 0x80
	t := avx2Tables{
		constants: spread("constants", sha256.K, 8),
		initial:   spread("initial", sha256.H, 8),
		swap:      emit.Bytes("swap", swapWords(32)),
		ends:      emit.Bytes("ends", ends[:]),
		limits:    spread("limits", []uint32{beyond & (1<<32 - 1), lastBlock + 1, 64, 1<<32 - 1}, 8),
	}
	generate(func(m *memory) kernel {
		return &avx2{avx2Tables: t, words: m.take(16, 32), saved: m.take(8, 32), k: GP64(), x: emit.Y[3], y: emit.Y[4], z: emit.Y[5]}
	})
}

// avx2Tables is read-only memory.
type avx2Tables struct {
	constants Mem // K, each eight times
	initial   Mem // the initial words, each eight times
	swap      Mem // byte order of words
	ends      Mem // see endMask and endPad
	limits    Mem // of the rest of a message: beyond, lastBlock+1, 64, -1, each eight times
}

// A table of byte masks and one of padding lie in ends. At endMask-n are n bytes 0xff, then zeros; at endPad-n is a byte
// 0x80 behind n zeros, then zeros; in both cases 64 bytes in all. n is 0 to 64, or -1 for nothing but zeros.
const (
	endMask = 64
	endPad  = 64 + 72
	endSize = endPad + 72
)

// avx2 is the kernel in the 16 registers of AVX2:
//
//	Y8 to Y15     state
//	Y6, Y7        a^b of this round and of the one before, where it was b^c
//	Y0 to Y5      temporary; of those, x, y and z are free for other things while the rounds go on
//
// Message words are in memory. Instructions are shorter if their last source is one of the lower eight registers.
type avx2 struct {
	avx2Tables
	words []Mem // sixteen message words
	saved []Mem // the states before the block

	edge Mem // for blocks at the edge of a page
	last Mem // the highest word of the block, where it is a length; only in the window

	k       reg.GPVirtual // points to constants
	x, y, z reg.VecPhysical
	edges   []func() // emit what pad jumps to
}

func (k *avx2) lanes() int     { return 8 }
func (k *avx2) suffix() string { return "AVX2" }

func (k *avx2) states() []reg.VecPhysical { return emit.Y[8:16] }

func (k *avx2) windowMemory(m *memory) {
	k.edge, k.last = m.take(1, 128)[0], m.take(1, 32)[0]
}

func (k *avx2) prologue() { LEAQ(k.constants, k.k) }

func (k *avx2) start() {
	Comment("Initial states")
	for i, s := range k.states() {
		VMOVDQU(emit.At(k.initial, 32*i), s)
		VMOVDQA(s, k.saved[i])
	}
}

// transposeSteps are the steps that make message words 4i to 4i+3, in three registers. Rows come in with lanes 0 to 3 in
// low halves and 4 to 7 in high ones, which is the order that unpacking leaves them in.
func (k *avx2) transposeSteps(s source, i int) []func() {
	x, y, z := k.x, k.y, k.z
	words := k.words[4*i : 4*i+4]
	p := GP64()
	var steps []func()
	do := func(more ...func()) { steps = append(steps, more...) }
	row := func(l int, to reg.VecPhysical) {
		for half := range 2 {
			do(func() { MOVQ(Mem{Base: s.rows, Disp: 8 * (l + 4*half)}, p) })
			from := Mem{Base: p, Index: s.offset, Scale: 1, Disp: 16 * i}
			if half == 0 {
				do(func() { VMOVDQU(from, to.AsX()) })
			} else {
				do(func() { VINSERTI128(Imm(1), from, to, to) })
			}
		}
		do(func() { VPSHUFB(k.swap, to, to) })
	}
	unpack := func(a, b int) { // z: first words of two rows in turn, x: last ones
		row(a, x)
		row(b, y)
		do(func() { VPUNPCKLDQ(y, x, z) }, func() { VPUNPCKHDQ(y, x, x) })
	}
	unpack(2, 3)
	do(func() { VMOVDQA(z, words[0]) }, func() { VMOVDQA(x, words[2]) })
	unpack(0, 1)
	for j, first := range []reg.VecPhysical{z, x} {
		do(func() { VPUNPCKLQDQ(words[2*j], first, y) }, func() { VPUNPCKHQDQ(words[2*j], first, first) })
		if 4*i+2*j+1 == 15 && k.last.Base != nil {
			do(func() { VPOR(k.last, first, first) })
		}
		do(func() { VMOVDQA(y, words[2*j]) }, func() { VMOVDQA(first, words[2*j+1]) })
	}
	return steps
}

// first makes the first half of the message words.
func (k *avx2) first(s source) {
	for i := range 2 {
		weave(k.transposeSteps(s, i))
	}
}

// rounds loads the second half of the block's words in the first rounds, and the first half of the next block's in the
// last ones.
func (k *avx2) rounds(s source, hook func(round int)) {
	b, c, bc := k.states()[1], k.states()[2], emit.Y[6]
	VPXOR(b, c, bc)
	nextHalf := append(k.transposeSteps(s, 0), k.transposeSteps(s, 1)...)
	thisHalf := append(k.transposeSteps(s, 2), k.transposeSteps(s, 3)...)
	rounds(k.k, 32, func(i int, make bool) {
		var others [2][]func()
		switch first := prepared + 1; {
		case make:
			others = k.schedule(i + ahead)
		case i <= loaded:
			others = part(thisHalf, i, loaded+1)
		case i >= first:
			others = part(nextHalf, i-first, 64-first)
		}
		k.round(i, others)
		if !make {
			hook(i)
		}
	})
}

// part is the i-th of n parts of some steps, in two halves.
func part(steps []func(), i, n int) [2][]func() {
	cut := func(j int) int { return len(steps) * j / (2 * n) }
	return [2][]func(){steps[cut(2*i):cut(2*i+1)], steps[cut(2*i+1):cut(2*i+2)]}
}

// round does one round. Into its two halves it weaves other steps, which do not wait for the state; they may use x, y and
// z and, in the second half, Y2.
func (k *avx2) round(i int, others [2][]func()) {
	s := k.states()
	a, b, d := word(s, i, 0), word(s, i, 1), word(s, i, 3)
	e, f, g, h := word(s, i, 4), word(s, i, 5), word(s, i, 6), word(s, i, 7)
	ab, bc := emit.Y[6+(i+1)%2], emit.Y[6+i%2]
	t, u, v := emit.Y[0], emit.Y[1], emit.Y[2]
	first := []func(){
		func() { VPADDD(k.words[i%16], h, h) },
		func() { VPXOR(f, g, v) }, // choose: f where e has ones, else g
		func() { VPADDD(Mem{Base: k.k, Disp: 32 * (i % 16)}, h, h) },
		func() { VPAND(e, v, v) },
	}
	first = append(first, rotations(e, []int{6, 11, 25}, t, u)...)
	first = append(first,
		func() { VPXOR(g, v, v) },
		func() { VPADDD(h, v, h) },
		func() { VPADDD(h, t, h) },
		func() { VPADDD(h, d, d) },
	)
	second := []func(){
		func() { VPXOR(a, b, ab) }, // majority: b, but a where a and b, and b and c, differ
		func() { VPAND(ab, bc, bc) },
		func() { VPXOR(b, bc, bc) },
		func() { VPADDD(h, bc, h) },
	}
	second = append(second, rotations(a, []int{2, 13, 22}, t, u)...)
	second = append(second, func() { VPADDD(h, t, h) })
	weave(first, others[0])
	weave(second, others[1])
}

// schedule makes message word i, in two halves.
func (k *avx2) schedule(i int) [2][]func() {
	v, w, x, y := emit.Y[2], k.x, k.y, k.z
	word := func(i int) Mem { return k.words[(i+16)%16] }
	low := []func(){func() { VMOVDQA(word(i-15), x) }}
	low = append(low, rotations(x, []int{7, 18}, w, y)...)
	low = append(low,
		func() { VPSRLD(Imm(3), x, x) },
		func() { VPXOR(x, w, w) },
		func() { VPADDD(word(i-16), w, w) },
		func() { VPADDD(word(i-7), w, w) },
	)
	high := []func(){func() { VMOVDQA(word(i-2), x) }}
	high = append(high, rotations(x, []int{17, 19}, v, y)...)
	high = append(high,
		func() { VPSRLD(Imm(10), x, x) },
		func() { VPXOR(x, v, v) },
		func() { VPADDD(v, w, w) },
		func() { VMOVDQA(w, word(i)) },
	)
	return [2][]func(){low, high}
}

// rotations makes t the exclusive or of x rotated to the right by each of the counts. u is for temporary use.
func rotations(x reg.VecPhysical, counts []int, t, u reg.VecPhysical) []func() {
	var steps []func()
	for i, n := range counts {
		if i == 0 {
			steps = append(steps, func() { VPSRLD(Imm(uint64(n)), x, t) })
		} else {
			steps = append(steps, func() { VPSRLD(Imm(uint64(n)), x, u) }, func() { VPXOR(u, t, t) })
		}
		steps = append(steps, func() { VPSLLD(Imm(uint64(32-n)), x, u) }, func() { VPXOR(u, t, t) })
	}
	return steps
}

func (k *avx2) add() {
	Comment("Add the states before the block")
	for i, s := range k.states() {
		VPADDD(k.saved[i], s, s)
		VMOVDQA(s, k.saved[i])
	}
}

func (k *avx2) length(l int, from Mem) {
	half := []reg.VecPhysical{k.x, k.y}[l/4].AsX()
	if l%4 == 0 {
		VMOVD(from, half)
	} else {
		VPINSRD(Imm(uint64(l%4)), from, half, half)
	}
}

func (k *avx2) lengths(w *window) {
	VINSERTI128(Imm(1), k.y.AsX(), k.x, k.x)
	VMOVDQA(k.x, w.lengths)
}

// rest finds how much of each message there is from the next block on.
func (k *avx2) rest(w *window, lengths, rest reg.VecPhysical) {
	VMOVDQA(w.lengths, lengths)
	VMOVD(w.at.As32(), rest.AsX())
	VPBROADCASTD(rest.AsX(), rest)
	VPSUBD(rest, lengths, rest)
}

func (k *avx2) busy(w *window) {
	lengths, rest := k.x, k.y
	k.rest(w, lengths, rest)
	VPCMPGTD(k.limits, rest, rest)
	VMOVDQA(rest, w.mask)
}

func (k *avx2) measure(w *window) {
	lengths, rest, last := k.x, k.y, k.z
	k.rest(w, lengths, rest)
	VMOVDQU(emit.At(k.limits, 32), last)
	VPCMPGTD(rest, last, last)
	VPSLLD(Imm(3), lengths, lengths)
	VPAND(last, lengths, lengths)
	VMOVDQA(lengths, k.last)
	VPMINSD(emit.At(k.limits, 64), rest, rest)
	VPMAXSD(emit.At(k.limits, 96), rest, rest)
	VMOVDQA(rest, w.here)
}

func (k *avx2) noLength() {
	VPXOR(k.x, k.x, k.x)
	VMOVDQA(k.x, k.last)
}

func (k *avx2) addBusy(w *window) {
	Comment("Add the states before the block where the message is not done")
	busy := k.x
	VMOVDQA(w.mask, busy)
	for i, s := range k.states() {
		VPAND(busy, s, s)
		VPADDD(k.saved[i], s, s)
		VMOVDQA(s, k.saved[i])
	}
}

func (k *avx2) loadStates(states reg.GPVirtual) {
	Comment("States in: a to d, and e to h, as message words come in")
	p, s := GP64(), k.states()
	for half := range 2 {
		t := s[4*half : 4*half+4]
		for l := range 4 {
			MOVQ(Mem{Base: states, Disp: 8 * l}, p)
			VMOVDQU(Mem{Base: p, Disp: 16 * half}, t[l].AsX())
			MOVQ(Mem{Base: states, Disp: 8 * (l + 4)}, p)
			VINSERTI128(Imm(1), Mem{Base: p, Disp: 16 * half}, t[l], t[l])
		}
		transposeWords(t, emit.Y[:3])
	}
	for i := range s {
		VMOVDQA(s[i], k.saved[i])
	}
}

func (k *avx2) storeStates(states reg.GPVirtual) {
	Comment("States out")
	p, s := GP64(), k.states()
	for half := range 2 {
		t := s[4*half : 4*half+4]
		transposeWords(t, emit.Y[:3])
		for l := range 4 {
			MOVQ(Mem{Base: states, Disp: 8 * l}, p)
			VMOVDQU(t[l].AsX(), Mem{Base: p, Disp: 16 * half})
			MOVQ(Mem{Base: states, Disp: 8 * (l + 4)}, p)
			VEXTRACTI128(Imm(1), t[l], Mem{Base: p, Disp: 16 * half})
		}
	}
}

func (k *avx2) digests(w *window) {
	s, swap, digest := k.states(), k.x, k.y
	VMOVDQU(k.swap, swap)
	for half := range 2 {
		transposeWords(s[4*half:4*half+4], emit.Y[:3])
	}
	for l := range 8 {
		low, high := s[l%4], s[4+l%4]
		if l < 4 {
			VINSERTI128(Imm(1), high.AsX(), low, digest)
		} else {
			VPERM2I128(Imm(0x31), high, low, digest)
		}
		VPSHUFB(swap, digest, digest)
		MOVL(Mem{Base: w.order, Disp: 4 * l}, w.a.As32())
		SHLQ(Imm(5), w.a)
		ADDQ(NewParamAddr("digests", 32), w.a)
		VMOVDQU(digest, Mem{Base: w.a})
	}
}

func (k *avx2) pad(from, n, t, onPage reg.GPVirtual, to Mem) {
	LEAQ(k.ends, t)
	CMPQ(n, Imm(0))
	CMOVQLE(t, from) // anything: no byte of it counts
	edge, readable := fmt.Sprintf("edge%d", len(k.edges)), fmt.Sprintf("readable%d", len(k.edges))
	MOVL(U32(4095), onPage.As32())
	ANDQ(from, onPage)
	CMPQ(onPage, U32(4096-64))
	JA(LabelRef(edge))
	Label(readable)
	SUBQ(n, t)
	for i := range 2 {
		half := []reg.VecPhysical{k.x, k.y}[i]
		VMOVDQU(Mem{Base: from, Disp: 32 * i}, half)
		VPAND(Mem{Base: t, Disp: endMask + 32*i}, half, half)
		VPOR(Mem{Base: t, Disp: endPad + 32*i}, half, half)
		VMOVDQA(half, emit.At(to, 32*i))
	}
	k.edges = append(k.edges, func() {
		Label(edge)
		k.fromEdge(from, n, onPage, readable)
	})
}

// fromEdge is for n bytes that begin less than 64 bytes before the end of a page. If they end there as well, it copies
// the last 64 bytes of the page and has them read from the copy; what is read behind the copy does not count.
func (k *avx2) fromEdge(from, n, onPage reg.GPVirtual, readable string) {
	x := k.x
	ADDQ(n, onPage)
	CMPQ(onPage, U32(4096))
	JA(LabelRef(readable))
	SUBQ(n, onPage)
	SUBQ(U32(4096-64), onPage) // place in the copy
	SUBQ(onPage, from)
	for i := range 2 {
		VMOVDQU(Mem{Base: from, Disp: 32 * i}, x)
		VMOVDQA(x, emit.At(k.edge, 32*i))
	}
	LEAQ(k.edge, from)
	ADDQ(onPage, from)
	JMP(LabelRef(readable))
}

func (k *avx2) aside() {
	for _, emit := range k.edges {
		emit()
	}
}
