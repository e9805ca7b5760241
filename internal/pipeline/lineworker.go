package pipeline

import (
	"bytes"
	"unsafe"

	"szsum/internal/kernels"
	"szsum/internal/sortlen"
)

// A lineWorker takes windows and digests their lines.
type lineWorker struct {
	*lineFeed
	hasher  kernels.Hasher
	buf     []byte // two windows and a page, aligned to a page
	spans   []sortlen.Span
	digests []byte
	lane    [1]kernels.Lane
	kept    []byte // a long line, if it is to be kept
	batch   Batch
}

func newLineWorker(f *lineFeed) *lineWorker {
	h := f.Digester.NewHasher()
	lines := min(kernels.MaxBatch, batchOutput/h.Slot())
	spans := f.slab.cut(lines * int(unsafe.Sizeof(sortlen.Span(0))))
	return &lineWorker{
		lineFeed: f,
		hasher:   h,
		buf:      f.slab.cut(2*windowSize + pageSize),
		spans:    unsafe.Slice((*sortlen.Span)(unsafe.Pointer(&spans[0])), lines),
		digests:  f.slab.cut(lines * h.Slot())[:lines*h.Slot()],
		batch:    Batch{Size: h.Size(), Slot: h.Slot()},
	}
}

// run digests windows until there are no more, or the run is over.
func (w *lineWorker) run() {
	for w.take(w) {
	}
}

// A section is the part of an input that one window is responsible for, in a worker's buffer: whole lines from from to
// to, all of which end in a separator, except for the last one at the end of the input. If long is set, one more line
// begins there, which reaches to the end of what has been read and goes on.
type section struct {
	from, to, have int
	long           bool
	offset         int64 // of from in the input
}

// digest digests the lines of a section, the first of which has the number line. more reads what follows the section,
// 0 bytes at the end. It returns what was read behind a long line.
func (w *lineWorker) digest(s *slot, sec section, line int64, more func([]byte) (int, error)) (rest []byte) {
	w.batch.Name, w.batch.Line, w.batch.Offset = s.input.Name, line, sec.offset
	if !w.whole(s, w.buf[sec.from:sec.to]) || !sec.long {
		return nil
	}
	return w.stream(s, w.buf[sec.to:sec.have], more)
}

// whole digests the lines of a text. It returns false when the run is over.
func (w *lineWorker) whole(s *slot, text []byte) bool {
	b := &w.batch
	for len(text) > 0 {
		count, longest, used := w.Split(w.spans, text, w.Separator)
		if count == 0 {
			w.spans[0] = sortlen.NewSpan(0, len(text))
			count, longest, used = 1, len(text), len(text)
		} else if w.StripCR {
			stripCR(w.spans[:count], text)
		}
		b.Text, b.Spans, b.Long, b.Digests = text[:used], w.spans[:count], 0, w.digests[:count*b.Slot]
		w.hasher.Window(b.Digests, b.Text, b.Spans, longest)
		if !w.emit(s, used) {
			return false
		}
		text = text[used:]
	}
	return true
}

// emit formats the batch, which took up so many bytes of the input, and writes it if the slot has the turn, or holds too
// much. It returns false when the run is over.
func (w *lineWorker) emit(s *slot, used int) bool {
	b := &w.batch
	before := len(s.out)
	s.out = w.Format(s.out, b)
	w.made.Add(int64(len(s.out) - before))
	w.Counters.Messages.Add(int64(b.Len()))
	w.Counters.Bytes.Add(int64(used))
	b.Line += int64(b.Len())
	b.Offset += int64(used)
	return len(s.out) < 2*slotOutput && !w.ring.hasTurn(s) || w.ring.flush(s) == nil
}

// stripCR takes one CR from the end of each line.
func stripCR(spans []sortlen.Span, text []byte) {
	for i, span := range spans {
		if n := span.Len(); n > 0 && text[span.Offset()+n-1] == '\r' {
			spans[i] = sortlen.NewSpan(span.Offset(), n-1)
		}
	}
}

// stream digests a line longer than a window: what has been read of it, in which there is no separator, and what more
// reads. It returns what more read behind the line.
func (w *lineWorker) stream(s *slot, piece []byte, more func([]byte) (int, error)) (rest []byte) {
	w.lane[0] = kernels.Lane{First: true, Digest: w.digests[:w.hasher.Slot()]}
	w.kept = w.kept[:0]
	w.batch.Long = 0
	var separator int // bytes
	for !w.lane[0].Last {
		// A byte at least is kept back: it may be the CR of a CR LF.
		fed := (len(piece) - 1) &^ (kernels.PieceAlign - 1)
		w.feed(piece[:fed], false)
		kept := piece[fed:]
		start := pageSize - len(kept) // so that reads go from page to page
		copy(w.buf[start:], kept)
		n, err := more(w.buf[pageSize:][:windowSize])
		if err != nil {
			s.err = err
			return nil
		}
		piece = w.buf[start : pageSize+n]
		end := bytes.IndexByte(w.buf[pageSize:pageSize+n], w.Separator)
		switch {
		case end >= 0:
			line := w.buf[start : pageSize+end]
			rest, separator = w.buf[pageSize+end+1:pageSize+n], 1
			if w.StripCR && len(line) > 0 && line[len(line)-1] == '\r' {
				line, separator = line[:len(line)-1], 2
			}
			w.feed(line, true)
		case n == 0:
			w.feed(piece, true)
		}
	}
	b := &w.batch
	b.Text, b.Spans, b.Digests = w.kept, nil, w.lane[0].Digest
	w.emit(s, separator) // the line itself is counted already
	return rest
}

// feed digests a piece of a long line.
func (w *lineWorker) feed(piece []byte, last bool) {
	lane := &w.lane[0]
	for lane.Piece, lane.Last, lane.Busy = piece, last, true; lane.Busy; {
		w.hasher.Step(w.lane[:])
	}
	w.batch.Long += int64(len(piece))
	w.Counters.Bytes.Add(int64(len(piece)))
	if w.KeepLong {
		w.kept = append(w.kept, piece...)
	}
}
