package sha256

import (
	"szsum/internal/kernels/arm64/_asm/emit"
)

// NEON generates the kernel of four lanes for processors without the SHA-2 instructions: a register holds the same word
// of every message, each in its lane.
func NEON(f *emit.File) {
	f.Bytes("constants", words32(append(K, H...), 4))
	generate(f, func() kernel {
		k := &neon{File: f, constants: f.Reg("round constants, then initial words, each four times")}
		k.state = f.Vecs(8, "state, a to h")
		k.words = f.Vecs(16, "blocks as they are loaded, four registers a lane; then the last sixteen message words")
		k.free = f.Vecs(8, "temporary")
		return k
	})
}

type neon struct {
	*emit.File
	constants          emit.R
	memory             emit.R // for the states before the block, at an offset
	offset             int
	state, words, free []emit.V
}

func (k *neon) lanes() int           { return 4 }
func (k *neon) suffix() string       { return "NEON" }
func (k *neon) block(l int) []emit.V { return k.words[4*l : 4*l+4] }
func (k *neon) spare() []emit.V      { return k.free }

// word is the register of message word i: transposing puts word j of the words 4i to 4i+3 in the place of lane j's.
func (k *neon) word(i int) emit.V { return k.words[4*(i%4)+i/4%4] }

func (k *neon) prologue(memory emit.R, offset int) {
	k.Address("constants", k.constants)
	k.memory, k.offset = memory, offset
}

func (k *neon) start() {
	for i := 0; i < 8; i += 2 {
		k.LoadPair(emit.Mem(k.constants, 16*(len(K)+i)), k.state[i], k.state[i+1])
	}
}

// loadStates: a to d of each lane, and e to h, are transposed as message words are.
func (k *neon) loadStates(states, t emit.R) {
	s := k.state
	for l := range 4 {
		k.Op("MOVD", emit.Mem(states, 8*l), t)
		k.LoadPair(emit.Mem(t, 0), s[l], s[4+l])
	}
	k.transpose(s[:4], s[:4])
	k.transpose(s[4:], s[4:])
}

func (k *neon) storeStates(states, t emit.R) {
	s := k.state
	k.transpose(s[:4], s[:4])
	k.transpose(s[4:], s[4:])
	for l := range 4 {
		k.Op("MOVD", emit.Mem(states, 8*l), t)
		k.StorePair(s[l], s[4+l], emit.Mem(t, 0))
	}
}

// transpose makes to[j] the words number j of from[0] to from[3].
func (k *neon) transpose(from, to []emit.V) {
	t := k.free[:4]
	k.Op("VTRN1", from[1].S4(), from[0].S4(), t[0].S4())
	k.Op("VTRN2", from[1].S4(), from[0].S4(), t[1].S4())
	k.Op("VTRN1", from[3].S4(), from[2].S4(), t[2].S4())
	k.Op("VTRN2", from[3].S4(), from[2].S4(), t[3].S4())
	k.Op("VTRN1", t[2].D2(), t[0].D2(), to[0].D2())
	k.Op("VTRN1", t[3].D2(), t[1].D2(), to[1].D2())
	k.Op("VTRN2", t[2].D2(), t[0].D2(), to[2].D2())
	k.Op("VTRN2", t[3].D2(), t[1].D2(), to[3].D2())
}

func (k *neon) rounds(constants, turns emit.R) {
	k.Comment("Message words, and a copy of the states")
	for i := range 4 {
		rows := []emit.V{k.words[i], k.words[4+i], k.words[8+i], k.words[12+i]}
		k.transpose(rows, rows)
	}
	for i := 0; i < 8; i += 2 {
		k.StorePair(k.state[i], k.state[i+1], emit.Mem(k.memory, k.offset+16*i))
	}
	k.Op("MOVD", k.constants, constants)
	k.Op("MOVD", 3, turns)

	k.Label("sixteen")
	for i := range 16 {
		k.Comment("Round i+%d, and message word i+%d", i, 16+i)
		k.round(i, constants)
		k.schedule(i)
	}
	k.Op("ADD", 256, constants)
	k.Op("SUBS", 1, turns)
	k.Op("BNE", "sixteen")
	for i := range 16 {
		k.Comment("Round %d", 48+i)
		k.round(i, constants)
	}

	k.Comment("Add the states before the block")
	for i := 0; i < 8; i += 2 {
		t := k.free[i : i+2]
		k.LoadPair(emit.Mem(k.memory, k.offset+16*i), t[0], t[1])
		for j := range t {
			k.Op("VADD", t[j].S4(), k.state[i+j].S4(), k.state[i+j].S4())
		}
	}
}

