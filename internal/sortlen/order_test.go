package sortlen

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSpan(t *testing.T) {
	for _, c := range [][2]int{{0, 0}, {math.MaxInt32, 0}, {0, math.MaxInt32}, {12345, 678}} {
		if s := NewSpan(c[0], c[1]); s.Offset() != c[0] || s.Len() != c[1] {
			t.Errorf("NewSpan(%d, %d) gives %d, %d", c[0], c[1], s.Offset(), s.Len())
		}
	}
}

func TestOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sha256 := Blocks{Extra: 72, Shift: 6}
	cases := map[string]func() int{
		"equal":      func() int { return 40 },
		"words":      func() int { return rng.IntN(20) },
		"sentences":  func() int { return rng.IntN(400) },
		"long":       func() int { return rng.IntN(1 << 20) },
		"around cap": func() int { return 64*classes - 200 + rng.IntN(400) },
	}
	var s Sorter
	for name, length := range cases {
		for _, n := range []int{0, 1, 2, 3, 17, 4096} {
			spans, longest := make([]Span, n), 0
			for i := range spans {
				spans[i] = NewSpan(i, length())
				longest = max(longest, spans[i].Len())
			}
			order := make([]uint32, n)
			s.Order(order, spans, sha256, longest)
			at := func(i uint32) int { return sha256.Of(spans[i].Len()) }
			if !slices.IsSortedFunc(order, func(a, b uint32) int { return at(a) - at(b) }) {
				t.Errorf("%s, %d messages: not in order of block count", name, n)
			}
			slices.Sort(order)
			for i := range order {
				if order[i] != uint32(i) {
					t.Fatalf("%s, %d messages: not a permutation", name, n)
				}
			}
		}
	}
}

func TestOrderAllocatesNothing(t *testing.T) {
	spans, order := make([]Span, 4096), make([]uint32, 4096)
	for i := range spans {
		spans[i] = NewSpan(0, i*37%70000)
	}
	var s Sorter
	if n := testing.AllocsPerRun(10, func() { s.Order(order, spans, Blocks{72, 6}, 70000) }); n != 0 {
		t.Errorf("%v allocations a call", n)
	}
}

func BenchmarkOrder(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	spans, order := make([]Span, 2000), make([]uint32, 2000)
	for i := range spans {
		spans[i] = NewSpan(0, 40+rng.IntN(200))
	}
	var s Sorter
	for b.Loop() {
		s.Order(order, spans, Blocks{72, 6}, 240)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/2000, "ns/message")
}
