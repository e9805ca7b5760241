package kernels

import "szsum/internal/sortlen"

// hashPiles are the messages of a window by their number of 64-byte pieces, so that kernels find those of like length
// side by side and can foresee the end of their loops.
type hashPiles struct {
	order  [piles][pileRoom]uint32
	counts uint64 // of messages in each pile, 16 bits each
	sorter sortlen.Sorter
}

// piles is how many there are: messages of up to 64 bytes, of two pieces, of three, and all longer ones.
const piles = 4

// pileRoom is how many numbers there is room for in a pile. A kernel writes 16 at a time.
const pileRoom = MaxBatch + 16

// hashDealFunc is a kernel that deals messages into piles, as package amd64 describes it.
type hashDealFunc = func(spans *uint64, count uint64, order *[piles][pileRoom]uint32) (counts uint64)

// dealBelow is the mean length in bytes below which messages are dealt into piles only, in about four cycles each.
// Above, where most of them would lie in the last pile, they are put in order, which then costs little beside the
// hashing.
const dealBelow = 256

// fill takes the messages of a window of some bytes. It deals by the kernel, if there is one.
func (p *hashPiles) fill(deal hashDealFunc, spans []sortlen.Span, window, longest int) {
	switch {
	case window > dealBelow*len(spans):
		p.sort(spans, longest)
	case deal != nil:
		p.counts = deal((*uint64)(&spans[0]), uint64(len(spans)), &p.order)
	default:
		p.deal(spans)
	}
}

// deal keeps all counters in one register: in memory each would have to wait for what was stored last.
func (p *hashPiles) deal(spans []sortlen.Span) {
	var counts uint64
	for i, span := range spans {
		pile := min(uint(max(span.Len(), 1)-1)/64, piles-1)
		shift := 16 * pile & 63
		p.order[pile][counts>>shift%MaxBatch] = uint32(i)
		counts += 1 << shift
	}
	p.counts = counts
}

// sort puts the messages in order, short ones into the first pile, all others into the last.
func (p *hashPiles) sort(spans []sortlen.Span, longest int) {
	order := p.order[piles-1][:len(spans)]
	p.sorter.Order(order, spans, hashPieces, longest)
	short := countShort(order, spans)
	copy(p.order[0][:], order[:short])
	copy(order, order[short:])
	p.counts = uint64(short) | uint64(len(order)-short)<<(16*(piles-1))
}

// pile is the numbers of the messages in a pile. Only those in the first have up to 64 bytes.
func (p *hashPiles) pile(i int) []uint32 { return p.order[i][:uint16(p.counts>>(16*i))] }

// countShort is how many messages of up to 64 bytes stand at the front of order, which rises.
func countShort(order []uint32, spans []sortlen.Span) int {
	low, high := 0, len(order)
	for low < high {
		if middle := (low + high) / 2; spans[order[middle]].Len() <= 64 {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// fitting is how many messages from the front of order, a part of a pile, have no more than a number of pieces, all
// together. They have to be counted only in the last pile, and only if the window, of some bytes, may have so many.
func (p *hashPiles) fitting(pile int, order []uint32, spans []sortlen.Span, window, pieces int) int {
	switch {
	case pile < piles-1:
		return min(len(order), pieces/(pile+1))
	case window <= 64*pieces/2:
		return len(order)
	}
	for n, i := range order {
		if pieces -= hashPieces.Of(spans[i].Len()); pieces < 0 {
			return n
		}
	}
	return len(order)
}
