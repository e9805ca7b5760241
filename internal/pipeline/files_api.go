package pipeline

import (
	"errors"
	"io"

	"szsum/internal/kernels"
	"szsum/internal/walk"
)

// ErrChanged is the error of a file whose size or time of modification changed while it was read.
var ErrChanged = errors.New("file changed as it was read")

// A FileResult is what became of one file. It is valid during the call that hands it over.
type FileResult struct {
	Name   []byte // as the source gave it
	Item   int    // the number that the source gave it
	Digest []byte // of the digester's Size; nil if Err is set
	Size   int64  // bytes digested
	Err    error  // why the file could not be read, or what the source had to tell in its place
}

// Files says what to do with files.
type Files struct {
	Source    walk.Source
	Digesters []*kernels.Digester // by the number that each entry of the source bears
	Jobs      int                 // workers that digest at the same time, at least 1
	Stdin     io.Reader           // what the name "-" stands for, where the source says so
	Map       MapPolicy
	Watch     bool // a file whose size or time of modification changes while it is read gets ErrChanged

	// Results go to Out in the order of the source, as Format appends them to a buffer, in writes of whole results.
	// Failed is called for each result with Err set, once everything before it has been written and before it is
	// formatted itself. Both are called by one goroutine at a time, in the order of the source.
	Out    io.Writer
	Format func(dst []byte, r *FileResult) []byte
	Failed func(r *FileResult)

	Counters *Counters
}

// MapPolicy says whether large regular files are mapped into memory.
type MapPolicy uint8

const (
	MapAuto MapPolicy = iota // from the size at which it pays
	MapAlways
	MapNever
)
