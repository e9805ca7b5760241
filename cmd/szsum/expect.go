package main

import "sync"

// A digestQueue has the digests of listed files from when the list is read until the files are.
type digestQueue struct {
	mu    sync.Mutex
	ring  []expectation
	first int // where in the ring the oldest one is
	n     int // how many there are
	taken []byte
}

// An expectation is the digest of a file as a list has it.
type expectation struct {
	digest   []byte
	digester int
}

func (q *digestQueue) push(digest []byte, digester int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.n == len(q.ring) {
		q.grow()
	}
	e := &q.ring[(q.first+q.n)%len(q.ring)]
	e.digest, e.digester = append(e.digest[:0], digest...), digester
	q.n++
}

func (q *digestQueue) grow() {
	ring := make([]expectation, 2*len(q.ring)+64)
	n := copy(ring, q.ring[q.first:])
	copy(ring[n:], q.ring[:q.first])
	q.ring, q.first = ring, 0
}

// pop takes the oldest expectation. It is valid until the next one is taken.
func (q *digestQueue) pop() expectation {
	q.mu.Lock()
	defer q.mu.Unlock()
	e := q.ring[q.first]
	q.taken = append(q.taken[:0], e.digest...)
	e.digest = q.taken
	q.first = (q.first + 1) % len(q.ring)
	q.n--
	return e
}
