// Command split_neon generates the search for line ends, with NEON.
package main

import "szsum/internal/kernels/arm64/_asm/emit"

func main() { emit.Generate(split) }

func split(f *emit.File) {
	f.Bytes("bits", []byte{1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128})
	f.Func("SplitNEON",
		"(text *byte, n, separator uint64, spans *uint64, room uint64) (count, longest, used uint64)",
		"finds lines that end in a separator.")
	at, left := f.Reg("address of the next 64 bytes"), f.Reg("bytes left from there on")
	spans, room := f.Reg("spans, moves on"), f.Reg("room left for spans")
	longest, start := f.Reg("length of the longest line"), f.Reg("offset of the line")
	offset := f.Reg("offset of the 64 bytes")
	found, end, t := f.Reg("a bit for each separator among them that is still to be treated"), f.Reg("offset of a separator"), f.Reg("temporary")
	separator, bits := f.Vec("the separator"), f.Vec("a bit for each of eight bytes, twice")
	x := f.Vecs(4, "64 bytes of the text")

	f.Load("text", at)
	f.Load("n", left)
	f.Load("separator", t)
	f.Op("VDUP", t, separator.B16())
	f.Load("spans", spans)
	f.Load("room", room)
	f.Address("bits", t)
	f.Op("FMOVQ", emit.Mem(t, 0), bits.F())
	for _, r := range []emit.R{longest, start, offset} {
		f.Op("MOVD", 0, r)
	}

	compare := func() {
		for _, x := range x {
			f.Op("VCMEQ", separator.B16(), x.B16(), x.B16())
		}
		for _, x := range x {
			f.Op("VAND", bits.B16(), x.B16(), x.B16())
		}
		add := func(a, b emit.V) { f.Op("VADDP", b.B16(), a.B16(), a.B16()) }
		add(x[0], x[1])
		add(x[2], x[3])
		add(x[0], x[2])
		add(x[0], x[0])
		f.Op("FMOVD", x[0].F(), found)
	}

	f.Op("SUBS", 64, left)
	f.Op("BLO", "rest")
	f.Label("chunk")
	f.Op("VLD1.P", emit.Mem(at, 64), emit.List(x...))
	compare()
	f.Op("CBZ", found, "next")
	f.Label("line")
	f.Comment("A line ends at the lowest bit")
	f.Op("RBIT", found, end)
	f.Op("CLZ", end, end)
	f.Op("ADD", offset, end)
	length := t
	f.Op("SUB", start, end, length)
	f.Op("CMP", longest, length)
	f.Op("CSEL", "HI", length, longest, longest)
	f.Op("ORR", emit.Shifted(length, 32), start)
	f.Op("MOVD.P", start, emit.Mem(spans, 8))
	f.Op("ADD", 1, end, start)
	f.Op("SUBS", 1, room)
	f.Op("BEQ", "done")
	f.Op("SUB", 1, found, t)
	f.Op("ANDS", t, found)
	f.Op("BNE", "line")
	f.Label("next")
	f.Op("ADD", 64, offset)
	f.Op("SUBS", 64, left)
	f.Op("BHS", "chunk")

	f.Label("rest")
	f.Comment("Fewer than 64 bytes are left, or this was the last time around")
	f.Op("ADDS", 64, left)
	f.Op("BLE", "done")
	f.Op("MOVD", 64, t)
	f.Op("SUB", left, t) // bits that do not count
	f.Op("AND", 4095, at, end)
	f.Op("CMP", 4096-64, end)
	f.Op("BHI", "edge")
	f.Label("readable")
	f.Op("VLD1", emit.Mem(at, 0), emit.List(x...))
	compare()
	f.Op("LSL", t, found)
	f.Op("LSR", t, found)
	f.Label("found")
	f.Op("MOVD", 0, left)
	f.Op("CBNZ", found, "line")

	f.Label("done")
	f.Load("room", t)
	f.Op("SUB", room, t)
	f.Store(t, "count")
	f.Store(longest, "longest")
	f.Store(start, "used")
	f.Op("RET")

	f.Label("edge")
	f.Op("ADD", left, end)
	f.Op("CMP", 4096, end)
	f.Op("BGT", "readable")
	f.Comment("The text ends on its last page: load its last 64 bytes, and shift the bits")
	f.Op("SUB", t, at)
	f.Op("VLD1", emit.Mem(at, 0), emit.List(x...))
	compare()
	f.Op("LSR", t, found)
	f.Op("B", "found")
}
