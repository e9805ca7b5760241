package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"

	"github.com/klauspost/cpuid/v2"

	"szsum/internal/checklist"
	"szsum/internal/kernels"
	"szsum/internal/pipeline"
)

// A lineChecker holds the digests of lines against those of a list. It is what the pipeline writes to, a frame a batch,
// so everything arrives here in order.
type lineChecker struct {
	*options
	streams
	*reporter
	list   *listFile
	reader checklist.Reader
	err    error // why the list could not be read to its end, io.EOF if it was

	listed, malformed int64 // lines of the list so far
	lines, bad        int64 // lines digested so far
	failures          []byte
	writeErr          error
}

// checkLines verifies that the lines of files have the digests in a list: the first operand, a bare digest a line.
func checkLines(o *options, s streams, r *reporter) error {
	list, err := openList(o.operands[0], o, s, r)
	if err != nil {
		return r.named(o.operands[0], err)
	}
	defer list.close()
	c := &lineChecker{options: o, streams: s, reporter: r, list: list, reader: o.listReader()}
	inputs := o.operands[1:]
	if len(inputs) == 0 {
		inputs = []string{"-"}
	}
	lines, err := o.linePipeline(inputs, s, r)
	if err != nil {
		return err
	}
	appendHex := kernels.NewHexAppender(kernels.Table(), &cpuid.CPU, o.backend)
	lines.Out, lines.Number = c, true
	lines.Format = func(dst []byte, b *pipeline.Batch) []byte {
		return appendHex(appendHead(dst, b), b.Digests, b.Size, b.Slot, '\n')
	}
	if err := lines.Run(); err != nil {
		return err
	}
	c.summarize()
	return nil
}

// A frame is the digests of a batch: in hexadecimal, as they are expected to be in the list, each with a newline.
type frame struct {
	name    string
	line    int64 // number of the first one in its input
	width   int   // bytes that a digest takes up
	digests []byte
}

// appendHead begins a frame, which readFrame reads.
func appendHead(dst []byte, b *pipeline.Batch) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(b.Len()))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(2*b.Size+1))
	dst = binary.LittleEndian.AppendUint64(dst, uint64(b.Line))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(b.Name)))
	return append(dst, b.Name...)
}

func readFrame(p []byte) (f frame, rest []byte) {
	count, width := int(binary.LittleEndian.Uint32(p)), int(binary.LittleEndian.Uint32(p[4:]))
	line, name := binary.LittleEndian.Uint64(p[8:]), int(binary.LittleEndian.Uint32(p[16:]))
	p = p[20:]
	end := name + count*width
	return frame{string(p[:name]), int64(line), width, p[name:end]}, p[end:]
}

// Write takes whole frames.
func (c *lineChecker) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0 && c.writeErr == nil; {
		var f frame
		f, rest = readFrame(rest)
		c.compare(f)
	}
	return len(p), c.writeErr
}

// compare reports each line whose digest is not the next one of the list.
func (c *lineChecker) compare(f frame) {
	for ; len(f.digests) > 0; f.line++ {
		digest := f.digests[:f.width-1]
		f.digests = f.digests[f.width:]
		c.lines++
		if listed, more := c.next(); more && !c.match(listed, digest) {
			c.bad++
			c.appendFailure(f)
		}
	}
	c.flush()
}

// match tells whether a line of the list is of a digest.
func (c *lineChecker) match(listed, digest []byte) bool {
	if bytes.Equal(listed, digest) {
		return true
	}
	expected, ok := c.reader.ParseDigest(listed)
	if !ok {
		c.malformed++
		if c.report == reportMalformed {
			c.flush()
			c.tell("%s: %d: improperly formatted digest", c.list.quoted, c.listed)
		}
		return false
	}
	return hex.EncodeToString(expected) == string(digest)
}

// flush writes the failures found so far.
func (c *lineChecker) flush() {
	if len(c.failures) > 0 && c.report != reportNothing && c.writeErr == nil {
		_, c.writeErr = c.streams.out.Write(c.failures)
	}
	c.failures = c.failures[:0]
}

// next reads the next line of the list. It returns false behind the last one.
func (c *lineChecker) next() (line []byte, more bool) {
	if c.err == nil {
		line, c.err = c.list.Next()
	}
	if c.err != nil {
		return nil, false
	}
	c.listed++
	return line, true
}

func (c *lineChecker) appendFailure(f frame) {
	if c.style != styleJSON {
		c.failures = fmt.Appendf(c.failures, "%s:%d: FAILED\n", c.quote.name(f.name), f.line)
		return
	}
	j := newObject(c.failures)
	j.name("name", []byte(f.name))
	j.number("line", f.line)
	j.text("algorithm", c.algorithm.Algorithm.String())
	j.text("status", verdictNames[mismatched])
	j.name("list", []byte(c.list.name))
	j.number("list_line", c.listed)
	c.failures = j.end('\n')
}

// summarize tells how lines and list fit, and makes the run fail unless they do.
func (c *lineChecker) summarize() {
	for more := true; more; {
		_, more = c.next()
	}
	if c.err != io.EOF {
		c.fail("%s: read error", c.list.quoted)
		return
	}
	if c.listed == 0 {
		c.fail("%s: no digests found", c.list.quoted)
		return
	}
	surplus := c.listed - c.lines
	if c.bad > 0 || surplus != 0 {
		c.setFailed()
	}
	if c.report == reportNothing {
		return
	}
	c.warn(c.malformed, "line is improperly formatted", "lines are improperly formatted")
	c.warn(c.bad, "line did NOT match", "lines did NOT match")
	switch {
	case surplus < 0:
		c.tell("%s: %d too few digests for %d lines", c.list.quoted, -surplus, c.lines)
	case surplus > 0:
		c.tell("%s: %d too many digests for %s", c.list.quoted, surplus, counted(c.lines, "lines"))
	}
}
