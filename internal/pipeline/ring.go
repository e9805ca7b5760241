package pipeline

import (
	"io"
	"sync"
)

// A slot is the place of one window's output in the ring, from the moment the window is taken until it is written.
type slot struct {
	number int64 // the window's place in the order of the output
	out    []byte
	input  *lineInput
	last   bool  // the window is its input's last
	err    error // why the input could not be read; what the slot holds came before
	done   bool
}

// maxInputs is how many inputs may be open at a time. Each slot could be that of another small file, which with many
// workers would be more than a process may have.
const maxInputs = 32

// A ring brings output into order: slots are taken in the order of the input, filled by any worker and written in that
// order. There are only so many slots, which bounds the memory. There is no goroutine of its own: the worker that
// finishes the slot whose turn it is writes it, and those behind it that are finished by then.
type ring struct {
	out     io.Writer
	written func(*slot) // called for each slot once it has been written, before the next one's turn
	slab    *slab       // of the buffers

	mu      sync.Mutex
	changed sync.Cond // the turn has moved, or the run is over
	slots   []slot
	buffers [][]byte      // empty ones; that used last, which is still in the cache, is the next to be used
	taken   int64         // slots given out so far
	turn    int64         // number of the slot that may be written
	inputs  int           // open
	err     error         // of the first failed write
	over    chan struct{} // closed by the first failed write
}

func newRing(out io.Writer, slots int, slab *slab, written func(*slot)) *ring {
	r := &ring{out: out, written: written, slab: slab, slots: make([]slot, slots), over: make(chan struct{})}
	r.changed.L = &r.mu
	return r
}

// take waits for the next slot, for a window of the input. Windows have to be taken under the lock that gives them out,
// so that their numbers are in order. It returns nil when a write has failed.
func (r *ring) take(in *lineInput) *slot {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.taken-r.turn == int64(len(r.slots)) && r.err == nil {
		r.changed.Wait()
	}
	if r.err != nil {
		return nil
	}
	s := &r.slots[r.taken%int64(len(r.slots))]
	*s = slot{number: r.taken, input: in, out: r.takeBuffer()}
	r.taken++
	return s
}

// takeBuffer returns an empty buffer.
func (r *ring) takeBuffer() []byte {
	if len(r.buffers) == 0 {
		return r.slab.cut(slotOutput + slotOutput/2)[:0]
	}
	last := len(r.buffers) - 1
	b := r.buffers[last]
	r.buffers = r.buffers[:last]
	return b
}

// openInput waits until one more input may be open.
func (r *ring) openInput() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.inputs == maxInputs && r.err == nil {
		r.changed.Wait()
	}
	r.inputs++
}

// closeInput is told of each input that was opened, or could not be.
func (r *ring) closeInput() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.inputs--
	r.changed.Broadcast()
}

// flush waits for the slot's turn and writes what it holds so far. It returns the error that ended the run, if any.
func (r *ring) flush(s *slot) error {
	r.mu.Lock()
	for r.turn != s.number && r.err == nil {
		r.changed.Wait()
	}
	err := r.err
	r.mu.Unlock()
	if err == nil {
		err = r.write(s)
	}
	return err
}

// hasTurn tells whether flush would not wait.
func (r *ring) hasTurn(s *slot) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.turn == s.number
}

// finish gives the slot back, to be written when its turn comes.
func (r *ring) finish(s *slot) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for s.done = true; s.done && r.turn == s.number && r.err == nil; {
		r.mu.Unlock()
		if r.write(s) == nil {
			r.written(s)
		}
		r.mu.Lock()
		r.buffers = append(r.buffers, s.out)
		r.turn++
		r.changed.Broadcast()
		if r.turn == r.taken {
			return
		}
		s = &r.slots[r.turn%int64(len(r.slots))]
	}
}

// write writes and empties the buffer of the slot whose turn it is; what stands behind an input's failure is dropped. A
// failed write ends the run for everyone.
func (r *ring) write(s *slot) error {
	out := s.out
	s.out = s.out[:0]
	if len(out) == 0 || s.input.failed {
		return nil
	}
	if _, err := r.out.Write(out); err != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.err = &WriteError{err}
		close(r.over)
		r.changed.Broadcast()
		return r.err
	}
	return nil
}

// failure is the error of the write that ended the run, nil if none did.
func (r *ring) failure() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}
