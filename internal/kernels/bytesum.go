package kernels

import (
	"encoding/binary"
	"unsafe"

	"szsum/internal/sortlen"
)

// bytesumFunc is a kernel of the byte sum: the functions that package amd64 describes.
type bytesumFunc struct {
	window func(base *byte, spans *uint64, count uint64, digests *byte)
	part   func(data *byte, n uint64) uint64
}

// maxSum is how many bytes a kernel call sums at most. Assembly cannot be preempted, and a call should stay below 100
// microseconds.
const maxSum = 1 << 20

// bytesumHasher implements Hasher.
type bytesumHasher struct {
	d       *Digester
	kernels links[bytesumFunc]
	work    progress
	lane    uint64 // the sum of the message in the lane so far
}

func newBytesumHasher(d *Digester) Hasher {
	return &bytesumHasher{d: d, kernels: newLinks[bytesumFunc](d)}
}

func (h *bytesumHasher) Size() int  { return 8 }
func (h *bytesumHasher) Slot() int  { return 8 }
func (h *bytesumHasher) Lanes() int { return 1 }

func (h *bytesumHasher) kernel() *bytesumFunc { return &h.kernels.bulk().call }

// Window implements Hasher.
func (h *bytesumHasher) Window(digests, window []byte, spans []sortlen.Span, longest int) {
	checkWindow(digests, window, spans, 8)
	h.work.add(h.d, len(spans), len(window))
	k := h.kernel()
	for len(spans) > 0 {
		n := len(spans)
		if len(window) > maxSum {
			n = summable(spans)
		}
		if n == 0 {
			message := window[spans[0].Offset():][:spans[0].Len()]
			binary.BigEndian.PutUint64(digests, k.sum(message))
			n = 1
		} else {
			k.window(unsafe.SliceData(window), (*uint64)(&spans[0]), uint64(n), &digests[0])
		}
		spans, digests = spans[n:], digests[8*n:]
	}
}

// Step implements Hasher.
func (h *bytesumHasher) Step(lanes []Lane) {
	l := &lanes[0]
	h.work.add(h.d, 0, len(l.Piece))
	if l.First {
		h.lane = 0
	}
	h.lane += h.kernel().sum(l.Piece)
	if l.Last {
		binary.BigEndian.PutUint64(l.Digest, h.lane)
	}
	l.First, l.Busy = false, false
}

// sum is the sum of all bytes, in calls that are short enough.
func (f *bytesumFunc) sum(data []byte) uint64 {
	var total uint64
	for len(data) > 0 {
		n := min(len(data), maxSum)
		total += f.part(&data[0], uint64(n))
		data = data[n:]
	}
	return total
}

// summable is how many of the first messages fit into one call.
func summable(spans []sortlen.Span) int {
	left := maxSum
	for n, span := range spans {
		if left -= span.Len(); left < 0 {
			return n
		}
	}
	return len(spans)
}
