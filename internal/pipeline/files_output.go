package pipeline

import (
	"io"
	"os"
	"sync"
)

const (
	// pipeWrite is the most that a pipe takes in one piece (PIPE_BUF): lines of several programs that share one do not
	// mix within that.
	pipeWrite = 4096
	fileWrite = 64 << 10
)

// A fileOutput writes the results in order.
type fileOutput struct {
	run    *filesRun
	limit  int // bytes gathered before they are written
	mu     sync.Mutex
	buf    []byte
	result FileResult
	err    error // of the first write that failed
}

func newFileOutput(r *filesRun) *fileOutput {
	o := &fileOutput{run: r, limit: pipeWrite}
	if f, ok := r.Out.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			o.limit = fileWrite
		}
	}
	o.buf = make([]byte, 0, 2*o.limit)
	return o
}

// advance takes up the results that are complete, and writes them once they are many.
func (o *fileOutput) advance() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.gather()
}

// flush writes all results that are complete.
func (o *fileOutput) flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.gather()
	o.write(len(o.buf))
}

// reached tells whether all results before that of entry i are written.
func (o *fileOutput) reached(b *fileBatch, i int) bool {
	o.flush()
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.run.queue.head() == b && b.written == i
}

// failed is why the run ended before its time.
func (o *fileOutput) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		return nil
	}
	return &WriteError{o.err}
}

func (o *fileOutput) gather() {
	for {
		b := o.run.queue.head()
		if b == nil {
			return
		}
		for o.err == nil && b.written < len(b.Entries) && b.results[b.written].done.Load() {
			o.format(b, b.written)
			b.written++
		}
		if o.err != nil || b.written < len(b.Entries) || !b.complete() {
			return
		}
		o.run.queue.remove()
	}
}

// format appends result i of b to the buffer.
func (o *fileOutput) format(b *fileBatch, i int) {
	r := &o.result
	e, done := &b.Entries[i], &b.results[i]
	*r = FileResult{Name: b.Name(i), Item: e.Item, Size: done.size, Err: done.err}
	if r.Err == nil {
		r.Digest = b.digest(i, o.run.queue.sizes[e.Digester])
	} else {
		o.write(len(o.buf))
		if o.err == nil {
			o.run.Failed(r)
		}
	}
	o.run.Counters.Messages.Add(1)
	before := len(o.buf)
	o.buf = o.run.Format(o.buf, r)
	if len(o.buf) > o.limit {
		o.write(before)
	}
}

// write writes the first n bytes of the buffer. After a failure it does nothing.
func (o *fileOutput) write(n int) {
	if n == 0 || o.err != nil {
		return
	}
	written, err := o.run.Out.Write(o.buf[:n])
	if err == nil && written < n {
		err = io.ErrShortWrite
	}
	if err != nil {
		o.err = err
		o.run.stop()
	}
	o.buf = o.buf[:copy(o.buf, o.buf[n:])]
}
