package lanes

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
)

// A window emits the function that digests whole messages, group after group. While the rounds of one block go on, the
// next one is found, be it of this group or of the next; unless it is whole in every lane, it is copied and padded.
//
// A group is at work until its longest message is done. A message that is done before others keeps its state, as nothing
// is added to it any more. Groups of equal messages pay nothing for this.
type window struct {
	// in registers
	scratch reg.GPVirtual
	order   reg.GPVirtual // of the messages of the group at work
	source                // of the next block
	at      reg.GPVirtual // offset of the next block in its message, in bytes
	left    reg.GPVirtual // blocks from there on until the longest message is done
	whole   reg.GPVirtual // how many blocks after the next are whole in every lane; below 0 if the next is not

	a, b, c, d reg.GPVirtual // for anything short

	// in scratch memory
	messages Mem   // address of each message of the next block
	lengths  Mem   // length of each in bytes, 32 bits each
	here     Mem   // how many bytes of each are in the next block: -1 if it ended before, 64 at most, 32 bits each
	padded   Mem   // address of the copy of each lane
	copies   []Mem // the copies
	ragged   Mem   // how many blocks the longest message of the next block has more than the shortest
	mask     Mem   // mask of the lanes that have a message yet, and
	masked   Mem   // whether it is needed, both for the block at work
	after    Mem   // what is to come after this block, one of the following
	groups   Mem   // groups left, with the one at work

	labels int // how many pairs of labels prepare has used
}

// What may come after a block.
const (
	goOn     = iota
	newGroup // digests, then the next group
	finish   // digests, and return
)

// The rest of a message is what it has from a block on, in bytes, and below 0 if it ended before. The block belongs to
// the message if the rest is more than beyond, since a byte 0x80 and eight of length come behind its end; if it is not
// more than lastBlock, the length is in this block.
const (
	beyond    = -9
	lastBlock = 64 - 9
)

// emitWindow emits the function.
func emitWindow(newKernel func(*memory) kernel) {
	w := &window{
		scratch: GP64(), order: GP64(), source: source{rows: GP64(), offset: GP64()}, at: GP64(), left: GP64(),
		whole: GP64(), a: GP64(), b: GP64(), c: GP64(), d: GP64(),
	}
	m := &memory{base: w.scratch}
	k := newKernel(m)
	lanes := k.lanes()
	k.windowMemory(m)
	w.copies = m.take(lanes, 64)
	w.lengths, w.here, w.mask = m.take(1, 4*lanes)[0], m.take(1, 4*lanes)[0], m.take(1, 4*lanes)[0]
	w.messages, w.padded = m.take(lanes, 8)[0], m.take(lanes, 8)[0]
	w.ragged, w.masked = m.take(1, 8)[0], m.take(1, 8)[0]
	w.after, w.groups = m.take(1, 8)[0], m.take(1, 8)[0]
	if m.size > 4096 {
		panic("scratch memory is too small")
	}

	name := fmt.Sprintf("SHA256x%d%s", lanes, k.suffix())
	TEXT(name, NOSPLIT, "func(base *byte, spans *uint64, order *uint32, groups uint64, digests *byte, scratch *[4096]byte)")
	Doc(fmt.Sprintf("%s makes the SHA-256 digests of whole messages, %d side by side.", name, lanes))
	Pragma("noescape")
	Load(Param("scratch"), w.scratch)
	Load(Param("order"), w.order)
	Load(Param("groups"), w.a)
	MOVQ(w.a, w.groups)
	for l, to := range w.copies {
		LEAQ(to, w.a)
		MOVQ(w.a, emit.At(w.padded, 8*l))
	}
	k.prologue()

	Comment("The first group")
	w.readGroup(k, 0)
	w.choose("First")
	w.prepare(k, 0, lanes)
	k.first(w.source)
	k.start()

	Label("block")
	next := 0 // lane to prepare
	k.rounds(w.source, func(round int) {
		switch {
		case round == loaded:
			w.advance(k)
		case round > loaded && next < lanes:
			w.prepare(k, next, lanes/hooks)
			next += lanes / hooks
		}
	})
	CMPQ(w.masked, Imm(0))
	JNE(LabelRef("ragged"))
	k.add()
	Label("added")
	MOVQ(w.after, w.a)
	TESTQ(w.a, w.a)
	JZ(LabelRef("block"))

	Comment("Digests")
	k.digests(w)
	ADDQ(Imm(uint64(4*lanes)), w.order)
	CMPQ(w.after, Imm(finish))
	JEQ(LabelRef("finish"))
	k.start()
	JMP(LabelRef("block"))
	Label("finish")
	VZEROUPPER()
	RET()

	Label("ragged")
	k.addBusy(w)
	JMP(LabelRef("added"))
	Label("busy")
	k.busy(w)
	JMP(LabelRef("known"))
	k.aside()
}

