package pipeline

import (
	"sync"
	"unsafe"
)

// A slab gives out the buffers of a run, each of which begins at a page and is zero. Where the system has them they lie in
// large pages: the first touch of a page costs up to ten microseconds in a virtual machine, and the buffers of a worker
// have hundreds of small ones.
type slab struct {
	mu     sync.Mutex
	mapped [][]byte
	rest   []byte // of the piece that buffers are cut from
}

// largePage is the size of a large page on most processors, in bytes.
const largePage = 2 << 20

// cut returns n bytes.
func (s *slab) cut(n int) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n = roundUp(n, pageSize); n > len(s.rest) {
		s.rest = s.piece(roundUp(n, largePage))
	}
	b := s.rest[:n:n]
	s.rest = s.rest[n:]
	return b
}

// piece returns n bytes, whole large pages if possible.
func (s *slab) piece(n int) []byte {
	if m := mapLarge(n + largePage); m != nil {
		s.mapped = append(s.mapped, m)
		return align(m, largePage)[:n]
	}
	return align(make([]byte, n+pageSize), pageSize)[:n]
}

// free gives the buffers back, none of which is in use any more.
func (s *slab) free() {
	for _, m := range s.mapped {
		unmap(m)
	}
	s.mapped, s.rest = nil, nil
}

func roundUp(n, unit int) int { return (n + unit - 1) &^ (unit - 1) }

// align drops what comes before a multiple of unit.
func align(b []byte, unit uintptr) []byte {
	return b[-uintptr(unsafe.Pointer(&b[0]))&(unit-1):]
}
