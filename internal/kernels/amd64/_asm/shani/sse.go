package shani

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
)

// SSE generates the kernels of one to three lanes for processors without AVX (SSE4.1 and SHA).
func SSE(lanes int) {
	generate(lanes, func(t *tables, m *memory) kernel {
		return &sse{
			n: lanes, tables: t, memory: m,
			saved: m.take(2*lanes, 16), waiting: m.take(4*lanes, 16), edge: m.take(1, 128)[0],
		}
	})
}

// sse is a kernel in the sixteen registers of SSE:
//
//	X0              round constants and message words, the implicit operand of SHA256RNDS2
//	X1, X2          ABEF and CDGH of lane 0; X3, X4 those of lane 1; X5, X6 those of lane 2
//	X(1+2n)...      for each lane three registers with four message words each: words 4i to 4i+3 are in number i%3
//
// A schedule step needs four registers of words a lane. The fourth, on which SHA256MSG1 has worked and SHA256MSG2 will,
// waits in memory.
type sse struct {
	*tables
	*memory
	n       int
	data    []reg.GPVirtual // address of each lane's block, until it is loaded
	saved   []Mem           // the states before the block
	waiting []Mem           // four for each lane
	edge    Mem             // the end of a page
	free    []reg.VecPhysical
	edges   []func()
}

func (k *sse) lanes() int { return k.n }
func (k *sse) prologue()  {}
func (k *sse) epilogue()  {}

func (k *sse) abef(l int) reg.VecPhysical { return emit.X[1+2*l] }
func (k *sse) cdgh(l int) reg.VecPhysical { return emit.X[2+2*l] }

// words is the register of words 4i to 4i+3 of the schedule.
func (k *sse) words(l, i int) reg.VecPhysical { return emit.X[1+2*k.n+3*l+i%3] }

// states are the registers of all states.
func (k *sse) states() []reg.VecPhysical { return emit.X[1 : 1+2*k.n] }

func (k *sse) start() {
	Comment("Initial states")
	for i, s := range k.states() {
		if i < 2 {
			MOVO(emit.At(k.initial, 16*i), s)
		} else {
			MOVO(k.states()[i-2], s)
		}
	}
}

// loadState: DCBA, HGFE (highest word first) to ABEF, CDGH.
func (k *sse) loadState(l int, from Mem) {
	abef, cdgh, t := k.abef(l), k.cdgh(l), emit.X[0]
	MOVOU(from, t)
	MOVOU(emit.At(from, 16), abef)
	PSHUFD(Imm(0b10_11_00_01), t, t)       // CDAB
	PSHUFD(Imm(0b00_01_10_11), abef, abef) // EFGH
	MOVO(t, cdgh)
	PBLENDW(Imm(0x0f), abef, cdgh)
	PALIGNR(Imm(8), abef, t)
	MOVO(t, abef)
}

// storeState: ABEF, CDGH to DCBA, HGFE.
func (k *sse) storeState(l int, to Mem) {
	abef, cdgh, t := k.abef(l), k.cdgh(l), emit.X[0]
	PSHUFD(Imm(0b00_01_10_11), abef, abef) // FEBA
	PSHUFD(Imm(0b10_11_00_01), cdgh, cdgh) // DCHG
	MOVO(abef, t)
	PBLENDW(Imm(0xf0), cdgh, t)
	PALIGNR(Imm(8), abef, cdgh)
	MOVOU(t, to)
	MOVOU(cdgh, emit.At(to, 16))
}

func (k *sse) load(data []reg.GPVirtual) { k.data = data }

func (k *sse) next(w *window) {
	Comment("The blocks: prepared copies, or the messages themselves")
	k.data = make([]reg.GPVirtual, k.n)
	MOVQ(w.whole, w.a)
	TESTQ(w.a, w.a)
	for l := range k.data {
		k.data[l] = GP64()
		LEAQ(w.copies[l], k.data[l])
		CMOVQNE(w.at[l], k.data[l])
	}
	for _, at := range w.at {
		ADDQ(w.a, at)
	}
}

func (k *sse) rounds(step func(i int)) {
	for i, s := range k.states() {
		MOVO(s, k.saved[i])
	}
	for i := range 16 {
		Comment(fmt.Sprintf("Rounds %d to %d", 4*i, 4*i+3))
		for l := range k.n {
			k.fourRounds(l, i)
		}
		k.free = []reg.VecPhysical{emit.X[0]}
		for l := range k.n {
			k.free = append(k.free, k.words(l, i+2))
		}
		step(i)
	}
	Comment("Add the states before the block")
	for i, s := range k.states() {
		PADDD(k.saved[i], s)
	}
}

