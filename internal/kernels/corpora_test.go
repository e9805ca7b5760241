package kernels

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"szsum/internal/sortlen"
)

// testOffsets digests the corpus' messages of up to 400 bytes at every start offset within a cache line.
func testOffsets(t *testing.T, h Hasher, c *corpus) {
	t.Helper()
	for offset := range 64 {
		var window []byte
		var spans []sortlen.Span
		var numbers []int
		longest := 0
		for i, m := range c.messages {
			if len(m) > 400 {
				continue
			}
			window = append(window, make([]byte, (offset-len(window))&63)...)
			spans = append(spans, sortlen.NewSpan(len(window), len(m)))
			window = append(window, m...)
			numbers = append(numbers, i)
			longest = max(longest, len(m))
		}
		window = aligned(window)
		digests := make([]byte, h.Slot()*len(spans))
		h.Window(digests, window, spans, longest)
		for j, i := range numbers {
			c.checkDigest(t, i, digests[h.Slot()*j:][:h.Size()])
		}
	}
}

// aligned is a copy of b that starts a cache line.
func aligned(b []byte) []byte { return append(alignedSlice[byte](len(b))[:0], b...) }

// testCorpora digests windows of words and of lines, both as they are and with one message of another kind.
func testCorpora(t *testing.T, h Hasher, want func(message []byte) []byte) {
	t.Helper()
	text := splitMix64(5, 256<<10)
	for name, length := range corpora() {
		for _, odd := range []int{-1, 0, 64, 65, 5000} {
			spans, longest := lengthsWindow(len(text), length)
			if odd >= 0 {
				spans[len(spans)/2] = sortlen.NewSpan(17, odd)
				longest = max(longest, odd)
			}
			digests := make([]byte, h.Slot()*len(spans))
			h.Window(digests, text, spans, longest)
			for i, span := range spans {
				message := text[span.Offset():][:span.Len()]
				if got, want := digests[h.Slot()*i:][:h.Size()], want(message); string(got) != string(want) {
					t.Fatalf("%s, message %d of %d, %d bytes: got %x, want %x", name, i, len(spans), len(message), got, want)
				}
			}
		}
	}
}

// testLong digests messages around the length that a call takes at most, in a window with short ones and in lanes.
func testLong(t *testing.T, h Hasher, limit int, want func(message []byte) []byte) {
	t.Helper()
	text := splitMix64(6, 2*limit+100)
	var c corpus
	for _, n := range []int{2*limit + 100, limit + 64, limit, limit - 1, limit + 1, limit/2 + 65, 100, 5, 0, 64, limit / 7} {
		c.add(text[:n], want(text[:n]))
	}
	numbers := []int{8, 0, 7, 1, 2, 6, 3, 9, 4, 5, 10}
	c.checkWindows(t, h, numbers)
	c.checkWindows(t, h, []int{10, 10, 10, 7, 6, 10, 10, 10, 10, 10, 6, 10, 10})
	c.checkLanes(t, h, numbers, 1<<30)
	c.checkLanes(t, h, numbers, 64*PieceAlign)
}

// corpora are the lengths of words and of lines: of English words and numbers, mean 5, in the shares (of a thousand)
// in which they stand in a text of that kind; of sentences, log-normal, mean 130.
func corpora() map[string]func(rng *rand.Rand) int {
	shares := [...]int{0, 12, 128, 316, 275, 48, 8, 12, 26, 35, 33, 29, 19, 14, 10, 7, 8, 8, 6, 4, 2}
	var words []int
	for n, share := range shares {
		for range share {
			words = append(words, n)
		}
	}
	const mean, sigma = 130, 0.47
	return map[string]func(rng *rand.Rand) int{
		"words": func(rng *rand.Rand) int { return words[rng.IntN(len(words))] },
		"lines": func(rng *rand.Rand) int {
			n := math.Exp(math.Log(mean) - sigma*sigma/2 + sigma*rng.NormFloat64())
			return min(max(int(n+0.5), 12), 2000)
		},
	}
}

// lengthsWindow are as many messages, one behind the other with a line end between, as fit into a window of some bytes.
func lengthsWindow(size int, length func(rng *rand.Rand) int) (spans []sortlen.Span, longest int) {
	return lengthsWindowSeeded(rand.New(rand.NewPCG(8, 8)), size, length)
}

func lengthsWindowSeeded(rng *rand.Rand, size int, length func(rng *rand.Rand) int) (spans []sortlen.Span, longest int) {
	for at := 0; len(spans) < MaxBatch; {
		n := length(rng)
		if at+n > size {
			break
		}
		spans = append(spans, sortlen.NewSpan(at, n))
		longest = max(longest, n)
		at += n + 1
	}
	return spans, longest
}

// benchmarkCorpora measures every kernel of an operation over words and lines, and reference in a loop. The text stays
// in the second-level cache; the lengths are those of tens of thousands of messages, so that no branch is learnt by
// heart.
func benchmarkCorpora(b *testing.B, p Params, reference func(message []byte)) {
	text := splitMix64(5, 256<<10)
	for name, length := range corpora() {
		rng := rand.New(rand.NewPCG(9, 9))
		var windows [][]sortlen.Span
		total, longest := 0, 0
		for total < 60000 {
			spans, most := lengthsWindowSeeded(rng, len(text), length)
			windows = append(windows, spans)
			total += len(spans)
			longest = max(longest, most)
		}
		run := func(b *testing.B, window func(spans []sortlen.Span)) {
			for b.Loop() {
				for _, spans := range windows {
					window(spans)
				}
			}
			b.ReportMetric(float64(b.N)*float64(total)/b.Elapsed().Seconds()/1e6, "M/s")
		}
		b.Run(fmt.Sprintf("op=%v/backend=reference/lanes=1/corpus=%s", p.Algorithm, name), func(b *testing.B) {
			run(b, func(spans []sortlen.Span) {
				for _, span := range spans {
					reference(text[span.Offset():][:span.Len()])
				}
			})
		})
		benchKernels(b, p, func(b *testing.B, k Kernel, h Hasher) {
			b.Run(fmt.Sprintf("op=%v/backend=%v/lanes=%d/corpus=%s", p.Algorithm, k.Tier, k.Lanes, name), func(b *testing.B) {
				digests := make([]byte, h.Slot()*MaxBatch)
				run(b, func(spans []sortlen.Span) { h.Window(digests, text, spans, longest) })
			})
		})
	}
}
