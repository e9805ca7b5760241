package benchmark

import (
	"bytes"
	"math"
	"math/rand/v2"
)

// MaxText is how much of a text is looked at, in bytes.
const MaxText = 16 << 20

// Lines of the built-in text are as long as English sentences: their logarithms are normal.
const (
	lineMean  = 130
	lineSigma = 0.47
	lineMin   = 12
	lineMax   = 2000
)

// wordShares are of a thousand words of an English text with numbers in it how many have 1, 2, ... bytes. The mean is 5
// less what the ends of lines cut off.
var wordShares = [...]int{1: 12, 128, 316, 275, 48, 8, 12, 26, 35, 33, 29, 19, 14, 10, 7, 8, 8, 6, 4, 2}

// builtinText is the same words and lines on every machine.
func builtinText() []byte {
	rng := rand.New(rand.NewPCG(1, 1))
	var lengths []int
	for n, share := range wordShares {
		for range share {
			lengths = append(lengths, n)
		}
	}
	var text bytes.Buffer
	for range maxMessages {
		for left := lineLength(rng); left > 0; left-- {
			word := min(lengths[rng.IntN(len(lengths))], left)
			for range word {
				text.WriteByte('a' + byte(rng.Uint32()%26))
			}
			if left -= word; left > 0 {
				text.WriteByte(' ')
			}
		}
		text.WriteByte('\n')
	}
	return text.Bytes()
}

func lineLength(rng *rand.Rand) int {
	n := math.Exp(math.Log(lineMean) - lineSigma*lineSigma/2 + lineSigma*rng.NormFloat64())
	return min(max(int(n+0.5), lineMin), lineMax)
}
