package kernels

import (
	"bytes"
	"unsafe"

	"szsum/internal/sortlen"

	"github.com/klauspost/cpuid/v2"
)

// splitFunc is a kernel that finds the lines of a text, which has n bytes, 1 at least: those that end in separator, a
// byte, as many as there is room for, again 1 at least. It says where they lie, offset | length<<32 without the
// separator, and returns their number, the length of the longest one, and how many bytes of the text they take up with
// their separators. No page is touched that holds no byte of the text; the rest of the room may be written to.
type splitFunc func(text *byte, n, separator uint64, spans *uint64, room uint64) (count, longest, used uint64)

// A Splitter finds the lines at the start of text: as many as end in separator and as there is room for in spans, the
// rest of which may be overwritten. It returns how many it found, the length of the longest one, and how many bytes of
// text they take up, separators included; there the next call goes on. At most MaxWindow bytes of text are looked at.
type Splitter func(spans []sortlen.Span, text []byte, separator byte) (count, longest, used int)

// NewSplitter chooses the kernel for a backend out of rows, those that cpu has.
func NewSplitter(rows []Kernel, cpu *cpuid.CPUInfo, b Backend) Splitter {
	split := first[splitFunc](rows, cpu, Split, b)
	return func(spans []sortlen.Span, text []byte, separator byte) (count, longest, used int) {
		if len(spans) == 0 || len(text) == 0 {
			return 0, 0, 0
		}
		n := min(len(text), MaxWindow)
		c, l, u := split(&text[0], uint64(n), uint64(separator), (*uint64)(&spans[0]), uint64(len(spans)))
		return int(c), int(l), int(u)
	}
}

// first is the kernel of an operation that needs no measuring: that of the wished tier, or the first in the table.
func first[F any](rows []Kernel, cpu *cpuid.CPUInfo, op Op, b Backend) F {
	return chainFor(rows, cpu, op, b)[0].Func.(F)
}

// splitGeneric implements splitFunc.
func splitGeneric(text *byte, n, separator uint64, spans *uint64, room uint64) (count, longest, used uint64) {
	line := unsafe.Slice(text, n)
	for out := unsafe.Slice(spans, room); count < room; count++ {
		length := bytes.IndexByte(line, byte(separator))
		if length < 0 {
			break
		}
		out[count] = used | uint64(length)<<32
		longest = max(longest, uint64(length))
		used += uint64(length) + 1
		line = line[length+1:]
	}
	return count, longest, used
}
