package sortlen

import (
	"cmp"
	"slices"
)

// Blocks says how an algorithm counts the blocks of a message of n bytes: max((n+Extra)>>Shift, 1).
type Blocks struct {
	Extra int // bytes that padding adds before the division rounds down
	Shift int // log2 of the block size in bytes
}

// Of is the number of blocks of a message of n bytes.
func (b Blocks) Of(n int) int { return max((n+b.Extra)>>b.Shift, 1) }

// classes is how many block counts have a counter of their own. Longer messages share the last one and are sorted by
// comparison; a window holds only a few of them.
const classes = 1024

// A Sorter orders the messages of one window after another. Its zero value is ready for use.
type Sorter struct {
	counts [classes + 1]uint32
}

// Order writes to order the numbers of spans by rising block count (a counting sort, stable below 1,023 blocks).
// len(order) must be len(spans). longest is the length of the longest message in bytes, or anything above: the nearer,
// the less there is to count.
func (s *Sorter) Order(order []uint32, spans []Span, blocks Blocks, longest int) {
	order = order[:len(spans)]
	most := blocks.Of(longest)
	if most == 1 {
		for i := range order {
			order[i] = uint32(i)
		}
		return
	}
	last := min(most, classes-1)
	counts := s.counts[:last+2]
	clear(counts)
	for _, span := range spans {
		counts[min(blocks.Of(span.Len()), last)+1]++
	}
	for i := 1; i < len(counts); i++ {
		counts[i] += counts[i-1]
	}
	long := counts[last]
	for i, span := range spans {
		class := min(blocks.Of(span.Len()), last)
		order[counts[class]] = uint32(i)
		counts[class]++
	}
	if most > last {
		slices.SortFunc(order[long:], func(a, b uint32) int { return cmp.Compare(spans[a].Len(), spans[b].Len()) })
	}
}
