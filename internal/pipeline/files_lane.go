package pipeline

import (
	"szsum/internal/kernels"
	"szsum/internal/walk"
)

const (
	maxLanes  = 16        // of a hasher
	filePiece = 128 << 10 // bytes read at once: a multiple of kernels.PieceAlign and walk.PageSize
)

// fileLanes are a worker's places for the files of one digester.
type fileLanes struct {
	hasher kernels.Hasher
	size   int // of a digest
	lanes  [maxLanes]kernels.Lane
	files  [maxLanes]fileLane
	top    int // lanes from here on have no file
}

// A fileLane is the file in a lane.
type fileLane struct {
	batch *fileBatch // nil: there is none
	entry int
	file  walk.File
	open  bool
	buf   []byte
	have  int       // bytes in buf that are no piece yet
	size  int64     // bytes that were made pieces
	stat  walk.Stat // when the first piece was read, if there are more
	slow  bool      // it gives nothing unless waited for
}

func newFileLanes(d *kernels.Digester) *fileLanes {
	return &fileLanes{hasher: d.NewHasher(), size: d.Size()}
}

// vacant is a lane without a file, or -1.
func (g *fileLanes) vacant() int {
	for i := range g.hasher.Lanes() {
		if g.files[i].batch == nil {
			return i
		}
	}
	return -1
}

// seat gives lane i to a file, which is open.
func (g *fileLanes) seat(i int, b *fileBatch, entry int) {
	f, l := &g.files[i], &g.lanes[i]
	if f.buf == nil {
		f.buf = make([]byte, filePiece)
		l.Digest = make([]byte, g.hasher.Slot())
	}
	f.batch, f.entry, f.open, f.have, f.size, f.slow = b, entry, true, 0, 0, false
	l.First, l.Last, l.Busy = true, false, false
	g.top = max(g.top, i+1)
}

// clear takes the file out of lane i.
func (g *fileLanes) clear(i int) {
	f := &g.files[i]
	f.close()
	f.batch = nil
	g.lanes[i].Busy = false
	for g.top > 0 && g.files[g.top-1].batch == nil {
		g.top--
	}
}

func (f *fileLane) close() {
	if f.open {
		f.file.Close()
		f.open = false
	}
}

// fill reads the next piece of the file in lane i. After walk.ErrNotNow it is called again to go on with that piece.
func (g *fileLanes) fill(i int, watch bool) error {
	f, l := &g.files[i], &g.lanes[i]
	n, end, err := f.file.Fill(f.buf[f.have:])
	f.have += n
	if err != nil {
		return err
	}
	if watch {
		err = f.watch(end)
	}
	l.Piece, l.Last, l.Busy = f.buf[:f.have], end, true
	f.size += int64(f.have)
	f.have = 0
	if end {
		f.close()
	}
	return err
}

// watch notices that a file of more than one piece was changed between the first and the last.
func (f *fileLane) watch(end bool) error {
	switch {
	case f.size == 0 && !end:
		return f.file.Stat(&f.stat)
	case f.size > 0 && end:
		var now walk.Stat
		if err := f.file.Stat(&now); err != nil {
			return err
		}
		if now != f.stat {
			return ErrChanged
		}
	}
	return nil
}

// before tells whether the file comes before another one.
func (f *fileLane) before(o *fileLane) bool {
	return f.batch.number < o.batch.number || f.batch == o.batch && f.entry < o.entry
}
