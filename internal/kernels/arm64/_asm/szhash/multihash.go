package szhash

import (
	"fmt"

	"szsum/internal/kernels/arm64/_asm/emit"
)

// Multihash generates the kernel of the hash with several seeds. The blocks of a message of up to 64 bytes are loaded
// once, and four seeds at a time go through them; in longer messages, two seeds share what is loaded.
func Multihash(f *emit.File) {
	tables(f)
	f.Func("MultihashAES",
		"(base *byte, spans *uint64, order *uint32, count uint64, seeds *[72]uint64, k, stride uint64, digests *byte)",
		"hashes messages of any length with k seeds each.")
	m := newMessages(f)
	g := &multihash{
		messages: &m,
		seeds:    f.Reg("seeds"), k: f.Reg("number of seeds"),
		stride: f.Reg("bytes from digest to digest"), digests: f.Reg("digests"),
		table: f.Reg("table of seeds, moves on"), left: f.Reg("seeds left"), digest: f.Reg("digest, moves on"),
		start: f.Reg("address of a long message"), pieces: f.Reg("its pieces, but the last"),
		rest: f.Reg("bytes of the last block or piece"), n: f.Reg("pieces left"),
		done:   f.Reg("seeds done"),
		rounds: newRounds(f),
		length: f.Vec("the length, and 0"), last: f.Vecs(4, "blocks of the message, the last with zeros behind it"),
		v: f.Vecs(25, "states, keys, a piece of the message, temporary"),
	}
	m.prologue()
	f.Load("seeds", g.seeds)
	f.Load("k", g.k)
	f.Load("stride", g.stride)
	f.Load("digests", g.digests)
	g.rounds.prologue(m.t)

	m.find("message")
	f.Op("MOVD", g.seeds, g.table)
	f.Op("MOVD", g.k, g.left)
	f.Op("MUL", g.stride, m.number, g.digest)
	f.Op("ADD", g.digests, g.digest)
	f.Op("FMOVD", m.length, g.length.F())
	f.Op("CMP", 64, m.length)
	f.Op("BHI", "long")
	f.Op("CMP", 16, m.length)
	f.Op("BHI", "more")
	m.loadShort(g.last[0], g.v[0], "blocks1")
	g.loadBlocks(f)
	for blocks := 1; blocks <= 4; blocks++ {
		g.short(f, blocks)
	}
	g.long(f)
	f.Label("done")
	m.next("message")
}

type multihash struct {
	*messages
	rounds                       rounds
	seeds, k, stride, digests    emit.R // arguments
	table, left, digest          emit.R // of the message at work
	start, pieces, rest, n, done emit.R
	length                       emit.V
	last, v                      []emit.V
}

// loadBlocks loads a message of 17 to 64 bytes and goes to where its number of blocks is treated.
func (g *multihash) loadBlocks(f *emit.File) {
	f.Comment("Two to four blocks")
	f.Label("more")
	for blocks := 2; blocks <= 4; blocks++ {
		f.Op("FMOVQ.P", emit.Mem(g.at, 16), g.last[blocks-2].F())
		f.Op("SUB", 16*(blocks-1), g.messages.length, g.rest)
		if blocks < 4 {
			f.Op("CMP", 16, g.rest)
			f.Op("BHI", fmt.Sprintf("over%d", blocks))
		}
		g.loadEnd(g.rest, g.last[blocks-1], g.v[0])
		f.Op("B", fmt.Sprintf("blocks%d", blocks))
		if blocks < 4 {
			f.Label(fmt.Sprintf("over%d", blocks))
		}
	}
}

// short emits the loop over the seeds for messages of so many blocks.
func (g *multihash) short(f *emit.File, blocks int) {
	k := &g.rounds
	aes, sum, key, t := g.v[:4], g.v[4:8], g.v[8:12], g.v[12:16]
	loop := fmt.Sprintf("blocks%d", blocks)
	f.Label(loop)
	f.Comment("Four seeds, blocks: %d", blocks)
	f.Op("ADD", seedsAES, g.table, g.t)
	f.Op("VLD1", emit.Mem(g.t, 0), emit.List(aes...))
	f.Op("ADD", seedsSum, g.table, g.t)
	f.Op("VLD1", emit.Mem(g.t, 0), emit.List(sum...))
	f.Op("VLD1", emit.Mem(g.table, 0), emit.List(key...))
	f.Op("ADD", seedsPart, g.table)
	for i := range aes {
		k.round(aes[i], k.zero)
	}
	for b := range blocks - 1 {
		k.absorb(g.last[b:b+1], aes, sum)
	}
	k.last(g.last[blocks-1:blocks], aes, sum)
	for i := range sum {
		k.mix(sum[i])
		f.Op("VADD", g.length.D2(), key[i].D2(), key[i].D2())
	}
	k.end(aes, sum, key, t)
	g.put(f, sum, blocks, loop)
}

