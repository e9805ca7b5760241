// Package blake2b generates BLAKE2b of two messages side by side: a register holds the same word of both.
package blake2b

import "math/big"

// IV are the initial words: the first 64 bits of the fractional parts of the square roots of the first eight primes
// (RFC 7693, section 2.6).
var IV = func() (words []uint64) {
	for p := int64(2); len(words) < 8; p++ {
		if big.NewInt(p).ProbablyPrime(0) {
			root := new(big.Int).Sqrt(new(big.Int).Lsh(big.NewInt(p), 128))
			words = append(words, new(big.Int).And(root, new(big.Int).SetUint64(^uint64(0))).Uint64())
		}
	}
	return words
}()

// Sigma is the order of message words in the rounds (RFC 7693, section 2.7); rounds 10 and 11 begin again.
var Sigma = [10][16]int{
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	{14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
	{11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
	{7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
	{9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
	{2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
	{12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
	{13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
	{6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
	{10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
}

// Rounds is how many there are.
const Rounds = 12

// A Quarter is the places in v of the four words that a call of the function G mixes.
type Quarter struct{ A, B, C, D int }

// A Step is the four calls of G that do not depend on each other: their places in v, and the numbers of the message
// words that go into the first and second half of each.
type Step struct {
	Quarters [4]Quarter
	Words    [2][4]int
}

// Steps are the steps of round r: columns, then diagonals.
func Steps(r int) [2]Step {
	s := Sigma[r%10]
	return [2]Step{
		{
			[4]Quarter{{0, 4, 8, 12}, {1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15}},
			[2][4]int{{s[0], s[2], s[4], s[6]}, {s[1], s[3], s[5], s[7]}},
		},
		{
			[4]Quarter{{0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13}, {3, 4, 9, 14}},
			[2][4]int{{s[8], s[10], s[12], s[14]}, {s[9], s[11], s[13], s[15]}},
		},
	}
}

// Rotate24 and Rotate16 are byte shuffles that rotate each 64-bit word of 16 bytes right.
var Rotate24, Rotate16 = rotation(3), rotation(2)

func rotation(bytes int) []byte {
	var b []byte
	for i := range 16 {
		b = append(b, byte(i&8|(i+bytes)&7))
	}
	return b
}
