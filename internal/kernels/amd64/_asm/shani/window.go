package shani

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A window emits the function that digests whole messages, group after group.
//
// While the rounds of one block go on, the next one is prepared, be it of this group or of the next, so that the rounds
// of single-block messages follow each other without a break. Lanes that are done before others of their group follow
// the longest message from then on, and write their digests to waste; groups of like messages pay nothing for this.
type window struct {
	kernel
	lanes int

	// In registers.
	scratch            reg.GPVirtual
	base, spans, order reg.GPVirtual   // arguments; order moves on
	at                 []reg.GPVirtual // address of each lane's next block
	left               reg.GPVirtual   // blocks until a lane is done
	a, b, c            reg.GPVirtual   // short-lived

	// In scratch memory; the first five for each lane.
	copies []Mem // the next block, prepared
	end    []Mem // address of the message's end
	bits   []Mem // its length in bits
	slot   []Mem // address for its digest
	done   []Mem // that of the message that is done, when slot is already that of the next
	whole  Mem   // 64 if the next blocks are whole in every lane, and not copied; else 0
	after  Mem   // what comes after this block, one of the constants below
	groups Mem   // groups left, the one at work counts
	waste  Mem   // for digests that nobody wants
	edge   Mem   // for the end of a page, with 64 bytes behind it that do not count
}

// What comes after a block.
const (
	goOn       = iota // the next one
	goOnFewer         // digests, then the next one
	startGroup        // digests, then the next group, whose first blocks are prepared
	finish            // digests, then nothing
)

func emitWindow(name string, lanes int, newKernel func(*memory) kernel) {
	begin(name, "func(base *byte, spans *uint64, order *uint32, groups uint64, digests *byte, scratch *[4096]byte)",
		fmt.Sprintf("makes the SHA-256 digests of whole messages, %d at a time.", lanes))
	w := newWindow(lanes, newKernel)
	Comment(w.plan()...)
	Load(Param("base"), w.base)
	Load(Param("spans"), w.spans)
	Load(Param("order"), w.order)
	Load(Param("scratch"), w.scratch)
	Load(Param("groups"), w.a)
	MOVQ(w.a, w.groups)
	w.prologue()
	w.nextGroup()
	MOVQ(U32(0), w.whole)
	for l := range lanes {
		w.prepare(w, l)
	}

	Label("start")
	w.start()

	Label("block")
	w.next(w)
	w.rounds(func(i int) {
		if i == loaded {
			w.advance()
		}
		for l := range lanes {
			if i == prepareStep(l, lanes) {
				ready := fmt.Sprintf("ready%d", l)
				CMPQ(w.whole, Imm(0))
				JNE(LabelRef(ready))
				w.prepare(w, l)
				Label(ready)
			}
		}
	})
	MOVQ(w.after, w.a)
	TESTQ(w.a, w.a)
	JZ(LabelRef("block"))

	Comment("Digests")
	for l := range lanes {
		MOVQ(w.done[l], w.b)
		w.digest(l, Mem{Base: w.b})
	}
	CMPQ(w.a, Imm(startGroup))
	JB(LabelRef("block"))
	JE(LabelRef("start"))
	w.epilogue()
	RET()

	w.retire()
	w.aside()
}

func newWindow(lanes int, newKernel func(*memory) kernel) *window {
	w := &window{
		lanes:   lanes,
		scratch: GP64(), base: GP64(), spans: GP64(), order: GP64(), left: GP64(), a: GP64(), b: GP64(), c: GP64(),
	}
	for range lanes {
		w.at = append(w.at, GP64())
	}
	m := &memory{base: w.scratch}
	w.copies = m.take(lanes, 64)
	w.edge = m.take(2, 64)[0]
	w.waste = m.take(1, 32)[0]
	w.end, w.bits, w.slot, w.done = m.take(lanes, 8), m.take(lanes, 8), m.take(lanes, 8), m.take(lanes, 8)
	single := m.take(3, 8)
	w.whole, w.after, w.groups = single[0], single[1], single[2]
	w.kernel = newKernel(m)
	return w
}

