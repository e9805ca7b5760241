package kernels

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// A vector is 16 bytes as two numbers, the first made of bytes 0 to 7, little-endian on every machine.
type vector [2]uint64

// hashStart are the first 1,024 fractional bits of Pi: two words for each lane's AES vector, then two for each sum
// vector. The seed is laid over them with exclusive or.
var hashStart = [16]uint64{
	0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89,
	0x452821e638d01377, 0xbe5466cf34e90c6c, 0xc0ac29b7c97c50dd, 0x3f84d5b5b5470917,
	0x9216d5d98979fb1b, 0xd1310ba698dfb5ac, 0x2ffd72dbd01adfb7, 0xb8e1afed6a267e96,
	0xba7c9045f12c7f99, 0x24a19947b3916cf7, 0x0801f2e2858efc16, 0x636920d871574e69,
}

// A hashState is a message on its way through the long regime: four lanes, of which each has absorbed its 16 bytes out
// of every 64. The layout is the same for every kernel, so that one can go on where another stopped.
type hashState struct {
	aes, sum [4]vector
}

// words is how kernels know a state, and those behind it.
func (s *hashState) words() *[16]uint64 { return (*[16]uint64)(unsafe.Pointer(s)) }

// start sets the state to that of a message of no bytes.
func (s *hashState) start(seed uint64) {
	for i, p := range hashStart[:8] {
		s.aes[i/2][i%2] = seed ^ p
		s.sum[i/2][i%2] = seed ^ hashStart[8+i]
	}
}

// absorb takes the next 16 bytes of a lane.
func (s *hashState) absorb(lane int, block []byte) {
	b := vector{binary.LittleEndian.Uint64(block), binary.LittleEndian.Uint64(block[8:16])}
	s.aes[lane] = aesRound(s.aes[lane], b)
	p := hashPermute(s.sum[lane])
	s.sum[lane] = vector{p[0] + b[0], p[1] + b[1]}
}

// absorbAll takes the next bytes of all lanes; their number is a multiple of 64.
func (s *hashState) absorbAll(data []byte) {
	for ; len(data) >= 64; data = data[64:] {
		for lane := range s.aes {
			s.absorb(lane, data[16*lane:])
		}
	}
}

// digest is the hash in the long regime, once all has been absorbed.
func (s *hashState) digest(seed, length uint64) uint64 {
	var m [4]vector
	for i := range m {
		m[i] = aesRound(s.sum[i], s.aes[i])
	}
	return hashFinish(aesRound(aesRound(m[0], m[1]), aesRound(m[2], m[3])), seed, length)
}

// hashFinish brings in the length, in both regimes.
func hashFinish(m vector, seed, length uint64) uint64 {
	return aesRound(aesRound(m, vector{seed + length, seed}), m)[0]
}

// hashSum is the hash of a whole message. Up to 64 bytes are absorbed by the first lane alone; more by all four, and
// the end is padded with zeros.
func hashSum(message []byte, seed uint64) uint64 {
	var s hashState
	s.start(seed)
	length := uint64(len(message))
	var end [64]byte
	if length <= 64 {
		copy(end[:], message)
		for at := 0; at < max(len(message), 1); at += 16 {
			s.absorb(0, end[at:])
		}
		return hashFinish(aesRound(s.sum[0], s.aes[0]), seed, length)
	}
	whole := len(message) &^ 63
	s.absorbAll(message[:whole])
	if copy(end[:], message[whole:]) > 0 {
		s.absorbAll(end[:])
	}
	return s.digest(seed, length)
}

// hashPermute rearranges the 16 bytes: byte i comes from place {4 11 9 6 8 13 15 5 14 3 1 12 0 7 10 2}[i].
func hashPermute(v vector) vector {
	a, b := v[0], v[1]
	return vector{
		a>>32&0xff | b>>24&0xff<<8 | b>>8&0xff<<16 | a>>48&0xff<<24 |
			b&0xff<<32 | b>>40&0xff<<40 | b>>56<<48 | a>>40&0xff<<56,
		b>>48&0xff | a>>24&0xff<<8 | a>>8&0xff<<16 | b>>32&0xff<<24 |
			a&0xff<<32 | a>>56<<40 | b>>16&0xff<<48 | a>>16&0xff<<56,
	}
}

