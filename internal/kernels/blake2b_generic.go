package kernels

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// A blake2bState is a message on its way through BLAKE2b: the chaining value; the bytes compressed so far, low and high
// word; the flags f0 and f1, all ones in the last block (RFC 7693, section 3.2).
type blake2bState = [12]uint64

// Places in a blake2bState.
const (
	blake2bCount = 8
	blake2bFlags = 10
)

// blake2bIV are the initial words, those of SHA-512 (RFC 7693, section 2.6).
var blake2bIV = [8]uint64{
	0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
}

// blake2bx1Generic digests whole messages, one after the other; the arguments are as package amd64 says.
func blake2bx1Generic(base *byte, spans *uint64, order *uint32, groups uint64, digests *byte, _ *[4096]byte, start *blake2bState) {
	for _, i := range unsafe.Slice(order, groups) {
		span := *(*uint64)(unsafe.Add(unsafe.Pointer(spans), 8*uintptr(i)))
		var message []byte
		if n := span >> 32; n > 0 {
			message = unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(base), uintptr(uint32(span)))), n)
		}
		state := *start
		state[blake2bFlags], state[blake2bFlags+1] = 0, 0
		whole := max(len(message)-1, 0) &^ 127
		blake2bCompress(&state, message[:whole])
		var last [128]byte
		n := copy(last[:], message[whole:])
		blake2bSeal(&state, n, start[blake2bFlags+1])
		blake2bCompress(&state, last[:])
		blake2bDigest(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(digests), 64*uintptr(i))), 64), &state)
	}
}

// blake2bBlocksGeneric advances one message by blocks; the arguments are as package amd64 says.
func blake2bBlocksGeneric(states **blake2bState, data **byte, blocks, stride uint64, _ *[4096]byte) {
	if stride == 128 {
		blake2bCompress(*states, unsafe.Slice(*data, 128*blocks))
		return
	}
	for i := range blocks {
		blake2bCompress(*states, unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(*data), i*stride)), 128))
	}
}

// blake2bSeal readies the state for the last block, of which n bytes are message: the compression will add the 128
// bytes of a whole block to the count.
func blake2bSeal(state *blake2bState, n int, lastNode uint64) {
	low, borrow := bits.Sub64(state[blake2bCount], uint64(128-n), 0)
	state[blake2bCount] = low
	state[blake2bCount+1] -= borrow
	state[blake2bFlags], state[blake2bFlags+1] = ^uint64(0), lastNode
}

// blake2bDigest writes the 64 bytes of the longest digest.
func blake2bDigest(digest []byte, state *blake2bState) {
	digest = digest[:64]
	for i, w := range state[:8] {
		binary.LittleEndian.PutUint64(digest[8*i:], w)
	}
}

