package kernels

import (
	"unsafe"

	"szsum/internal/sortlen"
)

// BLAKE2bp deals the blocks of a message to four leaves in turn. A row is a block for each.
const (
	bpLeaves = 4
	bpRow    = 128 * bpLeaves // bytes
	bpMiddle = 64 * bpLeaves  // bytes of the leaf digests, which the root hashes

	// bpBehind is how many bytes have to follow a row before it can be compressed: so that each leaf has one, and none
	// of the row's blocks is the last of its leaf.
	bpBehind = 128*(bpLeaves-1) + 1
)

// blake2bpFunc is a BLAKE2b kernel in the service of BLAKE2bp: its lanes are the leaves of one message.
type blake2bpFunc struct {
	blake2bFunc
	lanes int
}

// A blake2bpStart is what all messages with the same parameters begin with.
type blake2bpStart struct {
	leaves [bpLeaves]*blake2bStart
	root   blake2bState
}

// newBLAKE2bpStart gives leaves and root their parameters. Leaf digests have 64 bytes, however long the digest is; the
// root hashes them without a key block, though the length of the key is among its parameters.
func newBLAKE2bpStart(p *BLAKE2) *blake2bpStart {
	node := *p
	node.Fanout, node.MaxDepth, node.InnerHashLength = bpLeaves, 2, 64
	s := new(blake2bpStart)
	for i := range s.leaves {
		node.NodeOffset = uint64(i)
		s.leaves[i] = blake2bStartOf(node.block(), node.Key, i == bpLeaves-1)
	}
	node.NodeOffset, node.NodeDepth = 0, 1
	s.root = blake2bFirst(node.block())
	s.root[blake2bFlags+1] = ^uint64(0)
	return s
}

// bpBatch is how many messages Window takes to their leaf digests before it hashes the roots.
const bpBatch = 64

// blake2bpHasher implements Hasher.
type blake2bpHasher struct {
	d       *Digester
	kernels links[blake2bpFunc]
	start   *blake2bpStart
	work    progress
	lanes   [maxLanes]blake2bpLane
	single  blake2bpLane // for Window
	*bpWorker
}

func newBLAKE2bpHasher(d *Digester) Hasher {
	return &blake2bpHasher{d: d, kernels: newLinks[blake2bpFunc](d), start: newBLAKE2bpStart(&d.BLAKE2), bpWorker: newBPWorker()}
}

func (h *blake2bpHasher) Size() int  { return h.d.Size() }
func (h *blake2bpHasher) Slot() int  { return 64 }
func (h *blake2bpHasher) Lanes() int { return h.kernels.bulk().lanes }

// Window implements Hasher.
func (h *blake2bpHasher) Window(digests, window []byte, spans []sortlen.Span, _ int) {
	checkWindow(digests, window, spans, 64)
	h.work.add(h.d, len(spans), len(window))
	k := h.kernels.bulk().call
	for len(spans) > 0 {
		batch := spans[:min(len(spans), bpBatch)]
		for i, span := range batch {
			h.single.begin(h.start)
			h.absorb(&k, &h.single, window[span.Offset():][:span.Len()])
			h.leafDigests(&k, &h.single, h.middle[bpMiddle*i:])
		}
		h.roots(&k, digests, h.start, len(batch))
		spans, digests = spans[len(batch):], digests[64*len(batch):]
	}
}

// Step implements Hasher.
func (h *blake2bpHasher) Step(lanes []Lane) {
	k := h.kernels.bulk().call
	for i := range lanes {
		l, s := &lanes[i], &h.lanes[i]
		if !l.Busy {
			continue
		}
		if l.First {
			l.First = false
			s.begin(h.start)
		}
		h.work.add(h.d, 0, len(l.Piece))
		h.absorb(&k, s, l.Piece)
		l.Piece, l.Busy = nil, false
		if l.Last {
			h.leafDigests(&k, s, h.middle[:])
			h.roots(&k, l.Digest, h.start, 1)
		}
	}
}

// A blake2bpLane is a message on its way.
type blake2bpLane struct {
	start  *blake2bpStart
	leaves [bpLeaves]blake2bState
	total  uint64          // bytes of the message so far
	buffer [2 * bpRow]byte // its end, up to a row and a row less a block
	n      int             // bytes in buffer
}

func (s *blake2bpLane) begin(start *blake2bpStart) {
	s.start, s.total, s.n = start, 0, 0
	for i := range s.leaves {
		s.leaves[i] = start.leaves[i].state
	}
}

