package kernels

import (
	"hash/fnv"
	"slices"
	"sync"

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

// A bench runs one kernel after the other, with the parameters of its algorithm's sample. All work in the same memory.
type bench struct {
	d      *Digester
	hasher Hasher
}

func newBench(op Op, kernels []Kernel) *bench {
	d := newDigester(algorithms(op).sample, kernels)
	d.settled.Store(true) // it is not to settle
	return &bench{d: d, hasher: d.NewHasher()}
}

// pin has kernel i do everything.
func (b *bench) pin(i int) {
	var p plan
	for n := range p {
		p[n] = uint8(i)
	}
	b.d.plan.Store(&p)
}

// failing lists the kernels that do not pass their self-test. Those in passed, which it adds to, have done so before.
func (b *bench) failing(passed *[]Kernel) (bad []Kernel) {
	for i, k := range b.d.kernels {
		if slices.ContainsFunc(*passed, k.is) {
			continue
		}
		if b.knownAnswer(i) == algorithms(k.Op).answer {
			*passed = append(*passed, k)
		} else {
			bad = append(bad, k)
		}
	}
	return bad
}

// knownAnswer condenses what kernel i makes of the test sample, both as a window and in pieces: the FNV-1a hash of the
// digests, one after the other.
func (b *bench) knownAnswer(i int) uint64 {
	b.pin(i)
	h, s := b.hasher, testSample()
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
