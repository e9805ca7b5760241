package pipeline

import (
	"szsum/internal/kernels"
)

// maxLanes is how many lanes a hasher may have.
const maxLanes = 16

// fileLanes are a worker's places for the files of one digester.
type fileLanes struct {
	hasher kernels.Hasher
	size   int // of a digest
	lanes  [maxLanes]kernels.Lane
	files  [maxLanes]laneFile
	top    int // lanes from here on have no file
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

// seat gives lane i, and a buffer, to a file that has been opened.
func (g *fileLanes) seat(i int, b *fileBatch, entry int, buf []byte) {
	l := &g.lanes[i]
	if l.Digest == nil {
		l.Digest = make([]byte, g.hasher.Slot())
	}
	l.First, l.Last, l.Busy = true, false, false
	g.files[i].begin(b, entry, buf)
	g.top = max(g.top, i+1)
}

// clear takes the file out of lane i and returns its buffer.
func (g *fileLanes) clear(i int) (buf []byte) {
	buf = g.files[i].buf
	g.files[i].end()
	g.lanes[i].Busy = false
	for g.top > 0 && g.files[g.top-1].batch == nil {
		g.top--
	}
	return buf
}

// fill reads the next piece of the file in lane i. After walk.ErrNotNow it is called again to go on with that piece.
func (g *fileLanes) fill(i int, r *filesRun) error {
	piece, last, err := g.files[i].next(r, g.window())
	if err != nil {
		return err
	}
	l := &g.lanes[i]
	l.Piece, l.Last, l.Busy = piece, last, true
	return nil
}

// window is how much of each mapped file is in memory, so that it is not too much together.
func (g *fileLanes) window() int {
	n := mapWindow
	for files := g.top; files > 2; files /= 2 {
		n /= 2
	}
	return n
}