// put writes the hashes of four seeds, or of those that are left, and goes to loop, or on to the next message.
func (g *multihash) put(f *emit.File, hashes []emit.V, blocks int, loop string) {
	some := fmt.Sprintf("some%d", blocks)
	f.Op("CMP", 4, g.left)
	f.Op("BLT", some)
	a, b := hashes[0], hashes[2]
	f.Op("VZIP1", hashes[1].D2(), a.D2(), a.D2())
	f.Op("VZIP1", hashes[3].D2(), b.D2(), b.D2())
	f.Op("VREV64", a.B16(), a.B16())
	f.Op("VREV64", b.B16(), b.B16())
	f.StorePairNext(a, b, g.digest)
	f.Op("SUBS", 4, g.left)
	f.Op("BNE", loop)
	f.Op("B", "done")

	f.Label(some)
	for i := range 3 {
		f.Op("VREV64", hashes[i].B16(), hashes[i].B16())
		f.Op("FMOVD.P", hashes[i].F(), emit.Mem(g.digest, 8))
		if i < 2 {
			f.Op("CMP", i+1, g.left)
			f.Op("BEQ", "done")
		}
	}
	f.Op("B", "done")
}

// long emits the loop over the seeds for messages of more than 64 bytes.
func (g *multihash) long(f *emit.File) {
	k := &g.rounds
	aes, sum, blocks, key, t := g.v[:8], g.v[8:16], g.v[16:20], g.v[20:22], g.v[22:24]
	f.Label("long")
	f.Op("MOVD", g.at, g.start)
	g.messages.pieces(g.pieces, g.rest)
	f.Op("ADD", emit.Shifted(g.pieces, 6), g.at)
	g.loadLast(g.rest, g.last, g.v[:4], g.v[4:8])
	f.Op("MOVD", 0, g.done)

	f.Label("pair")
	f.Comment("Two seeds")
	f.Op("MOVD", g.start, g.at)
	f.Op("MOVD", g.pieces, g.n)
	for j := range 4 {
		f.LoadPair(emit.Mem(g.table, seedsAES+64*j), aes[j], aes[4+j])
		f.LoadPair(emit.Mem(g.table, seedsSum+64*j), sum[j], sum[4+j])
	}
	for i := range aes {
		k.round(aes[i], k.zero)
	}
	f.Label("piece")
	f.Op("VLD1.P", emit.Mem(g.at, 64), emit.List(blocks...))
	k.absorb(blocks, aes, sum)
	f.Op("SUBS", 1, g.n)
	f.Op("BNE", "piece")
	k.last(g.last, aes, sum)
	f.LoadPair(emit.Mem(g.table, 0), key[0], key[1])
	f.Op("ADD", 32, g.table)
	for i := range key {
		f.Op("VADD", g.length.D2(), key[i].D2(), key[i].D2())
		k.fold(aes[4*i:4*i+4], sum[4*i:4*i+4])
	}
	k.end([]emit.V{aes[0], aes[4]}, []emit.V{sum[0], sum[4]}, key, t)
	f.Op("VZIP1", sum[4].D2(), sum[0].D2(), sum[0].D2())
	f.Op("VREV64", sum[0].B16(), sum[0].B16())
	f.Op("CMP", 2, g.left)
	f.Op("BLT", "one")
	f.Op("FMOVQ.P", sum[0].F(), emit.Mem(g.digest, 16))
	f.Op("SUBS", 2, g.left)
	f.Op("BEQ", "done")
	f.Op("ADD", 2, g.done)
	f.Op("TST", 2, g.done)
	f.Op("BNE", "pair")
	f.Op("ADD", seedsPart-64, g.table)
	f.Op("B", "pair")

	f.Label("one")
	f.Op("FMOVD", sum[0].F(), emit.Mem(g.digest, 0))
}
