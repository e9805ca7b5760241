package kernels

import (
	"hash/fnv"
	"slices"
	"sync"
	"time"

	"szsum/internal/sortlen"
)

// A sample is a window of messages of the same bytes on every machine.
type sample struct {
	window  []byte
	spans   []sortlen.Span
	longest int
}

// newSample makes messages of the lengths that length gives, in an order that is not sorted.
func newSample(messages int, length func(i int) int) sample {
	var s sample
	for i := range messages {
		n := length(i * 7 % messages)
		s.spans = append(s.spans, sortlen.NewSpan(len(s.window), n))
		s.longest = max(s.longest, n)
		for range n {
			at := uint32(len(s.window))
			s.window = append(s.window, byte(at*2654435761>>24))
		}
	}
	return s
}

// testSample is what kernels are tested with: messages of 0 to 300 bytes.
var testSample = sync.OnceValue(func() sample {
	return newSample(36, func(i int) int { return i * i * 300 / (35 * 35) })
})

// failing lists the kernels of a chain that do not pass their self-test. Those in passed, which it adds to, have done so
// before: chains share their narrower kernels.
func failing(chain []Kernel, passed *[]Kernel) (bad []Kernel) {
	for _, k := range chain {
		if slices.ContainsFunc(*passed, k.is) {
			continue
		}
		if a := algorithms(k.Op); knownAnswer(k, a) == a.answer {
			*passed = append(*passed, k)
		} else {
			bad = append(bad, k)
		}
	}
	return bad
}

// knownAnswer condenses what a kernel makes of the test sample, both as a window and in pieces: the FNV-1a hash of the
// digests, one after the other.
func knownAnswer(k Kernel, a algorithm) uint64 {
	d := &Digester{Params: a.sample, chains: [][]Kernel{{k}}}
	h := d.NewHasher()
	s := testSample()
	digests := make([]byte, h.Slot()*len(s.spans))
	sum := fnv.New64a()
	h.Window(digests, s.window, s.spans, s.longest)
	for i := range s.spans {
		sum.Write(digests[h.Slot()*i:][:h.Size()])
	}
	clear(digests)
	inLanes(h, digests, s)
	for i := range s.spans {
		sum.Write(digests[h.Slot()*i:][:h.Size()])
	}
	return sum.Sum64()
}

// inLanes digests the messages of a sample in lanes, each in one piece.
func inLanes(h Hasher, digests []byte, s sample) {
	lanes := make([]Lane, h.Lanes())
	for next, live := 0, len(s.spans); live > 0; {
		for i := range lanes {
			if l := &lanes[i]; !l.Busy && next < len(s.spans) {
				span := s.spans[next]
				*l = Lane{
					Piece: s.window[span.Offset():][:span.Len()], First: true, Last: true, Busy: true,
					Digest: digests[h.Slot()*next:][:h.Slot()],
				}
				next++
			}
		}
		before := busyLanes(lanes)
		h.Step(lanes)
		live -= before - busyLanes(lanes)
	}
}

func busyLanes(lanes []Lane) int {
	n := 0
	for i := range lanes {
		if lanes[i].Busy {
			n++
		}
	}
	return n
}

// A progress counts what a Hasher has done, until there is enough of it to make a measurement worth its time.
type progress struct {
	messages, bytes int
	enough          bool
}

// From this much work on, auto measures which kernels are the fastest.
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

// Settle finds out which of the candidates is the fastest, and has all Hashers use it from now on. It takes some hundred
// microseconds when called first, nothing later. Hashers call it by themselves once they have had enough messages.
func (d *Digester) Settle() {
	d.once.Do(func() {
		if len(d.chains) == 1 {
			return
		}
		a := algorithms(d.Algorithm)
		s := newSample(48, func(i int) int { return 60 + i })
		best := time.Duration(1<<63 - 1)
		for i, chain := range d.chains {
			if i > 0 && !d.passes(chain) {
				continue
			}
			if t := measure(&Digester{Params: a.sample, chains: [][]Kernel{chain}}, s, best); t < best {
				best = t
				d.choice.Store(int32(i))
			}
		}
	})
}

// passes tells whether all kernels of a candidate pass their self-test.
func (d *Digester) passes(chain []Kernel) bool {
	bad := failing(chain, &d.passed)
	for _, k := range bad {
		d.broken(k)
	}
	return len(bad) == 0
}

// measure is the shortest of four runs over the sample, the first not counted; it gives up on a chain whose first run
// is hopeless against best.
func measure(d *Digester, s sample, best time.Duration) time.Duration {
	h := d.NewHasher()
	digests := make([]byte, h.Slot()*len(s.spans))
	shortest := time.Duration(1<<63 - 1)
	for i := range 4 {
		start := time.Now()
		h.Window(digests, s.window, s.spans, s.longest)
		t := time.Since(start)
		if i == 0 && t/8 > best {
			break
		}
		if i > 0 {
			shortest = min(shortest, t)
		}
	}
	return shortest
}
