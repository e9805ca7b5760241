package blake2b

import (
	"fmt"

	"szsum/internal/kernels/arm64/_asm/emit"
)

// NEON and SHA3 generate the kernels.
func NEON(f *emit.File) { generate(f, false) }
func SHA3(f *emit.File) { generate(f, true) }

func generate(f *emit.File, xar bool) {
	tables(f)
	emitWindow(f, xar)
	emitBlocks(f, xar)
}

// emitBlocks emits the function that advances states by whole blocks.
func emitBlocks(f *emit.File, xar bool) {
	f.Func("", "(states **[12]uint64, data **byte, blocks, stride uint64, scratch *[4096]byte)", "")
	states, data, left := f.Reg("states"), f.Reg("data"), f.Reg("blocks left")
	stride, scratch := f.Reg("bytes from block to block"), f.Reg("scratch memory")
	at := f.Regs(lanes, "address of the next block of lane %d")
	c := count{
		low: f.Regs(lanes, "bytes counted of lane %d"), high: f.Regs(lanes, "the same, high word of lane %d"),
		f0: f.Regs(lanes, "flag f0 of lane %d"), f1: f.Regs(lanes, "flag f1 of lane %d"),
	}
	state := f.Regs(lanes, "state of lane %d")
	k := newKernel(f, xar, scratch)
	f.Rename("BLAKE2bBlocksx2"+k.suffix(), "advances two BLAKE2b states by whole blocks.")

	f.Load("states", states)
	f.Load("data", data)
	f.Load("blocks", left)
	f.Load("stride", stride)
	f.Load("scratch", scratch)
	k.prologue()
	f.Comment("States in")
	for l := range lanes {
		f.Op("MOVD", emit.Mem(data, 8*l), at[l])
		f.Op("MOVD", emit.Mem(states, 8*l), state[l])
		for i, r := range [][]emit.R{c.low, c.high, c.f0, c.f1} {
			f.Op("MOVD", emit.Mem(state[l], 8*(8+i)), r[l])
		}
		for i := 0; i < 4; i += 2 {
			k.LoadPair(emit.Mem(state[l], 16*i), k.v[4*l+i], k.v[4*l+i+1])
		}
	}
	for i := range 4 {
		a, b, low, high := k.v[i], k.v[4+i], k.v[8], k.v[9]
		f.Op("VZIP1", b.D2(), a.D2(), low.D2())
		f.Op("VZIP2", b.D2(), a.D2(), high.D2())
		k.StorePair(low, high, emit.Mem(scratch, chain+vectors*2*i))
	}

	f.Label("block")
	for l := range lanes {
		k.load(at[l], k.block(l))
		f.Op("ADD", stride, at[l])
		f.Op("ADDS", 128, c.low[l])
		f.Op("ADC", emit.ZR, c.high[l])
	}
	k.compress(c, scratch)
	f.Op("SUBS", 1, left)
	f.Op("BNE", "block")

	f.Comment("States out")
	k.store(state)
	for l := range lanes {
		f.Op("MOVD", c.low[l], emit.Mem(state[l], 64))
		f.Op("MOVD", c.high[l], emit.Mem(state[l], 72))
	}
	f.Op("RET")
}

// store writes the chaining values that compress left, those of a lane to where its register points.
func (k *kernel) store(to []emit.R) {
	for i := 0; i < 8; i += 4 {
		for l, p := range to {
			zip := []string{"VZIP1", "VZIP2"}[l]
			a, b := k.v[8+2*l], k.v[9+2*l]
			k.Op(zip, k.v[i+1].D2(), k.v[i].D2(), a.D2())
			k.Op(zip, k.v[i+3].D2(), k.v[i+2].D2(), b.D2())
			k.StorePair(a, b, emit.Mem(p, 8*i))
		}
	}
}

