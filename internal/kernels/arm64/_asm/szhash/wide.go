package szhash

import "szsum/internal/kernels/arm64/_asm/emit"

// A wide emits the loop over messages of more than 64 bytes for vectors of 64 bytes and more: one register has the four
// AES vectors of a message, another the four sum vectors. What lies behind the first 64 bytes of a register does not
// count.
type wide struct {
	*messages
	rounds      *rounds
	digests     emit.R
	whole, rest emit.R // pieces before the last, bytes of the last
	seed        emit.V
}

// emit has state for the registers of the narrow loop, and t for temporary use.
func (w *wide) emit(state, t []emit.V) {
	k, firstAES, firstSum, permute, seed := w.rounds, state[0], state[1], state[2], state[3]
	aes, sum := state[4:8], state[8:12] // whole ones first, then the parts
	block, places, all := t[0], t[1], emit.P(1)

	w.Comment("The same with vectors of 64 bytes and more")
	w.Label("wide")
	w.Op("MOVD", 64, w.rest)
	w.WHILELO(emit.ZR, w.rest, all)
	w.Address("pi", w.t)
	w.LD1BAt(w.t, 0, all, firstAES)
	w.LD1B(w.t, w.rest, all, firstSum)
	w.Address("permute", w.t)
	w.LD1BAt(w.t, 0, all, permute)
	w.Load("seed", w.t)
	w.ZSPREAD(w.t, seed)
	w.ZAESE(seed, firstAES)
	w.ZAESMC(firstAES)
	w.ZEOR(seed, firstSum, firstSum)
	w.ZTBL(permute, firstSum, firstSum)

	w.find("wideMessage")
	w.ZMOV(firstAES, aes[0])
	w.ZMOV(firstSum, sum[0])
	w.pieces(w.whole, w.rest)
	w.Label("widePiece")
	w.LD1BAt(w.at, 0, all, block)
	w.Op("ADD", 64, w.at)
	w.ZADD(3, block, sum[0], sum[0])
	w.ZAESE(block, aes[0])
	w.ZAESMC(aes[0])
	w.ZTBL(permute, sum[0], sum[0])
	w.Op("SUBS", 1, w.whole)
	w.Op("BNE", "widePiece")
	w.Comment("The last piece, with zeros behind it; then the parts")
	w.WHILELO(emit.ZR, w.rest, p)
	w.LD1BAt(w.at, 0, p, block)
	w.ZADD(3, block, sum[0], sum[0])
	w.ZEOR(block, aes[0], aes[0])
	for i := 1; i < 4; i++ {
		w.ZPART(i, aes[0], aes[i])
		w.ZPART(i, sum[0], sum[i])
	}
	w.Comment("The four lanes, and the end")
	k.key(w.seed, w.length, places)
	k.fold(aes, sum)
	k.end(aes[:1], sum[:1], []emit.V{places}, t[2:3])
	k.put(sum[0], emit.Indexed(w.digests, w.number, 3))
	w.next("wideMessage")
}
