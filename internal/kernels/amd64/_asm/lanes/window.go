package lanes

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
)

// A window emits the function that digests whole messages, group after group.
//
// A group is at work until its longest message is done. From its first block to the last that is whole in every lane,
// blocks are loaded from the messages; after that, they are loaded with care and padded. A message that is done before
// others keeps its state, as nothing is added to it any more.
type window struct {
	// in registers
	scratch                     reg.GPVirtual
	base, spans, order, digests reg.GPVirtual // arguments; order moves on
	offset                      reg.GPVirtual // of the block at work in its message, in bytes
	left                        reg.GPVirtual // blocks until the longest message is done
	whole                       reg.GPVirtual // blocks that are whole in every lane; below that after the last of them
	a, b, c                     reg.GPVirtual // for anything short

	// in scratch memory
	at      Mem // address of each message
	lengths Mem // length of each message in bytes, 32 bits each
	groups  Mem // groups left, with the one at work
	ragged  Mem // how many blocks the longest message has more than the shortest
}

// The rest of a message is what it has from offset on, in bytes, and below 0 when it has ended before. The block there
// belongs to the message if the rest is more than beyond, since a byte 0x80 and eight of length come behind its end; if
// it is not more than lastBlock, the length is in this block.
const (
	beyond    = -9
	lastBlock = 64 - 9
)

// emitWindow emits the function.
func emitWindow(newKernel func(*memory) kernel) {
	w := &window{
		scratch: GP64(), base: GP64(), spans: GP64(), order: GP64(), digests: GP64(), offset: GP64(), left: GP64(),
		whole: GP64(), a: GP64(), b: GP64(), c: GP64(),
	}
	m := &memory{base: w.scratch}
	k := newKernel(m)
	k.windowMemory(m)
	w.lengths = m.take(1, 4*k.lanes())[0]
	w.at = m.take(k.lanes(), 8)[0]
	w.groups, w.ragged = m.take(1, 8)[0], m.take(1, 8)[0]
	if m.size > 4096 {
		panic("scratch memory is too small")
	}

	name := fmt.Sprintf("SHA256x%d%s", k.lanes(), k.suffix())
	TEXT(name, NOSPLIT, "func(base *byte, spans *uint64, order *uint32, groups uint64, digests *byte, scratch *[4096]byte)")
	Doc(fmt.Sprintf("%s makes the SHA-256 digests of whole messages, %d side by side.", name, k.lanes()))
	Pragma("noescape")
	Load(Param("base"), w.base)
	Load(Param("spans"), w.spans)
	Load(Param("order"), w.order)
	Load(Param("digests"), w.digests)
	Load(Param("scratch"), w.scratch)
	Load(Param("groups"), w.a)
	MOVQ(w.a, w.groups)
	k.prologue()

	Label("group")
	w.readGroup(k.lanes())
	k.start()

	Label("block")
	DECQ(w.whole)
	JS(LabelRef("padded"))
	k.load(w.at, w.offset)
	Label("loaded")
	k.rounds()
	CMPQ(w.ragged, Imm(0))
	JNE(LabelRef("ragged"))
	k.add()
	Label("added")
	ADDQ(Imm(64), w.offset)
	DECQ(w.left)
	JNZ(LabelRef("block"))

	Comment("Digests")
	k.digests(w)
	ADDQ(Imm(uint64(4*k.lanes())), w.order)
	DECQ(w.groups)
	JNZ(LabelRef("group"))
	VZEROUPPER()
	RET()

	Label("padded")
	k.loadPadded(w)
	k.putLength(w)
	JMP(LabelRef("loaded"))

	Label("ragged")
	k.addBusy(w)
	JMP(LabelRef("added"))
	k.aside()
}

// readGroup finds out where the messages of the next group lie, and how many blocks they have.
func (w *window) readGroup(lanes int) {
	Comment("The messages of a group")
	for l := range lanes {
		number, span, length := w.a, w.b, w.b
		MOVL(Mem{Base: w.order, Disp: 4 * l}, number.As32())
		MOVQ(Mem{Base: w.spans, Index: number, Scale: 8}, span)
		MOVL(span.As32(), w.c.As32())
		ADDQ(w.base, w.c)
		MOVQ(w.c, emit.At(w.at, 8*l))
		SHRQ(Imm(32), length)
		MOVL(length.As32(), emit.At(w.lengths, 4*l))
		switch l {
		case 0:
			blocks(length, w.whole)
		case lanes - 1:
			blocks(length, w.left)
		}
	}
	MOVQ(w.left, w.a)
	SUBQ(w.whole, w.a)
	MOVQ(w.a, w.ragged)
	Comment("Padding is in the last two blocks of a message")
	SUBQ(Imm(2), w.whole)
	XORL(w.offset.As32(), w.offset.As32())
}

// blocks makes the number of blocks out of that of bytes.
func blocks(bytes, n reg.GPVirtual) {
	LEAQ(Mem{Base: bytes, Disp: 64 - 1 - beyond}, n)
	SHRQ(Imm(6), n)
}
