package main

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"

	"szsum/internal/checklist"
	"szsum/internal/kernels"
	"szsum/internal/pipeline"
)

// A checker verifies lists of files.
type checker struct {
	*options
	streams
	*reporter
	reader    checklist.Reader // for all lists, since it remembers
	known     []checklist.Algorithm
	digesters []*kernels.Digester // of those
	list      *list               // the one at hand
	verified  map[string]bool     // those of the names required that were good
}

// checkLists verifies the lists that are the operands, one after the other.
func checkLists(o *options, s streams, r *reporter) error {
	c := &checker{options: o, streams: s, reporter: r, reader: o.listReader(), verified: map[string]bool{}}
	for _, name := range o.operands {
		if err := c.check(name); err != nil {
			return err
		}
	}
	c.demand()
	return nil
}

// listReader reads the lines of lists.
func (o *options) listReader() checklist.Reader {
	return checklist.Reader{
		Algorithm: tagged(&o.algorithm), AnyTag: o.anyTag, Extended: !o.gnu(), Zero: o.form.Zero,
	}
}

// demand makes the run fail unless the names that are required were good.
func (c *checker) demand() {
	for _, name := range c.require {
		switch {
		case c.verified[name]:
		case c.report == reportNothing:
			c.setFailed()
		default:
			c.fail("%s: required, but not verified", c.quote.name(name))
		}
	}
}

// check verifies a list. A run of the pipeline takes lines up to one of an algorithm that has no digester yet.
func (c *checker) check(name string) error {
	file, err := openList(name, c.options, c.streams, c.reporter)
	if err != nil {
		c.failName(name, err)
		return nil
	}
	defer file.close()
	l := &list{checker: c, listFile: file}
	c.list, c.reader.Stdin = l, name == "-"
	for l.advance() {
		if err := c.learn(l.entry.Algorithm); err != nil {
			return err
		}
		files := c.files(c.streams, c.reporter)
		files.Source, files.Digesters = l, c.digesters
		files.Format, files.Failed = c.result, c.tellFailure
		if err := files.Run(); err != nil {
			return err
		}
	}
	c.summarize(l)
	return nil
}

// maxKnown is how many digesters are kept. Lists that name ever new seeds would otherwise fill the memory.
const maxKnown = 64

// find returns the number of an algorithm's digester, -1 if it has none yet.
func (c *checker) find(a checklist.Algorithm) int {
	return slices.IndexFunc(c.known, func(k checklist.Algorithm) bool {
		return k.Name == a.Name && k.Bits == a.Bits && slices.Equal(k.Seeds, a.Seeds)
	})
}

// learn opens the digester of an algorithm.
func (c *checker) learn(a checklist.Algorithm) error {
	if a.Name == "" || c.find(a) >= 0 {
		return nil
	}
	d, err := openDigester(untagged(a, c.algorithm), c.backend, c.reporter)
	if err != nil {
		return err
	}
	if len(c.known) == maxKnown {
		c.known, c.digesters = nil, nil
	}
	c.known, c.digesters = append(c.known, a), append(c.digesters, d)
	return nil
}

// tellFailure tells why there is no digest.
func (c *checker) tellFailure(f *pipeline.FileResult) {
	c.unread++
	switch {
	case f.Err == errMalformed:
		c.tell("%s: %d: improperly formatted %s checksum line", c.list.quoted, f.Item, c.family())
	case c.ignoreMissing && errors.Is(f.Err, fs.ErrNotExist):
	default:
		c.failName(string(f.Name), f.Err)
	}
}

// family is what messages call the algorithm that is checked for.
func (c *checker) family() string {
	tag, _, _ := bytes.Cut([]byte(c.reader.Algorithm.Tag()), []byte("-"))
	return string(tag)
}

// A verdict is what became of a listed file.
type verdict uint8

const (
	good verdict = iota
	mismatched
	unreadable
	missing
)

// result counts what became of a listed file, and writes it.
func (c *checker) result(dst []byte, f *pipeline.FileResult) []byte {
	if f.Err == errMalformed {
		return dst
	}
	expected := c.list.expected.pop()
	v := verdictOn(f, expected.digest)
	if v == good && slices.Contains(c.require, string(f.Name)) {
		c.verified[string(f.Name)] = true
	}
	c.list.count[v]++
	switch {
	case c.report == reportNothing, c.report == reportBad && v == good:
		return dst
	case c.style == styleJSON:
		return c.appendVerdictObject(dst, f, v, c.known[expected.digester].Name)
	case v == missing && c.ignoreMissing:
		return dst
	}
	return append(append(dst, c.quote.name(string(f.Name))...), verdictTexts[v]...)
}

func (c *checker) appendVerdictObject(dst []byte, f *pipeline.FileResult, v verdict, algorithm string) []byte {
	j := newObject(dst)
	j.name("name", f.Name)
	j.text("algorithm", algorithm)
	j.text("status", verdictNames[v])
	j.name("list", []byte(c.list.name))
	j.number("line", int64(f.Item))
	return j.end('\n')
}

func verdictOn(f *pipeline.FileResult, expected []byte) verdict {
	switch {
	case errors.Is(f.Err, fs.ErrNotExist):
		return missing
	case f.Err != nil:
		return unreadable
	case !bytes.Equal(f.Digest, expected):
		return mismatched
	}
	return good
}

var verdictTexts = [...]string{
	good: ": OK\n", mismatched: ": FAILED\n", unreadable: ": FAILED open or read\n", missing: ": FAILED open or read\n",
}

var verdictNames = [...]string{good: "ok", mismatched: "failed", unreadable: "unreadable", missing: "missing"}

// summarize tells what became of a list, and makes the run fail unless it is good.
func (c *checker) summarize(l *list) {
	switch {
	case l.err != nil:
		c.fail("%s: read error", l.quoted)
		return
	case l.good == 0:
		c.fail("%s: no properly formatted checksum lines found", l.quoted)
		c.hint(l)
		return
	}
	unread := l.count[unreadable]
	if !c.ignoreMissing {
		unread += l.count[missing]
	}
	if c.report != reportNothing {
		c.warn(l.malformed, "line is improperly formatted", "lines are improperly formatted")
		c.warn(unread, "listed file could not be read", "listed files could not be read")
		c.warn(l.count[mismatched], "computed checksum did NOT match", "computed checksums did NOT match")
		if c.ignoreMissing && l.count[good] == 0 {
			c.tell("%s: no file was verified", l.quoted)
		}
	}
	c.hint(l)
	if l.count[good] == 0 || unread > 0 || l.count[mismatched] > 0 || c.strict && l.malformed > 0 {
		c.setFailed()
	}
}
