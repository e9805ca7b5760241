package kernels

import (
	"encoding/binary"
	"unsafe"

	"szsum/internal/sortlen"
)

// blake2bFunc is a BLAKE2b kernel: the two functions that package amd64 describes, both with the row's lanes.
type blake2bFunc struct {
	window func(base *byte, spans *uint64, order *uint32, groups uint64, digests *byte, scratch *[4096]byte, start *blake2bState)
	blocks func(states **blake2bState, data **byte, blocks, stride uint64, scratch *[4096]byte)
}

// blake2bBlocks: nothing is added to a message, only the empty one is a block, too.
var blake2bBlocks = sortlen.Blocks{Extra: 127, Shift: 7}

// blake2bStep is how many 128-byte blocks of each lane a kernel call takes at most (see maxStep).
const blake2bStep = maxStep / 2

// A blake2bStart is what all messages with the same parameters begin with.
type blake2bStart struct {
	state    blake2bState // of a message of which nothing has been compressed but the key block, if there is one
	fresh    blake2bState // the same without the key block
	keyed    bool
	key      [128]byte // the key block
	lastNode uint64    // all ones in the last node
}

func newBLAKE2bStart(p *BLAKE2) *blake2bStart { return blake2bStartOf(p.block(), p.Key, p.LastNode) }

// blake2bStartOf makes a start from a parameter block. A key that is not to be hashed is left out.
func blake2bStartOf(block [64]byte, key []byte, lastNode bool) *blake2bStart {
	s := &blake2bStart{keyed: len(key) > 0, fresh: blake2bFirst(block)}
	s.state = s.fresh
	copy(s.key[:], key)
	if s.keyed {
		blake2bCompress(&s.state, s.key[:])
	}
	if lastNode {
		s.lastNode = ^uint64(0)
	}
	return s
}

// blake2bFirst is the state that a parameter block gives.
func blake2bFirst(block [64]byte) (s blake2bState) {
	for i, w := range blake2bIV {
		s[i] = w ^ binary.LittleEndian.Uint64(block[8*i:])
	}
	return s
}

// blake2bHasher implements Hasher.
type blake2bHasher struct {
	d       *Digester
	kernels links[blake2bFunc]
	start   *blake2bStart
	window  blake2bState // start as the kernels take it
	empty   [64]byte     // the digest of no bytes under a key
	work    progress
	sorter  sortlen.Sorter
	order   [MaxBatch + maxLanes]uint32
	scratch *[4096]byte
	own     [maxLanes]blake2bLane
	lanes   [maxLanes]*blake2bLane
	// arguments of the kernels, which must not live on the stack
	states [maxLanes]*blake2bState
	data   [maxLanes]*byte
}

func newBLAKE2bHasher(d *Digester) Hasher {
	h := &blake2bHasher{d: d, kernels: newLinks[blake2bFunc](d), start: newBLAKE2bStart(&d.BLAKE2), scratch: alignedScratch()}
	h.window = h.start.state
	h.window[blake2bFlags+1] = h.start.lastNode
	for i := range h.lanes {
		h.lanes[i] = &h.own[i]
	}
	if h.start.keyed {
		state := h.start.fresh
		blake2bSeal(&state, 128, h.start.lastNode)
		blake2bCompress(&state, h.start.key[:])
		blake2bDigest(h.empty[:], &state)
	}
	return h
}

func (h *blake2bHasher) Size() int  { return h.d.Size() }
func (h *blake2bHasher) Slot() int  { return 64 }
func (h *blake2bHasher) Lanes() int { return h.kernels.bulk().lanes }

// Window implements Hasher.
func (h *blake2bHasher) Window(digests, window []byte, spans []sortlen.Span, longest int) {
	if len(spans) == 0 {
		return
	}
	checkWindow(digests, window, spans, 64)
	h.work.add(h.d, len(spans), len(window))
	order := h.order[:len(spans)]
	h.sorter.Order(order, spans, blake2bBlocks, longest)
	for len(order) > 0 {
		k, groups := h.kernels.next(len(order))
		done := min(groups*k.lanes, len(order))
		fillGroup(order, groups*k.lanes)
		k.call.window(unsafe.SliceData(window), (*uint64)(&spans[0]), &order[0], uint64(groups), &digests[0], h.scratch, &h.window)
		order = order[done:]
	}
	if h.start.keyed {
		// The kernels take the key block for done, but where no message follows it is the last block.
		for i, span := range spans {
			if span.Len() == 0 {
				copy(digests[64*i:], h.empty[:])
			}
		}
	}
}

