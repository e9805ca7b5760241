package pipeline

import (
	"runtime/debug"
	"time"

	"szsum/internal/walk"
)

// maxLive limits the files that a worker has in the lanes of all digesters, and thus its memory.
const maxLive = 2 * maxLanes

// A fileWorker digests files: those in its lanes side by side, in each lane one after the other. There is no sorting by
// size: a lane that is done takes the next file, so all are busy until the files run out.
type fileWorker struct {
	run    *filesRun
	share  share
	lanes  []*fileLanes // by digester, nil until it is needed
	live   int          // lanes with a file
	slow   int          // those of them that give nothing unless waited for
	disk   *laneFile    // the file for which the lock of the disk is held
	bytes  int64        // read, and not yet counted
	leaves bool         // it takes no more
	spare  [][]byte     // buffers that no file uses
}

func newFileWorker(r *filesRun) *fileWorker {
	return &fileWorker{run: r, lanes: make([]*fileLanes, len(r.Digesters))}
}

// work digests files until there are none, or the run is stopped.
func (w *fileWorker) work() {
	debug.SetPanicOnFault(true) // see step
	for !w.run.queue.stopping.Load() {
		w.proceed()
		w.admit()
		if w.live == 0 {
			break
		}
		w.step()
	}
	w.abandon()
	w.count()
	w.run.readers.left(w)
}

// proceed gives a new piece to each lane that has used up its own, or ends its file.
func (w *fileWorker) proceed() {
	busy := false
	for _, g := range w.lanes {
		if g == nil {
			continue
		}
		for i := range g.top {
			f, l := &g.files[i], &g.lanes[i]
			switch {
			case f.batch == nil:
			case l.Busy:
				busy = true
			case l.Last:
				copy(f.batch.digest(f.entry, g.size), l.Digest)
				w.leave(g, i, nil)
			case !f.slow:
				w.fill(g, i)
			}
		}
	}
	if w.slow > 0 && w.slow == w.live && !busy {
		w.await()
	}
}

// admit puts files into vacant lanes. While one has to be waited for there are no new ones: it is read once all others are
// done, so that their results do not wait as well.
func (w *fileWorker) admit() {
	for w.slow == 0 {
		s := &w.share
		if s.empty() {
			w.count()
			if w.leaves || !w.run.queue.take(s, w.live == 0) {
				return
			}
			w.leaves = !w.run.readers.took(s)
		}
		if e := &s.batch.Entries[s.at]; e.Err != nil {
			w.finish(s.batch, s.at, 0, e.Err)
		} else {
			g := w.lanesFor(e.Digester)
			i := g.vacant()
			if i < 0 || w.live == maxLive || !w.lockDisk(&g.files[i]) || !w.start(g, i, s.batch, s.at) {
				return
			}
		}
		s.at++
	}
}

func (w *fileWorker) lanesFor(digester int) *fileLanes {
	g := w.lanes[digester]
	if g == nil {
		g = newFileLanes(w.run.Digesters[digester])
		w.lanes[digester] = g
	}
	return g
}

// start opens a file and puts it into lane i. It returns false if that has to wait until files in other lanes are done.
func (w *fileWorker) start(g *fileLanes, i int, b *fileBatch, entry int) bool {
	f := &g.files[i]
	stdin := b.Entries[entry].Stdin
	if stdin {
		f.file.OpenStream(w.run.Stdin)
	} else if err := w.open(b, entry, &f.file); err != nil {
		w.unlockDisk(f)
		if walk.TooManyOpen(err) && w.live > 0 {
			return false
		}
		w.finish(b, entry, 0, err)
		return true
	}
	g.seat(i, b, entry, w.buffer())
	w.live++
	if stdin {
		w.setSlow(f)
	} else {
		w.fill(g, i)
	}
	return true
}

// open opens the file of an entry. If there are too many open files, and none of them is its own, the worker waits for a
// while for others to be closed.
func (w *fileWorker) open(b *fileBatch, entry int, f *walk.File) error {
	err := b.Open(entry, f)
	for n := 0; walk.TooManyOpen(err) && w.live == 0 && n < 1000; n++ {
		time.Sleep(time.Millisecond)
		err = b.Open(entry, f)
	}
	return err
}

// buffer is a buffer that no file uses.
func (w *fileWorker) buffer() []byte {
	n := len(w.spare)
	switch {
	case n == 0 && w.live == 0: // a single small file needs no more than a page
		return make([]byte, filePiece)
	case n == 0:
		return w.run.slab.cut(filePiece)
	}
	buf := w.spare[n-1]
	w.spare = w.spare[:n-1]
	return buf
}

// fill reads the next piece of the file in lane i.
func (w *fileWorker) fill(g *fileLanes, i int) {
	f := &g.files[i]
	before := f.size
	err := g.fill(i, w.run)
	w.bytes += f.size - before
	if w.bytes >= countEvery {
		w.count()
	}
	switch err {
	case nil:
		if !f.open {
			w.unlockDisk(f)
		}
	case walk.ErrNotNow:
		w.setSlow(f)
	default:
		w.leave(g, i, err)
	}
}

// step lets all lanes get on until at least one of each digester needs something.
func (w *fileWorker) step() {
	for _, g := range w.lanes {
		if g != nil && g.top > 0 && !w.run.readers.step(g) {
			w.repeat(g)
		}
	}
}

// leave ends the file in lane i.
func (w *fileWorker) leave(g *fileLanes, i int, err error) {
	f := &g.files[i]
	b, entry, size := f.batch, f.entry, f.size
	if f.slow {
		w.slow--
	}
	w.live--
	w.unlockDisk(f)
	w.spare = append(w.spare, g.clear(i))
	w.finish(b, entry, size, err)
}

// finish hands over the result of an entry.
func (w *fileWorker) finish(b *fileBatch, entry int, size int64, err error) {
	r := &b.results[entry]
	r.size, r.err = size, err
	if b.finish(entry) {
		w.run.output.advance()
	}
}

// abandon closes the files that are still open.
func (w *fileWorker) abandon() {
	for _, g := range w.lanes {
		for g != nil && g.top > 0 {
			w.unlockDisk(&g.files[g.top-1])
			w.spare = append(w.spare, g.clear(g.top-1))
		}
	}
}

// countEvery is how many bytes are read before they are counted, so that workers do not meet at the counter all the time.
const countEvery = 1 << 20

// count counts what has been read.
func (w *fileWorker) count() {
	w.run.Counters.Bytes.Add(w.bytes)
	w.bytes = 0
}
