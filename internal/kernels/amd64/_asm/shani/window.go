package shani

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A window emits the function that digests whole messages, group after group. While the rounds of one block go on, the
// next one is prepared, be it of this group or of the next.
//
// Lanes of a group that are done before others follow the longest message from then on, and write their digest to
// waste. Groups of equal messages pay nothing for this.
type window struct {
	k kernel

	// in registers
	scratch            reg.GPVirtual
	base, spans, order reg.GPVirtual   // arguments; order moves on
	at                 []reg.GPVirtual // address of each lane's next block
	left               reg.GPVirtual   // blocks until the next lane is done
	a, b, c            reg.GPVirtual   // for anything short

	// in scratch memory, of each lane
	copies []Mem // the prepared block
	end    []Mem // address of the message's end
	bits   []Mem // its length in bits
	slot   []Mem // address for its digest
	done   []Mem // the slot again, when slot is already that of the next group's message

	whole  Mem // 64 if the next blocks are whole in every lane, and not copied; 0 if prepared
	after  Mem // what is to come after this block, one of the following
	groups Mem // groups left, with the one at work
	waste  Mem // for the digests of lanes that follow another
}

// What may come after a block.
const (
	goOn     = iota
	goOnLess // digests of the lanes that are done, then on with the others
	newGroup // digests, then the next group, whose first blocks are prepared
	finish   // digests, and return
)

func emitWindow(name string, lanes int, newKernel func(*memory) kernel) {
	TEXT(name, NOSPLIT, "func(base *byte, spans *uint64, order *uint32, groups uint64, digests *byte, scratch *[4096]byte)")
	Doc(fmt.Sprintf("%s makes the SHA-256 digests of whole messages, %d side by side.", name, lanes))
	Pragma("noescape")

	w := &window{
		scratch: GP64(), base: GP64(), spans: GP64(), order: GP64(), left: GP64(), a: GP64(), b: GP64(), c: GP64(),
	}
	m := &memory{base: w.scratch}
	w.copies = m.take(lanes, 64)
	w.k = newKernel(m)
	w.waste = m.take(1, 32)[0]
	w.end, w.bits, w.slot, w.done = m.take(lanes, 8), m.take(lanes, 8), m.take(lanes, 8), m.take(lanes, 8)
	w.whole, w.after, w.groups = m.take(1, 8)[0], m.take(1, 8)[0], m.take(1, 8)[0]
	for range lanes {
		w.at = append(w.at, GP64())
	}

	Load(Param("base"), w.base)
	Load(Param("spans"), w.spans)
	Load(Param("order"), w.order)
	Load(Param("scratch"), w.scratch)
	Load(Param("groups"), w.a)
	MOVQ(w.a, w.groups)
	w.k.prologue()

	Comment("The first group")
	w.startGroup()
	MOVQ(U32(0), w.whole)
	for l := range lanes {
		w.k.prepare(w, l)
	}
	w.k.start()

	Label("block")
	w.k.next(w)
	w.k.rounds(func(i int) {
		if i == loaded {
			w.advance()
		}
		for l := range lanes {
			if i == prepareStep(l, lanes) {
				ready := fmt.Sprintf("ready%d", l)
				CMPQ(w.whole, Imm(0))
				JNE(LabelRef(ready))
				w.k.prepare(w, l)
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
		w.k.digest(l, Mem{Base: w.b})
	}
	CMPQ(w.a, U8(newGroup))
	JB(LabelRef("block"))
	JA(LabelRef("finish"))
	w.k.start()
	JMP(LabelRef("block"))

	Label("finish")
	w.k.epilogue()
	RET()

	if lanes > 1 {
		w.retire()
	}
	w.k.aside()
}

// startGroup reads where the messages of the next group lie.
func (w *window) startGroup() {
	for l, at := range w.at {
		n, span := w.a, w.b
		MOVL(Mem{Base: w.order, Disp: 4 * l}, n.As32())
		MOVQ(Mem{Base: w.spans, Index: n, Scale: 8}, span)
		SHLQ(Imm(5), n)
		ADDQ(NewParamAddr("digests", 32), n)
		MOVQ(n, w.slot[l])
		MOVL(span.As32(), at.As32())
		ADDQ(w.base, at)
		length := span
		SHRQ(Imm(32), length)
		LEAQ(Mem{Base: at, Index: length, Scale: 1}, w.c)
		MOVQ(w.c, w.end[l])
		if l == 0 {
			blocks(length, w.left)
		}
		SHLQ(Imm(3), length)
		MOVQ(length, w.bits[l])
	}
	ADDQ(Imm(uint64(4*len(w.at))), w.order)
}

// blocks makes the number of blocks out of that of bytes: one byte 0x80 and eight of length end a message.
func blocks(bytes, n reg.GPVirtual) {
	LEAQ(Mem{Base: bytes, Disp: 72}, n)
	SHRQ(Imm(6), n)
}

// advance decides what comes after the block at work, and starts the next group if this one ends.
func (w *window) advance() {
	Comment("What comes after this block?")
	XORL(w.b.As32(), w.b.As32()) // goOn
	DECQ(w.left)
	JNZ(LabelRef("decided"))
	for l := range w.at {
		MOVQ(w.slot[l], w.a)
		MOVQ(w.a, w.done[l])
	}
	if last := len(w.at) - 1; last > 0 {
		// Is the longest message done, too?
		MOVQ(w.end[last], w.left)
		SUBQ(w.at[last], w.left)
		ADDQ(Imm(72), w.left)
		SARQ(Imm(6), w.left)
		CMPQ(w.left, Imm(0))
		JG(LabelRef("retire"))
	}
	MOVL(U32(finish), w.b.As32())
	MOVL(U32(3), w.left.As32()) // nothing to prepare
	DECQ(w.groups)
	JZ(LabelRef("decided"))
	w.startGroup()
	MOVL(U32(newGroup), w.b.As32())
	Label("decided")
	MOVQ(w.b, w.after)
	// With three blocks left, the padding does not reach into the first.
	XORL(w.a.As32(), w.a.As32())
	MOVL(U32(64), w.b.As32())
	CMPQ(w.left, Imm(3))
	CMOVQGE(w.b, w.a)
	MOVQ(w.a, w.whole)
}

// retire makes the lanes that are done follow the longest message, and finds how many blocks the shortest of the others
// still has. It stands aside of the usual way.
func (w *window) retire() {
	Label("retire")
	LEAQ(w.waste, w.c)
	last := len(w.at) - 1
	for l := last - 1; l >= 0; l-- {
		busy, next := fmt.Sprintf("busy%d", l), fmt.Sprintf("retired%d", l)
		MOVQ(w.end[l], w.a)
		SUBQ(w.at[l], w.a)
		ADDQ(Imm(72), w.a)
		SARQ(Imm(6), w.a)
		CMPQ(w.a, Imm(0))
		JG(LabelRef(busy))
		MOVQ(w.at[last], w.at[l])
		MOVQ(w.end[last], w.a)
		MOVQ(w.a, w.end[l])
		MOVQ(w.c, w.slot[l])
		JMP(LabelRef(next))
		Label(busy)
		CMPQ(w.a, w.left)
		CMOVQLT(w.a, w.left)
		Label(next)
	}
	MOVL(U32(goOnLess), w.b.As32())
	JMP(LabelRef("decided"))
}

// prepareStep is the step of the rounds at which the next block of lane l is prepared: late enough for the lengths to
// be at hand, early enough for the copy to be complete when it is read.
func prepareStep(l, lanes int) int { return 5 + 6*l/max(lanes-1, 1) }
