package kernels

import (
	"unsafe"

	"szsum/internal/sortlen"
)

// multihashFunc is a kernel of the hash with several seeds: the functions that package amd64 describes.
type multihashFunc struct {
	deal   hashDealFunc // nil for portable code
	window func(base *byte, spans *uint64, order *uint32, count uint64, seeds *[72]uint64, k, stride uint64, digests *byte)
	stream hashStreamFunc
}

// maxSeedsCall is how many seeds a kernel call takes at most, a multiple of four.
const maxSeedsCall = 1024

// multihashHasher implements Hasher.
type multihashHasher struct {
	d       *Digester
	kernels links[multihashFunc]
	work    progress
	seeds   int
	table   []hashSeeds
	piles   hashPiles
	long    hashStream      // a message of a window that is too long for one call
	lane    hashStream      // the message in the lane
	one     [1]sortlen.Span // where that is, if it is short
}

func newMultihashHasher(d *Digester) Hasher {
	seeds := d.seeds()
	table := newHashSeeds(seeds)
	return &multihashHasher{
		d: d, kernels: newLinks[multihashFunc](d), seeds: len(seeds), table: table,
		long: newHashStream(table, len(seeds)), lane: newHashStream(table, len(seeds)),
	}
}

func (h *multihashHasher) Size() int  { return 8 * h.seeds }
func (h *multihashHasher) Slot() int  { return 8 * h.seeds }
func (h *multihashHasher) Lanes() int { return 1 }

func (h *multihashHasher) kernel() *multihashFunc { return &h.kernels.bulk().call }

// Window implements Hasher.
func (h *multihashHasher) Window(digests, window []byte, spans []sortlen.Span, longest int) {
	if len(spans) == 0 {
		return
	}
	slot := h.Slot()
	checkWindow(digests, window, spans, slot)
	h.work.add(h.d, len(spans), len(window))
	k := h.kernel()
	base := unsafe.SliceData(window)
	pieces := maxPieces / min(h.seeds, maxSeedsCall) // that fit into one call
	if longest <= 64 {
		for len(spans) > 0 {
			n := min(pieces, len(spans))
			h.call(k, base, spans, nil, n, digests)
			spans, digests = spans[n:], digests[slot*n:]
		}
		return
	}
	h.piles.fill(k.deal, spans, len(window), longest)
	for i := range piles {
		for order := h.piles.pile(i); len(order) > 0; {
			n := h.piles.fitting(i, order, spans, len(window), pieces)
			if n == 0 {
				i := int(order[0])
				h.long.reset()
				h.long.write(&k.stream, window[spans[i].Offset():][:spans[i].Len()])
				h.long.digest(&k.stream, digests[slot*i:][:slot])
				order = order[1:]
				continue
			}
			h.call(k, base, spans, &order[0], n, digests)
			order = order[n:]
		}
	}
}

// call digests n messages, which are few enough for one call, in calls of few enough seeds.
func (h *multihashHasher) call(k *multihashFunc, base *byte, spans []sortlen.Span, order *uint32, n int, digests []byte) {
	for i := 0; i < h.seeds; i += maxSeedsCall {
		seeds := min(maxSeedsCall, h.seeds-i)
		k.window(base, (*uint64)(&spans[0]), order, uint64(n), h.table[i/4].words(), uint64(seeds), uint64(h.Slot()), &digests[8*i])
	}
}

// Step implements Hasher.
func (h *multihashHasher) Step(lanes []Lane) {
	l, k := &lanes[0], h.kernel()
	h.work.add(h.d, 0, len(l.Piece))
	if message, whole := h.lane.take(&k.stream, l); whole {
		h.one[0] = sortlen.NewSpan(0, len(message))
		h.Window(l.Digest, message, h.one[:], len(message))
	}
}
