package main

import (
	"errors"
	"io"
	"os"

	"szsum/internal/checklist"
	"szsum/internal/walk"
)

// A list is a check list while it is read: a source of the files that it names. One goroutine at a time reads on in it;
// what became of the files is counted by another, which is behind.
type list struct {
	*checker
	file   *os.File
	name   string
	quoted string // name, for messages
	waits  bool   // reading may have to wait
	lines  *checklist.Lines

	number int // of the line at hand
	entry  checklist.Entry
	kind   checklist.Kind // of the line at hand; Skipped if there is none
	err    error          // why the list could not be read to its end

	good, malformed int
	expected        digestQueue
	count           [missing + 1]int
}

// errMalformed is told in the place of a line that is not in any form that is read.
var errMalformed = errors.New("malformed line")

func (c *checker) open(name string) (*list, error) {
	l := &list{checker: c, name: name, quoted: c.quote.name(name), file: c.in}
	if name == "-" {
		l.quoted = c.quote.name("standard input")
	} else {
		var err error
		if l.file, err = os.Open(name); err != nil {
			return nil, err
		}
	}
	info, err := l.file.Stat()
	l.waits = err != nil || !info.Mode().IsRegular()
	end := byte('\n')
	if c.form.Zero {
		end = 0
	}
	l.lines = checklist.NewLines(l.file, end, !c.gnu())
	c.reader.Stdin = name == "-"
	return l, nil
}

func (l *list) close() {
	if l.file != l.in {
		l.file.Close()
	}
}

// advance reads up to the next line that matters, unless there is one at hand. It returns false at the end.
func (l *list) advance() bool {
	for l.kind == checklist.Skipped {
		line, err := l.lines.Next()
		if err != nil {
			if err != io.EOF {
				l.err = err
			}
			return false
		}
		l.number++
		switch l.entry, l.kind = l.reader.Parse(line); l.kind {
		case checklist.Good:
			l.good++
		case checklist.Malformed:
			l.malformed++
			if l.options.report != reportMalformed {
				l.kind = checklist.Skipped
			}
		}
	}
	return true
}

// Next implements walk.Source. It ends at a line of an algorithm that has no digester yet.
func (l *list) Next(b *walk.Batch) bool {
	for !b.Full() {
		if !l.advance() {
			return false
		}
		if l.kind == checklist.Good {
			d := l.find(l.entry.Algorithm)
			if d < 0 {
				return false
			}
			e := b.Add(l.entry.Name)
			e.Item, e.Digester, e.Stdin = l.number, d, string(l.entry.Name) == "-"
			l.expected.push(l.entry.Digest, d)
		} else {
			e := b.Add(nil)
			e.Item, e.Err = l.number, errMalformed
		}
		l.kind = checklist.Skipped
		if l.waits && !l.lines.Ready() {
			return true
		}
	}
	return true
}

// Waits implements walk.Source.
func (l *list) Waits() bool { return l.waits }
