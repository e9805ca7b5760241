package pipeline

import (
	"bytes"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// A lineFeed gives out the windows of one input after the other. Regular files are cut at fixed places, so that workers
// can read their windows side by side; everything else is read in sequence, under the lock.
type lineFeed struct {
	*Lines
	ring *ring
	slab slab

	mu    sync.Mutex
	input *lineInput // nil: the next one is to be opened
	ended bool       // there is no next one
	carry []byte     // what has been read of a line that is not complete yet, of an input read in sequence

	made atomic.Int64 // bytes of output

	numbers  sync.Mutex
	numbered sync.Cond // next has moved
	next     int64     // the slot whose lines are to be numbered
	counting *lineInput
	line     int64 // how many lines of that input have been counted
}

// A lineInput is an input while it is read.
type lineInput struct {
	Input
	size     int64 // of a regular file; -1: read in sequence
	modified time.Time
	offset   int64 // of what is to be read next
	failed   bool  // belongs to who has the ring's turn
	quiet    quiet
}

// A quiet is a part of a file that is known to have no separator, since a long line goes through it: the windows inside
// need not be read once more.
type quiet struct {
	mu       sync.Mutex
	from, to int64
}

func (q *quiet) set(from, to int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.from, q.to = from, to
}

func (q *quiet) has(from, to int64) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.from <= from && to <= q.to
}

func newLineFeed(l *Lines) *lineFeed {
	slots := 2*l.Jobs + 4
	if l.Jobs == 1 {
		slots = 1
	}
	f := &lineFeed{Lines: l}
	f.ring = newRing(l.Out, slots, &f.slab, f.written)
	f.numbered.L = &f.numbers
	return f
}

// take gets the next window and has the worker digest it. It returns false when there is none, or the run is over.
func (f *lineFeed) take(w *lineWorker) bool {
	f.mu.Lock()
	in := f.open()
	if in == nil {
		f.mu.Unlock()
		return false
	}
	s := f.ring.take(in)
	if s == nil {
		f.mu.Unlock()
		return false
	}
	defer f.ring.finish(s)
	switch {
	case in.Err != nil:
		s.err = in.Err
		f.end(s)
		f.mu.Unlock()
		f.number(s, 0)
	case in.size < 0:
		w.sequence(s)
	default:
		at, n := in.offset, f.nextWindow()
		if in.offset += int64(n); in.offset >= in.size {
			f.end(s)
		}
		f.mu.Unlock()
		w.window(s, at, n)
	}
	return true
}

// nextWindow is how many bytes the next window gets: so many, by what became of those before, that its output has the
// size that it should have. A single worker always has the turn.
func (f *lineFeed) nextWindow() int {
	if f.Jobs == 1 {
		return windowSize
	}
	made, digested := f.made.Load(), f.Counters.Bytes.Load()
	n := leastWindow
	for made > 0 && n < windowSize && int64(2*n)*made <= slotOutput*digested {
		n *= 2
	}
	return n
}

// open returns the input that is being read, or the next one, or nil.
func (f *lineFeed) open() *lineInput {
	if f.input != nil || f.ended {
		return f.input
	}
	f.ring.openInput()
	next, ok := f.Next()
	if !ok {
		f.ring.closeInput()
		f.ended = true
		return nil
	}
	f.input = &lineInput{Input: next, size: -1}
	if next.Err == nil {
		f.input.examine()
	}
	return f.input
}

// examine finds out whether the input can be read in windows: a regular file of more than one window of which nothing
// has been read before. What /proc and /sys say of the size of their files is not true, but never that much.
func (in *lineInput) examine() {
	stat, err := in.File.Stat()
	if err != nil || !stat.Mode().IsRegular() || stat.Size() <= windowSize {
		return
	}
	if at, err := in.File.Seek(0, io.SeekCurrent); err != nil || at != 0 {
		return
	}
	if in.File == os.Stdin { // whoever reads on from it is to find its end
		if _, err := in.File.Seek(stat.Size(), io.SeekStart); err != nil {
			return
		}
	}
	in.size, in.modified = stat.Size(), stat.ModTime()
}

// end marks the slot as its input's last. The caller holds the lock.
func (f *lineFeed) end(s *slot) {
	s.last = true
	f.input = nil
	f.carry = f.carry[:0]
}

// written does what is to be done when a slot's turn is over: tell why its input failed, and close it at its end.
func (f *lineFeed) written(s *slot) {
	in := s.input
	if s.last && s.err == nil && in.size >= 0 {
		if stat, err := in.File.Stat(); err == nil && (stat.Size() != in.size || !stat.ModTime().Equal(in.modified)) {
			s.err = ErrChanged
		}
	}
	if s.err != nil && !in.failed {
		in.failed = true
		f.Failed(in.Name, s.err)
	}
	if s.last {
		if in.File != nil && in.File != os.Stdin {
			in.File.Close()
		}
		f.ring.closeInput()
	}
}

// number returns the number of the slot's first line, from 1 in each input, if that is wanted. It has to be called once
// for each slot, with the count of the slot's lines, and waits until the slots before have been counted.
func (f *lineFeed) number(s *slot, lines int) int64 {
	if !f.Number {
		return 0
	}
	f.numbers.Lock()
	defer f.numbers.Unlock()
	for f.next != s.number {
		f.numbered.Wait()
	}
	if f.counting != s.input {
		f.counting, f.line = s.input, 0
	}
	line := f.line + 1
	f.line += int64(lines)
	f.next++
	f.numbered.Broadcast()
	return line
}

// count counts the lines of a section, if numbers are wanted.
func (w *lineWorker) count(sec section) int {
	if !w.Number {
		return 0
	}
	text := w.buf[sec.from:sec.to]
	n := bytes.Count(text, []byte{w.Separator})
	if len(text) > 0 && text[len(text)-1] != w.Separator {
		n++
	}
	if sec.long {
		n++
	}
	return n
}
