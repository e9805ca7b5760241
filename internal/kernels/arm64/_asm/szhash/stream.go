package szhash

import (
	"fmt"

	"szsum/internal/kernels/arm64/_asm/emit"
)

// Stream generates the kernels of messages in parts.
func Stream(f *emit.File) {
	tables(f)
	absorb(f)
	finish(f)
}

// absorb emits the function that takes states on. Two states, of two seeds, share what is loaded.
func absorb(f *emit.File) {
	f.Func("HashAbsorbAES", "(states *[16]uint64, k uint64, data *byte, pieces uint64)",
		"advances the states of k seeds by whole pieces of a message.")
	states, seeds := f.Reg("states, moves on"), f.Reg("seeds left")
	data, pieces := f.Reg("data"), f.Reg("pieces, but the last")
	at, left, t := f.Reg("address of the next piece"), f.Reg("pieces left"), f.Reg("temporary")
	k := newRounds(f)
	aes, sum := f.Vecs(8, "AES vectors of two seeds"), f.Vecs(8, "sum vectors of two seeds")
	blocks := f.Vecs(4, "a piece of the message")

	f.Load("states", states)
	f.Load("k", seeds)
	f.Load("data", data)
	f.Load("pieces", pieces)
	f.Op("SUB", 1, pieces)
	k.prologue(t)

	run := func(n int) { // seeds
		aes, sum := aes[:4*n], sum[:4*n]
		f.Op("MOVD", data, at)
		f.Op("MOVD", pieces, left)
		for i := range n {
			k.loadState(states, i, aes[4*i:], sum[4*i:])
		}
		f.Op("CBZ", left, fmt.Sprintf("last%d", n))
		f.Label(fmt.Sprintf("piece%d", n))
		f.Op("VLD1.P", emit.Mem(at, 64), emit.List(blocks...))
		k.absorb(blocks, aes, sum)
		f.Op("SUBS", 1, left)
		f.Op("BNE", fmt.Sprintf("piece%d", n))
		f.Label(fmt.Sprintf("last%d", n))
		f.Op("VLD1", emit.Mem(at, 0), emit.List(blocks...))
		k.last(blocks, aes, sum)
		for i := range n {
			for j := 0; j < 4; j += 2 {
				f.StorePair(aes[4*i+j], aes[4*i+j+1], emit.Mem(states, stateSize*i+16*j))
				f.StorePair(sum[4*i+j], sum[4*i+j+1], emit.Mem(states, stateSize*i+stateSum+16*j))
			}
		}
		f.Op("ADD", stateSize*n, states)
	}

	f.Label("seeds")
	f.Op("CMP", 2, seeds)
	f.Op("BLT", "seed")
	run(2)
	f.Op("SUBS", 2, seeds)
	f.Op("BNE", "seeds")
	f.Op("RET")
	f.Comment("The last one of an odd number")
	f.Label("seed")
	run(1)
	f.Op("RET")
}

// loadState loads the i-th state from p on, ready to absorb: after a round of AES, and permuted.
func (k *rounds) loadState(p emit.R, i int, aes, sum []emit.V) {
	for j := 0; j < 4; j += 2 {
		k.LoadPair(emit.Mem(p, stateSize*i+16*j), aes[j], aes[j+1])
		k.LoadPair(emit.Mem(p, stateSize*i+stateSum+16*j), sum[j], sum[j+1])
	}
	for j := range 4 {
		k.round(aes[j], k.zero)
		k.shuffle(sum[j])
	}
}

// finish emits the function that makes digests of states.
func finish(f *emit.File) {
	f.Func("HashFinishAES",
		"(states *[16]uint64, seeds *[72]uint64, k uint64, last *[64]byte, length uint64, digests *byte)",
		"makes the digests of a message of more than 64 bytes, all but the last 1 to 64 of which the states of k seeds"+
			" have absorbed. It leaves the states as they are.")
	states, table, seeds := f.Reg("states, moves on"), f.Reg("table of seeds, moves on"), f.Reg("seeds left")
	length, digests := f.Reg("length of the message"), f.Reg("digests, moves on")
	n, t := f.Reg("seeds done"), f.Reg("temporary")
	k := newRounds(f)
	aes, sum := f.Vecs(4, "AES vectors"), f.Vecs(4, "sum vectors")
	blocks := f.Vecs(4, "the last piece of the message, zeros behind it")
	key, u := f.Vecs(1, "the last key"), f.Vecs(1, "temporary")

	f.Load("last", t)
	f.Op("VLD1", emit.Mem(t, 0), emit.List(blocks...))
	f.Load("states", states)
	f.Load("seeds", table)
	f.Load("k", seeds)
	f.Load("length", length)
	f.Load("digests", digests)
	f.Op("MOVD", 0, n)
	k.prologue(t)

	f.Label("seed")
	k.loadState(states, 0, aes, sum)
	f.Op("ADD", stateSize, states)
	k.last(blocks, aes, sum)
	f.Op("FMOVQ.P", emit.Mem(table, 16), u[0].F())
	k.key(u[0], length, key[0])
	k.fold(aes, sum)
	k.end(aes[:1], sum[:1], key, u)
	k.Op("VREV64", sum[0].B16(), sum[0].B16())
	f.Op("FMOVD.P", sum[0].F(), emit.Mem(digests, 8))
	f.Op("ADD", 1, n)
	f.Op("TST", 3, n)
	f.Op("BNE", "next")
	f.Op("ADD", seedsPart-4*16, table)
	f.Label("next")
	f.Op("SUBS", 1, seeds)
	f.Op("BNE", "seed")
	f.Op("RET")
}
