package main

import (
	"io"
	"sync"
)

// A screen is a terminal on whose last line progress is shown, below all else that is written there.
type screen struct {
	mu   sync.Mutex
	w    io.Writer
	line string // what is shown
	over bool   // nothing is shown any more
}

// show puts a line in the place of the one that is shown.
func (s *screen) show(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return
	}
	s.clear()
	s.line = line
	io.WriteString(s.w, line)
}

// close takes the line away for good.
func (s *screen) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	s.line, s.over = "", true
}

// clear goes back to the start of the line and erases it.
func (s *screen) clear() {
	if s.line != "" {
		io.WriteString(s.w, "\r\x1b[K")
	}
}

// above is a writer whose text, in whole lines, comes to stand above the line. w leads to the same terminal.
func (s *screen) above(w io.Writer) io.Writer { return &aboveLine{s, w} }

type aboveLine struct {
	*screen
	w io.Writer
}

func (a *aboveLine) Write(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.clear()
	n, err := a.w.Write(p)
	io.WriteString(a.screen.w, a.line)
	return n, err
}
