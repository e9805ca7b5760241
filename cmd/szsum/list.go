package main

import (
	"errors"
	"io"
	"os"

	"szsum/internal/checklist"
	"szsum/internal/walk"
)

// A listFile is a check list that is open.
type listFile struct {
	*checklist.Lines
	file   *os.File
	name   string
	quoted string // name, for messages
	stdin  bool
}

func openList(name string, o *options, s streams, r *reporter) (*listFile, error) {
	l := &listFile{name: name, quoted: r.quote.name(name), file: s.in, stdin: name == "-"}
	if l.stdin {
		l.quoted = r.quote.name("standard input")
	} else {
		var err error
		if l.file, err = os.Open(name); err != nil {
			return nil, err
		}
	}
	l.Lines = checklist.NewLines(l.file, o.form.End(), !o.gnu())
	return l, nil
}

func (l *listFile) close() {
	if !l.stdin {
		l.file.Close()
	}
}

// A list is a check list as a source of the files that it names. One goroutine at a time reads on in it; what became of
// the files is counted by another, which is behind.
type list struct {
	*checker
	*listFile

	number int // of the line at hand
	entry  checklist.Entry
	kind   checklist.Kind // of the line at hand; Skipped if there is none
	err    error          // why the list could not be read to its end

	clues           clues
	good, malformed int64
	expected        digestQueue
	count           [missing + 1]int64
}

// errMalformed is told in the place of a line that is not in any form that is read.
var errMalformed = errors.New("malformed line")

// advance reads up to the next line that matters, unless there is one at hand. It returns false at the end.
func (l *list) advance() bool {
	for l.kind == checklist.Skipped {
		line, err := l.listFile.Next()
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
			l.clues.seeName(l.entry.Name)
		case checklist.Malformed:
			l.malformed++
			l.clues.seeMalformed(line)
			if l.report != reportMalformed {
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
		if !l.Ready() {
			return true
		}
	}
	return true
}

// Waits implements walk.Source.
func (l *list) Waits() bool {
	info, err := l.file.Stat()
	return err != nil || !info.Mode().IsRegular()
}
