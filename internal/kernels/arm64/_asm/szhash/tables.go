package szhash

import (
	"encoding/binary"
	"math/big"

	"szsum/internal/kernels/arm64/_asm/emit"
)

// Sizes and places, in bytes, of what kernels share with the portable code.
const (
	stateSize = 128 // a state: four AES vectors, then four sum vectors
	stateSum  = 64

	// The table of seeds, four to a part, of each vector those of all four side by side: each seed twice, the AES vectors
	// at the start, lane by lane, and the sum vectors, permuted once already.
	seedsPart = 64 + 4*stateSize
	seedsAES  = 64
	seedsSum  = 320
)

// tables puts what kernels load into read-only memory.
//
//	pi       the start of AES vectors, then of sum vectors
//	permute  the permutation of sum vectors
//	masks    64 bytes 0xff, then 64 zeros: at 64-n is the mask of n bytes
//	numbers  0 to 63, then 64 bytes 0xff: at w-n are the places of the last n of w bytes, and then of nothing
func tables(f *emit.File) {
	f.Bytes("pi", piBytes())
	f.Bytes("permute", permutation)
	var masks, numbers [128]byte
	for i := range 64 {
		masks[i] = 0xff
		numbers[i], numbers[64+i] = byte(i), 0xff
	}
	f.Bytes("masks", masks[:])
	f.Bytes("numbers", numbers[:])
}

var permutation = []byte{4, 11, 9, 6, 8, 13, 15, 5, 14, 3, 1, 12, 0, 7, 10, 2}

// tablesSVE is pi and permute, the second for the four vectors of 64 bytes side by side.
func tablesSVE(f *emit.File) {
	f.Bytes("pi", piBytes())
	var places []byte
	for i := range 64 {
		places = append(places, byte(i&^15)+permutation[i&15])
	}
	f.Bytes("permute", places)
}

func piBytes() []byte {
	var b []byte
	for _, p := range pi() {
		b = binary.LittleEndian.AppendUint64(b, p)
	}
	return b
}

// pi is the first 1,024 fractional bits of Pi, by Machin's formula: 16 atan(1/5) - 4 atan(1/239).
func pi() []uint64 {
	const bits, guard = 1024, 64
	one := new(big.Int).Lsh(big.NewInt(1), bits+guard)
	atan := func(x int64) *big.Int { // of 1/x
		sum, power := new(big.Int), new(big.Int).Div(one, big.NewInt(x))
		for k := int64(1); power.Sign() != 0; k += 2 {
			term := new(big.Int).Div(power, big.NewInt(k))
			if k%4 == 3 {
				term.Neg(term)
			}
			sum.Add(sum, term)
			power.Div(power, big.NewInt(x*x))
		}
		return sum
	}
	p := new(big.Int).Mul(big.NewInt(16), atan(5))
	p.Sub(p, new(big.Int).Mul(big.NewInt(4), atan(239)))
	p.Rsh(p, guard)
	var words []uint64
	for i := range 16 {
		words = append(words, new(big.Int).Rsh(p, uint(bits-64*(i+1))).Uint64())
	}
	return words
}
