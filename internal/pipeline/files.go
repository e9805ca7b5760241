package pipeline

import "time"

// writeAfter is how long a result waits at most for others to be written with.
const writeAfter = 20 * time.Millisecond

// A filesRun is a run of Files.
type filesRun struct {
	*Files
	queue   *fileQueue
	output  *fileOutput
	crew    *crew
	readers *readers
	slab    slab
}

// Run digests all files of the source and returns when all results are written. The only error is a *WriteError, after
// which the rest is left undone.
func (f *Files) Run() error {
	return newFilesRun(f).do()
}

func (r *filesRun) do() error {
	provideFor(r.Jobs)
	if r.queue.feeds {
		go r.queue.feed()
	}
	for range max(r.Jobs, 1) {
		r.readers.start()
	}
	stop := every(writeAfter, r.output.flush)
	gone := r.crew.wait()
	stop()
	r.output.flush()
	if gone {
		r.slab.free()
	}
	return r.output.failed()
}

func newFilesRun(f *Files) *filesRun {
	if f.Counters == nil {
		f.Counters = new(Counters)
	}
	r := &filesRun{Files: f, queue: newFileQueue(f), crew: newCrew()}
	r.output = newFileOutput(r)
	r.readers = newReaders(r)
	return r
}

// stop ends the run before its time.
func (r *filesRun) stop() {
	r.queue.stop()
	r.crew.stop()
}

// every calls f again and again until stop is called, which waits for it.
func every(d time.Duration, f func()) (stop func()) {
	quit, done := make(chan struct{}), make(chan struct{})
	ticks := time.NewTicker(d)
	go func() {
		defer close(done)
		for {
			select {
			case <-ticks.C:
				f()
			case <-quit:
				return
			}
		}
	}()
	return func() {
		ticks.Stop()
		close(quit)
		<-done
	}
}
