package blake2b

import (
	"bytes"
	"encoding/binary"

	"szsum/internal/kernels/arm64/_asm/emit"
)

const lanes = 2

// Places in scratch memory, in bytes from what the kernel is given.
const (
	chain   = 0   // eight vectors: the chaining values
	first   = 128 // eight vectors: those at the start of a message
	words   = 256 // sixteen vectors: message words
	edge    = 512 // 256 bytes for a block at the edge of a page
	waste   = 768 // 64 bytes for a digest that does not count
	vectors = 16  // bytes of each
)

// A kernel emits the compression of a block of both messages. Rotations are made of what NEON has, or are part of XAR,
// which the SHA-3 extension brought.
type kernel struct {
	*emit.File
	xar     bool
	scratch emit.R
	tables  emit.R
	v       []emit.V // the state, words 0 to 15
	m       []emit.V // message words, or temporary ones
	temp    []emit.V
	bytes   []emit.V // places of bytes for rotations by 24 and 16 bits
}

func newKernel(f *emit.File, xar bool, scratch emit.R) *kernel {
	k := &kernel{File: f, xar: xar, scratch: scratch, tables: f.Reg("tables"), v: f.Vecs(16, "state; first a block of each message")}
	if xar {
		k.m = f.Vecs(16, "message words; temporary while blocks are loaded")
	} else {
		k.m = f.Vecs(8, "message words at work; temporary while blocks are loaded")
		k.temp = f.Vecs(6, "temporary")
		k.bytes = f.Vecs(2, "places of bytes for rotations by 24 and 16 bits")
	}
	return k
}

// Places in the tables.
const (
	initial   = 0           // the initial words, each twice
	rotations = 8 * vectors // places of bytes for rotations by 24 and 16 bits
	masks     = rotations + 2*vectors + 128
)

