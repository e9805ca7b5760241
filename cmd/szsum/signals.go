package main

import (
	"os"
	"os/signal"
	"sync"
	"time"
)

// interrupts are what is to be done before a signal ends the program.
type interrupts struct {
	mu       sync.Mutex
	cleanups []func()
	signals  chan os.Signal
}

// add has f called before one of the signals that end the program, or of the further ones, does so.
func (i *interrupts) add(f func(), further ...os.Signal) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.cleanups = append(i.cleanups, f)
	if i.signals == nil {
		i.signals = make(chan os.Signal, 1)
		go i.wait()
	}
	for _, s := range append(further, deadlySignals...) {
		if !signal.Ignored(s) {
			signal.Notify(i.signals, s)
		}
	}
}

// patience is how long a signal waits for what is to be done before.
const patience = time.Second

func (i *interrupts) wait() {
	s := <-i.signals
	done := make(chan struct{})
	go func() {
		i.cleanUp()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(patience): // a terminal may be stopped
	}
	signal.Reset(s)
	die(s)
}

func (i *interrupts) cleanUp() {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, f := range i.cleanups {
		f()
	}
}
