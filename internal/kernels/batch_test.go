package kernels

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// testCorpus holds one kernel against a corpus: as windows in the corpus' order, reversed and shuffled, and in lanes
// with pieces of several sizes; in short mode only shuffled and in the smallest pieces.
func testCorpus(t *testing.T, h Hasher, c *corpus) {
	t.Helper()
	numbers := make([]int, len(c.messages))
	for i := range numbers {
		numbers[i] = i
	}
	if !testing.Short() {
		c.checkWindows(t, h, numbers)
		c.checkLanes(t, h, numbers, 1<<30)
		c.checkLanes(t, h, numbers, PieceAlign)
		slices.Reverse(numbers)
		c.checkWindows(t, h, numbers)
		c.checkLanes(t, h, numbers, 64*PieceAlign)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	rng.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
	c.checkWindows(t, h, numbers)
	c.checkLanes(t, h, numbers, PieceAlign)
}

// testSizes digests batches of every size from 0 to twice the lanes and one more, with messages of every length from 0
// to several blocks (block bytes each) past the lanes' width, against want.
func testSizes(t *testing.T, h Hasher, lanes, block int, want func(message []byte) []byte) {
	t.Helper()
	rng := rand.New(rand.NewPCG(2, 2))
	text := splitMix64(7, (lanes+4)*block+64)
	var c corpus
	for n := range (lanes+3)*block + 2 {
		message := text[n%64:][:n]
		c.add(message, want(message))
	}
	all := make([]int, len(c.messages))
	for i := range all {
		all[i] = i
	}
	c.checkWindows(t, h, all)
	c.checkLanes(t, h, all, PieceAlign)
	for size := range 2*lanes + 2 {
		for round := range 8 {
			numbers := make([]int, size)
			same := rng.IntN(len(all))
			for i := range numbers {
				switch round {
				case 0: // all alike
					numbers[i] = same
				case 1: // around the ends of blocks
					numbers[i] = min(max(rng.IntN(4)*block+rng.IntN(20)-10, 0), len(all)-1)
				case 2: // one long message among short ones
					numbers[i] = rng.IntN(3)
					if i == size/2 {
						numbers[i] = len(all) - 1
					}
				case 3: // an empty message in every place in turn
					numbers[i] = rng.IntN(3 * block)
					if i == same%size {
						numbers[i] = 0
					}
				default:
					numbers[i] = rng.IntN(len(all))
				}
			}
			c.checkWindows(t, h, numbers)
			c.checkLanes(t, h, numbers, PieceAlign)
		}
	}
}

// testNoAllocation makes sure that a window and a step allocate nothing.
func testNoAllocation(t *testing.T, h Hasher) {
	t.Helper()
	s := newSample(100, func(i int) int { return 5 * i })
	digests := make([]byte, h.Slot()*len(s.spans))
	if n := testing.AllocsPerRun(10, func() { h.Window(digests, s.window, s.spans, s.longest) }); n != 0 {
		t.Errorf("%v allocations a window", n)
	}
	lanes := make([]Lane, h.Lanes())
	n := testing.AllocsPerRun(10, func() {
		for i := range lanes {
			lanes[i] = Lane{Piece: s.window[:1000], First: true, Last: true, Busy: true, Digest: digests[h.Slot()*i:]}
		}
		for busyLanes(lanes) > 0 {
			h.Step(lanes)
		}
	})
	if n != 0 {
		t.Errorf("%v allocations for steps", n)
	}
}

// A benchCorpus is what the benchmarks digest: as many messages as fill a window of 256 KiB, and four times over, so
// that no branch is learnt by heart.
func benchWindow(length func(i int) int) sample {
	count, bytes := 0, 0
	for bytes < 200<<10 && count < MaxBatch {
		bytes += length(count)
		count++
	}
	return newSample(count, length)
}

// benchmarkOp measures every kernel of an operation through the batch interface, and reference in a loop, over messages
// of several sizes.
func benchmarkOp(b *testing.B, p Params, reference func(message []byte)) {
	sizes := []int{5, 16, 32, 55, 64, 130, 256, 1 << 10, 4 << 10, 64 << 10}
	for _, size := range sizes {
		s := benchWindow(func(int) int { return size })
		report := func(b *testing.B) {
			messages := float64(b.N * len(s.spans))
			b.ReportMetric(messages/b.Elapsed().Seconds()/1e6, "M/s")
			b.SetBytes(int64(len(s.window)))
		}
		if reference != nil {
			b.Run(fmt.Sprintf("op=%v/backend=reference/lanes=1/size=%d", p.Algorithm, size), func(b *testing.B) {
				for b.Loop() {
					for _, span := range s.spans {
						reference(s.window[span.Offset():][:span.Len()])
					}
				}
				report(b)
			})
		}
		benchKernels(b, p, func(b *testing.B, k Kernel, h Hasher) {
			b.Run(fmt.Sprintf("op=%v/backend=%v/lanes=%d/size=%d", p.Algorithm, k.Tier, k.Lanes, size), func(b *testing.B) {
				digests := make([]byte, h.Slot()*len(s.spans))
				for b.Loop() {
					h.Window(digests, s.window, s.spans, s.longest)
				}
				report(b)
			})
		})
	}
}
