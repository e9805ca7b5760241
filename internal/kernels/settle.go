package kernels

import (
	"math"
	"math/rand/v2"
	"slices"

	"szsum/internal/clock"
	"szsum/internal/sortlen"
)

// A progress counts what a Hasher has done, until there is enough of it to make a measurement worth its time.
type progress struct {
	messages, bytes int
	enough          bool
}

// From this much work on it is measured which kernels are the fastest.
const (
	manyMessages = 300
	manyBytes    = 1 << 20
)

func (p *progress) add(d *Digester, messages, bytes int) {
	if p.enough {
		return
	}
	p.messages += messages
	p.bytes += bytes
	if p.messages >= manyMessages || p.bytes >= manyBytes {
		p.enough = true
		d.Settle()
	}
}

// Settle finds out how fast the kernels are, and has all Hashers work by the plan that takes the least time from then on.
// It takes some hundred microseconds when called first, nothing later. Hashers call it by themselves once they have had
// enough messages; those of other workers go on as before until the plan is there.
func (d *Digester) Settle() {
	if len(d.kernels) == 1 || d.settled.Swap(true) {
		return
	}
	bulk := 0
	if d.auto {
		bulk = -1
	}
	d.plan.Store(newPlan(d.kernels, d.times(), bulk))
}

// times are what each kernel takes for a group, in nanoseconds; infinity for one that does not pass its self-test or is
// hopelessly slow.
func (d *Digester) times() []float64 {
	t := newTrial(d)
	bad := t.failing(&d.passed)
	times := make([]float64, len(d.kernels))
	best := math.Inf(1)
	for i, k := range d.kernels {
		times[i] = math.Inf(1)
		if slices.ContainsFunc(bad, k.is) {
			d.broken(k)
			continue
		}
		for range 2 { // since an interruption makes any kernel look hopeless
			times[i] = min(times[i], t.run(i, 0, trialFirst))
		}
		best = min(best, times[i])
	}
	messages := min(max(int(2000/best), trialFirst), trialMost) // some microseconds
	for i, k := range d.kernels {
		if times[i] > 16*best {
			times[i] = math.Inf(1)
			continue
		}
		for n := range trialRuns {
			times[i] = min(times[i], t.run(i, n, messages))
		}
		times[i] *= float64(k.Lanes)
	}
	return times
}

// A trial times kernels over the same messages.
type trial struct {
	*bench
	text    []byte
	words   [trialRuns][trialMost]sortlen.Span
	lines   [trialRuns][trialMost]sortlen.Span
	digests []byte
}

const (
	trialRuns  = 3
	trialFirst = 24  // messages of each kind in a run that is to show whether the kernel is hopeless
	trialMost  = 256 // in one that counts

	longestWord = 11 // bytes
	longestLine = 192
)

// newTrial makes messages as long as words, and as lines. No run has the lengths of another, for these would be learnt by
// heart, as lengths are not outside of trials.
func newTrial(d *Digester) *trial {
	t := &trial{bench: newBench(d.Algorithm, d.kernels), text: testSample().window}
	t.digests = make([]byte, t.hasher.Slot()*trialMost)
	rng := rand.New(rand.NewPCG(1, 2))
	span := func(least, most int) sortlen.Span {
		return sortlen.NewSpan(rng.IntN(len(t.text)-most), least+rng.IntN(most-least+1))
	}
	for n := range trialRuns {
		for i := range trialMost {
			t.words[n][i] = span(1, longestWord)
			t.lines[n][i] = span(65, longestLine)
		}
	}
	return t
}

// run digests so many words of a run, and as many lines, with kernel i. It returns the time a message, in nanoseconds.
func (t *trial) run(i, n, messages int) float64 {
	t.pin(i)
	start := clock.Now()
	t.hasher.Window(t.digests, t.text, t.words[n][:messages], longestWord)
	t.hasher.Window(t.digests, t.text, t.lines[n][:messages], longestLine)
	return float64((clock.Now() - start).Nanoseconds()) / float64(2*messages)
}
