package pipeline

import (
	"sync"
	"sync/atomic"

	"szsum/internal/walk"
)

const (
	// maxReaders is how many workers there are when files come from a disk: it gets that much to do at once.
	maxReaders = 8

	// lookEvery is after how many files somebody looks whether they do.
	lookEvery = 64
)

// readers lets more workers join in when reads wait for a disk, as they do where the files are not in the cache. Nobody can
// tell that beforehand, and in the cache more workers than processors would only be in each other's way, so they leave
// again when the disk has no more to do.
//
// A disk that has to move its heads is better off the other way round: there one file is read at a time.
type readers struct {
	run     *filesRun
	files   atomic.Int64 // taken since the last look
	workers atomic.Int64
	tokens  chan struct{} // one for each job

	one  atomic.Bool // read one file at a time
	disk sync.Mutex  // held from the opening of a file to its end, if one is set

	mu     sync.Mutex
	blocks int64         // read from disks before the last look
	idle   []*fileWorker // they have left
}

func newReaders(r *filesRun) *readers {
	return &readers{run: r, tokens: make(chan struct{}, max(r.Jobs, 1)), blocks: walk.BlocksRead()}
}

// start lets another worker join in.
func (r *readers) start() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.join()
}

func (r *readers) join() {
	var w *fileWorker
	if n := len(r.idle); n > 0 {
		w, r.idle = r.idle[n-1], r.idle[:n-1]
	} else {
		w = newFileWorker(r.run)
	}
	r.workers.Add(1)
	r.run.crew.start(w.work)
}

// took is told of each share that a worker takes. It returns false if he is to take no more.
func (r *readers) took(s *share) (stay bool) {
	n := r.files.Add(int64(s.end - s.at))
	if n < lookEvery || !r.files.CompareAndSwap(n, 0) {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	const page = 4096 / 512 // blocks
	blocks := walk.BlocksRead()
	pages := (blocks - r.blocks) / page
	r.blocks = blocks
	workers := r.workers.Load()
	switch {
	case r.one.Load():
	case pages > n/8 && s.batch.Rotational(s.at):
		r.one.Store(true)
	case pages > n/8 && workers < maxReaders:
		raiseProcessors(maxReaders + 1)
		r.join()
	case pages < n/32 && workers > int64(cap(r.tokens)):
		r.workers.Add(-1)
		return false
	}
	return true
}

// left is told when a worker is done.
func (r *readers) left(w *fileWorker) {
	if !w.leaves {
		r.workers.Add(-1)
		return
	}
	w.leaves = false
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle = append(r.idle, w)
}

// spare tells whether there are fewer workers left than jobs.
func (r *readers) spare() bool { return r.workers.Load() < int64(cap(r.tokens)) }

// longStep is how many bytes of each message make a step so long that it needs a token. Short ones are over before one
// could be waited for, and with short files it is the disk that limits all.
const longStep = 16 << 10

// step lets the lanes get on. While there are more workers than jobs, no more digest at the same time than there are jobs.
func (r *readers) step(g *fileLanes) bool {
	if r.workers.Load() > int64(cap(r.tokens)) && g.shortest() >= longStep {
		r.tokens <- struct{}{}
		defer func() { <-r.tokens }()
	}
	return g.step()
}

// shortest is how many bytes the busy lane with the least of them has.
func (g *fileLanes) shortest() int {
	n := filePiece
	for i := range g.top {
		if l := &g.lanes[i]; l.Busy {
			n = min(n, len(l.Piece))
		}
	}
	return n
}
