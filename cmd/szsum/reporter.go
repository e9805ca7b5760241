package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"time"

	"szsum/internal/kernels"
	"szsum/internal/pipeline"
)

// A reporter tells people what went wrong, and keeps what became of the run. All of it goes to standard error, a line a
// message: the program's name, a colon, the text in lower case without a full stop, names quoted as the shell would.
type reporter struct {
	quote      quoter
	argv0      string // as the program was called
	interrupts interrupts

	mu     sync.Mutex // for what follows: those who ask for progress do so at any time
	stderr io.Writer
	failed bool // something went wrong: the exit status will be 1

	started  time.Time
	unit     string            // what is counted
	counters pipeline.Counters // of all that was begun
	unread   int64             // what of it came to nothing
	used     []*kernels.Digester
}

// tell writes a message. One that cannot be written makes the run fail.
func (r *reporter) tell(format string, args ...any) {
	r.write("%s: %s\n", r.name(), fmt.Sprintf(format, args...))
}

// name is what the program calls itself.
func (r *reporter) name() string { return filepath.Base(r.argv0) }

func (r *reporter) write(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, err := fmt.Fprintf(r.stderr, format, args...); err != nil {
		r.failed = true
	}
}

// A parseError is a mistake in the arguments that GNU's option parser finds. It is told with argv[0] as it is and points
// at --help.
type parseError string

func (e parseError) Error() string { return string(e) }

// A usageError is a mistake in the arguments that points at --help.
type usageError string

func (e usageError) Error() string { return string(e) }

// fail tells of a mistake that makes the run fail and does not end it.
func (r *reporter) fail(format string, args ...any) {
	r.setFailed()
	r.tell(format, args...)
}

// setFailed makes the exit status 1.
func (r *reporter) setFailed() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = true
}

// countIn says what the messages are that are counted.
func (r *reporter) countIn(unit string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unit = unit
}

// divert sends messages elsewhere from now on.
func (r *reporter) divert(w io.Writer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stderr = w
}

// warn tells how many there were of something, if any.
func (r *reporter) warn(n int64, one, many string) {
	switch {
	case n == 1:
		r.tell("WARNING: 1 %s", one)
	case n > 1:
		r.tell("WARNING: %d %s", n, many)
	}
}

// failName tells what is wrong with a file.
func (r *reporter) failName(name string, err error) { r.fail("%v", r.named(name, err)) }

// named says what is wrong with a file.
func (r *reporter) named(name string, err error) error {
	return fmt.Errorf("%s: %s", r.quote.name(name), reason(err))
}

// refuse tells why a run does not begin, or ends early.
func (r *reporter) refuse(err error) {
	r.setFailed()
	var parse parseError
	var usage usageError
	var write *pipeline.WriteError
	switch {
	case errors.As(err, &write):
		r.tell("write error: %s", reason(write.Err))
	case errors.As(err, &parse):
		r.write("%s: %s\n", r.argv0, parse)
		r.tryHelp()
	case errors.As(err, &usage):
		r.tell("%s", usage)
		r.tryHelp()
	default:
		for _, e := range unjoined(err) {
			r.tell("%s", e)
		}
	}
}

// unjoined lists what errors.Join put together.
func unjoined(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

func (r *reporter) tryHelp() { r.write("Try '%s --help' for more information.\n", r.argv0) }

// status is the exit status.
func (r *reporter) status() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed {
		return 1
	}
	return 0
}