// Step implements Hasher.
func (h *blake2bHasher) Step(lanes []Lane) {
	for i := range lanes {
		if l := &lanes[i]; l.Busy && l.First {
			l.First = false
			h.lanes[i].begin(h.start)
		}
	}
	h.step(lanes)
}

// step is Step for lanes whose messages have begun.
func (h *blake2bHasher) step(lanes []Lane) {
	var busy [maxLanes]int
	n, blocks := 0, blake2bStep
	for i := range lanes {
		if lanes[i].Busy {
			s := h.lanes[i]
			s.next(&lanes[i])
			if len(s.run) > 0 {
				busy[n] = i
				n++
				blocks = min(blocks, len(s.run)/128)
			}
		}
	}
	h.advance(busy[:n], blocks)
	for i := range lanes {
		if lanes[i].Busy {
			h.lanes[i].finish(&lanes[i])
		}
	}
}

// advance takes the messages in the busy lanes further by a number of blocks.
func (h *blake2bHasher) advance(busy []int, blocks int) {
	h.work.add(h.d, 0, 128*blocks*len(busy))
	for len(busy) > 0 {
		k, _ := h.kernels.next(len(busy))
		group := busy[:min(k.lanes, len(busy))]
		for j := range k.lanes {
			s := h.lanes[group[min(j, len(group)-1)]]
			h.states[j], h.data[j] = &s.state, &s.run[0]
		}
		k.call.blocks(&h.states[0], &h.data[0], uint64(blocks), 128, h.scratch)
		for _, i := range group {
			h.lanes[i].run = h.lanes[i].run[128*blocks:]
		}
		busy = busy[len(group):]
	}
	clear(h.data[:])
}

// A blake2bLane is a message on its way. Up to a block of it waits in the buffer until it is known whether it is the
// last, which is compressed in its own way.
type blake2bLane struct {
	state    blake2bState
	start    *blake2bStart // where the key block is part of it, else nil
	lastNode uint64
	run      []byte // blocks to compress next, of the piece or of the buffer
	buffer   [128]byte
	n        int  // bytes in the buffer
	sealed   bool // the buffer is the last block
}

// begin readies the lane for a message.
func (s *blake2bLane) begin(start *blake2bStart) {
	s.state, s.start, s.lastNode = start.state, start, start.lastNode
	s.run, s.n, s.sealed = nil, 0, false
}

// beginFresh is begin with the key block still to be compressed, as if it were the first of the message.
func (s *blake2bLane) beginFresh(p *BLAKE2) {
	*s = blake2bLane{state: blake2bFirst(p.block())}
	if p.LastNode {
		s.lastNode = ^uint64(0)
	}
	if copy(s.buffer[:], p.Key) > 0 {
		s.n = 128
	}
}

// next finds the next run of blocks to compress, unless one is there; it takes them off the piece. If there is none,
// all of the piece has been taken.
func (s *blake2bLane) next(l *Lane) {
	if len(s.run) > 0 || s.sealed {
		return
	}
	if s.n == 0 && len(l.Piece) > 128 {
		whole := (len(l.Piece) - 1) &^ 127
		s.run, l.Piece = l.Piece[:whole], l.Piece[whole:]
		return
	}
	taken := copy(s.buffer[s.n:], l.Piece)
	s.n += taken
	l.Piece = l.Piece[taken:]
	switch {
	case len(l.Piece) > 0:
		s.run, s.n = s.buffer[:], 0
	case l.Last:
		s.seal()
	}
}

// seal makes the buffer the last block.
func (s *blake2bLane) seal() {
	if s.n == 0 && s.start != nil && s.start.keyed {
		s.state, s.buffer, s.n = s.start.fresh, s.start.key, 128
	}
	clear(s.buffer[s.n:])
	blake2bSeal(&s.state, s.n, s.lastNode)
	s.run, s.sealed = s.buffer[:], true
}

// finish ends the lane's business with a piece that is used up.
func (s *blake2bLane) finish(l *Lane) {
	if s.next(l); len(s.run) > 0 {
		return
	}
	l.Busy = false
	if l.Last {
		blake2bDigest(l.Digest, &s.state)
	}
}
