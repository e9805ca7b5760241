package shani

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
)

// SSE generates the kernel of one, two or three lanes for processors without AVX: SHA, SSE4.1.
func SSE(lanes int) {
	t := newTables()
	reverse := make([]byte, 16)
	for i := range reverse {
		reverse[i] = byte(15 - i)
	}
	reverseTable := emit.Bytes("reverse", reverse)
	generate(lanes, func(m *memory) kernel {
		return &sse{
			tables: t, reverse: reverseTable, lanes: lanes,
			saved: m.take(2*lanes, 16), waiting: m.take(4*lanes, 16),
			free: []reg.VecPhysical{emit.X[0], emit.X[1]},
		}
	})
}

// sse is a kernel in the sixteen registers of SSE. A lane needs four registers of message words. There are three: the
// words on which SHA256MSG1 has worked and SHA256MSG2 will wait in memory.
type sse struct {
	tables
	reverse Mem // order of bytes that turns a register
	lanes   int
	saved   []Mem             // the states before the block
	waiting []Mem             // four for each lane
	data    []reg.GPVirtual   // address of each lane's block
	free    []reg.VecPhysical // two registers that hold nothing before the first block and at a step
	rare    []func()          // code to emit aside
}

func (k *sse) plan() []string {
	states := 2 * k.lanes
	return []string{
		"X0: round constants and words, the implicit operand of SHA256RNDS2",
		fmt.Sprintf("X1 to X%d: states, ABEF and CDGH of each lane", states),
		fmt.Sprintf("X%d to X%d: message words, three registers a lane", states+1, states+3*k.lanes),
	}
}

func (k *sse) states() []reg.VecPhysical  { return emit.X[1 : 1+2*k.lanes] }
func (k *sse) abef(l int) reg.VecPhysical { return emit.X[1+2*l] }
func (k *sse) cdgh(l int) reg.VecPhysical { return emit.X[2+2*l] }

// words is the register of words 4i to 4i+3 of the message schedule, wait the place where they wait to become the ones
// sixteen further on.
func (k *sse) words(l, i int) reg.VecPhysical { return emit.X[1+2*k.lanes+3*l+i%3] }
func (k *sse) wait(l, i int) Mem              { return k.waiting[4*l+i%4] }

func (k *sse) prologue() {}
func (k *sse) epilogue() {}

func (k *sse) start() {
	Comment("Initial states")
	for i, s := range k.states() {
		MOVO(emit.At(k.initial, i%2*16), s)
	}
}

// loadState: DCBA, HGFE (highest word first) to ABEF, CDGH.
func (k *sse) loadState(l int, from Mem) {
	Comment(fmt.Sprintf("State of lane %d", l))
	abef, cdgh, t := k.abef(l), k.cdgh(l), emit.X[0]
	MOVOU(from, t)
	MOVOU(emit.At(from, 16), abef)
	PSHUFD(Imm(0b10_11_00_01), t, t)       // CDAB
	PSHUFD(Imm(0b00_01_10_11), abef, abef) // EFGH
	MOVO(t, cdgh)
	PBLENDW(Imm(0b00001111), abef, cdgh)
	PALIGNR(Imm(8), abef, t)
	MOVO(t, abef)
}

// storeState: ABEF, CDGH to DCBA, HGFE.
func (k *sse) storeState(l int, to Mem) {
	Comment(fmt.Sprintf("State of lane %d", l))
	abef, cdgh, t := k.abef(l), k.cdgh(l), emit.X[0]
	PSHUFD(Imm(0b00_01_10_11), abef, abef) // FEBA
	PSHUFD(Imm(0b10_11_00_01), cdgh, cdgh) // DCHG
	MOVO(abef, t)
	PBLENDW(Imm(0b11110000), cdgh, t)
	PALIGNR(Imm(8), abef, cdgh)
	MOVOU(t, to)
	MOVOU(cdgh, emit.At(to, 16))
}

func (k *sse) load(data []reg.GPVirtual) { k.data = data }