// round does a round; the words of the state stay, their names move on.
func (k *neon) round(i int, constants emit.R) {
	name := func(n int) emit.V { return k.state[(n-i+16)%8] }
	a, b, c, d, e, f, g, h := name(0), name(1), name(2), name(3), name(4), name(5), name(6), name(7)
	t := k.free
	add := func(v emit.V) { k.Op("VADD", v.S4(), h.S4(), h.S4()) }
	k.Op("FMOVQ", emit.Mem(constants, 16*i), t[7].F())
	k.rotations(e, []int{6, 11, 25}, t[0:3])
	k.Op("VADD", k.word(i).S4(), t[7].S4(), t[7].S4())
	k.Op("VMOV", e.B16(), t[3].B16()) // choose: f where e has ones, else g
	k.Op("VBSL", g.B16(), f.B16(), t[3].B16())
	add(t[7])
	add(t[3])
	add(t[0])
	k.rotations(a, []int{2, 13, 22}, t[4:7])
	k.Op("VEOR", a.B16(), b.B16(), t[3].B16()) // majority: c where a and b differ, else b
	k.Op("VBSL", b.B16(), c.B16(), t[3].B16())
	k.Op("VADD", h.S4(), d.S4(), d.S4())
	add(t[3])
	add(t[4])
}

// schedule replaces message word i by the one sixteen further on.
func (k *neon) schedule(i int) {
	w := func(n int) emit.V { return k.word((i + n) % 16) }
	t := k.free
	k.small(w(1), [2]int{7, 18}, 3, t[0:3])
	k.small(w(14), [2]int{17, 19}, 10, t[3:6])
	k.Op("VADD", w(9).S4(), w(0).S4(), w(0).S4())
	k.Op("VADD", t[0].S4(), w(0).S4(), w(0).S4())
	k.Op("VADD", t[3].S4(), w(0).S4(), w(0).S4())
}

// rotations makes t[0] the exclusive or of x rotated to the right by each of three counts.
func (k *neon) rotations(x emit.V, counts []int, t []emit.V) {
	for i, n := range counts {
		k.Op("VUSHR", n, x.S4(), t[i].S4())
	}
	for i, n := range counts {
		k.Op("VSLI", 32-n, x.S4(), t[i].S4())
	}
	k.xor(t)
}

// small is rotations with two rotations and a shift.
func (k *neon) small(x emit.V, counts [2]int, shift int, t []emit.V) {
	for i, n := range counts {
		k.Op("VUSHR", n, x.S4(), t[i].S4())
	}
	k.Op("VUSHR", shift, x.S4(), t[2].S4())
	for i, n := range counts {
		k.Op("VSLI", 32-n, x.S4(), t[i].S4())
	}
	k.xor(t)
}

func (k *neon) xor(t []emit.V) {
	k.Op("VEOR", t[1].B16(), t[0].B16(), t[0].B16())
	k.Op("VEOR", t[2].B16(), t[0].B16(), t[0].B16())
}

func (k *neon) digests(slots []emit.R) {
	low, high := k.words[:4], k.words[4:8]
	k.transpose(k.state[:4], low)
	k.transpose(k.state[4:], high)
	for l := range 4 {
		for _, v := range []emit.V{low[l], high[l]} {
			k.Op("VREV32", v.B16(), v.B16())
		}
		k.StorePair(low[l], high[l], emit.Mem(slots[l], 0))
	}
}