// aesRound is one round of AES encryption (FIPS 197): SubBytes, ShiftRows, MixColumns, and the key added last.
func aesRound(s, key vector) vector {
	c := [4]uint32{uint32(s[0]), uint32(s[0] >> 32), uint32(s[1]), uint32(s[1] >> 32)}
	var o [4]uint32
	for i := range o {
		o[i] = aesColumns[c[i]&0xff] ^
			bits.RotateLeft32(aesColumns[c[(i+1)%4]>>8&0xff], 8) ^
			bits.RotateLeft32(aesColumns[c[(i+2)%4]>>16&0xff], 16) ^
			bits.RotateLeft32(aesColumns[c[(i+3)%4]>>24], 24)
	}
	return vector{(uint64(o[0]) | uint64(o[1])<<32) ^ key[0], (uint64(o[2]) | uint64(o[3])<<32) ^ key[1]}
}

// aesColumns tells what a byte in the first row of the state contributes to its column, by SubBytes and MixColumns; a
// byte in row r contributes the same, rotated by r bytes.
var aesColumns = func() (columns [256]uint32) {
	// 3 generates the multiplicative group of the field, and 0xf6 is its inverse: p runs through all of it but 0
	p, q := byte(1), byte(1)
	for {
		s := q ^ bits.RotateLeft8(q, 1) ^ bits.RotateLeft8(q, 2) ^ bits.RotateLeft8(q, 3) ^ bits.RotateLeft8(q, 4) ^ 0x63
		columns[p] = aesColumn(s)
		p ^= aesDouble(p)
		q ^= q << 1
		q ^= q << 2
		q ^= q << 4
		q ^= byte(int8(q)>>7) & 0x09
		if p == 1 {
			break
		}
	}
	columns[0] = aesColumn(0x63)
	return columns
}()

// aesColumn is the products of s with 2, 1, 1 and 3.
func aesColumn(s byte) uint32 {
	d := aesDouble(s)
	return uint32(d) | uint32(s)<<8 | uint32(s)<<16 | uint32(d^s)<<24
}

// aesDouble is the product with 2 modulo x^8 + x^4 + x^3 + x + 1.
func aesDouble(x byte) byte { return x<<1 ^ byte(int8(x)>>7)&0x1b }

// hashGeneric hashes whole messages of any length; the arguments are as package amd64 says.
func hashGeneric(base *byte, spans *uint64, order *uint32, count, seed uint64, digests *byte) {
	for i := range count {
		message, number := messageAt(base, spans, order, i)
		putNumber(digests, 8*number, hashSum(message, seed))
	}
}

// multihashGeneric hashes whole messages of any length with each of several seeds; the arguments are as package amd64
// says.
func multihashGeneric(base *byte, spans *uint64, order *uint32, count uint64, seeds *[72]uint64, k, stride uint64, digests *byte) {
	for i := range count {
		message, number := messageAt(base, spans, order, i)
		for j := range k {
			putNumber(digests, stride*number+8*j, hashSum(message, seedAt(seeds, j)))
		}
	}
}

// hashAbsorbGeneric and hashFinishGeneric take a message in parts, for several seeds; the arguments are as package
// amd64 says.
func hashAbsorbGeneric(states *[16]uint64, k uint64, data *byte, pieces uint64) {
	all := unsafe.Slice((*hashState)(unsafe.Pointer(states)), k)
	for i := range all {
		all[i].absorbAll(unsafe.Slice(data, 64*pieces))
	}
}

func hashFinishGeneric(states *[16]uint64, seeds *[72]uint64, k uint64, last *[64]byte, length uint64, digests *byte) {
	for j, s := range unsafe.Slice((*hashState)(unsafe.Pointer(states)), k) {
		s.absorbAll(last[:])
		putNumber(digests, 8*uint64(j), s.digest(seedAt(seeds, uint64(j)), length))
	}
}

// seedAt is the j-th seed of a table.
func seedAt(seeds *[72]uint64, j uint64) uint64 {
	part := (*hashSeeds)(unsafe.Add(unsafe.Pointer(seeds), uintptr(j/4)*unsafe.Sizeof(hashSeeds{})))
	return part.seeds[j%4][0]
}

// messageAt is the i-th message in order (in the order of spans if order is nil), and its number.
func messageAt(base *byte, spans *uint64, order *uint32, i uint64) (message []byte, number uint64) {
	number = i
	if order != nil {
		number = uint64(*(*uint32)(unsafe.Add(unsafe.Pointer(order), 4*uintptr(i))))
	}
	span := *(*uint64)(unsafe.Add(unsafe.Pointer(spans), 8*uintptr(number)))
	if n := span >> 32; n > 0 {
		message = unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(base), uintptr(uint32(span)))), n)
	}
	return message, number
}

// putNumber writes a digest that is a number, most significant byte first.
func putNumber(digests *byte, at, number uint64) {
	binary.BigEndian.PutUint64(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(digests), uintptr(at))), 8), number)
}
