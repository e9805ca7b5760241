package pipeline

import "time"

// Standard input, FIFOs, terminals and the like are slow: nobody knows when they give something. A worker reads them with
// nothing else at hand, one after the other, and meanwhile all that comes before them is written.

// setSlow tells that a file has to be waited for.
func (w *fileWorker) setSlow(f *laneFile) {
	w.unlockDisk(f)
	if !f.slow {
		f.slow = true
		w.slow++
	}
}

// await reads the next piece of the file, among those that have to be waited for, that comes first.
func (w *fileWorker) await() {
	g, i := w.earliest()
	f := &g.files[i]
	w.count()
	w.run.output.flush()
	w.run.crew.outside(func() {
		if f.batch.Entries[f.entry].Stdin {
			w.awaitTurn(f)
		}
		if err := f.file.Wait(); err != nil {
			w.leave(g, i, err)
			return
		}
		w.fill(g, i)
	})
}

// awaitTurn returns when all before the file is written, for it is standard input, which can be named many times.
func (w *fileWorker) awaitTurn(f *laneFile) {
	for !w.run.output.reached(f.batch, f.entry) && !w.run.queue.stopping.Load() {
		time.Sleep(time.Millisecond)
	}
}

// earliest is the lane with the file that comes first.
func (w *fileWorker) earliest() (group *fileLanes, lane int) {
	var first *laneFile
	for _, g := range w.lanes {
		if g == nil {
			continue
		}
		for i := range g.top {
			if f := &g.files[i]; f.batch != nil && (first == nil || f.before(first)) {
				first, group, lane = f, g, i
			}
		}
	}
	return group, lane
}
