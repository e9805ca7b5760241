package pipeline

import (
	"io"
	"os"
	"sync"

	"szsum/internal/kernels"
	"szsum/internal/sortlen"
)

// Lines says what to do with the lines of files. A line is what stands before a separator, and what follows the last
// one of a file if that is not empty.
type Lines struct {
	Next      func() (Input, bool) // the inputs, in order; false: there is no more
	Digester  *kernels.Digester
	Split     kernels.Splitter
	Separator byte // that ends a line, LF or NUL
	StripCR   bool // one CR before the separator does not belong to the line
	Number    bool // batches tell the numbers of their lines
	KeepLong  bool // lines longer than a window are kept whole in memory for Format
	Jobs      int  // workers, at least 1

	// The digests go to Out in the order of the input, as Format appends them to a buffer, in writes of whole results.
	// Format is called by several goroutines at a time and must leave the batch as it is. Failed is called for each
	// input that could not be read to its end, once everything before it has been written.
	Out    io.Writer
	Format func(dst []byte, b *Batch) []byte
	Failed func(name string, err error)

	Counters *Counters
}

// An Input is something that has lines.
type Input struct {
	Name string
	File *os.File // closed at its end, unless it is standard input
	Err  error    // why it could not be opened
}

// A Batch is consecutive lines and their digests.
type Batch struct {
	Name    string // of the input
	Line    int64  // number of the first line in its input, from 1, if Lines.Number is set
	Offset  int64  // where Text starts in the input, in bytes
	Text    []byte // what the spans refer to
	Spans   []sortlen.Span
	Long    int64  // length of a line longer than a window; then it is the only one, and Text only there if Lines.KeepLong
	Digests []byte // one a line, Slot bytes apart, of which Size count
	Size    int
	Slot    int
}

// Len is the number of lines.
func (b *Batch) Len() int { return len(b.Digests) / b.Slot }

const (
	// windowSize is how many bytes a window has at most. With the digests and lines of a batch it stays in the
	// second-level cache; and it is a whole number of pages, as reads go fastest from page to page.
	windowSize  = 128 << 10
	leastWindow = 16 << 10
	pageSize    = 4 << 10

	// batchOutput is how many bytes of digests a batch may have, for multihash has up to 32 KiB a line.
	batchOutput = 512 << 10

	// slotOutput is how many bytes the output of a window should have where several workers take turns, so that what waits
	// for its turn stays in the second-level cache, or near it. Of a slot that holds twice as much the worker waits for the
	// turn.
	slotOutput = 576 << 10
)

// Run digests all lines. The error is that of the first failed write, nil if there was none.
func (l *Lines) Run() error {
	provideFor(l.Jobs)
	f := newLineFeed(l)
	ended := make(chan struct{})
	var workers sync.WaitGroup
	for range l.Jobs {
		workers.Go(newLineWorker(f).run)
	}
	go func() { workers.Wait(); close(ended) }()
	select {
	case <-ended:
		f.slab.free()
	case <-f.ring.over: // some worker may wait for input that never comes
	}
	return f.ring.failure()
}
