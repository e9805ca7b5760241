// Package szhash has what the generators of kernels of StringZilla's 64-bit hash share.
package szhash

import "math/big"

// Pi is the first 1,024 fractional bits of Pi: the start of a state without seed, two words for each of the four AES
// vectors, then two for each of the four sum vectors.
var Pi = pi()

// Permutation tells for each byte of a permuted sum vector where it was before.
var Permutation = [16]byte{4, 11, 9, 6, 8, 13, 15, 5, 14, 3, 1, 12, 0, 7, 10, 2}

// pi follows Machin: Pi = 16 arctan(1/5) - 4 arctan(1/239), with 64 bits to spare.
func pi() (words [16]uint64) {
	const spare = 64
	arctan := func(x int64) *big.Int {
		power := new(big.Int).Lsh(big.NewInt(1), 1024+spare)
		power.Quo(power, big.NewInt(x))
		sum := new(big.Int)
		for n := int64(1); power.Sign() > 0; n += 2 {
			term := new(big.Int).Quo(power, big.NewInt(n))
			if n%4 == 3 {
				term.Neg(term)
			}
			sum.Add(sum, term)
			power.Quo(power, big.NewInt(x*x))
		}
		return sum
	}
	p := new(big.Int).Mul(arctan(5), big.NewInt(16))
	p.Sub(p, new(big.Int).Mul(arctan(239), big.NewInt(4)))
	p.Rsh(p, spare)
	word := new(big.Int)
	for i := range words {
		words[i] = word.And(word.Rsh(p, uint(64*(15-i))), big.NewInt(0).SetUint64(1<<64-1)).Uint64()
	}
	return words
}

// Permute permutes the bytes of a vector of two words.
func Permute(v [2]uint64) (p [2]uint64) {
	for i, from := range Permutation {
		b := v[from/8] >> (8 * (from % 8)) & 0xff
		p[i/8] |= b << (8 * (i % 8))
	}
	return p
}

// Ahead is how many messages further on in order, where the window is not read from its front to its end, kernels have
// the processor fetch a message that is yet to come.
const Ahead = 8
