package pipeline

import (
	"math/rand/v2"
	"testing"
	"time"
)

// paced is how long it takes to digest a file in pieces of 1 MiB that each take so long when mapped and copied.
func paced(policy MapPolicy, mapped, copied func(piece int) time.Duration) (took time.Duration) {
	p := newPace(policy)
	for i := range 1 << 10 {
		if p.choose(took) {
			took += mapped(i)
		} else {
			took += copied(i)
		}
		p.took(1 << 20)
	}
	return took
}

// TestPace: it is never much slower than to map all, or to copy all.
func TestPace(t *testing.T) {
	always := func(d time.Duration) func(int) time.Duration { return func(int) time.Duration { return d } }
	change := func(i int) time.Duration { return time.Duration(50 + i/500*450) }
	rng := rand.New(rand.NewPCG(1, 2))
	random := func(int) time.Duration { return time.Duration(70 + rng.IntN(2)*400) }
	for name, c := range map[string]struct{ mapped, copied func(int) time.Duration }{
		"mapping is slow":          {always(500), always(100)},
		"mapping is fast":          {always(50), always(100)},
		"mapping is faster":        {always(95), always(100)},
		"there is no difference":   {always(100), always(100)},
		"mapping becomes slow":     {change, always(100)},
		"mapping becomes fast":     {func(i int) time.Duration { return change(1<<10 - 1 - i) }, always(100)},
		"pages small and large":    {random, always(100)},
		"copying becomes fast":     {always(200), change},
		"both become slow at once": {change, func(i int) time.Duration { return 2 * change(i) }},
	} {
		best := min(paced(MapAlways, c.mapped, c.copied), paced(MapAlways, c.copied, c.mapped))
		if took := paced(MapAuto, c.mapped, c.copied); took > best+best/10 {
			t.Errorf("%s: %d, the better way %d", name, took, best)
		}
	}
}
