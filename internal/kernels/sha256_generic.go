package kernels

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// sha256Start are the initial words (FIPS 180-4, section 5.3.3).
var sha256Start = [8]uint32{
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
}

// sha256Constants are the round constants (FIPS 180-4, section 4.2.2).
var sha256Constants = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

// sha256x1Generic digests whole messages, one after the other; the arguments are as package amd64 says.
func sha256x1Generic(base *byte, spans *uint64, order *uint32, groups uint64, digests *byte, _ *[4096]byte) {
	for _, i := range unsafe.Slice(order, groups) {
		span := *(*uint64)(unsafe.Add(unsafe.Pointer(spans), 8*uintptr(i)))
		var message []byte
		if n := span >> 32; n > 0 {
			message = unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(base), uintptr(uint32(span)))), n)
		}
		state := sha256Start
		whole := len(message) &^ 63
		sha256Compress(&state, message[:whole])
		var tail [128]byte
		sha256Compress(&state, tail[:sha256Pad(&tail, message[whole:], uint64(len(message)))])
		sha256Digest(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(digests), 32*uintptr(i))), 32), &state)
	}
}

// sha256BlocksGeneric advances one message by whole blocks; the arguments are as package amd64 says.
func sha256BlocksGeneric(states **[8]uint32, data **byte, blocks uint64) {
	sha256Compress(*states, unsafe.Slice(*data, 64*blocks))
}

// sha256Pad writes the end of a message of total bytes to tail: rest, its last 0 to 63 bytes, and the padding (FIPS
// 180-4, section 5.1.1). It returns the length of what it wrote, 64 or 128 bytes.
func sha256Pad(tail *[128]byte, rest []byte, total uint64) int {
	n := copy(tail[:], rest)
	tail[n] = 0x80
	end := (n + 9 + 63) &^ 63
	clear(tail[n+1 : end-8])
	binary.BigEndian.PutUint64(tail[end-8:], total*8)
	return end
}

// sha256Digest writes the 32 bytes of the digest.
func sha256Digest(digest []byte, state *[8]uint32) {
	digest = digest[:32]
	for i, w := range state {
		binary.BigEndian.PutUint32(digest[4*i:], w)
	}
}

// sha256Compress advances state by the blocks of data, whose length is a multiple of 64 bytes (FIPS 180-4, section
// 6.2.2). Eight rounds stand in a row so that no word has to move to another variable.
func sha256Compress(state *[8]uint32, data []byte) {
	a, b, c, d, e, f, g, h := state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7]
	var w [64]uint32
	for ; len(data) >= 64; data = data[64:] {
		for i := range 16 {
			w[i] = binary.BigEndian.Uint32(data[4*i:])
		}
		for i := 16; i < 64; i++ {
			x, y := w[i-15], w[i-2]
			s0 := bits.RotateLeft32(x, -7) ^ bits.RotateLeft32(x, -18) ^ x>>3
			s1 := bits.RotateLeft32(y, -17) ^ bits.RotateLeft32(y, -19) ^ y>>10
			w[i] = w[i-16] + s0 + w[i-7] + s1
		}
		a0, b0, c0, d0, e0, f0, g0, h0 := a, b, c, d, e, f, g, h
		for i := 0; i < 64; i += 8 {
			w, k := (*[8]uint32)(w[i:]), (*[8]uint32)(sha256Constants[i:])
			d, h = sha256Round(a, b, c, d, e, f, g, h, w[0]+k[0])
			c, g = sha256Round(h, a, b, c, d, e, f, g, w[1]+k[1])
			b, f = sha256Round(g, h, a, b, c, d, e, f, w[2]+k[2])
			a, e = sha256Round(f, g, h, a, b, c, d, e, w[3]+k[3])
			h, d = sha256Round(e, f, g, h, a, b, c, d, w[4]+k[4])
			g, c = sha256Round(d, e, f, g, h, a, b, c, w[5]+k[5])
			f, b = sha256Round(c, d, e, f, g, h, a, b, w[6]+k[6])
			e, a = sha256Round(b, c, d, e, f, g, h, a, w[7]+k[7])
		}
		a, b, c, d, e, f, g, h = a+a0, b+b0, c+c0, d+d0, e+e0, f+f0, g+g0, h+h0
	}
	*state = [8]uint32{a, b, c, d, e, f, g, h}
}

// sha256Round returns the new values of d and h, the two words that a round changes.
func sha256Round(a, b, c, d, e, f, g, h, wk uint32) (uint32, uint32) {
	h += wk + (bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)) + (g ^ e&(f^g))
	return d + h, h + (bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)) + (a&b ^ c&(a^b))
}
