package pipeline

import (
	"bytes"
	"io"

	"szsum/internal/walk"
)

// window digests the lines that a window of a regular file, size bytes from at on, is responsible for: those that begin
// behind its separators, and at the start of the file. So no worker has to look back.
func (w *lineWorker) window(s *slot, at int64, size int) {
	in := s.input
	sec, err := w.readWindow(in, at, size)
	s.err = err
	line := w.number(s, w.count(sec))
	start, next := at+int64(sec.to), at+int64(sec.have)
	w.digest(s, sec, line, func(p []byte) (int, error) {
		in.quiet.set(start, next)
		n, err := in.readAt(p, next)
		next += int64(n)
		return n, err
	})
}

// readWindow reads a window and what follows it, up to the end of its last line or, if that is long, as far as the
// buffer goes.
func (w *lineWorker) readWindow(in *lineInput, at int64, size int) (sec section, err error) {
	if in.quiet.has(at, at+int64(size)) {
		return sec, nil
	}
	sec.have, err = in.readAt(w.buf[:size+pageSize], at)
	if err != nil {
		return section{}, err
	}
	if at > 0 {
		first := bytes.IndexByte(w.buf[:min(sec.have, size)], w.Separator)
		if first < 0 {
			return section{}, nil
		}
		sec.from = first + 1
	}
	sec.offset = at + int64(sec.from)
	for searched := min(sec.have, size); ; {
		if end := bytes.IndexByte(w.buf[searched:sec.have], w.Separator); end >= 0 {
			sec.to = searched + end + 1
			return sec, nil
		}
		if at+int64(sec.have) == in.size {
			sec.to = sec.have
			return sec, nil
		}
		if sec.have == len(w.buf) {
			sec.to = sec.from + bytes.LastIndexByte(w.buf[sec.from:sec.have], w.Separator) + 1
			sec.long = true
			return sec, nil
		}
		searched = sec.have
		n, err := in.readAt(w.buf[sec.have:], at+int64(sec.have))
		if err != nil {
			return section{}, err
		}
		sec.have += n
	}
}

// readAt fills p from an offset of a regular file, up to the size that it had when it was opened.
func (in *lineInput) readAt(p []byte, at int64) (int, error) {
	p = p[:min(int64(len(p)), in.size-at)]
	n, err := walk.ReadAt(in.File, p, at)
	if n < len(p) && err == nil {
		err = ErrChanged
	}
	return n, err
}

// sequence reads on in an input that has to be read in sequence, and digests what it got. The caller holds the feed's
// lock, which is given back as soon as nothing more is to be read for this slot.
func (w *lineWorker) sequence(s *slot) {
	in := s.input
	sec, eof, err := w.readSequence(in)
	s.err = err
	line := int64(0)
	if sec.long {
		line = w.number(s, w.count(sec))
		w.carry = append(w.carry[:0], w.digest(s, sec, line, func(p []byte) (int, error) {
			n, err := in.read(p)
			in.offset += int64(n)
			eof = n == 0
			return n, err
		})...)
		in.offset -= int64(len(w.carry))
	}
	if eof || s.err != nil {
		w.end(s)
	}
	w.mu.Unlock()
	if !sec.long {
		w.digest(s, sec, w.number(s, w.count(sec)), nil)
	}
}

// readSequence reads until the window is full, or there is a line to digest and no more input at the moment.
func (w *lineWorker) readSequence(in *lineInput) (sec section, eof bool, err error) {
	sec.offset = in.offset
	sec.from, sec.have = windowSize-len(w.carry), windowSize
	copy(w.buf[sec.from:], w.carry)
	sec.to = sec.from + bytes.LastIndexByte(w.carry, w.Separator) + 1
	full := windowSize + w.nextWindow()
	for sec.have < full && (sec.to == sec.from || ready(in.File)) {
		n, err := in.read(w.buf[sec.have:full])
		if err != nil {
			return sec, false, err
		}
		if n == 0 {
			sec.to = sec.have
			return sec, true, nil
		}
		if end := bytes.LastIndexByte(w.buf[sec.have:sec.have+n], w.Separator); end >= 0 {
			sec.to = sec.have + end + 1
		}
		sec.have += n
	}
	in.offset += int64(sec.to - sec.from)
	if sec.have-sec.to > windowSize {
		sec.long = true
		in.offset += int64(sec.have - sec.to)
	} else {
		w.carry = append(w.carry[:0], w.buf[sec.to:sec.have]...)
	}
	return sec, false, nil
}

// read reads some bytes, 0 at the end.
func (in *lineInput) read(p []byte) (int, error) {
	for {
		n, err := in.File.Read(p)
		if err == io.EOF {
			err = nil
		} else if n == 0 && err == nil {
			continue
		}
		return n, err
	}
}
