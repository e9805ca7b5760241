package kernels

import (
	"fmt"
	"unsafe"

	"szsum/internal/sortlen"
)

// MaxSeeds is how many seeds a multihash has at most.
const MaxSeeds = 4096

// hashFunc is a kernel of the 64-bit hash: the functions that package amd64 describes.
type hashFunc struct {
	tiny        hashTinyFunc   // what messages of up to 64 bytes are tried with first; nil if short takes them without an order
	deal        hashDealFunc   // nil for portable code
	short, long hashWindowFunc // messages of up to 64 bytes, of more
	stream      hashStreamFunc
}

type hashTinyFunc = func(base *byte, spans *uint64, count, seed uint64, digests *byte, rest *uint32) (left uint64)

type hashWindowFunc = func(base *byte, spans *uint64, order *uint32, count, seed uint64, digests *byte)

// hashStreamFunc takes messages of more than 64 bytes in parts, for one seed or several.
type hashStreamFunc struct {
	absorb func(states *[16]uint64, k uint64, data *byte, pieces uint64)
	finish func(states *[16]uint64, seeds *[72]uint64, k uint64, last *[64]byte, length uint64, digests *byte)
}

// hashPieces: what is short counts as one piece of 64 bytes, the rest by the number of its pieces, the last of which
// may be a partial one.
var hashPieces = sortlen.Blocks{Extra: 63, Shift: 6}

// maxPieces is how many 64-byte pieces a kernel call absorbs at most, each seed counted by itself. Assembly cannot be
// preempted, and a call should stay below 100 microseconds.
const maxPieces = 1 << 15

// hashSeeds is all that kernels need to know of four seeds, ready to be loaded. It is aligned to 64 bytes. The sum
// vectors are those of [hashState.start] after their first permutation.
type hashSeeds struct {
	seeds    [4]vector    // each seed twice
	aes, sum [4][4]vector // of each lane those of the four seeds
}

// words is how kernels know the table that s is the first part of.
func (s *hashSeeds) words() *[72]uint64 { return (*[72]uint64)(unsafe.Pointer(s)) }

// newHashSeeds makes the table of some seeds. Places left over in its last part have the last seed.
func newHashSeeds(seeds []uint64) []hashSeeds {
	table := alignedSlice[hashSeeds]((len(seeds) + 3) / 4)
	for i := range 4 * len(table) {
		part, seed := &table[i/4], seeds[min(i, len(seeds)-1)]
		part.seeds[i%4] = vector{seed, seed}
		var s hashState
		s.start(seed)
		for lane := range s.sum {
			part.aes[lane][i%4], part.sum[lane][i%4] = s.aes[lane], hashPermute(s.sum[lane])
		}
	}
	return table
}

// seeds are the seeds of a Hash or a Multihash.
func (p *Params) seeds() []uint64 {
	if p.Algorithm == Hash && len(p.Seeds) == 0 {
		return []uint64{0}
	}
	return p.Seeds
}

// validateSeeds checks how many seeds there are.
func (p *Params) validateSeeds() error {
	switch n := len(p.Seeds); {
	case p.Algorithm == Hash && n > 1:
		return fmt.Errorf("a hash has one seed, not %d", n)
	case p.Algorithm == Multihash && (n == 0 || n > MaxSeeds):
		return fmt.Errorf("a multihash has 1 to %d seeds, not %d", MaxSeeds, n)
	}
	return nil
}

// alignedSlice is n values in memory that is aligned to 64 bytes.
func alignedSlice[T any](n int) []T {
	var t T
	b := make([]byte, n*int(unsafe.Sizeof(t))+64)
	return unsafe.Slice((*T)(unsafe.Pointer(&b[-uintptr(unsafe.Pointer(&b[0]))&63])), n)
}

// hashHasher implements Hasher.
type hashHasher struct {
	d       *Digester
	kernels links[hashFunc]
	work    progress
	seed    uint64
	piles   hashPiles
	long    hashStream      // a message of a window that is too long for one call
	lane    hashStream      // the message in the lane
	one     [1]sortlen.Span // where that is, if it is short
}

func newHashHasher(d *Digester) Hasher {
	seeds := d.seeds()
	table := newHashSeeds(seeds)
	return &hashHasher{
		d: d, kernels: newLinks[hashFunc](d), seed: seeds[0],
		long: newHashStream(table, 1), lane: newHashStream(table, 1),
	}
}

func (h *hashHasher) Size() int  { return 8 }
func (h *hashHasher) Slot() int  { return 8 }
func (h *hashHasher) Lanes() int { return 1 }

func (h *hashHasher) kernel() *hashFunc { return &h.kernels.bulk().call }

// Window implements Hasher.
func (h *hashHasher) Window(digests, window []byte, spans []sortlen.Span, longest int) {
	if len(spans) == 0 {
		return
	}
	checkWindow(digests, window, spans, 8)
	h.work.add(h.d, len(spans), len(window))
	k := h.kernel()
	base, first := unsafe.SliceData(window), (*uint64)(&spans[0])
	if longest <= 64 {
		if k.tiny == nil {
			k.short(base, first, nil, uint64(len(spans)), h.seed, &digests[0])
			return
		}
		rest := &h.piles.order[0][0]
		if n := k.tiny(base, first, uint64(len(spans)), h.seed, &digests[0], rest); n > 0 {
			k.short(base, first, rest, n, h.seed, &digests[0])
		}
		return
	}
	h.piles.fill(k.deal, spans, len(window), longest)
	if order := h.piles.pile(0); len(order) > 0 {
		k.short(base, first, &order[0], uint64(len(order)), h.seed, &digests[0])
	}
	for i := 1; i < piles; i++ {
		h.longWindow(k, digests, window, spans, i)
	}
}

// longWindow digests the messages of a window in a pile of those that have more than 64 bytes.
func (h *hashHasher) longWindow(k *hashFunc, digests, window []byte, spans []sortlen.Span, pile int) {
	for order := h.piles.pile(pile); len(order) > 0; {
		n := h.piles.fitting(pile, order, spans, len(window), maxPieces)
		if n == 0 {
			i := order[0]
			h.long.reset()
			h.long.write(&k.stream, window[spans[i].Offset():][:spans[i].Len()])
			h.long.digest(&k.stream, digests[8*i:][:8])
			order = order[1:]
			continue
		}
		k.long(unsafe.SliceData(window), (*uint64)(&spans[0]), &order[0], uint64(n), h.seed, &digests[0])
		order = order[n:]
	}
}

// Step implements Hasher.
func (h *hashHasher) Step(lanes []Lane) {
	l, k := &lanes[0], h.kernel()
	h.work.add(h.d, 0, len(l.Piece))
	if message, whole := h.lane.take(&k.stream, l); whole {
		h.one[0] = sortlen.NewSpan(0, len(message))
		h.Window(l.Digest, message, h.one[:], len(message))
	}
}
