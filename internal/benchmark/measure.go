package benchmark

import (
	"math"
	"slices"
	"time"

	"szsum/internal/clock"
	"szsum/internal/sortlen"
)

// rounds is about how many visits each task gets.
const rounds = 15

// A contender digests windows. It is a kernels.Hasher or a standard.
type contender interface {
	Slot() int
	Window(digests, window []byte, spans []sortlen.Span, longest int)
}

// A task is a cell of a table: a contender over messages.
type task struct {
	result    Result // so far what is measured
	contender contender
	corpus    corpus
	digests   int // that the contender makes of each message
	next      int // the window at which the next visit begins
	visits    rates
}

// rates are how many bytes and hashes a second some measurements have shown.
type rates struct{ bytes, hashes []float64 }

func (r *rates) add(bytes, hashes float64) {
	r.bytes, r.hashes = append(r.bytes, bytes), append(r.hashes, hashes)
}

// sort brings both into order, each by itself.
func (r *rates) sort() {
	slices.Sort(r.bytes)
	slices.Sort(r.hashes)
}

// A bench is memory for the measurements.
type bench struct {
	text    []byte // the window, as if it had just been read
	digests []byte
	windows rates // of a visit
}

func newBench(tasks []task) *bench {
	b := new(bench)
	for _, t := range tasks {
		for _, w := range t.corpus {
			b.text = slices.Grow(b.text, len(w.text))
			b.digests = slices.Grow(b.digests, t.contender.Slot()*len(w.spans))
		}
	}
	b.text, b.digests = b.text[:cap(b.text)], b.digests[:cap(b.digests)]
	return b
}

// measure visits all tasks in turn until the time is up, but once at least. Every other round goes backwards, so that
// no task always suffers from the same neighbour. It returns how many rounds there were and the clock as measured.
func measure(tasks []task, limit time.Duration, progress func(share float64)) (n int, hertz float64) {
	b := newBench(tasks)
	visit := limit / time.Duration(rounds*len(tasks))
	var clocks []float64
	start := clock.Now()
	for ; n == 0 || clock.Now()-start < limit; n++ {
		clocks = append(clocks, clockRate())
		for i := range tasks {
			progress(min((clock.Now()-start).Seconds()/limit.Seconds(), 1))
			if n%2 == 1 {
				i = len(tasks) - 1 - i
			}
			tasks[i].visit(b, visit)
		}
	}
	slices.Sort(clocks)
	return n, clocks[n/2]
}

// visit works on window after window for some time, on two at least, the first of which only warms up. It keeps the
// median of the windows, most of which run undisturbed even on a machine that has other work.
func (t *task) visit(b *bench, limit time.Duration) {
	b.windows = rates{b.windows.bytes[:0], b.windows.hashes[:0]}
	start := clock.Now()
	t.window(b)
	for len(b.windows.hashes) == 0 || clock.Now()-start < limit {
		bytes, hashes, seconds := t.window(b)
		b.windows.add(bytes/seconds, hashes/seconds)
	}
	b.windows.sort()
	middle := len(b.windows.hashes) / 2
	t.visits.add(b.windows.bytes[middle], b.windows.hashes[middle])
}

// window works on the next window. That is copied before the clock runs, since in a run it has just been read and is in
// the cache.
func (t *task) window(b *bench) (bytes, hashes, seconds float64) {
	w := &t.corpus[t.next]
	t.next = (t.next + 1) % len(t.corpus)
	text := b.text[:copy(b.text, w.text)]
	start := clock.Now()
	t.contender.Window(b.digests, text, w.spans, w.longest)
	elapsed := max(clock.Now()-start, 1)
	return float64(w.bytes * t.digests), float64(len(w.spans) * t.digests), elapsed.Seconds()
}

// measured is the result: the medians of the visits, and their spread.
func (t *task) measured() Result {
	t.visits.sort()
	r, hashes := t.result, t.visits.hashes
	n := len(hashes)
	r.BytesPerSecond, r.HashesPerSecond = math.Round(t.visits.bytes[n/2]), math.Round(hashes[n/2])
	r.Spread = share(hashes[n*3/4]-hashes[n/4], hashes[n/2])
	return r
}

// share is a part of a whole, with four places.
func share(part, whole float64) float64 {
	return math.Round(1e4*part/whole) / 1e4
}