// blake2bCompress advances state by the blocks of data, whose length is a multiple of 128 bytes (RFC 7693, section
// 3.2). The rounds stand one after the other so that the order of the message words is in the code.
func blake2bCompress(state *blake2bState, data []byte) {
	var m [16]uint64
	for ; len(data) >= 128; data = data[128:] {
		for i := range m {
			m[i] = binary.LittleEndian.Uint64(data[8*i:])
		}
		low, carry := bits.Add64(state[blake2bCount], 128, 0)
		state[blake2bCount] = low
		state[blake2bCount+1] += carry

		v0, v1, v2, v3 := state[0], state[1], state[2], state[3]
		v4, v5, v6, v7 := state[4], state[5], state[6], state[7]
		v8, v9, v10, v11 := blake2bIV[0], blake2bIV[1], blake2bIV[2], blake2bIV[3]
		v12, v13 := blake2bIV[4]^state[blake2bCount], blake2bIV[5]^state[blake2bCount+1]
		v14, v15 := blake2bIV[6]^state[blake2bFlags], blake2bIV[7]^state[blake2bFlags+1]

		// round 0
		v0, v4, v8, v12 = blake2bMix(v0, v4, v8, v12, m[0], m[1])
		v1, v5, v9, v13 = blake2bMix(v1, v5, v9, v13, m[2], m[3])
		v2, v6, v10, v14 = blake2bMix(v2, v6, v10, v14, m[4], m[5])
		v3, v7, v11, v15 = blake2bMix(v3, v7, v11, v15, m[6], m[7])
		v0, v5, v10, v15 = blake2bMix(v0, v5, v10, v15, m[8], m[9])
		v1, v6, v11, v12 = blake2bMix(v1, v6, v11, v12, m[10], m[11])
		v2, v7, v8, v13 = blake2bMix(v2, v7, v8, v13, m[12], m[13])
		v3, v4, v9, v14 = blake2bMix(v3, v4, v9, v14, m[14], m[15])
		// round 1
		v0, v4, v8, v12 = blake2bMix(v0, v4, v8, v12, m[14], m[10])
		v1, v5, v9, v13 = blake2bMix(v1, v5, v9, v13, m[4], m[8])
		v2, v6, v10, v14 = blake2bMix(v2, v6, v10, v14, m[9], m[15])
		v3, v7, v11, v15 = blake2bMix(v3, v7, v11, v15, m[13], m[6])
		v0, v5, v10, v15 = blake2bMix(v0, v5, v10, v15, m[1], m[12])
		v1, v6, v11, v12 = blake2bMix(v1, v6, v11, v12, m[0], m[2])
		v2, v7, v8, v13 = blake2bMix(v2, v7, v8, v13, m[11], m[7])
		v3, v4, v9, v14 = blake2bMix(v3, v4, v9, v14, m[5], m[3])
		// round 2
		v0, v4, v8, v12 = blake2bMix(v0, v4, v8, v12, m[11], m[8])
		v1, v5, v9, v13 = blake2bMix(v1, v5, v9, v13, m[12], m[0])
		v2, v6, v10, v14 = blake2bMix(v2, v6, v10, v14, m[5], m[2])
		v3, v7, v11, v15 = blake2bMix(v3, v7, v11, v15, m[15], m[13])
		v0, v5, v10, v15 = blake2bMix(v0, v5, v10, v15, m[10], m[14])
		v1, v6, v11, v12 = blake2bMix(v1, v6, v11, v12, m[3], m[6])
		v2, v7, v8, v13 = blake2bMix(v2, v7, v8, v13, m[7], m[1])
		v3, v4, v9, v14 = blake2bMix(v3, v4, v9, v14, m[9], m[4])
		// round 3
		v0, v4, v8, v12 = blake2bMix(v0, v4, v8, v12, m[7], m[9])
		v1, v5, v9, v13 = blake2bMix(v1, v5, v9, v13, m[3], m[1])
		v2, v6, v10, v14 = blake2bMix(v2, v6, v10, v14, m[13], m[12])
		v3, v7, v11, v15 = blake2bMix(v3, v7, v11, v15, m[11], m[14])
		v0, v5, v10, v15 = blake2bMix(v0, v5, v10, v15, m[2], m[6])
		v1, v6, v11, v12 = blake2bMix(v1, v6, v11, v12, m[5], m[10])
		v2, v7, v8, v13 = blake2bMix(v2, v7, v8, v13, m[4], m[0])
		v3, v4, v9, v14 = blake2bMix(v3, v4, v9, v14, m[15], m[8])
		// round 4
		v0, v4, v8, v12 = blake2bMix(v0, v4, v8, v12, m[9], m[0])
		v1, v5, v9, v13 = blake2bMix(v1, v5, v9, v13, m[5], m[7])
		v2, v6, v10, v14 = blake2bMix(v2, v6, v10, v14, m[2], m[4])
		v3, v7, v11, v15 = blake2bMix(v3, v7, v11, v15, m[10], m[15])
		v0, v5, v10, v15 = blake2bMix(v0, v5, v10, v15, m[14], m[1])
		v1, v6, v11, v12 = blake2bMix(v1, v6, v11, v12, m[11], m[12])
		v2, v7, v8, v13 = blake2bMix(v2, v7, v8, v13, m[6], m[8])
		v3, v4, v9, v14 = blake2bMix(v3, v4, v9, v14, m[3], m[13])
		// round 5
		v0, v4, v8, v12 = blake2bMix(v0, v4, v8, v12, m[2], m[12])
		v1, v5, v9, v13 = blake2bMix(v1, v5, v9, v13, m[6], m[10])
		v2, v6, v10, v14 = blake2bMix(v2, v6, v10, v14, m[0], m[11])
		v3, v7, v11, v15 = blake2bMix(v3, v7, v11, v15, m[8], m[3])
		v0, v5, v10, v15 = blake2bMix(v0, v5, v10, v15, m[4], m[13])
		v1, v6, v11, v12 = blake2bMix(v1, v6, v11, v12, m[7], m[5])
		v2, v7, v8, v13 = blake2bMix(v2, v7, v8, v13, m[15], m[14])
		v3, v4, v9, v14 = blake2bMix(v3, v4, v9, v14, m[1], m[9])
		// round 6
		v0, v4, v8, v12 = blake2bMix(v0, v4, v8, v12, m[12], m[5])
		v1, v5, v9, v13 = blake2bMix(v1, v5, v9, v13, m[1], m[15])
		v2, v6, v10, v14 = blake2bMix(v2, v6, v10, v14, m[14], m[13])
		v3, v7, v11, v15 = blake2bMix(v3, v7, v11, v15, m[4], m[10])
		v0, v5, v10, v15 = blake2bMix(v0, v5, v10, v15, m[0], m[7])
		v1, v6, v11, v12 = blake2bMix(v1, v6, v11, v12, m[6], m[3])
		v2, v7, v8, v13 = blake2bMix(v2, v7, v8, v13, m[9], m[2])
		v3, v4, v9, v14 = blake2bMix(v3, v4, v9, v14, m[8], m[11])
		// round 7
		v0, v4, v8, v12 = blake2bMix(v0, v4, v8, v12, m[13], m[11])
		v1, v5, v9, v13 = blake2bMix(v1, v5, v9, v13, m[7], m[14])
		v2, v6, v10, v14 = blake2bMix(v2, v6, v10, v14, m[12], m[1])
		v3, v7, v11, v15 = blake2bMix(v3, v7, v11, v15, m[3], m[9])
		v0, v5, v10, v15 = blake2bMix(v0, v5, v10, v15, m[5], m[0])
		v1, v6, v11, v12 = blake2bMix(v1, v6, v11, v12, m[15], m[4])
		v2, v7, v8, v13 = blake2bMix(v2, v7, v8, v13, m[8], m[6])
		v3, v4, v9, v14 = blake2bMix(v3, v4, v9, v14, m[2], m[10])
		// round 8
		v0, v4, v8, v12 = blake2bMix(v0, v4, v8, v12, m[6], m[15])
		v1, v5, v9, v13 = blake2bMix(v1, v5, v9, v13, m[14], m[9])
		v2, v6, v10, v14 = blake2bMix(v2, v6, v10, v14, m[11], m[3])
		v3, v7, v11, v15 = blake2bMix(v3, v7, v11, v15, m[0], m[8])
		v0, v5, v10, v15 = blake2bMix(v0, v5, v10, v15, m[12], m[2])
		v1, v6, v11, v12 = blake2bMix(v1, v6, v11, v12, m[13], m[7])
		v2, v7, v8, v13 = blake2bMix(v2, v7, v8, v13, m[1], m[4])
		v3, v4, v9, v14 = blake2bMix(v3, v4, v9, v14, m[10], m[5])
		// round 9
		v0, v4, v8, v12 = blake2bMix(v0, v4, v8, v12, m[10], m[2])
		v1, v5, v9, v13 = blake2bMix(v1, v5, v9, v13, m[8], m[4])
		v2, v6, v10, v14 = blake2bMix(v2, v6, v10, v14, m[7], m[6])
		v3, v7, v11, v15 = blake2bMix(v3, v7, v11, v15, m[1], m[5])
		v0, v5, v10, v15 = blake2bMix(v0, v5, v10, v15, m[15], m[11])
		v1, v6, v11, v12 = blake2bMix(v1, v6, v11, v12, m[9], m[14])
		v2, v7, v8, v13 = blake2bMix(v2, v7, v8, v13, m[3], m[12])
		v3, v4, v9, v14 = blake2bMix(v3, v4, v9, v14, m[13], m[0])
		// round 10
		v0, v4, v8, v12 = blake2bMix(v0, v4, v8, v12, m[0], m[1])
		v1, v5, v9, v13 = blake2bMix(v1, v5, v9, v13, m[2], m[3])
		v2, v6, v10, v14 = blake2bMix(v2, v6, v10, v14, m[4], m[5])
		v3, v7, v11, v15 = blake2bMix(v3, v7, v11, v15, m[6], m[7])
		v0, v5, v10, v15 = blake2bMix(v0, v5, v10, v15, m[8], m[9])
		v1, v6, v11, v12 = blake2bMix(v1, v6, v11, v12, m[10], m[11])
		v2, v7, v8, v13 = blake2bMix(v2, v7, v8, v13, m[12], m[13])
		v3, v4, v9, v14 = blake2bMix(v3, v4, v9, v14, m[14], m[15])
		// round 11
		v0, v4, v8, v12 = blake2bMix(v0, v4, v8, v12, m[14], m[10])
		v1, v5, v9, v13 = blake2bMix(v1, v5, v9, v13, m[4], m[8])
		v2, v6, v10, v14 = blake2bMix(v2, v6, v10, v14, m[9], m[15])
		v3, v7, v11, v15 = blake2bMix(v3, v7, v11, v15, m[13], m[6])
		v0, v5, v10, v15 = blake2bMix(v0, v5, v10, v15, m[1], m[12])
		v1, v6, v11, v12 = blake2bMix(v1, v6, v11, v12, m[0], m[2])
		v2, v7, v8, v13 = blake2bMix(v2, v7, v8, v13, m[11], m[7])
		v3, v4, v9, v14 = blake2bMix(v3, v4, v9, v14, m[5], m[3])

		state[0] ^= v0 ^ v8
		state[1] ^= v1 ^ v9
		state[2] ^= v2 ^ v10
		state[3] ^= v3 ^ v11
		state[4] ^= v4 ^ v12
		state[5] ^= v5 ^ v13
		state[6] ^= v6 ^ v14
		state[7] ^= v7 ^ v15
	}
}

// blake2bMix is the function G (RFC 7693, section 3.1).
func blake2bMix(a, b, c, d, x, y uint64) (uint64, uint64, uint64, uint64) {
	a += b + x
	d = bits.RotateLeft64(d^a, -32)
	c += d
	b = bits.RotateLeft64(b^c, -24)
	a += b + y
	d = bits.RotateLeft64(d^a, -16)
	c += d
	b = bits.RotateLeft64(b^c, -63)
	return a, b, c, d
}
