package pipeline

import (
	"runtime"
	"time"

	"szsum/internal/walk"
)

// writeAfter is how long a result waits at most for others to be written with.
const writeAfter = 20 * time.Millisecond

// A filesRun is a run of Files.
type filesRun struct {
	*Files
	queue  *fileQueue
	output *fileOutput
	crew   *crew
}

// Run digests all files of the source and returns when all results are written. The only error is a *WriteError, after
// which the rest is left undone.
func (f *Files) Run() error {
	r := &filesRun{Files: f, queue: newFileQueue(f), crew: newCrew()}
	if r.Counters == nil {
		r.Counters = new(Counters)
	}
	r.output = newFileOutput(r)
	if walk.HoldsProcessor {
		raiseProcessors(f.Jobs + 1)
	}
	if f.Source.Waits() {
		go r.queue.feed()
	}
	for range max(f.Jobs, 1) {
		r.crew.start(newFileWorker(r).work)
	}
	stop := every(writeAfter, r.output.flush)
	r.crew.wait()
	stop()
	r.output.flush()
	return r.output.failed()
}

// raiseProcessors sees to it that n goroutines can run at the same time.
func raiseProcessors(n int) {
	if runtime.GOMAXPROCS(0) < n {
		runtime.GOMAXPROCS(n)
	}
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
