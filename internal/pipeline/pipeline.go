// Package pipeline moves messages from where they come from, through the kernels, to where their digests go: files
// through lanes (Files), lines through windows (Lines). Workers share nothing but the order of the output. What a
// result looks like is the caller's: he hands over a function that appends it to a buffer, so the package knows neither
// options nor formats and prints nothing by itself.
package pipeline

import (
	"runtime"
	"sync/atomic"

	"szsum/internal/walk"
)

// Counters tell how far a run has come. They may be read at any time.
type Counters struct {
	Messages atomic.Int64 // files or lines done, those included that could not be read
	Bytes    atomic.Int64 // read so far
}

// A WriteError is a failed write of results; it ends the run.
type WriteError struct{ Err error }

func (e *WriteError) Error() string { return "write error: " + e.Err.Error() }
func (e *WriteError) Unwrap() error { return e.Err }

// provideFor sees to it that so many jobs can run at the same time.
func provideFor(jobs int) {
	if jobs > runtime.NumCPU() {
		raiseProcessors(jobs + 1)
	}
}

// raiseProcessors sees to it that n goroutines can run at the same time, for those that read may hold on to a processor
// while they wait for a disk. It takes some hundred microseconds, so it is left until there are more than usual.
func raiseProcessors(n int) {
	if walk.HoldsProcessor && runtime.GOMAXPROCS(0) < n {
		runtime.GOMAXPROCS(n)
	}
}
