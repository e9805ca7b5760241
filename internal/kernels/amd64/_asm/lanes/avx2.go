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
		limits:    spread("limits", []uint32{lastBlock + 1, beyond & (1<<32 - 1)}, 8),
	}
	generate(func(m *memory) kernel {
		return &avx2{avx2Tables: t, words: m.take(16, 32), saved: m.take(8, 32), k: GP64()}
	})
}

// avx2Tables is read-only memory.
type avx2Tables struct {
	constants Mem // K, each eight times
	initial   Mem // the initial words, each eight times
	swap      Mem // byte order of words
	ends      Mem // see endMask and endPad
	limits    Mem // lastBlock+1 and beyond, each eight times
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
//	Y0 to Y7      state
//	Y8, Y9        a^b of this round and of the one before, where it was b^c
//	Y10 to Y15    temporary
//
// Message words are in memory.
type avx2 struct {
	avx2Tables
	words  []Mem // the last sixteen message words
	saved  []Mem // the states before the block
	copies []Mem // padded blocks
	edge   Mem   // for blocks at the edge of a page

	k     reg.GPVirtual // points to constants
	edges []func()      // emit what pad jumps to
}

func (k *avx2) lanes() int     { return 8 }
func (k *avx2) suffix() string { return "AVX2" }

func (k *avx2) states() []reg.VecPhysical { return emit.Y[:8] }

func (k *avx2) windowMemory(m *memory) {
	k.copies, k.edge = m.take(8, 64), m.take(1, 128)[0]
}

func (k *avx2) prologue() { LEAQ(k.constants, k.k) }

func (k *avx2) start() {
	Comment("Initial states")
	for i, s := range k.states() {
		VMOVDQU(emit.At(k.initial, 32*i), s)
		VMOVDQA(s, k.saved[i])
	}
}

// load: of each message four words at a time, those of lanes 0 to 3 in the low halves and those of 4 to 7 in the high
// ones, which is the order that unpacking leaves them in.
func (k *avx2) load(data Mem, offset reg.GPVirtual) {
	Comment("Load the blocks")
	k.transpose(func(l, i int) Mem {
		p := GP64()
		MOVQ(emit.At(data, 8*l), p)
		return Mem{Base: p, Index: offset, Scale: 1, Disp: 16 * i}
	})
}

// transpose makes message words of the blocks; row is where words 4i to 4i+3 of lane l are.
func (k *avx2) transpose(row func(l, i int) Mem) {
	t, u, swap := emit.Y[8:12], emit.Y[12:15], emit.Y[15]
	VMOVDQU(k.swap, swap)
	for i := range 4 {
		for l := range 4 {
			VMOVDQU(row(l, i), t[l].AsX())
			VINSERTI128(Imm(1), row(l+4, i), t[l], t[l])
			VPSHUFB(swap, t[l], t[l])
		}
		transposeWords(t, u)
		for j := range 4 {
			VMOVDQA(t[j], k.words[4*i+j])
		}
	}
}

// transposeWords transposes the words in every four 128-bit pieces of four registers. u is for temporary use.
func transposeWords(t, u []reg.VecPhysical) {
	VPUNPCKLDQ(t[1], t[0], u[0])
	VPUNPCKHDQ(t[1], t[0], u[1])
	VPUNPCKLDQ(t[3], t[2], u[2])
	VPUNPCKHDQ(t[3], t[2], t[3])
	VPUNPCKLQDQ(u[2], u[0], t[0])
	VPUNPCKHQDQ(u[2], u[0], t[1])
	VPUNPCKLQDQ(t[3], u[1], t[2])
	VPUNPCKHQDQ(t[3], u[1], t[3])
}

func (k *avx2) rounds() {
	a, b, ab := k.states()[1], k.states()[2], emit.Y[9]
	VPXOR(a, b, ab)
	rounds(k.k, 32, k.round)
}

func (k *avx2) round(i int, make bool) {
	s := k.states()
	a, b, d := word(s, i, 0), word(s, i, 1), word(s, i, 3)
	e, f, g, h := word(s, i, 4), word(s, i, 5), word(s, i, 6), word(s, i, 7)
	ab, bc := emit.Y[8+i%2], emit.Y[8+(i+1)%2]
	t, u, v := emit.Y[10], emit.Y[11], emit.Y[12]
	if make {
		k.schedule(i, v)
		VPADDD(v, h, h)
	} else {
		VPADDD(k.words[i], h, h)
	}
	VPADDD(Mem{Base: k.k, Disp: 32 * (i % 16)}, h, h)
	rotations(e, []int{6, 11, 25}, t, u)
	VPADDD(t, h, h)
	VPXOR(f, g, u) // choose: f where e has ones, else g
	VPAND(e, u, u)
	VPXOR(g, u, u)
	VPADDD(u, h, h)
	VPADDD(h, d, d)
	rotations(a, []int{2, 13, 22}, t, u)
	VPADDD(t, h, h)
	VPXOR(a, b, ab) // majority: b, but a where a and b, and b and c, differ
	VPAND(ab, bc, bc)
	VPXOR(b, bc, bc)
	VPADDD(bc, h, h)
}

// schedule makes message word i.
func (k *avx2) schedule(i int, w reg.VecPhysical) {
	x, t, u := emit.Y[13], emit.Y[14], emit.Y[15]
	at := func(i int) Mem { return k.words[(i+16)%16] }
	VMOVDQA(at(i-15), x)
	rotations(x, []int{7, 18}, t, u)
	VPSRLD(Imm(3), x, u)
	VPXOR(u, t, t)
	VPADDD(at(i-16), t, w)
	VMOVDQA(at(i-2), x)
	rotations(x, []int{17, 19}, t, u)
	VPSRLD(Imm(10), x, u)
	VPXOR(u, t, t)
	VPADDD(at(i-7), w, w)
	VPADDD(t, w, w)
	VMOVDQA(w, at(i))
}

// rotations makes t the exclusive or of x rotated to the right by each of the counts. u is for temporary use.
func rotations(x reg.VecPhysical, counts []int, t, u reg.VecPhysical) {
	for i, n := range counts {
		if i == 0 {
			VPSRLD(Imm(uint64(n)), x, t)
		} else {
			VPSRLD(Imm(uint64(n)), x, u)
			VPXOR(u, t, t)
		}
		VPSLLD(Imm(uint64(32-n)), x, u)
		VPXOR(u, t, t)
	}
}

func (k *avx2) add() {
	Comment("Add the states before the block")
	for i, s := range k.states() {
		VPADDD(k.saved[i], s, s)
		VMOVDQA(s, k.saved[i])
	}
}

func (k *avx2) addBusy(w *window) {
	Comment("Add the states before the block where the message is not done")
	rest, busy := emit.Y[8], emit.Y[9]
	k.rest(w, busy, rest)
	VPCMPGTD(emit.At(k.limits, 32), rest, busy)
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
		transposeWords(t, emit.Y[8:11])
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
		transposeWords(t, emit.Y[8:11])
		for l := range 4 {
			MOVQ(Mem{Base: states, Disp: 8 * l}, p)
			VMOVDQU(t[l].AsX(), Mem{Base: p, Disp: 16 * half})
			MOVQ(Mem{Base: states, Disp: 8 * (l + 4)}, p)
			VEXTRACTI128(Imm(1), t[l], Mem{Base: p, Disp: 16 * half})
		}
	}
}

