package main

import (
	"os"
	"os/signal"
	"slices"
	"sync"
	"time"
)

// interrupts are what is to be done before a signal ends the program.
type interrupts struct {
	caught   []os.Signal
	signals  chan os.Signal // nil: none is caught
	requests chan func()

	mu       sync.Mutex
	cleanups []func()
}

// catch has signals that end the program, and further ones, do so by way of the cleanups.
func (i *interrupts) catch(further ...os.Signal) {
	if i.signals == nil {
		i.signals, i.requests = make(chan os.Signal, 1), make(chan func())
		go i.wait()
	}
	for _, s := range append(further, deadlySignals...) {
		if !signal.Ignored(s) && !slices.Contains(i.caught, s) {
			i.caught = append(i.caught, s)
			signal.Notify(i.signals, s)
		}
	}
}

// add has f called before a signal ends the program.
func (i *interrupts) add(f func()) {
	i.catch()
	i.mu.Lock()
	defer i.mu.Unlock()
	i.cleanups = append(i.cleanups, f)
}

// between does f when no signal has come yet: one that comes meanwhile takes effect afterwards. If one has come, it ends
// the program, and between does not return.
func (i *interrupts) between(f func()) {
	if i.signals == nil {
		f()
		return
	}
	done := make(chan struct{})
	i.requests <- func() { f(); close(done) }
	<-done
}

// wait is the only one to take signals, and does requests as long as there was none.
func (i *interrupts) wait() {
	for {
		select {
		case s := <-i.signals:
			i.end(s)
			return
		case f := <-i.requests:
			select {
			case s := <-i.signals:
				i.end(s)
				return
			default:
				f()
			}
		}
	}
}

// grace is how long a signal may take from the system to the runtime.
const grace = 2 * time.Millisecond

// letArrive gives signals that have been sent to the program the time to reach their channel, before something is done that
// cannot be undone. It is for between to call, or it would take a signal from wait.
func (i *interrupts) letArrive() {
	late := grace
	if pending(i.caught) {
		late = patience
	}
	for end := time.Now().Add(late); len(i.signals) == 0 && time.Now().Before(end); {
		time.Sleep(grace / 4)
	}
	for _, s := range i.caught { // what the runtime has got is in its channel when another one is stopped
		c := make(chan os.Signal, 1)
		signal.Notify(c, s)
		signal.Stop(c)
	}
}

// patience is how long a signal waits for what is to be done before.
const patience = time.Second

// end ends the program by a signal.
func (i *interrupts) end(s os.Signal) {
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