// A window emits the function that digests whole messages, pair after pair. A message that is done before the other of
// its pair follows that from then on, and writes its digest to waste.
type window struct {
	*emit.File
	k *kernel

	base, spans, order, groups, digests, scratch emit.R
	left                                         emit.R // blocks until the next lane is done
	offset                                       emit.R // of the next block in both messages
	before                                       emit.R // bytes counted before the message
	lastNode                                     emit.R // flag f1 of the last block
	h                                            emit.R // address of the chaining values
	at, length, slot                             []emit.R
	a, b                                         emit.R // for anything short
}

func emitWindow(f *emit.File, xar bool) {
	f.Func("", "(base *byte, spans *uint64, order *uint32, groups uint64, digests *byte, scratch *[4096]byte, start *[12]uint64)", "")
	w := &window{
		File: f,
		base: f.Reg("base"), spans: f.Reg("spans"), order: f.Reg("order, moves on"), groups: f.Reg("groups left"),
		digests: f.Reg("digests"), scratch: f.Reg("scratch memory"),
		left: f.Reg("blocks until the next lane is done"), offset: f.Reg("offset of the next block in both messages"),
		before: f.Reg("bytes counted before the message"), lastNode: f.Reg("flag f1 of the last block"),
		h:  f.Reg("address of the chaining values"),
		at: f.Regs(lanes, "address of the next block of lane %d"), length: f.Regs(lanes, "length of the message of lane %d"),
		slot: f.Regs(lanes, "address for the digest of lane %d"),
	}
	f0 := f.Regs(lanes, "flag f0 of lane %d")
	c := count{low: f.Regs(lanes, "bytes counted of lane %d"), f0: f0, f1: f.Regs(lanes, "flag f1 of lane %d")}
	w.a, w.b = f.Reg("temporary"), f.Reg("temporary")
	w.k = newKernel(f, xar, w.scratch)
	f.Rename("BLAKE2bx2"+w.k.suffix(), "makes the BLAKE2b digests of whole messages, two side by side.")

	f.Load("base", w.base)
	f.Load("spans", w.spans)
	f.Load("order", w.order)
	f.Load("groups", w.groups)
	f.Load("digests", w.digests)
	f.Load("scratch", w.scratch)
	w.k.prologue()
	f.Comment("The chaining values at the start, twice")
	start := w.a
	f.Load("start", start)
	for i := range 8 {
		f.Op("MOVD", emit.Mem(start, 8*i), w.b)
		f.Op("VDUP", w.b, w.k.v[i].D2())
	}
	for i := 0; i < 8; i += 2 {
		f.StorePair(w.k.v[i], w.k.v[i+1], emit.Mem(w.scratch, first+vectors*i))
	}
	f.Op("MOVD", emit.Mem(start, 8*8), w.before)
	f.Op("MOVD", emit.Mem(start, 8*11), w.lastNode)

	f.Label("group")
	w.startGroup()
	f.Label("block")
	f.Op("CMP", 2, w.left)
	f.Op("BLT", "last")
	f.Comment("A block that is the last of neither message")
	f.Op("ADD", w.before, w.offset, w.a)
	for l := range lanes {
		w.k.load(w.at[l], w.k.block(l))
		f.Op("ADD", 128, w.a, c.low[l])
		f.Op("MOVD", 0, c.f0[l])
		f.Op("MOVD", 0, c.f1[l])
	}

	f.Label("compress")
	for l := range lanes {
		f.Op("ADD", 128, w.at[l])
	}
	f.Op("ADD", 128, w.offset)
	w.k.compress(c, w.h)
	f.Op("MOVD", w.scratch, w.h)
	f.Op("SUBS", 1, w.left)
	f.Op("BNE", "block")

	f.Comment("Digests, that of a message that is not done to be overwritten")
	w.k.store(w.slot)
	f.Comment("Is the longer message done, too?")
	w.blocksLeft(1, w.left)
	f.Op("CMP", 0, w.left)
	f.Op("BGT", "retire")
	f.Op("SUBS", 1, w.groups)
	f.Op("BNE", "group")
	f.Op("RET")

	f.Label("retire")
	f.Op("MOVD", w.at[1], w.at[0])
	f.Op("MOVD", w.length[1], w.length[0])
	f.Op("ADD", waste, w.scratch, w.slot[0])
	f.Op("B", "block")

	f.Label("last")
	for l := range lanes {
		w.loadLast(l, c)
	}
	f.Op("B", "compress")
}

