// Package sha256 has what the generators of SHA-256 kernels share.
package sha256

import "math/big"

// K are the round constants, H the initial words: the first 32 bits of the fractional parts of the cube roots of the
// first 64 primes and of the square roots of the first eight (FIPS 180-4, sections 4.2.2 and 5.3.3).
var K, H = fractions(64, 3), fractions(8, 2)

func fractions(count, degree int) []uint32 {
	var words []uint32
	for p := int64(2); len(words) < count; p++ {
		if big.NewInt(p).ProbablyPrime(0) {
			words = append(words, fraction(p, degree))
		}
	}
	return words
}

// fraction is floor(2^32 * root of p) modulo 2^32, found bit by bit.
func fraction(p int64, degree int) uint32 {
	target := new(big.Int).Lsh(big.NewInt(p), uint(32*degree))
	exponent := big.NewInt(int64(degree))
	var root int64
	for bit := int64(1) << 40; bit > 0; bit >>= 1 {
		if new(big.Int).Exp(big.NewInt(root|bit), exponent, nil).Cmp(target) <= 0 {
			root |= bit
		}
	}
	return uint32(root)
}