// readGroup finds out where the messages of a group lie, and how many blocks they have. Their numbers are at order plus
// skip.
func (w *window) readGroup(k kernel, skip int) {
	for l := range k.lanes() {
		number, spans, offset := w.a, w.b, w.c
		MOVL(Mem{Base: w.order, Disp: skip + 4*l}, number.As32())
		MOVQ(NewParamAddr("spans", 8), spans)
		span := Mem{Base: spans, Index: number, Scale: 8}
		MOVL(span, offset.As32())
		ADDQ(NewParamAddr("base", 0), offset)
		MOVQ(offset, emit.At(w.messages, 8*l))
		k.length(l, emit.At(span, 4))
		switch l {
		case 0:
			blocks(emit.At(span, 4), w.whole)
		case k.lanes() - 1:
			blocks(emit.At(span, 4), w.left)
		}
	}
	k.lengths(w)
	MOVQ(w.left, w.a)
	SUBQ(w.whole, w.a)
	MOVQ(w.a, w.ragged)
	Comment("Padding is in the last two blocks")
	SUBQ(Imm(2), w.whole)
	XORL(w.at.As32(), w.at.As32())
}

// blocks makes the number of blocks out of that of bytes.
func blocks(bytes Mem, n reg.GPVirtual) {
	MOVL(bytes, n.As32())
	ADDQ(Imm(64-1-beyond), n)
	SHRQ(Imm(6), n)
}

// choose has the next block loaded from the messages if it is whole in every lane, else from the copies.
func (w *window) choose(suffix string) {
	Label("choose" + suffix)
	LEAQ(w.messages, w.rows)
	MOVQ(w.at, w.offset)
	DECQ(w.whole)
	JNS(LabelRef("chosen" + suffix))
	LEAQ(w.padded, w.rows)
	XORL(w.offset.As32(), w.offset.As32())
	Label("chosen" + suffix)
}

// advance decides what comes after the block at work, and reads the next group if this one ends.
func (w *window) advance(k kernel) {
	Comment("Are all messages of this block still at work?")
	MOVQ(w.ragged, w.a)
	MOVQ(w.a, w.masked)
	TESTQ(w.a, w.a)
	JNZ(LabelRef("busy"))
	Label("known")
	Comment("What comes after it?")
	MOVQ(U32(goOn), w.after)
	ADDQ(Imm(64), w.at)
	DECQ(w.left)
	JNZ(LabelRef("choose"))
	MOVQ(U32(finish), w.after)
	XORL(w.whole.As32(), w.whole.As32()) // nothing to prepare
	DECQ(w.groups)
	JZ(LabelRef("chosen"))
	MOVQ(U32(newGroup), w.after)
	w.readGroup(k, 4*k.lanes())
	w.choose("")
}

// prepare makes the copies of count lanes from l on if the next block needs them.
func (w *window) prepare(k kernel, l, count int) {
	w.labels++
	whole, done := fmt.Sprintf("whole%d", w.labels), fmt.Sprintf("prepared%d", w.labels)
	CMPQ(w.whole, Imm(0))
	JGE(LabelRef(whole))
	first := l == 0
	if first {
		k.measure(w)
	}
	for ; count > 0; count-- {
		Comment(fmt.Sprintf("Copy and pad the next block of lane %d", l))
		address, n := w.a, w.b
		MOVQ(emit.At(w.messages, 8*l), address)
		ADDQ(w.at, address)
		MOVLQSX(emit.At(w.here, 4*l), n)
		k.pad(address, n, w.c, w.d, w.copies[l])
		l++
	}
	if first {
		JMP(LabelRef(done))
		Label(whole)
		k.noLength()
		Label(done)
	} else {
		Label(whole)
	}
}