// startGroup reads where the messages of the next pair lie.
func (w *window) startGroup() {
	w.Comment("Where the next messages lie")
	for l := range lanes {
		number, span := w.a, w.b
		w.Op("MOVWU.P", emit.Mem(w.order, 4), number)
		w.Op("MOVD", emit.Indexed(w.spans, number, 3), span)
		w.Op("ADD", emit.Shifted(number, 6), w.digests, w.slot[l])
		w.Op("MOVWU", span, w.at[l])
		w.Op("ADD", w.base, w.at[l])
		w.Op("LSR", 32, span, w.length[l])
	}
	w.Op("MOVD", 0, w.offset)
	w.Op("ADD", first, w.scratch, w.h)
	w.blocksLeft(0, w.left)
	w.Op("CMP", 1, w.left)
	w.Op("CSINC", "GT", w.left, emit.ZR, w.left) // a message of no bytes has a block, too
}

// blocksLeft is how many blocks the message of lane l has from offset on, none or less if it is done.
func (w *window) blocksLeft(l int, n emit.R) {
	w.Op("SUB", w.offset, w.length[l], n)
	w.Op("ADD", 127, n)
	w.Op("ASR", 7, n)
}

// loadLast loads the next block of lane l, which may be the last of its message, with zeros behind it.
func (w *window) loadLast(l int, c count) {
	w.Comment("What lane %d has left, up to a block, and zeros", l)
	// Whether the block is the last tells f0, and the count says how far the message goes.
	n, from, t, f0 := c.low[l], w.a, w.b, c.f0[l]
	block, mask := w.k.block(l), w.k.m[:4]
	w.Op("SUB", w.offset, w.length[l], n)
	w.Op("CMP", 128, n)
	w.Op("CSETM", "LE", f0)
	w.Op("MOVD", 128, t)
	w.Op("CSEL", "LE", n, t, n)
	w.Op("AND", w.lastNode, f0, c.f1[l])
	w.Op("CMP", 0, n)
	w.Op("CSEL", "EQ", w.scratch, w.at[l], from) // no message: the bytes there do not count
	w.Op("AND", 4095, from, t)
	w.Op("CMP", 4096-128, t)
	w.Op("BHI", fmt.Sprintf("edge%d", l))
	w.Label(fmt.Sprintf("readable%d", l))
	w.k.load(from, block)
	w.Op("SUB", n, w.k.tables, t)
	for i := 0; i < 8; i += 2 {
		a, b := mask[i%4], mask[i%4+1]
		w.LoadPair(emit.Mem(t, masks+16*i), a, b)
		w.Op("VAND", a.B16(), block[i].B16(), block[i].B16())
		w.Op("VAND", b.B16(), block[i+1].B16(), block[i+1].B16())
	}
	w.Op("ADD", w.offset, n)
	w.Op("ADD", w.before, n)
	w.Aside(func() { w.fromEdge(l, n, from, t) })
}

// fromEdge is for n bytes that begin less than 128 bytes before the end of a page. If they end there as well, it copies
// the last 128 bytes of the page and has them read from the copy; what is read behind the copy does not count.
func (w *window) fromEdge(l int, n, from, onPage emit.R) {
	readable := fmt.Sprintf("readable%d", l)
	block := w.k.block(l)
	w.Label(fmt.Sprintf("edge%d", l))
	w.Op("ADD", n, onPage)
	w.Op("CMP", 4096, onPage)
	w.Op("BGT", readable)
	w.Op("SUB", n, onPage)
	w.Op("SUB", 4096-128, onPage) // place in the copy
	w.Op("SUB", onPage, from)
	w.k.load(from, block)
	w.Op("ADD", edge, w.scratch, from)
	for i := 0; i < 8; i += 2 {
		w.StorePair(block[i], block[i+1], emit.Mem(from, 16*i))
	}
	w.Op("ADD", onPage, from)
	w.Op("B", readable)
}
