package sha256

import (
	"fmt"

	"szsum/internal/kernels/arm64/_asm/emit"
)

// A window emits the function that digests whole messages, group after group. Nothing waits in memory between one block
// and the next: the end of a message is masked and padded in registers, so that the processor can run ahead into the
// next block, and into the next group, while the rounds of this one go on.
//
// Lanes of a group that are done before others follow the longest message from then on, and write their digest to
// waste. Groups of equal messages pay nothing for this.
type window struct {
	*emit.File
	k kernel

	base, spans, order, groups, digests, scratch emit.R
	ends                                         emit.R
	left                                         emit.R   // blocks until the next lane is done
	offset                                       emit.R   // of the next block in every message
	at, length, slot                             []emit.R // of each lane: address of the next block, length, address for the digest
	a, b, c, d                                   emit.R   // for anything short
}

// Places in scratch memory.
const (
	edge  = 0   // 128 bytes for a block at the edge of a page
	waste = 128 // 32 bytes for digests that do not count
	saved = 192 // 128 bytes for the kernel
)

func emitWindow(f *emit.File, newKernel func() kernel) {
	f.Func("placeholder",
		"(base *byte, spans *uint64, order *uint32, groups uint64, digests *byte, scratch *[4096]byte)", "")
	w := &window{
		File: f,
		base: f.Reg("base"), spans: f.Reg("spans"), order: f.Reg("order, moves on"), groups: f.Reg("groups left"),
		digests: f.Reg("digests"), scratch: f.Reg("scratch memory"), ends: f.Reg("masks and padding"),
		left: f.Reg("blocks until the next lane is done"), offset: f.Reg("offset of the next block in every message"),
		a: f.Reg("temporary"), b: f.Reg("temporary"), c: f.Reg("temporary"), d: f.Reg("temporary"),
	}
	w.k = newKernel()
	lanes := w.k.lanes()
	f.Rename(fmt.Sprintf("SHA256x%d%s", lanes, w.k.suffix()),
		fmt.Sprintf("makes the SHA-256 digests of whole messages, %d side by side.", lanes))
	w.at = f.Regs(lanes, "address of the next block of lane %d")
	w.length = f.Regs(lanes, "length of the message of lane %d")
	w.slot = f.Regs(lanes, "address for the digest of lane %d")

	f.Load("base", w.base)
	f.Load("spans", w.spans)
	f.Load("order", w.order)
	f.Load("groups", w.groups)
	f.Load("digests", w.digests)
	f.Load("scratch", w.scratch)
	f.Address("ends", w.ends)
	w.k.prologue(w.scratch, saved)

	f.Label("group")
	w.startGroup()

	f.Label("block")
	f.Op("CMP", 3, w.left)
	f.Op("BLT", "padded")
	f.Comment("With three blocks left, the padding does not reach into this one")
	for l := range lanes {
		load(f, w.k, l, w.at[l])
	}

	f.Label("rounds")
	for l := range lanes {
		f.Op("ADD", 64, w.at[l])
	}
	f.Op("ADD", 64, w.offset)
	w.k.rounds(w.a, w.b)
	f.Op("SUBS", 1, w.left)
	f.Op("BNE", "block")

	f.Comment("Digests, those of lanes that are not done to be overwritten")
	w.k.digests(w.slot)
	if lanes > 1 {
		f.Comment("Is the longest message done, too?")
		w.blocksLeft(lanes-1, w.left)
		f.Op("CMP", 0, w.left)
		f.Op("BGT", "retire")
	}
	f.Op("SUBS", 1, w.groups)
	f.Op("BNE", "group")
	f.Op("RET")

	f.Label("padded")
	for l := range lanes {
		w.loadPadded(l)
	}
	f.Op("B", "rounds")
	if lanes > 1 {
		w.retire()
	}
}

// startGroup reads where the messages of the next group lie.
func (w *window) startGroup() {
	w.Comment("Where the next messages lie, and their states")
	for l := range w.at {
		number, span := w.a, w.b
		w.Op("MOVWU.P", emit.Mem(w.order, 4), number)
		w.Op("MOVD", emit.Indexed(w.spans, number, 3), span)
		w.Op("ADD", emit.Shifted(number, 5), w.digests, w.slot[l])
		w.Op("MOVWU", span, w.at[l])
		w.Op("ADD", w.base, w.at[l])
		w.Op("LSR", 32, span, w.length[l])
	}
	w.Op("MOVD", 0, w.offset)
	w.blocksLeft(0, w.left)
	w.k.start()
}

