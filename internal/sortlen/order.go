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

// parts is how many parts of a list are counted and placed side by side: a counter is slow to change twice in a row.
const parts = 4

// A Sorter orders the messages of one window after another. Its zero value is ready for use.
type Sorter struct {
	class  []uint16 // of each message
	counts [classes][parts]uint32
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
	s.classify(spans, blocks, last)
	clear(s.counts[:last+1])
	s.count()
	at, long := uint32(0), uint32(0)
	for i := range last + 1 {
		long = at
		for j, n := range s.counts[i] {
			s.counts[i][j] = at
			at += n
		}
	}
	s.place(order)
	if most > last {
		slices.SortFunc(order[long:], func(a, b uint32) int { return cmp.Compare(spans[a].Len(), spans[b].Len()) })
	}
}

// classify finds the class of each message: its block count (0 for 1 if it has no bytes), but last at most.
func (s *Sorter) classify(spans []Span, blocks Blocks, last int) {
	if len(spans) > cap(s.class) {
		s.class = make([]uint16, len(spans))
	}
	s.class = s.class[:len(spans)]
	extra, shift, top := uint64(blocks.Extra), uint(blocks.Shift)&63, uint64(last)
	for i, span := range spans {
		s.class[i] = uint16(min((uint64(span>>32)+extra)>>shift, top))
	}
}

// count counts the messages of each class in each part.
func (s *Sorter) count() {
	n := len(s.class) / parts
	a, b, c, d := s.class[:n], s.class[n:][:n], s.class[2*n:][:n], s.class[3*n:]
	for i, class := range a {
		s.counts[class%classes][0]++
		s.counts[b[i]%classes][1]++
		s.counts[c[i]%classes][2]++
		s.counts[d[i]%classes][3]++
	}
	for _, class := range d[n:] {
		s.counts[class%classes][3]++
	}
}

// place writes the numbers of the messages to the places that counts tells, and moves those on.
func (s *Sorter) place(order []uint32) {
	put := func(next *uint32, number int) {
		order[*next] = uint32(number)
		*next++
	}
	n := len(s.class) / parts
	a, b, c, d := s.class[:n], s.class[n:][:n], s.class[2*n:][:n], s.class[3*n:]
	for i, class := range a {
		put(&s.counts[class%classes][0], i)
		put(&s.counts[b[i]%classes][1], i+n)
		put(&s.counts[c[i]%classes][2], i+2*n)
		put(&s.counts[d[i]%classes][3], i+3*n)
	}
	for i, class := range d[n:] {
		put(&s.counts[class%classes][3], i+4*n)
	}
}