// prepareStep is the step of the rounds at which the next block of lane l is prepared: some way behind the loads that
// it needs, and some way before the copy is read.
func prepareStep(l, lanes int) int { return 5 + 6*l/max(lanes-1, 1) }

// nextGroup looks up where the messages of the next group lie.
func (w *window) nextGroup() {
	Comment("The next group")
	for l, at := range w.at {
		number, span, end := w.a, w.b, w.c
		MOVL(Mem{Base: w.order, Disp: 4 * l}, number.As32())
		MOVQ(Mem{Base: w.spans, Index: number, Scale: 8}, span)
		SHLQ(Imm(5), number)
		ADDQ(NewParamAddr("digests", 32), number)
		MOVQ(number, w.slot[l])
		MOVL(span.As32(), at.As32())
		ADDQ(w.base, at)
		length := span
		SHRQ(Imm(32), length)
		LEAQ(Mem{Base: at, Index: length, Scale: 1}, end)
		MOVQ(end, w.end[l])
		if l == 0 {
			MOVQ(length, w.left)
			blocks(w.left)
		}
		SHLQ(Imm(3), length)
		MOVQ(length, w.bits[l])
	}
	ADDQ(Imm(uint64(4*w.lanes)), w.order)
}

// rest makes n the number of blocks left in lane l, 0 if it is done, and sets the zero flag by it.
func (w *window) rest(l int, n reg.GPVirtual) {
	MOVQ(w.end[l], n)
	SUBQ(w.at[l], n)
	blocks(n)
}

// blocks turns a number of bytes left, -72 or more, into one of blocks: a byte 0x80 and eight of length are still to
// come.
func blocks(n reg.GPVirtual) {
	ADDQ(Imm(72), n)
	SHRQ(Imm(6), n)
}

// advance decides what comes after the block at work. If the group ends with it, the next one begins here.
func (w *window) advance() {
	Comment("What comes after this block?")
	after := w.b
	XORL(after.As32(), after.As32()) // goOn
	DECQ(w.left)
	JNZ(LabelRef("decided"))
	for l := range w.lanes {
		MOVQ(w.slot[l], w.a)
		MOVQ(w.a, w.done[l])
	}
	if w.lanes > 1 {
		w.rest(w.lanes-1, w.left)
		JNZ(LabelRef("retire"))
	}
	MOVL(U32(finish), after.As32())
	MOVL(U32(3), w.left.As32()) // so that nothing is prepared
	DECQ(w.groups)
	JZ(LabelRef("decided"))
	w.nextGroup()
	MOVL(U32(startGroup), after.As32())

	Label("decided")
	MOVQ(after, w.after)
	Comment("With three blocks left, the first is whole")
	XORL(w.a.As32(), w.a.As32())
	MOVL(U32(64), w.c.As32())
	CMPQ(w.left, Imm(3))
	CMOVQGE(w.c, w.a)
	MOVQ(w.a, w.whole)
}

// retire has the lanes that are done follow the longest message, of which left blocks are left, and makes left the
// blocks of the shortest message that is not done. It stands aside of the usual way.
func (w *window) retire() {
	last := w.lanes - 1
	if last == 0 {
		return
	}
	Label("retire")
	for l := last - 1; l >= 0; l-- {
		busy, next := fmt.Sprintf("busy%d", l), fmt.Sprintf("retired%d", l)
		w.rest(l, w.a)
		JNZ(LabelRef(busy))
		MOVQ(w.at[last], w.at[l])
		MOVQ(w.end[last], w.a)
		MOVQ(w.a, w.end[l])
		LEAQ(w.waste, w.a)
		MOVQ(w.a, w.slot[l])
		JMP(LabelRef(next))
		Label(busy)
		CMPQ(w.a, w.left)
		CMOVQLT(w.a, w.left)
		Label(next)
	}
	MOVL(U32(goOnFewer), w.b.As32())
	JMP(LabelRef("decided"))
}