// fourRounds does rounds 4i to 4i+3 of lane l, and what the schedule needs of their words: SHA256MSG1 with the words
// before, and SHA256MSG2 to finish the next ones.
func (k *sse) fourRounds(l, i int) {
	before, now, next := k.words(l, i+2), k.words(l, i), k.words(l, i+1)
	wk, abef, cdgh := emit.X[0], k.abef(l), k.cdgh(l)
	if i < 4 {
		MOVOU(Mem{Base: k.data[l], Disp: 16 * i}, now)
		PSHUFB(k.swap, now)
	}
	MOVO(emit.At(k.constants, 16*i), wk)
	PADDD(now, wk)
	SHA256RNDS2(wk, abef, cdgh)
	if 3 <= i && i < 15 {
		MOVO(now, next)
		PALIGNR(Imm(4), before, next) // words 4i-3 to 4i: seven before the next
		PADDD(k.wait(l, i+1), next)
		SHA256MSG2(now, next)
	}
	PSHUFD(Imm(0b11_10), wk, wk)
	SHA256RNDS2(wk, cdgh, abef)
	if 1 <= i && i < 13 {
		SHA256MSG1(now, before)
		MOVO(before, k.wait(l, i-1))
	}
}

// wait is where words 4i to 4i+3 wait to become the ones sixteen further on.
func (k *sse) wait(l, i int) Mem { return k.waiting[4*l+i%4] }

func (k *sse) prepare(w *window, l int) {
	Comment(fmt.Sprintf("Prepare the next block of lane %d: message, 0x80, zeros", l))
	if k.free == nil {
		k.free = []reg.VecPhysical{emit.X[0], k.words(0, 0)}
	}
	x, y := k.free[0], k.free[1]
	rest, n, from, ends, minus := w.a, w.b, GP64(), w.c, GP64()
	MOVQ(w.end[l], rest)
	SUBQ(w.at[l], rest)
	MOVL(U32(64), n.As32())
	CMPQ(rest, n)
	CMOVQLT(rest, n)
	MOVQ(w.at[l], from)
	LEAQ(k.ends, ends)
	TESTQ(n, n)
	CMOVQLE(ends, from) // nothing of the message: the bytes there do not count
	MOVQ(I32(-1), minus)
	CMPQ(n, minus)
	CMOVQLT(minus, n)

	// Reading 64 bytes must not get to a page without a byte of the message.
	onPage := minus
	MOVL(from.As32(), onPage.As32())
	ANDL(U32(4095), onPage.As32())
	CMPL(onPage.As32(), U32(4096-64))
	crosses, readable := fmt.Sprintf("crosses%d", len(k.edges)), fmt.Sprintf("readable%d", len(k.edges))
	JA(LabelRef(crosses))
	Label(readable)
	k.edges = append(k.edges, func() {
		Label(crosses)
		k.fromEdge(from, n, onPage, readable)
	})

	SUBQ(n, ends)
	for i := range 4 {
		MOVOU(Mem{Base: from, Disp: 16 * i}, x)
		MOVOU(Mem{Base: ends, Disp: endMask + 16*i}, y)
		PAND(y, x)
		MOVOU(Mem{Base: ends, Disp: endPad + 16*i}, y)
		POR(y, x)
		if i == 3 {
			Comment("The length, unless there is a block more")
			bits := n
			XORL(bits.As32(), bits.As32())
			CMPQ(rest, Imm(55))
			CMOVQLE(w.bits[l], bits)
			BSWAPQ(bits)
			MOVQ(bits, y)
			PSLLDQ(Imm(8), y)
			POR(y, x)
		}
		MOVO(x, emit.At(w.copies[l], 16*i))
	}
	ADDQ(Imm(64), w.at[l])
}

// fromEdge is for n bytes that begin less than 64 bytes before the end of a page. If they end there as well, it copies
// the last 64 bytes of the page and has them read from the copy; what is read behind the copy does not count.
func (k *sse) fromEdge(from, n, onPage reg.GPVirtual, readable string) {
	t, x := GP64(), emit.X[0]
	LEAQ(Mem{Base: onPage, Index: n, Scale: 1}, t)
	CMPQ(t, U32(4096))
	JA(LabelRef(readable))
	SUBQ(U32(4096-64), onPage) // place in the copy
	SUBQ(onPage, from)
	for i := range 4 {
		MOVOU(Mem{Base: from, Disp: 16 * i}, x)
		MOVO(x, emit.At(k.edge, 16*i))
	}
	LEAQ(k.edge, t)
	LEAQ(Mem{Base: t, Index: onPage, Scale: 1}, from)
	JMP(LabelRef(readable))
}

func (k *sse) aside() {
	for _, emit := range k.edges {
		emit()
	}
}

func (k *sse) digest(l int, to Mem) {
	abef, cdgh, high := k.words(0, 0), k.words(0, 1), k.words(0, 2)
	MOVO(k.abef(l), abef)
	MOVO(k.cdgh(l), cdgh)
	PSHUFB(k.reverse, abef)
	PSHUFB(k.reverse, cdgh)
	MOVO(abef, high)
	PUNPCKLQDQ(cdgh, abef)
	PUNPCKHQDQ(cdgh, high)
	MOVOU(abef, to)
	MOVOU(high, emit.At(to, 16))
}
