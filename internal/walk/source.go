// Package walk finds files and reads them: operands, trees in byte order of their paths, lists of names. It knows
// nothing of digests.
//
// On Linux folders and files go by plain system calls: a file of a few kilobytes costs hardly more than opening it, and
// package os would double that. Other systems use package os.
package walk

import "errors"

// A Source tells what to digest, in order, a batch at a time. It is used by one goroutine at a time.
type Source interface {
	// Next adds entries to b, which is empty, until b is full. It reports whether there may be more after them. Having
	// added some, it returns rather than wait for input.
	Next(b *Batch) bool

	// Waits tells whether Next may wait for input that comes slowly, as from a pipe. A goroutine of its own calls it then.
	Waits() bool
}

var (
	// ErrEmptyName is told in the place of an empty name in a list of names.
	ErrEmptyName = errors.New("empty file name")

	// ErrLoop is told in the place of a folder that is also one of those it lies in.
	ErrLoop = errors.New("file system loop")
)

// A ListError is why a list of names could not be read to its end. It is told in the place of the names that are missing.
type ListError struct{ Err error }

func (e *ListError) Error() string { return "list of names: " + e.Err.Error() }
func (e *ListError) Unwrap() error { return e.Err }
