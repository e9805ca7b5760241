package pipeline

import (
	"sync"
	"sync/atomic"
	"time"

	"szsum/internal/walk"
)

const (
	// maxBatches and maxWeight limit the batches between the source and the output: while a large file is digested, so
	// many files behind it can be.
	maxBatches = 512
	maxWeight  = 8 << 20 // bytes

	// readAhead is how many batches are taken from the source at once.
	readAhead = 8
)

// A fileQueue takes batches from the source, shares out their entries to the workers, and keeps the batches in order until
// they are written.
//
// There is no goroutine for the source, unless it may wait: a worker that finds little left gets more of it, beyond
// need, while the others take what there is. When maxBatches are under way, workers that still digest something go on with
// that, and only those that do not may sleep: otherwise the file that the whole queue waits for could be in the hands of
// a sleeper.
type fileQueue struct {
	source walk.Source
	feeds  bool // feed calls the source
	sizes  []int
	jobs   int

	sourceLock sync.Mutex // held to call the source; locked before mu, and with mu held only tried

	mu       sync.Mutex
	changed  sync.Cond // something to take, room for more batches, the end
	asleep   int       // how many wait for changed
	first    *fileBatch
	last     *fileBatch
	batches  int // from first to last
	weight   int
	number   int        // of the next batch
	ready    *fileBatch // the first one with entries to be taken
	entries  int        // to be taken
	free     *fileBatch
	ended    bool // the source has no more
	scarce   bool // the last batch was: see walk.Batch
	stopping atomic.Bool
}

func newFileQueue(f *Files) *fileQueue {
	q := &fileQueue{source: f.Source, feeds: f.Source.Waits(), jobs: max(f.Jobs, 1)}
	q.changed.L = &q.mu
	for _, d := range f.Digesters {
		q.sizes = append(q.sizes, d.Size())
	}
	return q
}

// A share is entries of a batch that a worker has taken.
type share struct {
	batch   *fileBatch
	at, end int
}

func (s *share) empty() bool { return s.at == s.end }

// take gives a worker its next share. It returns false when there is none to be had: for ever if wait is set, else it may be
// that one has to wait.
func (q *fileQueue) take(s *share, wait bool) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.stopping.Load() {
		switch {
		case q.ready != nil:
			q.cut(s)
			q.lookAhead()
			return true
		case q.ended:
			return false
		case !q.full() && !q.feeds:
			q.fetch()
			if q.ready == nil && q.scarce {
				if !wait {
					return false
				}
				q.pause()
			}
		case !wait:
			return false
		default:
			q.sleep()
		}
	}
	return false
}

// pause gives the others time to release batches.
func (q *fileQueue) pause() {
	q.mu.Unlock()
	time.Sleep(time.Millisecond)
	q.mu.Lock()
}

// cut takes a share of what is ready: of plenty a whole batch, which no other worker then touches, and single entries when
// the end may be near.
func (q *fileQueue) cut(s *share) {
	b := q.ready
	n := min(max(q.entries/(2*q.jobs), 1), len(b.Entries)-b.taken)
	*s = share{b, b.taken, b.taken + n}
	b.taken += n
	q.entries -= n
	if b.taken == len(b.Entries) {
		q.ready = b.next
	}
}

// fetch gets more from the source, or waits for a worker who does. It may let go of mu meanwhile.
func (q *fileQueue) fetch() {
	q.mu.Unlock()
	q.sourceLock.Lock()
	q.mu.Lock()
	if q.ready == nil {
		q.read(readAhead)
	}
	q.sourceLock.Unlock()
}

// lookAhead gets more from the source when little is left, unless a worker is at it. It may let go of mu meanwhile.
func (q *fileQueue) lookAhead() {
	if q.entries < max(readAhead/2, q.jobs)*walk.BatchLen && !q.ended && !q.scarce && !q.feeds && q.sourceLock.TryLock() {
		q.read(readAhead)
		q.sourceLock.Unlock()
	}
}

// feed gets all there is from the source.
func (q *fileQueue) feed() {
	q.sourceLock.Lock()
	q.mu.Lock()
	for !q.ended && !q.stopping.Load() {
		switch {
		case q.full():
			q.sleep()
		case q.scarce:
			q.scarce = false
			q.pause()
		default:
			q.read(1)
		}
	}
	q.mu.Unlock()
	q.sourceLock.Unlock()
}

// read gets up to n batches from the source. Both locks are held, but mu not while the source is at work.
func (q *fileQueue) read(n int) {
	for q.scarce = false; n > 0 && !q.scarce && !q.ended && !q.full() && !q.stopping.Load(); n-- {
		b := q.blank()
		q.mu.Unlock()
		more := q.source.Next(&b.Batch)
		b.prepare(q.sizes)
		q.mu.Lock()
		q.ended, q.scarce = !more, b.Scarce
		q.add(b)
	}
}

// blank is an empty batch.
func (q *fileQueue) blank() *fileBatch {
	b := q.free
	if b == nil {
		return new(fileBatch)
	}
	q.free = b.next
	b.next = nil
	return b
}

func (q *fileQueue) recycle(b *fileBatch) {
	b.Reset()
	b.next, q.free = q.free, b
}

// add puts a batch at the end of the queue.
func (q *fileQueue) add(b *fileBatch) {
	q.wake()
	if len(b.Entries) == 0 {
		q.recycle(b)
		return
	}
	if q.first == nil {
		q.first = b
	} else {
		q.last.next = b
	}
	q.last = b
	if q.ready == nil {
		q.ready = b
	}
	q.number++
	b.number = q.number
	q.batches++
	q.weight += b.weight()
	q.entries += len(b.Entries)
}

// head is the first batch that is not written yet, or nil.
func (q *fileQueue) head() *fileBatch {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.first
}

// remove takes away the first batch.
func (q *fileQueue) remove() {
	q.mu.Lock()
	defer q.mu.Unlock()
	b := q.first
	q.first = b.next
	q.batches--
	q.weight -= b.weight()
	q.recycle(b)
	q.wake()
}

// full tells whether no more batches are taken from the source for now.
func (q *fileQueue) full() bool { return q.batches >= maxBatches || q.weight >= maxWeight }

// stop lets workers and source come to an end.
func (q *fileQueue) stop() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.stopping.Store(true)
	q.wake()
}

func (q *fileQueue) sleep() {
	q.asleep++
	q.changed.Wait()
	q.asleep--
}

func (q *fileQueue) wake() {
	if q.asleep > 0 {
		q.changed.Broadcast()
	}
}