func (k *sse) next(w *window) {
	Comment("The blocks: prepared copies, or the messages themselves")
	k.data = make([]reg.GPVirtual, k.lanes)
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
		for l := range k.lanes {
			k.fourRounds(l, i)
		}
		k.free[1] = k.words(0, i+2) // the words before wait in memory, or have done their duty
		step(i)
	}
	Comment("Add the states before the block")
	for i, s := range k.states() {
		PADDD(k.saved[i], s)
	}
}

// fourRounds does rounds 4i to 4i+3 of lane l, and what becomes possible in the message schedule: SHA256MSG2, which
// finishes the next words, and SHA256MSG1 with the words before.
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
		PALIGNR(Imm(4), before, next) // seven words before the next
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

func (k *sse) prepare(w *window, l int) {
	Comment(fmt.Sprintf("Lane %d: prepare the next block", l))
	rest, n, from, ends, minus := w.a, w.b, GP64(), w.c, GP64()
	MOVQ(w.end[l], rest)
	SUBQ(w.at[l], rest)
	MOVL(U32(64), n.As32())
	CMPQ(rest, n)
	CMOVQLT(rest, n)
	LEAQ(k.ends, ends)
	MOVQ(w.at[l], from)
	TESTQ(n, n)
	CMOVQLE(ends, from) // nothing of the message: read anything
	MOVQ(I32(-1), minus)
	CMPQ(n, minus)
	CMOVQLT(minus, n)

	onPage := minus
	MOVL(from.As32(), onPage.As32())
	ANDL(U32(4095), onPage.As32())
	CMPL(onPage.As32(), U32(4096-64))
	crosses, readable := fmt.Sprintf("crosses%d", len(k.rare)), fmt.Sprintf("readable%d", len(k.rare))
	JA(LabelRef(crosses))
	Label(readable)
	k.rare = append(k.rare, func() {
		Label(crosses)
		k.fromEdge(w, from, n, onPage, readable)
	})

	Comment("The message, 0x80, zeros, the length unless a block follows")
	x, y := k.free[0], k.free[1]
	SUBQ(n, ends)
	for i := range 4 {
		MOVOU(Mem{Base: from, Disp: 16 * i}, x)
		MOVOU(Mem{Base: ends, Disp: endMask + 16*i}, y)
		PAND(y, x)
		MOVOU(Mem{Base: ends, Disp: endPad + 16*i}, y)
		POR(y, x)
		if i == 3 {
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

// fromEdge is for n bytes that begin less than 64 bytes before the end of a page. If they end on that page, the page
// behind may be missing: the last 64 bytes of the page are copied, and read from there. What lies behind the copy does
// not count, as it does not behind the message.
func (k *sse) fromEdge(w *window, from, n, onPage reg.GPVirtual, readable string) {
	end, x := GP64(), k.free[0]
	LEAQ(Mem{Base: onPage, Index: n, Scale: 1}, end)
	CMPQ(end, U32(4096))
	JA(LabelRef(readable))
	SUBQ(U32(4096-64), onPage)
	SUBQ(onPage, from)
	for i := range 4 {
		MOVOU(Mem{Base: from, Disp: 16 * i}, x)
		MOVO(x, emit.At(w.edge, 16*i))
	}
	LEAQ(w.edge, from)
	ADDQ(onPage, from)
	JMP(LabelRef(readable))
}

func (k *sse) aside() {
	for _, emit := range k.rare {
		emit()
	}
}

func (k *sse) digest(l int, to Mem) {
	low, high, t := k.words(0, 0), k.words(0, 1), k.words(0, 2)
	MOVO(k.abef(l), low)
	MOVO(k.cdgh(l), t)
	PSHUFB(k.reverse, low) // A B E F, lowest byte first
	PSHUFB(k.reverse, t)   // C D G H
	MOVO(low, high)
	PUNPCKLQDQ(t, low)
	PUNPCKHQDQ(t, high)
	MOVOU(low, to)
	MOVOU(high, emit.At(to, 16))
}
