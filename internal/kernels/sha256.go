package kernels

import (
	"unsafe"

	"szsum/internal/sortlen"
)

// sha256Func is a SHA-256 kernel: the two functions that package amd64 describes, both with the row's lanes.
type sha256Func struct {
	window func(base *byte, spans *uint64, order *uint32, groups uint64, digests *byte, scratch *[4096]byte)
	blocks func(states **[8]uint32, data **byte, blocks uint64)
}

// sha256Blocks: a byte 0x80 and eight of length end the message, in blocks of 64 bytes.
var sha256Blocks = sortlen.Blocks{Extra: 72, Shift: 6}

// maxStep is how many 64-byte blocks of each lane a kernel call takes at most. Assembly cannot be preempted, and a
// call should stay below 100 microseconds, in which the narrowest kernels do some 64 KiB.
const maxStep = 1024

// sha256Hasher implements Hasher.
type sha256Hasher struct {
	d       *Digester
	kernels links[sha256Func]
	work    progress
	sorter  sortlen.Sorter
	order   [MaxBatch + maxLanes]uint32
	scratch *[4096]byte
	lanes   [maxLanes]sha256Lane
	// arguments of the kernels, which must not live on the stack
	states [maxLanes]*[8]uint32
	data   [maxLanes]*byte
}

// sha256Lane is a message on its way.
type sha256Lane struct {
	state  [8]uint32
	total  uint64    // bytes compressed so far
	padded bool      // the lane's piece is tail
	tail   [128]byte // the end of the message, padded
}

func newSHA256Hasher(d *Digester) Hasher {
	h := &sha256Hasher{d: d, kernels: newLinks[sha256Func](d), scratch: alignedScratch()}
	for i := range h.lanes {
		h.states[i] = &h.lanes[i].state
	}
	return h
}

func (h *sha256Hasher) Size() int  { return 32 }
func (h *sha256Hasher) Slot() int  { return 32 }
func (h *sha256Hasher) Lanes() int { return h.kernels.bulk().lanes }

// Window implements Hasher.
func (h *sha256Hasher) Window(digests, window []byte, spans []sortlen.Span, longest int) {
	if len(spans) == 0 {
		return
	}
	checkWindow(digests, window, spans, 32)
	h.work.add(h.d, len(spans), len(window))
	order := h.order[:len(spans)]
	h.sorter.Order(order, spans, sha256Blocks, longest)
	for len(order) > 0 {
		k, groups := h.kernels.next(len(order))
		done := min(groups*k.lanes, len(order))
		fillGroup(order, groups*k.lanes)
		k.call.window(unsafe.SliceData(window), (*uint64)(&spans[0]), &order[0], uint64(groups), &digests[0], h.scratch)
		order = order[done:]
	}
}

// Step implements Hasher.
func (h *sha256Hasher) Step(lanes []Lane) {
	var busy [maxLanes]int
	n, blocks := 0, maxStep
	for i := range lanes {
		if l := &lanes[i]; l.Busy {
			if left := h.lanes[i].prepare(l); left > 0 {
				busy[n] = i
				n++
				blocks = min(blocks, left)
			}
		}
	}
	h.advance(lanes, busy[:n], blocks)
	for i := range lanes {
		if l := &lanes[i]; l.Busy {
			h.lanes[i].finish(l)
		}
	}
}

// advance takes the messages in the busy lanes further by a number of blocks.
func (h *sha256Hasher) advance(lanes []Lane, busy []int, blocks int) {
	h.work.add(h.d, 0, 64*blocks*len(busy))
	for len(busy) > 0 {
		k, _ := h.kernels.next(len(busy))
		group := busy[:min(k.lanes, len(busy))]
		for j := range k.lanes {
			i := group[min(j, len(group)-1)]
			h.states[j], h.data[j] = &h.lanes[i].state, &lanes[i].Piece[0]
		}
		k.call.blocks(&h.states[0], &h.data[0], uint64(blocks))
		for _, i := range group {
			lanes[i].Piece = lanes[i].Piece[64*blocks:]
			h.lanes[i].total += uint64(64 * blocks)
		}
		busy = busy[len(group):]
	}
}

// prepare gets the message ready and returns how many blocks of it can be compressed. When less than a block is left
// of the last piece, the padded tail takes the piece's place.
func (s *sha256Lane) prepare(l *Lane) int {
	if l.First {
		l.First = false
		s.state, s.total, s.padded = sha256Start, 0, false
	}
	if l.Last && !s.padded && len(l.Piece) < 64 {
		n := sha256Pad(&s.tail, l.Piece, s.total+uint64(len(l.Piece)))
		l.Piece, s.padded = s.tail[:n], true
	}
	return len(l.Piece) / 64
}

// finish ends the lane's business with a piece that is used up.
func (s *sha256Lane) finish(l *Lane) {
	if len(l.Piece) > 0 || l.Last && !s.padded {
		return
	}
	l.Busy = false
	if l.Last {
		sha256Digest(l.Digest, &s.state)
	}
}
