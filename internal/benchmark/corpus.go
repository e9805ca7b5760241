package benchmark

import (
	"cmp"
	"slices"

	"szsum/internal/kernels"
	"szsum/internal/sortlen"
)

const (
	// windowSize is how much text a window has, in bytes: as much as a run over lines reads at a time.
	windowSize = 128 << 10

	// lengthWindow is the same where all messages have the same length.
	lengthWindow = 256 << 10

	// maxMessages is how many messages a corpus has, enough that branch predictors do not learn their lengths by heart.
	maxMessages = 1 << 16
)

// A window is messages for one call of a Hasher, and the text that they lie in.
type window struct {
	text    []byte
	spans   []sortlen.Span
	longest int
	bytes   int // in all messages
}

func (w *window) add(span sortlen.Span) {
	w.spans = append(w.spans, span)
	w.longest = max(w.longest, span.Len())
	w.bytes += span.Len()
}

// A corpus is messages of one kind, in windows.
type corpus []window

// splitText makes messages of what lies between the bytes that end one. Empty ones do not count.
func splitText(text []byte, isEnd func(byte) bool) corpus {
	var c corpus
	from, start := 0, 0 // of the window, of the message
	for i, messages := 0, 0; i <= len(text) && messages < maxMessages; i++ {
		if i < len(text) && !isEnd(text[i]) {
			continue
		}
		if i > start {
			if n := len(c); n == 0 || len(c[n-1].spans) == kernels.MaxBatch || i-from > windowSize {
				c = append(c, window{})
				from = start
			}
			w := &c[len(c)-1]
			w.text = text[from:i]
			w.add(sortlen.NewSpan(start-from, i-start))
			messages++
		}
		start = i + 1
	}
	return c
}

// isBlank tells whether a byte ends a word.
func isBlank(b byte) bool { return b == ' ' || '\t' <= b && b <= '\r' }

func isLineEnd(b byte) bool { return b == '\n' }

// totals are the number of messages and of their bytes.
func (c corpus) totals() (messages, bytes int) {
	for _, w := range c {
		messages += len(w.spans)
		bytes += w.bytes
	}
	return messages, bytes
}

// A Shape is what is made of the messages of a corpus, to see how a kernel of many lanes bears it.
type Shape string

const (
	AsIs     Shape = ""
	OneShort Shape = "one_short" // the first of each sixteen is cut to 21 bytes
	OneLong  Shape = "one_long"  // all but the first of each sixteen are cut to an eighth
	Sorted   Shape = "sorted"    // in the order of their lengths
)

// shaped is the corpus in another shape.
func (c corpus) shaped(s Shape) corpus {
	var shaped corpus
	for _, old := range c {
		w := window{text: old.text}
		for i, span := range old.spans {
			w.add(sortlen.NewSpan(span.Offset(), s.length(i, span.Len())))
		}
		if s == Sorted {
			slices.SortStableFunc(w.spans, func(a, b sortlen.Span) int { return cmp.Compare(a.Len(), b.Len()) })
		}
		shaped = append(shaped, w)
	}
	return shaped
}

// length is how long the message i of a window becomes, which has n bytes.
func (s Shape) length(i, n int) int {
	first := i%16 == 0
	switch {
	case s == OneShort && first:
		return min(n, 21)
	case s == OneLong && !first:
		return n / 8
	}
	return n
}

// sameLength is the start of text as messages of n bytes each, for a contender that makes so many digests of each. There are
// enough to fill the lanes of every kernel; long ones overlap, so that they stay in the cache as lanes of files would.
func sameLength(text []byte, n, digests int) corpus {
	const least = 48 // a multiple of all numbers of lanes
	w := window{text: text[:lengthWindow]}
	messages := max(1, min(kernels.MaxBatch, max(least, lengthWindow/n))/digests)
	step := min(n, (lengthWindow-n)/max(messages-1, 1))
	for i := range messages {
		w.add(sortlen.NewSpan(i*step, n))
	}
	return corpus{w}
}
