// Command hex_neon generates the writing of hexadecimal digits, with NEON.
package main

import "szsum/internal/kernels/arm64/_asm/emit"

func main() { emit.Generate(hex) }

func hex(f *emit.File) {
	f.Bytes("digits", []byte("0123456789abcdef"))
	f.Func("HexNEON", "(dst, digests *byte, count, size, slot, end uint64)", "writes digests in hexadecimal digits, a line each.")
	dst, digests, count := f.Reg("dst, moves on"), f.Reg("digests, moves on"), f.Reg("digests left")
	size, slot, end := f.Reg("bytes of a digest"), f.Reg("bytes of its slot"), f.Reg("byte behind a line")
	at, left, t := f.Reg("address of the next bytes"), f.Reg("bytes left of the digest"), f.Reg("temporary")
	digits, four := f.Vec("the digits"), f.Vec("0x0f in each byte")
	low, high := f.Vec("digits of low halves"), f.Vec("digits of high halves, then the first half of the text")
	second := f.Vec("second half of the text")

	f.Load("dst", dst)
	f.Load("digests", digests)
	f.Load("count", count)
	f.Load("size", size)
	f.Load("slot", slot)
	f.Load("end", end)
	f.Address("digits", t)
	f.Op("FMOVQ", emit.Mem(t, 0), digits.F())
	f.Op("VMOVI", 15, four.B16())

	convert := func() {
		f.Op("VUSHR", 4, low.B16(), high.B16())
		f.Op("VAND", four.B16(), low.B16(), low.B16())
		f.Op("VTBL", high.B16(), emit.List(digits), high.B16())
		f.Op("VTBL", low.B16(), emit.List(digits), low.B16())
	}

	f.Label("digest")
	f.Op("MOVD", digests, at)
	f.Op("ADD", slot, digests)
	f.Op("SUBS", 16, size, left)
	f.Op("BLO", "half")
	f.Label("sixteen")
	f.Op("FMOVQ.P", emit.Mem(at, 16), low.F())
	convert()
	f.Op("VZIP2", low.B16(), high.B16(), second.B16())
	f.Op("VZIP1", low.B16(), high.B16(), high.B16())
	f.StorePairNext(high, second, dst)
	f.Op("SUBS", 16, left)
	f.Op("BHS", "sixteen")
	f.Label("half")
	f.Op("TBZ", 3, left, "line")
	f.Op("FMOVD", emit.Mem(at, 0), low.F())
	convert()
	f.Op("VZIP1", low.B16(), high.B16(), high.B16())
	f.Op("FMOVQ.P", high.F(), emit.Mem(dst, 16))
	f.Label("line")
	f.Op("MOVB.P", end, emit.Mem(dst, 1))
	f.Op("SUBS", 1, count)
	f.Op("BNE", "digest")
	f.Op("RET")
}