// tables puts the constants into read-only memory. At masks-n is a mask of n bytes, up to 128.
func tables(f *emit.File) {
	var b []byte
	for _, w := range IV {
		b = binary.LittleEndian.AppendUint64(b, w)
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	b = append(append(b, Rotate24...), Rotate16...)
	b = append(b, bytes.Repeat([]byte{0xff}, 128)...)
	f.Bytes("tables", append(b, make([]byte, 128)...))
}

func (k *kernel) suffix() string {
	if k.xar {
		return "SHA3"
	}
	return "NEON"
}

func (k *kernel) prologue() {
	k.Address("tables", k.tables)
	if !k.xar {
		k.LoadPair(emit.Mem(k.tables, rotations), k.bytes[0], k.bytes[1])
	}
}

// block is the eight registers into which the block of a lane is loaded.
func (k *kernel) block(l int) []emit.V { return k.v[8*l : 8*l+8] }

// load loads 128 bytes into eight registers.
func (k *kernel) load(from emit.R, to []emit.V) {
	for i := 0; i < 8; i += 2 {
		k.LoadPair(emit.Mem(from, 16*i), to[i], to[i+1])
	}
}

// A count is where the count of bytes and the flags of each lane are: in general registers.
type count struct {
	low, high []emit.R // high is nil if it is zero
	f0, f1    []emit.R
}

// compress takes the chaining values, which are at h, through the blocks that were loaded, into scratch memory and the
// registers of words 0 to 7.
func (k *kernel) compress(c count, h emit.R) {
	k.Comment("Message words")
	k.transposeWords()

	k.Comment("The state: chaining values, initial words, counts and flags")
	v := k.v
	k.LoadPair(emit.Mem(k.tables, initial+4*vectors), v[0], v[1])
	k.LoadPair(emit.Mem(k.tables, initial+6*vectors), v[2], v[3])
	for i, part := range [][]emit.R{c.low, c.high, c.f0, c.f1} {
		if part == nil {
			k.Op("VMOV", v[i].B16(), v[12+i].B16())
			continue
		}
		for l, r := range part {
			k.Op("VMOV", r, v[12+i].D(l))
		}
		k.Op("VEOR", v[i].B16(), v[12+i].B16(), v[12+i].B16())
	}
	for i := 0; i < 8; i += 2 {
		k.LoadPair(emit.Mem(h, vectors*i), v[i], v[i+1])
	}
	for i := 0; i < 4; i += 2 {
		k.LoadPair(emit.Mem(k.tables, initial+vectors*i), v[8+i], v[9+i])
	}
	for r := range Rounds {
		for i, step := range Steps(r) {
			k.Comment("Round %d, %s", r, []string{"columns", "diagonals"}[i])
			k.mix(step)
		}
	}

	k.Comment("The new chaining values")
	for i := 0; i < 8; i += 2 {
		a, b := k.m[i], k.m[i+1]
		k.LoadPair(emit.Mem(h, vectors*i), a, b)
		for j, x := range []emit.V{a, b} {
			if k.xar {
				k.Op("VEOR3", x.B16(), v[8+i+j].B16(), v[i+j].B16(), v[i+j].B16())
			} else {
				k.xor(v[8+i+j], v[i+j], v[i+j])
				k.xor(x, v[i+j], v[i+j])
			}
		}
		k.StorePair(v[i], v[i+1], emit.Mem(k.scratch, chain+vectors*i))
	}
}

// transposeWords makes message words of the blocks that were loaded.
func (k *kernel) transposeWords() {
	a, b := k.block(0), k.block(1)
	for i := range 8 {
		low, high := k.m[2*i%len(k.m)], k.m[(2*i+1)%len(k.m)]
		k.Op("VZIP1", b[i].D2(), a[i].D2(), low.D2())
		k.Op("VZIP2", b[i].D2(), a[i].D2(), high.D2())
		if !k.xar {
			k.StorePair(low, high, emit.Mem(k.scratch, words+vectors*2*i))
		}
	}
}

// mix does the four calls of G of a step side by side.
func (k *kernel) mix(s Step) {
	for half, counts := range [][2]int{{32, 24}, {16, 63}} {
		var m [4]emit.V
		for i, w := range s.Words[half] {
			if k.xar {
				m[i] = k.m[w]
			} else {
				m[i] = k.m[4*half+i]
				k.Op("FMOVQ", emit.Mem(k.scratch, words+vectors*w), m[i].F())
			}
		}
		each := func(do func(i int, a, b, c, d emit.V)) {
			for i, q := range s.Quarters {
				do(i, k.v[q.A], k.v[q.B], k.v[q.C], k.v[q.D])
			}
		}
		each(func(i int, a, b, c, d emit.V) { k.add(m[i], a) })
		each(func(i int, a, b, c, d emit.V) { k.add(b, a) })
		k.xorRotate(counts[0], each, func(a, b, c, d emit.V) (emit.V, emit.V) { return a, d })
		each(func(i int, a, b, c, d emit.V) { k.add(d, c) })
		k.xorRotate(counts[1], each, func(a, b, c, d emit.V) (emit.V, emit.V) { return c, b })
	}
}

// xorRotate makes the exclusive or of x and y, which pick picks, and rotates it right, into y.
func (k *kernel) xorRotate(n int, each func(func(i int, a, b, c, d emit.V)), pick func(a, b, c, d emit.V) (x, y emit.V)) {
	do := func(f func(i int, x, y emit.V)) {
		each(func(i int, a, b, c, d emit.V) {
			x, y := pick(a, b, c, d)
			f(i, x, y)
		})
	}
	switch {
	case k.xar:
		do(func(_ int, x, y emit.V) { k.Op("VXAR", n, x.D2(), y.D2(), y.D2()) })
	case n == 63:
		do(func(i int, x, y emit.V) { k.xor(x, y, k.temp[i]) })
		do(func(i int, _, y emit.V) { k.Op("VADD", k.temp[i].D2(), k.temp[i].D2(), y.D2()) })
		do(func(i int, _, y emit.V) { k.Op("VSRI", 63, k.temp[i].D2(), y.D2()) })
	default:
		do(func(_ int, x, y emit.V) { k.xor(x, y, y) })
		do(func(_ int, _, y emit.V) {
			switch n {
			case 32:
				k.Op("VREV64", y.S4(), y.S4())
			case 24:
				k.Op("VTBL", k.bytes[0].B16(), emit.List(y), y.B16())
			case 16:
				k.Op("VTBL", k.bytes[1].B16(), emit.List(y), y.B16())
			}
		})
	}
}

func (k *kernel) add(x, y emit.V)    { k.Op("VADD", x.D2(), y.D2(), y.D2()) }
func (k *kernel) xor(a, b, d emit.V) { k.Op("VEOR", a.B16(), b.B16(), d.B16()) }
