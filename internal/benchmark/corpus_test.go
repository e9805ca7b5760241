package benchmark

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"szsum/internal/kernels"
)

// messages are those of a corpus.
func messages(c corpus) (list []string) {
	for _, w := range c {
		for _, s := range w.spans {
			list = append(list, string(w.text[s.Offset():][:s.Len()]))
		}
	}
	return list
}

func TestSplitText(t *testing.T) {
	text := " one\ttwo\r\n\nthree\vfour\ffive \nsix"
	if got := strings.Join(messages(splitText([]byte(text), isBlank)), "|"); got != "one|two|three|four|five|six" {
		t.Errorf("words %q", got)
	}
	if got := strings.Join(messages(splitText([]byte(text), isLineEnd)), "|"); got != " one\ttwo\r|three\vfour\ffive |six" {
		t.Errorf("lines %q", got)
	}
	if c := splitText([]byte("\n \n"), isBlank); c != nil {
		t.Errorf("no words: %v", c)
	}
}

// Windows keep within their bounds, and all messages are in them; one that is too long has a window of its own.
func TestWindows(t *testing.T) {
	long := strings.Repeat("x", windowSize+1)
	want := slices.Concat(slices.Repeat([]string{"word"}, 2*kernels.MaxBatch+1), []string{long}, slices.Repeat([]string{long[:1000]}, 200))
	c := splitText([]byte(strings.Join(want, "\n")), isLineEnd)
	if !slices.Equal(messages(c), want) {
		t.Error("messages were lost or changed")
	}
	for i, w := range c {
		longest, total := 0, 0
		for _, s := range w.spans {
			longest, total = max(longest, s.Len()), total+s.Len()
		}
		if longest != w.longest || total != w.bytes {
			t.Errorf("window %d: longest %d, %d bytes; want %d and %d", i, w.longest, w.bytes, longest, total)
		}
		if len(w.spans) > kernels.MaxBatch || len(w.text) > windowSize && len(w.spans) > 1 {
			t.Errorf("window %d: %d messages, %d bytes of text", i, len(w.spans), len(w.text))
		}
	}
}

func TestShapes(t *testing.T) {
	var text []byte
	for i := range 17 {
		text = append(text, strings.Repeat("x", 80-i)...)
		text = append(text, '\n')
	}
	plain := splitText(text, isLineEnd)
	for shape, want := range map[Shape][]int{
		AsIs:     {80, 79, 65, 64},
		OneShort: {21, 79, 65, 21},
		OneLong:  {80, 9, 8, 64},
		Sorted:   {64, 65, 79, 80},
	} {
		s := plain.shaped(shape)[0].spans
		if got := []int{s[0].Len(), s[1].Len(), s[15].Len(), s[16].Len()}; !slices.Equal(got, want) {
			t.Errorf("shape %q: %v, want %v", shape, got, want)
		}
	}
	if s := plain[0].spans; s[0].Len() != 80 {
		t.Error("the corpus itself was changed")
	}
}

// The built-in text is always the same, and its words and lines are those of the tables' titles.
func TestBuiltinText(t *testing.T) {
	text := builtinText()
	if !bytes.Equal(text, builtinText()) || len(text) > MaxText {
		t.Errorf("two texts differ, or %d bytes are too many", len(text))
	}
	for name, c := range map[string]struct {
		isEnd func(byte) bool
		mean  float64
	}{"words": {isBlank, 5}, "lines": {isLineEnd, 130}} {
		n, size := splitText(text, c.isEnd).totals()
		if mean := float64(size) / float64(n); n != maxMessages || math.Abs(mean-c.mean) > 0.03*c.mean {
			t.Errorf("%d %s of %v bytes", n, name, mean)
		}
	}
}

func TestSameLength(t *testing.T) {
	text := make([]byte, lengthWindow)
	for _, n := range lengths {
		for _, digests := range []int{1, 8, 4096} {
			w := sameLength(text, n, digests)[0]
			last := w.spans[len(w.spans)-1]
			if last.Offset()+last.Len() > len(text) || w.longest != n || w.bytes != n*len(w.spans) || len(w.spans) > kernels.MaxBatch {
				t.Errorf("%d bytes, %d digests: %d messages up to %d", n, digests, len(w.spans), last.Offset()+last.Len())
			}
			if digests == 1 && len(w.spans) < 48 {
				t.Errorf("%d bytes: %d messages leave lanes idle", n, len(w.spans))
			}
		}
	}
}
