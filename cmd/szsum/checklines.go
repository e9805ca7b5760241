package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"szsum/internal/checklist"
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
	lines.Out, lines.Format, lines.Number = c, appendFrame, true
	if err := lines.Run(); err != nil {
		return err
	}
	c.summarize()
	return nil
}

// appendFrame appends the digests of a batch behind a head, which readFrame reads.
func appendFrame(dst []byte, b *pipeline.Batch) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(b.Len()))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(b.Size))
	dst = binary.LittleEndian.AppendUint64(dst, uint64(b.Line))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(b.Name)))
	return appendRaw(append(dst, b.Name...), b)
}

// A frame is a batch as it arrives.
type frame struct {
	name    string
	line    int64
	size    int
	digests []byte
}

func readFrame(p []byte) (f frame, rest []byte) {
	count, size := int(binary.LittleEndian.Uint32(p)), int(binary.LittleEndian.Uint32(p[4:]))
	line, name := binary.LittleEndian.Uint64(p[8:]), int(binary.LittleEndian.Uint32(p[16:]))
	p = p[20:]
	digests := p[name:][:count*size]
	return frame{string(p[:name]), int64(line), size, digests}, p[name+len(digests):]
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
		digest := f.digests[:f.size]
		f.digests = f.digests[f.size:]
		c.lines++
		if expected, more := c.next(); more && !bytes.Equal(expected, digest) {
			c.bad++
			c.appendFailure(f)
		}
	}
	c.flush()
}

// flush writes the failures found so far.
func (c *lineChecker) flush() {
	if len(c.failures) > 0 && c.report != reportNothing && c.writeErr == nil {
		_, c.writeErr = c.streams.out.Write(c.failures)
	}
	c.failures = c.failures[:0]
}

// next reads the next digest of the list: none if the line is malformed. It returns false behind the last one.
func (c *lineChecker) next() (digest []byte, more bool) {
	if c.err != nil {
		return nil, false
	}
	var line []byte
	if line, c.err = c.list.Next(); c.err != nil {
		return nil, false
	}
	c.listed++
	digest, ok := c.reader.ParseDigest(line)
	if ok {
		return digest, true
	}
	c.malformed++
	if c.report == reportMalformed {
		c.flush()
		c.tell("%s: %d: improperly formatted digest", c.list.quoted, c.listed)
	}
	return nil, true
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
		c.tell("%s: %d too many digests for %d lines", c.list.quoted, surplus, c.lines)
	}
}