// blocksLeft is how many blocks the message of lane l has from offset on, none or less if it is done: one byte 0x80 and
// eight of length end it.
func (w *window) blocksLeft(l int, n emit.R) {
	w.Op("SUB", w.offset, w.length[l], n)
	w.Op("ADD", 72, n)
	w.Op("ASR", 6, n)
}

// loadPadded loads the next block of lane l, which may be one of the last two of its message.
func (w *window) loadPadded(l int) {
	w.Comment("The block of lane %d: message, 0x80, zeros", l)
	rest, n, from, t := w.a, w.b, w.c, w.d
	block, mask, pad := w.k.block(l), w.k.spare()[:4], w.k.spare()[4:8]
	w.Op("SUB", w.offset, w.length[l], rest)
	w.Op("MOVD", 64, n)
	w.Op("CMP", 64, rest)
	w.Op("CSEL", "LT", rest, n, n)
	w.Op("CMP", 0, rest)
	w.Op("CSEL", "LE", w.ends, w.at[l], from) // nothing of the message: the bytes there do not count
	w.Op("CSINV", "GE", n, emit.ZR, n)        // -1 at least

	// Reading 64 bytes must not get to a page without a byte of the message.
	w.Op("AND", 4095, from, t)
	w.Op("CMP", 4096-64, t)
	w.Op("BHI", fmt.Sprintf("edge%d", l))
	w.Label(fmt.Sprintf("readable%d", l))
	w.Op("VLD1", emit.Mem(from, 0), emit.List(block...))
	w.Op("SUB", n, w.ends, t)
	w.Op("ADD", endMask, t, n)
	w.Op("VLD1", emit.Mem(n, 0), emit.List(mask...))
	w.Op("ADD", endPad, t, n)
	w.Op("VLD1", emit.Mem(n, 0), emit.List(pad...))
	for i, b := range block {
		w.Op("VAND", mask[i].B16(), b.B16(), b.B16())
	}
	for i, b := range block {
		w.Op("VORR", pad[i].B16(), b.B16(), b.B16())
	}
	for _, b := range block {
		w.Op("VREV32", b.B16(), b.B16())
	}
	// The length, unless there is a block more.
	bits, last := n, mask[0]
	w.Op("LSL", 3, w.length[l], bits)
	w.Op("CMP", 55, rest)
	w.Op("CSEL", "GT", emit.ZR, bits, bits)
	w.Op("VEOR", last.B16(), last.B16(), last.B16())
	w.Op("VMOV", bits, last.S(3))
	w.Op("VORR", last.B16(), block[3].B16(), block[3].B16())
	w.Aside(func() { w.fromEdge(l, n, from, t) })
}

// fromEdge is for n bytes that begin less than 64 bytes before the end of a page. If they end there as well, it copies
// the last 64 bytes of the page and has them read from the copy; what is read behind the copy does not count.
func (w *window) fromEdge(l int, n, from, onPage emit.R) {
	readable := fmt.Sprintf("readable%d", l)
	block := emit.List(w.k.block(l)...)
	w.Label(fmt.Sprintf("edge%d", l))
	w.Op("ADD", n, onPage)
	w.Op("CMP", 4096, onPage)
	w.Op("BGT", readable)
	w.Op("SUB", n, onPage)
	w.Op("SUB", 4096-64, onPage) // place in the copy
	w.Op("SUB", onPage, from)
	w.Op("VLD1", emit.Mem(from, 0), block)
	w.Op("VST1", block, emit.Mem(w.scratch, edge))
	w.Op("ADD", onPage, w.scratch, from)
	w.Op("B", readable)
}

// retire makes the lanes that are done follow the longest message, and finds how many blocks the shortest of the others
// still has.
func (w *window) retire() {
	last := len(w.at) - 1
	w.Label("retire")
	w.Op("ADD", waste, w.scratch, w.b)
	for l := range last {
		busy, next := fmt.Sprintf("busy%d", l), fmt.Sprintf("retired%d", l)
		w.blocksLeft(l, w.a)
		w.Op("CMP", 0, w.a)
		w.Op("BGT", busy)
		w.Op("MOVD", w.at[last], w.at[l])
		w.Op("MOVD", w.length[last], w.length[l])
		w.Op("MOVD", w.b, w.slot[l])
		w.Op("B", next)
		w.Label(busy)
		w.Op("CMP", w.left, w.a)
		w.Op("CSEL", "LT", w.a, w.left, w.left)
		w.Label(next)
	}
	w.Op("B", "block")
}