// A bpWorker calls the kernels of BLAKE2bp; it has their arguments, which must not live on the stack.
type bpWorker struct {
	states  [maxLanes]*blake2bState
	data    [maxLanes]*byte
	scratch *[4096]byte
	middle  *[bpMiddle * bpBatch]byte // the leaf digests of messages
	spans   [bpBatch]sortlen.Span     // over middle
	order   [bpBatch + maxLanes]uint32
}

func newBPWorker() *bpWorker {
	w := &bpWorker{scratch: alignedScratch(), middle: new([bpMiddle * bpBatch]byte)}
	for i := range w.spans {
		w.spans[i] = sortlen.NewSpan(bpMiddle*i, bpMiddle)
	}
	return w
}

// absorb adds p to a message and compresses each row behind which there is enough.
func (w *bpWorker) absorb(k *blake2bpFunc, s *blake2bpLane, p []byte) {
	s.total += uint64(len(p))
	for len(p) > 0 {
		switch {
		case s.n == 0 && len(p) >= bpRow+bpBehind:
			rows := min((len(p)-bpBehind)/bpRow, blake2bStep)
			w.rows(k, s, p, rows)
			p = p[bpRow*rows:]
		case s.n >= bpRow && s.n-bpRow+len(p) >= bpBehind:
			w.rows(k, s, s.buffer[:], 1)
			s.n = copy(s.buffer[:], s.buffer[bpRow:s.n])
		case s.n < bpRow:
			taken := copy(s.buffer[s.n:bpRow], p)
			s.n += taken
			p = p[taken:]
		default:
			s.n += copy(s.buffer[s.n:], p)
			p = nil
		}
	}
}

// rows compresses whole rows, none of whose blocks is the last of its leaf.
func (w *bpWorker) rows(k *blake2bpFunc, s *blake2bpLane, p []byte, rows int) {
	for i := range s.leaves {
		w.states[i], w.data[i] = &s.leaves[i], &p[128*i]
	}
	w.call(k, bpLeaves, rows)
}

// leafDigests ends a message: it writes the digests of its leaves to digests.
func (w *bpWorker) leafDigests(k *blake2bpFunc, s *blake2bpLane, digests []byte) {
	if s.n > bpRow {
		clear(s.buffer[s.n:])
	} else {
		clear(s.buffer[s.n:bpRow])
	}
	second := 0 // leaves that have a second block
	for i := range s.leaves {
		n := s.n - 128*i // bytes from the leaf's block on
		block := &s.buffer[128*i]
		leaf := s.start.leaves[i]
		switch {
		case n > bpRow:
			second++
		case n > 0:
			blake2bSeal(&s.leaves[i], min(n, 128), leaf.lastNode)
		case leaf.keyed:
			s.leaves[i], block = leaf.fresh, &leaf.key[0]
			blake2bSeal(&s.leaves[i], 128, leaf.lastNode)
		default:
			blake2bSeal(&s.leaves[i], 0, leaf.lastNode)
		}
		w.states[i], w.data[i] = &s.leaves[i], block
	}
	w.call(k, bpLeaves, 1)
	if second > 0 {
		for i := range second {
			blake2bSeal(&s.leaves[i], min(s.n-bpRow-128*i, 128), 0)
			w.states[i], w.data[i] = &s.leaves[i], &s.buffer[bpRow+128*i]
		}
		w.call(k, second, 1)
	}
	for i := range s.leaves {
		blake2bDigest(digests[64*i:], &s.leaves[i])
	}
}

// call runs the kernel over n leaves, as often as its lanes ask for.
func (w *bpWorker) call(k *blake2bpFunc, n, rows int) {
	for i := n; i%k.lanes != 0; i++ {
		w.states[i], w.data[i] = w.states[n-1], w.data[n-1]
	}
	for i := 0; i < n; i += k.lanes {
		k.blocks(&w.states[i], &w.data[i], uint64(rows), bpRow, w.scratch)
	}
	clear(w.data[:])
}

// roots hashes the leaf digests of n messages.
func (w *bpWorker) roots(k *blake2bpFunc, digests []byte, start *blake2bpStart, n int) {
	order := w.order[:n]
	for i := range order {
		order[i] = uint32(i)
	}
	groups := (n + k.lanes - 1) / k.lanes
	fillGroup(order, groups*k.lanes)
	k.window(&w.middle[0], (*uint64)(unsafe.Pointer(&w.spans[0])), &order[0], uint64(groups), &digests[0], w.scratch, &start.root)
}
