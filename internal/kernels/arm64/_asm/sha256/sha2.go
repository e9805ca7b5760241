package sha256

import (
	"fmt"

	"szsum/internal/kernels/arm64/_asm/emit"
)

// SHA2 generates a kernel of one to three lanes for processors with the SHA-2 instructions. One message is a chain of
// SHA256H and SHA256H2, four or five cycles for every four rounds, of which the unit that does them could start one each
// cycle; so lanes side by side fill the gaps.
func SHA2(f *emit.File, lanes int) {
	f.Bytes("constants", words32(append(K, H...), 1))
	generate(f, func() kernel {
		k := &sha2{File: f, constants: f.Reg("round constants, then initial words")}
		for l := range lanes {
			k.state = append(k.state, [2]emit.V(f.Vecs(2, fmt.Sprintf("state of lane %d: a to d, e to h", l))))
			k.before = append(k.before, [2]emit.V(f.Vecs(2, "the same before the block")))
		}
		for l := range lanes {
			what := "the last sixteen message words of lane %d, words 4i to 4i+3 in number i modulo 4"
			k.words = append(k.words, f.Vecs(4, fmt.Sprintf(what, l)))
		}
		k.free = f.Vecs(8, "temporary")
		if lanes == 1 {
			k.kept = f.Vecs(16, "round constants")
		}
		return k
	})
}

type sha2 struct {
	*emit.File
	constants     emit.R
	state, before [][2]emit.V
	words         [][]emit.V
	free          []emit.V
	kept          []emit.V // round constants, if there are registers for all
}

func (k *sha2) lanes() int           { return len(k.state) }
func (k *sha2) suffix() string       { return "SHA2" }
func (k *sha2) block(l int) []emit.V { return k.words[l] }
func (k *sha2) spare() []emit.V      { return k.free }

func (k *sha2) prologue(emit.R, int) {
	k.Address("constants", k.constants)
	for i := 0; i < len(k.kept); i += 2 {
		k.LoadPair(emit.Mem(k.constants, 16*i), k.kept[i], k.kept[i+1])
	}
}

func (k *sha2) start() {
	first := k.state[0]
	k.LoadPair(emit.Mem(k.constants, 4*len(K)), first[0], first[1])
	for _, s := range k.state[1:] {
		for i := range s {
			k.Op("VMOV", first[i].B16(), s[i].B16())
		}
	}
}

func (k *sha2) loadStates(states, t emit.R) {
	for l, s := range k.state {
		k.Op("MOVD", emit.Mem(states, 8*l), t)
		k.LoadPair(emit.Mem(t, 0), s[0], s[1])
	}
}

func (k *sha2) storeStates(states, t emit.R) {
	for l, s := range k.state {
		k.Op("MOVD", emit.Mem(states, 8*l), t)
		k.StorePair(s[0], s[1], emit.Mem(t, 0))
	}
}

func (k *sha2) rounds(_, _ emit.R) {
	for l, s := range k.state {
		for i := range s {
			k.Op("VMOV", s[i].B16(), k.before[l][i].B16())
		}
	}
	for i := range 16 {
		k.Comment("Rounds %d to %d", 4*i, 4*i+3)
		k.fourRounds(i)
	}
	k.Comment("Add the states before the block")
	for l, s := range k.state {
		for i := range s {
			k.Op("VADD", k.before[l][i].S4(), s[i].S4(), s[i].S4())
		}
	}
}

// fourRounds does rounds 4i to 4i+3 of all lanes, and makes the words for those sixteen further on.
func (k *sha2) fourRounds(i int) {
	schedule := i < 12
	w := func(l, n int) emit.V { return k.words[l][n%4] }
	wk, abcd := k.free[:3], k.free[3:6] // of each lane: words plus constants, a to d before
	var constant emit.V
	if k.kept != nil {
		constant = k.kept[i]
	} else {
		constant = k.free[6+i%2]
		k.Op("FMOVQ", emit.Mem(k.constants, 16*i), constant.F())
	}
	for l := range k.state {
		k.Op("VADD", constant.S4(), w(l, i).S4(), wk[l].S4())
	}
	for l, s := range k.state {
		k.Op("VMOV", s[0].B16(), abcd[l].B16())
	}
	if schedule {
		for l := range k.state {
			k.Op("SHA256SU0", w(l, i+1).S4(), w(l, i).S4())
		}
	}
	for l, s := range k.state {
		k.Op("SHA256H", wk[l].S4(), s[1].Whole(), s[0].Whole())
	}
	for l, s := range k.state {
		k.Op("SHA256H2", wk[l].S4(), abcd[l].Whole(), s[1].Whole())
	}
	if schedule {
		for l := range k.state {
			k.Op("SHA256SU1", w(l, i+3).S4(), w(l, i+2).S4(), w(l, i).S4())
		}
	}
}

func (k *sha2) digests(slots []emit.R) {
	low, high := k.free[0], k.free[1]
	for l, s := range k.state {
		k.Op("VREV32", s[0].B16(), low.B16())
		k.Op("VREV32", s[1].B16(), high.B16())
		k.StorePair(low, high, emit.Mem(slots[l], 0))
	}
}
