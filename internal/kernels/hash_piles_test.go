package kernels

import (
	"math/rand/v2"
	"testing"

	"szsum/internal/sortlen"
)

func TestHashPiles(t *testing.T) {
	testHashPiles(t, nil)
	eachKernel(t, Hash, func(t *testing.T, k Kernel) { testHashPiles(t, k.Func.(hashFunc).deal) })
	eachKernel(t, Multihash, func(t *testing.T, k Kernel) { testHashPiles(t, k.Func.(multihashFunc).deal) })
}

// testHashPiles looks for every message in one pile, once, in order: short ones in the first, no short one in another.
func testHashPiles(t *testing.T, deal hashDealFunc) {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 4))
	cases := map[string]func() int{
		"short":     func() int { return rng.IntN(65) },
		"lines":     func() int { return rng.IntN(300) },
		"long":      func() int { return rng.IntN(5000) },
		"all alike": func() int { return 70 },
		"empty":     func() int { return 0 },
		"extremes":  func() int { return rng.IntN(2) * MaxWindow },
		"ends":      func() int { return 64*rng.IntN(8) + rng.IntN(2) },
	}
	var p hashPiles
	for name, length := range cases {
		for _, n := range []int{1, 2, 15, 16, 17, 31, 33, 300, MaxBatch - 1, MaxBatch} {
			spans, window, longest := make([]sortlen.Span, n), 0, 0
			for i := range spans {
				spans[i] = sortlen.NewSpan(0, length())
				window += spans[i].Len()
				longest = max(longest, spans[i].Len())
			}
			p.fill(deal, spans, window, longest)
			seen := make([]bool, n)
			for i := range piles {
				for j, number := range p.pile(i) {
					if last := max(j-1, 0); p.pile(i)[last] > number && spans[p.pile(i)[last]].Len() == spans[number].Len() {
						t.Fatalf("%s, %d messages: number %d late", name, n, number)
					}
					if seen[number] {
						t.Fatalf("%s, %d messages: number %d twice", name, n, number)
					}
					seen[number] = true
					if m := spans[number].Len(); m <= 64 != (i == 0) {
						t.Errorf("%s, %d messages: one of %d bytes in pile %d", name, n, m, i)
					}
				}
			}
			for i := range seen {
				if !seen[i] {
					t.Fatalf("%s, %d messages: number %d missing", name, n, i)
				}
			}
		}
	}
}
