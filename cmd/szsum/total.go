package main

import (
	"io"
	"os"
	"sync"
	"sync/atomic"

	"szsum/internal/checklist"
	"szsum/internal/walk"
)

// A total is how much there is to do, as far as is known.
type total struct {
	files, bytes int64
	state        totalState
}

type totalState uint8

const (
	totalUnknown  totalState = iota // and it cannot be known
	totalCounting                   // it is more than that
	totalKnown
)

// A counter finds out how much there is to do, by going ahead of what does it.
type counter struct {
	*options
	streams
	stopped atomic.Bool

	mu    sync.Mutex
	total total
}

func (c *counter) current() total {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.total
}

func (c *counter) add(files, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.total.files += files
	c.total.bytes += bytes
}

func (c *counter) settle(state totalState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.total.state = state
}

// count counts until all is counted, or something is met whose size nobody knows.
func (c *counter) count() {
	c.settle(totalCounting)
	if c.countAll() {
		c.settle(totalKnown)
	} else {
		c.settle(totalUnknown)
	}
}

func (c *counter) countAll() bool {
	switch {
	case c.mode == modeCheck:
		for _, name := range c.operands {
			if !c.countList(name) {
				return false
			}
		}
		return true
	case c.mode == modeCheckLines:
		return len(c.operands) > 1 && c.countSource(walk.Operands(c.operands[1:], walk.Options{}))
	case c.namesFrom == "":
		return c.countSource(walk.Operands(c.operands, walk.Options{Recursive: c.recursive, Skip: c.written}))
	}
	names, ok := openAgain(c.namesFrom)
	if !ok {
		return false
	}
	defer names.Close()
	return c.countSource(walk.NameList(names, walk.Options{Recursive: c.recursive, Skip: c.written}))
}

// openAgain opens a list that the run has open, too, if it can be read twice.
func openAgain(name string) (f *os.File, ok bool) {
	if name == "-" {
		return nil, false
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, false
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, false
	}
	return f, true
}

func (c *counter) countSource(s walk.Source) bool {
	var b walk.Batch
	defer b.Release()
	for more := true; more; {
		b.Release()
		b.Reset()
		more = s.Next(&b)
		for i, e := range b.Entries {
			if e.Stdin || !c.countFile(string(b.Name(i))) {
				return false
			}
		}
	}
	return true
}

func (c *counter) countList(name string) bool {
	file, ok := openAgain(name)
	if !ok {
		return false
	}
	defer file.Close()
	reader := c.listReader()
	lines := checklist.NewLines(file, c.form.End(), !c.gnu())
	for {
		line, err := lines.Next()
		if err != nil {
			return err == io.EOF
		}
		if e, kind := reader.Parse(line); kind == checklist.Good && !c.countFile(string(e.Name)) {
			return false
		}
	}
}

// countFile counts a file. It returns false if its size cannot be known, or the run is over.
func (c *counter) countFile(name string) bool {
	info, err := os.Stat(name)
	switch {
	case err != nil || info.IsDir():
		c.add(1, 0)
	case info.Mode().IsRegular():
		c.add(1, info.Size())
	default:
		return false
	}
	return !c.stopped.Load()
}
