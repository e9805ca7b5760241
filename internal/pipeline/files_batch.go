package pipeline

import (
	"sync/atomic"

	"szsum/internal/walk"
)

// A fileBatch is a batch on its way from the source to the output.
type fileBatch struct {
	walk.Batch
	number  int // in the order of the source
	results [walk.BatchLen]fileResult
	digests []byte
	left    atomic.Int32 // how many entries are unfinished, and one until the folders are released
	taken   int          // how many entries workers have taken; the queue's
	written int          // how many results are written; the output's
	next    *fileBatch   // in a list of the queue
}

// A fileResult is what became of an entry, once done is set.
type fileResult struct {
	done   atomic.Bool
	err    error
	size   int64
	digest uint32 // where it begins in the batch's digests
}

// prepare makes place for the results of the entries. The digests have the given sizes.
func (b *fileBatch) prepare(sizes []int) {
	b.taken, b.written = 0, 0
	n := 0
	for i := range b.Entries {
		e, r := &b.Entries[i], &b.results[i]
		r.done.Store(false)
		r.err, r.size, r.digest = e.Err, 0, uint32(n)
		if e.Err == nil {
			n += sizes[e.Digester]
		}
	}
	if cap(b.digests) < n || cap(b.digests) > 64<<10 {
		b.digests = make([]byte, n)
	}
	b.digests = b.digests[:n]
	b.left.Store(int32(len(b.Entries)) + 1)
}

// weight is about how much memory the batch takes.
func (b *fileBatch) weight() int { return b.Weight() + len(b.digests) }

// digest is the place for the digest of entry i, size bytes.
func (b *fileBatch) digest(i, size int) []byte { return b.digests[b.results[i].digest:][:size] }

// finish tells that the result of entry i is complete. It returns true if that was the last one.
func (b *fileBatch) finish(i int) bool {
	b.results[i].done.Store(true)
	if b.left.Add(-1) > 1 {
		return false
	}
	b.Release()
	b.left.Store(0)
	return true
}

// complete tells whether all entries are finished.
func (b *fileBatch) complete() bool { return b.left.Load() == 0 }