func (k *avx2) digests(w *window) {
	s, swap, digest := k.states(), emit.Y[12], emit.Y[13]
	VMOVDQU(k.swap, swap)
	for half := range 2 {
		transposeWords(s[4*half:4*half+4], emit.Y[8:11])
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
		VMOVDQU(digest, Mem{Base: w.digests, Index: w.a, Scale: 1})
	}
}

// loadPadded copies each block, padded but for the length, and loads the copies.
func (k *avx2) loadPadded(w *window) {
	for l := range 8 {
		k.pad(w, l)
	}
	k.transpose(func(l, i int) Mem { return emit.At(k.copies[l], 16*i) })
}

// pad makes the copy of lane l.
func (k *avx2) pad(w *window, l int) {
	Comment(fmt.Sprintf("Pad the block of lane %d: message, 0x80, zeros", l))
	rest, from, n, t := w.a, w.b, w.c, GP64()
	MOVL(emit.At(w.lengths, 4*l), rest.As32())
	SUBQ(w.offset, rest)
	MOVQ(emit.At(w.at, 8*l), from)
	ADDQ(w.offset, from)
	LEAQ(k.ends, t)
	CMPQ(rest, Imm(0))
	CMOVQLE(t, from) // anything: no byte of it counts
	MOVL(U32(64), n.As32())
	CMPQ(rest, n)
	CMOVQLT(rest, n)
	MOVQ(I32(-1), rest)
	CMPQ(n, rest)
	CMOVQLT(rest, n)
	edge, readable := fmt.Sprintf("edge%d", l), fmt.Sprintf("readable%d", l)
	onPage := rest
	MOVL(U32(4095), onPage.As32())
	ANDQ(from, onPage)
	CMPQ(onPage, U32(4096-64))
	JA(LabelRef(edge))
	Label(readable)
	SUBQ(n, t)
	for i := range 2 {
		half := emit.Y[8+i]
		VMOVDQU(Mem{Base: from, Disp: 32 * i}, half)
		VPAND(Mem{Base: t, Disp: endMask + 32*i}, half, half)
		VPOR(Mem{Base: t, Disp: endPad + 32*i}, half, half)
		VMOVDQA(half, emit.At(k.copies[l], 32*i))
	}
	k.edges = append(k.edges, func() {
		Label(edge)
		k.fromEdge(from, n, onPage, readable)
	})
}

