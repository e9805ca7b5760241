package szhash

import "szsum/internal/kernels/arm64/_asm/emit"

// Hash generates the kernels of the hash with one seed.
func Hash(f *emit.File) {
	tables(f)
	short(f, "AES", newMessages)
	long(f, "AES", newMessages)
}

// HashSVE2 generates them for processors with the AES instructions of SVE2.
func HashSVE2(f *emit.File) {
	tablesSVE(f)
	short(f, "SVE2", newMessagesSVE)
	long(f, "SVE2", newMessagesSVE)
}

const windowParams = "(base *byte, spans *uint64, order *uint32, count, seed uint64, digests *byte)"

// start makes what all messages start from, in so many lanes: AES vectors after the first round, which needs no
// message, and permuted sum vectors.
func (k *rounds) start(seed emit.V, aes, sum []emit.V, t emit.R) {
	k.Comment("The start: the seed, with Pi laid over it")
	k.Address("pi", t)
	for i := range aes {
		k.Op("FMOVQ", emit.Mem(t, 16*i), aes[i].F())
		k.Op("FMOVQ", emit.Mem(t, 64+16*i), sum[i].F())
		k.round(aes[i], seed)
		k.xor(seed, sum[i], sum[i])
		k.shuffle(sum[i])
	}
}

// key makes the last key: the seed twice, with the length added to the first half.
func (k *rounds) key(seed emit.V, length emit.R, d emit.V) {
	k.Op("FMOVD", length, d.F())
	k.Op("VADD", seed.D2(), d.D2(), d.D2())
}

// put writes the hash of a message, most significant byte first.
func (k *rounds) put(hash emit.V, to string) {
	k.Op("VREV64", hash.B16(), hash.B16())
	k.Op("FMOVD", hash.F(), to)
}

// short emits the function for messages of up to 64 bytes. The rounds of a message are a chain, seven cycles or so for
// each; the processor runs ahead into the next messages meanwhile.
func short(f *emit.File, suffix string, newMessages func(*emit.File) messages) {
	f.Func("HashShort"+suffix, windowParams, "hashes messages of up to 64 bytes.")
	m, k := newMessages(f), newRounds(f)
	digests, blocks := f.Reg("digests"), f.Reg("whole blocks left before the last")
	seed := f.Vec("the seed, twice")
	firstAES, firstSum := f.Vecs(1, "AES vector at the start, after a round"), f.Vecs(1, "sum vector at the start, permuted")
	aes, sum := f.Vecs(1, "AES vector"), f.Vecs(1, "sum vector")
	block := f.Vecs(1, "block")
	key, t := f.Vecs(1, "the last key"), f.Vecs(1, "temporary")

	m.prologue()
	f.Load("digests", digests)
	f.Load("seed", m.t)
	f.Op("VDUP", m.t, seed.D2())
	k.prologue(m.t)
	k.start(seed, firstAES, firstSum, m.t)

	m.find("message")
	f.Op("CMP", 16, m.length)
	f.Op("BHI", "more")
	f.Comment("Up to 16 bytes")
	k.copy(firstAES[0], aes[0])
	k.copy(firstSum[0], sum[0])
	m.loadShort(block[0], t[0], "last")

	f.Label("more")
	f.Comment("17 to 64 bytes")
	k.copy(firstAES[0], aes[0])
	k.copy(firstSum[0], sum[0])
	f.Op("SUB", 1, m.length, m.t)
	f.Op("LSR", 4, m.t, blocks)
	rest := m.t
	f.Op("SUB", emit.Shifted(blocks, 4), m.length, rest)
	f.Label("block")
	f.Op("FMOVQ.P", emit.Mem(m.at, 16), block[0].F())
	k.absorb(block, aes, sum)
	f.Op("SUBS", 1, blocks)
	f.Op("BNE", "block")
	m.loadEnd(rest, block[0], t[0])

	f.Label("last")
	f.Comment("The last block, and the end")
	k.last(block, aes, sum)
	k.key(seed, m.length, key[0])
	k.mix(sum[0])
	k.end(aes, sum, key, t)
	k.put(sum[0], emit.Indexed(digests, m.number, 3))
	m.next("message")
}

// long emits the function for messages of more than 64 bytes. The four lanes of one message keep the processor busy:
// sixteen instructions, and a chain of a round, for 64 bytes.
func long(f *emit.File, suffix string, newMessages func(*emit.File) messages) {
	f.Func("HashLong"+suffix, windowParams, "hashes messages of more than 64 bytes.")
	m, k := newMessages(f), newRounds(f)
	digests, pieces := f.Reg("digests"), f.Reg("whole pieces left before the last")
	rest := f.Reg("bytes of the last piece")
	seed := f.Vec("the seed, twice")
	firstAES, firstSum := f.Vecs(4, "AES vectors at the start, after a round"), f.Vecs(4, "sum vectors at the start, permuted")
	aes, sum := f.Vecs(4, "AES vectors"), f.Vecs(4, "sum vectors")
	blocks, t := f.Vecs(4, "a piece of the message"), f.Vecs(8, "temporary")

	m.prologue()
	f.Load("digests", digests)
	f.Load("seed", m.t)
	f.Op("VDUP", m.t, seed.D2())
	k.prologue(m.t)
	k.start(seed, firstAES, firstSum, m.t)
	if m.sve {
		f.RDVL(1, m.t)
		f.Op("CMP", 64, m.t)
		f.Op("BHS", "wide")
	}

	m.find("message")
	f.Comment("Whole pieces")
	for i := range 4 {
		k.copy(firstAES[i], aes[i])
		k.copy(firstSum[i], sum[i])
	}
	m.pieces(pieces, rest)
	f.Label("piece")
	f.Op("VLD1.P", emit.Mem(m.at, 64), emit.List(blocks...))
	k.absorb(blocks, aes, sum)
	f.Op("SUBS", 1, pieces)
	f.Op("BNE", "piece")
	m.loadLast(rest, blocks, t[:4], t[4:])
	k.last(blocks, aes, sum)
	f.Comment("The four lanes, and the end")
	k.key(seed, m.length, t[0])
	k.fold(aes, sum)
	k.end(aes[:1], sum[:1], t[:1], t[1:])
	k.put(sum[0], emit.Indexed(digests, m.number, 3))
	m.next("message")
	if m.sve {
		w := &wide{messages: &m, rounds: &k, digests: digests, whole: pieces, rest: rest, seed: seed}
		w.emit(append(append(append(firstAES, firstSum...), aes...), sum...), append(blocks, t...))
	}
}

// pieces divides a message of more than 64 bytes into pieces of 64 and a last one of 1 to 64.
func (m *messages) pieces(whole, rest emit.R) {
	m.Op("SUB", 1, m.length, m.t)
	m.Op("LSR", 6, m.t, whole)
	m.Op("SUB", emit.Shifted(whole, 6), m.length, rest)
}
