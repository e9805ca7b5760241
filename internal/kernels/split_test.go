package kernels

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"szsum/internal/sortlen"

	"github.com/klauspost/cpuid/v2"
)

// splitter is a Splitter that has to do everything with one kernel.
func splitter(k Kernel) Splitter { return NewSplitter([]Kernel{k}, &cpuid.CPU, Backend{Auto: true}) }

// checkSplit holds a Splitter against a plain loop, with room for so many spans.
func checkSplit(t *testing.T, split Splitter, text []byte, separator byte, room int) {
	t.Helper()
	var want []sortlen.Span
	longest, used := 0, 0
	for len(want) < room {
		n := bytes.IndexByte(text[used:], separator)
		if n < 0 {
			break
		}
		want = append(want, sortlen.NewSpan(used, n))
		longest = max(longest, n)
		used += n + 1
	}
	const canary = sortlen.Span(0xdeadbeefdeadbeef)
	spans := slices.Repeat([]sortlen.Span{canary}, room+64)
	gotCount, gotLongest, gotUsed := split(spans[:room], text, separator)
	if gotCount != len(want) || gotLongest != longest || gotUsed != used {
		t.Fatalf("%d bytes, separator %d, room for %d: got %d lines, longest %d, %d bytes used; want %d, %d, %d",
			len(text), separator, room, gotCount, gotLongest, gotUsed, len(want), longest, used)
	}
	for i := range want {
		if spans[i] != want[i] {
			t.Fatalf("%d bytes, separator %d, room for %d: line %d is %d bytes at %d, want %d at %d", len(text), separator, room,
				i, spans[i].Len(), spans[i].Offset(), want[i].Len(), want[i].Offset())
		}
	}
	for i, s := range spans[room:] {
		if s != canary {
			t.Fatalf("%d bytes, room for %d: a span is written %d behind the room", len(text), room, i)
		}
	}
}

// randomText is n bytes, of which one in every is a separator, or about that.
func randomText(rng *rand.Rand, n, every int, separator byte) []byte {
	text := make([]byte, n)
	for i := range text {
		text[i] = byte(rng.Uint32())
		switch {
		case rng.IntN(every) == 0:
			text[i] = separator
		case text[i] == separator:
			text[i]++
		}
	}
	return text
}

func TestSplit(t *testing.T) {
	eachKernel(t, Split, func(t *testing.T, k Kernel) {
		split := splitter(k)
		rng := rand.New(rand.NewPCG(1, 1))
		for n := range 200 { // around several chunks of 64 bytes
			for every := 1; every <= 256; every *= 4 {
				for _, separator := range []byte{'\n', 0, 0x80, 0xff} {
					text := randomText(rng, n, every, separator)
					for _, room := range []int{1, 2, 7, 8, 9, 15, 16, 17, 63, 64, 65, 100, 300} {
						checkSplit(t, split, text, separator, room)
					}
				}
			}
		}
		for _, every := range []int{1, 2, 3, 6, 20, 130, 5000, 1 << 20} {
			text := randomText(rng, 50_000+rng.IntN(100), every, '\n')
			for _, room := range []int{1, 100, 1000, 4096, 60_000} {
				checkSplit(t, split, text, '\n', room)
			}
		}
	})
}

// A text taken in pieces gives the same lines.
func TestSplitInBatches(t *testing.T) {
	eachKernel(t, Split, func(t *testing.T, k Kernel) {
		split := splitter(k)
		rng := rand.New(rand.NewPCG(2, 2))
		for _, every := range []int{1, 5, 50, 500} {
			text := randomText(rng, 20_000, every, '\n')
			want := bytes.SplitAfter(text, []byte("\n"))
			want = want[:len(want)-1] // what does not end in a separator
			for _, room := range []int{1, 10, 100, 4096} {
				rest, spans, lines := text, make([]sortlen.Span, room), want
				for {
					count, _, used := split(spans, rest, '\n')
					if count == 0 {
						break
					}
					for _, s := range spans[:count] {
						if got := rest[s.Offset():][:s.Len()+1]; !bytes.Equal(got, lines[0]) {
							t.Fatalf("got line %q, want %q", got, lines[0])
						}
						lines = lines[1:]
					}
					rest = rest[used:]
				}
				if len(lines) > 0 {
					t.Fatalf("room for %d: %d lines were not found", room, len(lines))
				}
			}
		}
	})
}

func TestSplitNothing(t *testing.T) {
	split := NewSplitter(Table(), &cpuid.CPU, Backend{Auto: true})
	for _, spans := range [][]sortlen.Span{nil, make([]sortlen.Span, 3)} {
		for _, text := range [][]byte{nil, {}, {'a'}} {
			if count, longest, used := split(spans, text, '\n'); count != 0 || longest != 0 || used != 0 {
				t.Errorf("got %d, %d, %d", count, longest, used)
			}
		}
	}
	spans, text := make([]sortlen.Span, 10), []byte("alpha\nbeta\n")
	if n := testing.AllocsPerRun(10, func() { split(spans, text, '\n') }); n != 0 {
		t.Errorf("%v allocations a call", n)
	}
}

func FuzzSplit(f *testing.F) {
	f.Add([]byte("alpha\nbeta\n\ngamma"), byte('\n'), uint16(3))
	var rows []Kernel
	for _, k := range Table() {
		if k.Op == Split && k.Tier.Available(&cpuid.CPU) {
			rows = append(rows, k)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, separator byte, room uint16) {
		for _, k := range rows {
			checkSplit(t, splitter(k), text, separator, int(room)+1)
		}
	})
}

func BenchmarkSplit(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		name  string
		every int
	}{{"words", 6}, {"sentences", 130}, {"long", 5000}} {
		text := randomText(rng, 1<<20, c.every, '\n') // long enough that no branch is learnt by heart
		for _, k := range Table() {
			if k.Op != Split || !k.Tier.Available(&cpuid.CPU) {
				continue
			}
			b.Run(fmt.Sprintf("backend=%v/text=%s", k.Tier, c.name), func(b *testing.B) {
				split, spans := splitter(k), make([]sortlen.Span, MaxBatch)
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					for rest := text; ; {
						count, _, used := split(spans, rest, '\n')
						if count == 0 {
							break
						}
						rest = rest[used:]
					}
				}
			})
		}
	}
}
