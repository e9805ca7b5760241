package pipeline

import "sync"

// A crew is the workers of a run. One that waits for something that may never come, as a terminal's input, says so: when
// the run is stopped, nobody waits for him.
type crew struct {
	mu      sync.Mutex
	changed sync.Cond
	workers int
	away    int // of them
	stopped bool
}

func newCrew() *crew {
	c := new(crew)
	c.changed.L = &c.mu
	return c
}

// start lets a new worker do work.
func (c *crew) start(work func()) {
	c.change(func() { c.workers++ })
	go func() {
		work()
		c.change(func() { c.workers-- })
	}()
}

// outside calls f, which may wait for ever, for a worker.
func (c *crew) outside(f func()) {
	c.change(func() { c.away++ })
	f()
	c.change(func() { c.away-- })
}

func (c *crew) stop() { c.change(func() { c.stopped = true }) }

func (c *crew) change(f func()) {
	c.mu.Lock()
	f()
	c.mu.Unlock()
	c.changed.Broadcast()
}

// wait returns when all workers are done, or when the run is stopped and only those are left that are outside. It tells
// whether there are none.
func (c *crew) wait() (gone bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.workers > 0 && !(c.stopped && c.workers == c.away) {
		c.changed.Wait()
	}
	return c.workers == 0
}
