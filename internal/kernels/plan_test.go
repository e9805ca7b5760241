package kernels

import (
	"math"
	"slices"
	"testing"
)

// planned are the kernels that take n messages, by their lanes.
func planned(p *plan, kernels []Kernel, n int) (lanes []int) {
	for n > 0 {
		k := kernels[p[min(n, maxLanes)]]
		lanes = append(lanes, k.Lanes)
		n -= k.Lanes
	}
	return lanes
}

func TestPlan(t *testing.T) {
	sha := []Kernel{{Op: SHA256, Lanes: 16}, {Op: SHA256, Lanes: 8}, {Op: SHA256, Lanes: 4}, {Op: SHA256, Lanes: 3}, {Op: SHA256, Lanes: 2}, {Op: SHA256, Lanes: 1}}
	avx512 := []float64{42, 59, 14, 12, 9, 7}
	shani := []float64{90, 65, 14, 12, 9, 7}
	none := math.Inf(1)
	cases := []struct {
		name  string
		times []float64
		bulk  int
		n     int
		want  []int
	}{
		{"full groups", avx512, -1, 33, []int{16, 16, 1}},
		{"a partial group that is faster than several narrow ones", avx512, -1, 13, []int{16}},
		{"narrow ones that are faster than a partial group", avx512, -1, 9, []int{4, 4, 1}},
		{"the widest is not the fastest", shani, -1, 33, []int{4, 4, 4, 4, 4, 4, 4, 4, 1}},
		{"a partial group of the widest that is left", []float64{none, none, none, none, 9, 8}, -1, 1, []int{1}},
		{"the portable kernel is slower than lanes half empty", []float64{none, none, none, none, 9, 30}, -1, 3, []int{2, 2}},
		{"the best division, not the widest first", []float64{none, none, none, 12, 7, 6}, -1, 4, []int{2, 2}},
		{"no faster for certain", []float64{100, 50, 24.6, none, none, 7}, -1, 16, []int{16}},
		{"a backend that was asked for", shani, 0, 33, []int{16, 16, 1}},
		{"just one group for it", shani, 1, 8, []int{8}},
		{"less than a group for it", shani, 1, 7, []int{4, 3}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := planned(newPlan(sha, c.times, c.bulk), sha, c.n)
			if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(c.want))) {
				t.Errorf("%d messages: got %v, want %v", c.n, got, c.want)
			}
		})
	}
}

// Without a measurement, too, every number of messages is taken, full groups by the widest kernel.
func TestGuessedPlan(t *testing.T) {
	for op := range opNames {
		for _, chain := range allChains(Op(op)) {
			p := newPlan(chain, guesses(chain), 0)
			for n := 1; n < 3*maxLanes; n++ {
				total := 0
				for _, lanes := range planned(p, chain, n) {
					total += lanes
				}
				if widest := chain[0].Lanes; total < n || total >= n+widest {
					t.Errorf("%v: %d lanes for %d messages", chain[0], total, n)
				}
			}
		}
	}
}