// fromEdge is for n bytes that begin less than 64 bytes before the end of a page. If they end there as well, it copies
// the last 64 bytes of the page and has them read from the copy; what is read behind the copy does not count.
func (k *avx2) fromEdge(from, n, onPage reg.GPVirtual, readable string) {
	t, x := GP64(), emit.Y[8]
	LEAQ(Mem{Base: onPage, Index: n, Scale: 1}, t)
	CMPQ(t, U32(4096))
	JA(LabelRef(readable))
	SUBQ(U32(4096-64), onPage) // place in the copy
	SUBQ(onPage, from)
	for i := range 2 {
		VMOVDQU(Mem{Base: from, Disp: 32 * i}, x)
		VMOVDQA(x, emit.At(k.edge, 32*i))
	}
	LEAQ(k.edge, t)
	LEAQ(Mem{Base: t, Index: onPage, Scale: 1}, from)
	JMP(LabelRef(readable))
}

func (k *avx2) aside() {
	for _, emit := range k.edges {
		emit()
	}
}

func (k *avx2) putLength(w *window) {
	Comment("The length, where the message ends in this block")
	length, last := emit.Y[8], emit.Y[9]
	k.rest(w, length, last)
	VMOVDQU(k.limits, emit.Y[10])
	VPCMPGTD(last, emit.Y[10], last)
	VPSLLD(Imm(3), length, length)
	VPAND(last, length, length)
	VPOR(k.words[15], length, length)
	VMOVDQA(length, k.words[15])
}

// rest finds how much each message has from offset on.
func (k *avx2) rest(w *window, lengths, rest reg.VecPhysical) {
	VMOVD(w.offset.As32(), rest.AsX())
	VPBROADCASTD(rest.AsX(), rest)
	VMOVDQA(w.lengths, lengths)
	VPSUBD(rest, lengths, rest)
}
