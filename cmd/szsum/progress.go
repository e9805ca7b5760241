package main

import (
	"io"
	"os"
	"os/signal"
	"time"

	"golang.org/x/term"
)

// progressDelay is for how long a run goes without progress being shown, if nobody asked for it.
const progressDelay = time.Second

// echo is what a terminal may show behind the line. The line could not be taken back if it made it wrap.
const echo = "^C"

// A progressLine shows how far a run has come: on a terminal in a line that is drawn anew, else in a line every now and
// then.
type progressLine struct {
	*reporter
	options  *options
	counter  *counter
	screen   *screen // nil: there is no terminal
	terminal *os.File
	meter    meter
	quit     chan struct{}
	done     chan struct{}
}

// startProgress shows progress from now on, if that is wanted, until the function that it returns is called. It returns
// the streams to use meanwhile.
func startProgress(o *options, s streams, r *reporter) (streams, func()) {
	terminal := terminalOf(r.stderr)
	if o.progress == progressNever || o.progress == progressAuto && terminal == nil || !o.reads() {
		return s, func() {}
	}
	p := &progressLine{
		reporter: r, options: o, counter: &counter{options: o, streams: s}, terminal: terminal,
		quit: make(chan struct{}), done: make(chan struct{}),
	}
	if terminal != nil {
		p.screen = &screen{w: terminal}
		r.divert(p.screen.above(terminal))
		if out, ok := s.out.(*os.File); ok && isSame(out, terminal) {
			s.out = p.screen.above(out)
		}
		r.interrupts.add(p.screen.close)
	}
	go p.run()
	return s, p.stop
}

// terminalOf is the terminal that w leads to, if progress can be shown there.
func terminalOf(w io.Writer) *os.File {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb" {
		return f
	}
	return nil
}

// isSame tells whether both are the same terminal.
func isSame(a, b *os.File) bool {
	x, err1 := a.Stat()
	y, err2 := b.Stat()
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// run shows progress until the run is over.
func (p *progressLine) run() {
	defer close(p.done)
	first, next := time.Duration(0), 100*time.Millisecond
	if p.screen == nil {
		first, next = 10*time.Second, 10*time.Second
	} else if p.options.progress == progressAuto {
		first = progressDelay
	}
	timer := time.NewTimer(first)
	for started := false; ; {
		select {
		case <-p.quit:
			return
		case <-timer.C:
			if !started {
				go p.counter.count()
				started = true
			}
			p.show()
			timer.Reset(next)
		}
	}
}

func (p *progressLine) show() {
	r := p.reading()
	r.total = p.counter.current()
	p.meter.update(&r)
	if p.screen == nil {
		p.tell("%s", r.plain(p.quote.atLeast()))
		return
	}
	width, _, err := term.GetSize(int(p.terminal.Fd()))
	if err != nil || width < 2 {
		width = 80
	}
	p.screen.show(r.line(width-len(echo)-1, p.quote.atLeast()))
}

func (p *progressLine) stop() {
	p.counter.stopped.Store(true)
	close(p.quit)
	<-p.done
	if p.screen != nil {
		p.screen.close()
	}
}

// reading is how far the run has come, at its mean rate.
func (r *reporter) reading() reading {
	now := reading{
		unit: r.unit, messages: r.counters.Messages.Load(), bytes: r.counters.Bytes.Load(), elapsed: time.Since(r.started),
	}
	now.rate = float64(now.bytes) / now.elapsed.Seconds()
	return now
}

// signalDelay is for how long signals that ask for progress are not answered, only ignored as Go's runtime does. To be
// ready for them takes longer than to digest a small file.
const signalDelay = 20 * time.Millisecond

// answerSignals tells how far the run has come whenever a signal asks for it. None of them ends the run.
func (r *reporter) answerSignals() {
	if len(askingSignals) == 0 {
		return
	}
	time.AfterFunc(signalDelay, func() {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, askingSignals...)
		for range signals {
			now := r.reading()
			r.tell("%s", now.plain(r.quote.atLeast()))
		}
	})
}
