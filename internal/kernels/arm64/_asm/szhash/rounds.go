// Package szhash generates kernels of StringZilla's 64-bit hash.
//
// AESE lays the key over the state before it does the rest of a round, where the hash wants it laid over the result. So
// an AES vector is kept as two parts: what AESE and AESMC made of it, and the block that is still to be laid over it.
// The next AESE does that for nothing, one instruction less in the chain of rounds; at the end it takes an exclusive or.
package szhash

import "szsum/internal/kernels/arm64/_asm/emit"

// rounds has the steps of the hash, each for several states side by side.
type rounds struct {
	*emit.File
	permute emit.V // the permutation of sum vectors
	zero    emit.V
}

func newRounds(f *emit.File) rounds {
	return rounds{f, f.Vec("the permutation of sum vectors"), f.Vec("zero")}
}

// prologue loads the constants.
func (k *rounds) prologue(t emit.R) {
	k.Address("permute", t)
	k.Op("FMOVQ", emit.Mem(t, 0), k.permute.F())
	k.xor(k.zero, k.zero, k.zero)
}

// round does an AES round, but for the key of the round, with the key of the round before.
func (k *rounds) round(state, before emit.V) {
	k.Op("AESE", before.B16(), state.B16())
	k.Op("AESMC", state.B16(), state.B16())
}

// add adds a block to a sum vector that is permuted already.
func (k *rounds) add(block, sum emit.V) { k.Op("VADD", block.D2(), sum.D2(), sum.D2()) }

// shuffle permutes a sum vector.
func (k *rounds) shuffle(sum emit.V) { k.Op("VTBL", k.permute.B16(), emit.List(sum), sum.B16()) }

// xor makes d the exclusive or of two vectors.
func (k *rounds) xor(a, b, d emit.V) { k.Op("VEOR", a.B16(), b.B16(), d.B16()) }

func (k *rounds) copy(from, to emit.V) { k.Op("VMOV", from.B16(), to.B16()) }

// absorb takes a block into each lane of states that go on: aes[i] and sum[i] are of lane i modulo the number of blocks.
func (k *rounds) absorb(blocks, aes, sum []emit.V) {
	n := len(blocks)
	for i := range sum {
		k.add(blocks[i%n], sum[i])
	}
	for i := range aes {
		k.round(aes[i], blocks[i%n])
	}
	for i := range sum {
		k.shuffle(sum[i])
	}
}

// last takes the last block into each lane; nothing is left to be laid over aes.
func (k *rounds) last(blocks, aes, sum []emit.V) {
	n := len(blocks)
	for i := range sum {
		k.add(blocks[i%n], sum[i])
	}
	for i := range aes {
		k.xor(blocks[i%n], aes[i], aes[i])
	}
}

// fold brings the four lanes of a state together: sum[0] and aes[0] are as those of a single lane after mix.
func (k *rounds) fold(aes, sum []emit.V) {
	for i := range 4 {
		k.round(sum[i], k.zero)
	}
	k.xor(sum[1], aes[1], aes[1])
	k.xor(sum[3], aes[3], aes[3])
	k.round(sum[0], aes[0])
	k.round(sum[2], aes[2])
	k.round(sum[0], aes[1])
	k.xor(sum[2], aes[3], aes[0])
}

// mix does the round of sum under aes; that is still to be laid over it.
func (k *rounds) mix(sum emit.V) { k.round(sum, k.zero) }

// end brings in the length: key is the seed twice, with the length added to the first half. It is for several states
// and leaves each hash in the first half of sum. t is for temporary use, one for each.
func (k *rounds) end(aes, sum, key, t []emit.V) {
	for i := range sum {
		k.xor(sum[i], aes[i], t[i])
	}
	for i := range sum {
		k.round(sum[i], aes[i])
	}
	for i := range sum {
		k.round(sum[i], key[i])
	}
	for i := range sum {
		k.xor(t[i], sum[i], sum[i])
	}
}
