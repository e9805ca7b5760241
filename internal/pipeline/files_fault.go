package pipeline

import (
	"runtime"

	"szsum/internal/walk"
)

// step lets the lanes get on until at least one needs something. It returns false if the memory of a mapped file was gone:
// the file was cut after its window had been had. Then the states of all messages being digested are lost.
//
// The goroutine has called debug.SetPanicOnFault; the panic comes out of the kernels' assembly as well.
func (g *fileLanes) step() (ok bool) {
	if g.maps() {
		defer func() {
			if r := recover(); r != nil && !g.cut(r) {
				panic(r)
			}
		}()
	}
	g.hasher.Step(g.lanes[:g.top])
	return true
}

// maps tells whether any of the files is mapped.
func (g *fileLanes) maps() bool {
	for i := range g.top {
		if g.files[i].mapped {
			return true
		}
	}
	return false
}

// cut tells whether a panic comes from a mapped file that was cut.
func (g *fileLanes) cut(panicked any) bool {
	if _, ok := panicked.(runtime.Error); !ok {
		return false
	}
	fault, _ := panicked.(interface{ Addr() uintptr })
	for i := range g.top {
		f := &g.files[i]
		if f.mapped && (fault != nil && f.mapping.Contains(fault.Addr()) || f.shorter()) {
			return true
		}
	}
	return false
}

// shorter tells whether the file has become shorter than what has been had of it.
func (f *laneFile) shorter() bool {
	var now walk.Stat
	return f.file.Stat(&now) == nil && now.Size < f.size
}

// again starts with the file in lane i once more.
func (g *fileLanes) again(i int) error {
	l := &g.lanes[i]
	l.First, l.Last, l.Busy = true, false, false
	return g.files[i].again()
}
