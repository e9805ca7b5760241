package pipeline

import (
	"szsum/internal/clock"
	"szsum/internal/walk"
)

const (
	filePiece = 128 << 10 // bytes read at once: a multiple of kernels.PieceAlign and walk.PageSize
	mapWindow = 2 << 20   // bytes of a mapped file in memory, at most

	// mapFrom is the size in bytes from which MapAuto maps a file if that proves faster: BenchmarkMap.
	mapFrom = 64 << 20
)

// A laneFile is a file that is read piece by piece.
type laneFile struct {
	batch   *fileBatch // nil: there is none
	entry   int
	file    walk.File
	open    bool
	slow    bool // it gives nothing unless waited for
	buf     []byte
	have    int   // bytes in buf that are no piece yet
	size    int64 // bytes that have become pieces
	stat    walk.Stat
	looked  bool // at stat
	mapping walk.Mapping
	mapped  bool // the next piece comes from mapping
	pace    pace
	cut     bool // it was cut when it was mapped
}

// begin makes f the file of an entry, which has been opened.
func (f *laneFile) begin(b *fileBatch, entry int, buf []byte) {
	f.batch, f.entry, f.open, f.slow, f.buf = b, entry, true, false, buf
	f.have, f.size, f.looked, f.cut = 0, 0, false, false
}

// end closes the file.
func (f *laneFile) end() {
	f.close()
	f.batch, f.buf = nil, nil
}

func (f *laneFile) close() {
	if f.mapped {
		f.mapping.Close()
		f.mapped = false
	}
	if f.open {
		f.file.Close()
		f.open = false
	}
}

// again reads the file from the start once more, without mapping it.
func (f *laneFile) again() error {
	f.close()
	if err := f.batch.Open(f.entry, &f.file); err != nil {
		return err
	}
	f.open, f.cut, f.have, f.size = true, true, 0, 0
	return nil
}

// next reads the next piece. The file is closed with its last one. After walk.ErrNotNow, next is called again to go on with
// the same piece.
//
// A file of more than one piece is looked at after the first one. If it is large it is mapped from there on, in windows of
// at most so many bytes, but for what remains behind its last whole page.
func (f *laneFile) next(r *filesRun, window int) (piece []byte, last bool, err error) {
	if r.Map == MapAlways && f.have == 0 {
		if err := f.look(r); err != nil {
			return nil, false, err
		}
	}
	if f.mapped {
		if piece := f.nextWindow(window); piece != nil {
			if r.readers.spare() && f.pace.aheadPays(f.mapping.Took()) {
				f.mapping.Ahead(window)
			}
			return piece, false, nil
		}
		if err := f.file.SkipTo(f.size); err != nil {
			return nil, false, err
		}
	}
	n, last, err := f.file.Fill(f.buf[f.have:])
	f.have += n
	switch {
	case err != nil:
	case !last:
		err = f.look(r)
	case r.Watch:
		err = f.watch()
	}
	if err != nil {
		return nil, false, err
	}
	piece, f.have = f.buf[:f.have], 0
	f.size += int64(len(piece))
	if last {
		f.close()
	}
	return piece, last, nil
}

// look remembers what the file looks like when its first piece is read, and maps it if it is to be.
func (f *laneFile) look(r *filesRun) error {
	if f.looked {
		return nil
	}
	f.looked = true
	if err := f.file.Stat(&f.stat); err != nil {
		return err
	}
	if r.Map.maps(&f.stat) && !f.cut {
		from, to := f.size+int64(f.have), f.stat.Size&^(walk.PageSize-1)
		f.mapped = f.file.Map(&f.mapping, from, to) == nil
		f.pace = newPace(r.Map)
	}
	return nil
}

// maps is what decides how a file is read: in windows of a mapping, or in pieces.
func (p MapPolicy) maps(st *walk.Stat) bool {
	switch p {
	case MapAlways:
		return st.Regular && st.Size > 0
	case MapAuto:
		return st.Regular && st.Size >= mapFrom && walk.MapsWindows
	}
	return false
}

// nextWindow returns the next window of the mapping, or a copy of what comes next. There is none at its end, nor if it
// cannot be had: then reading goes on from there, which tells whether the file was cut or the disk failed.
func (f *laneFile) nextWindow(n int) []byte {
	var window []byte
	var err error
	if f.pace.choose(clock.Now()) {
		window, err = f.mapping.Next(f.buf, n)
	} else {
		window, err = f.mapping.Copy(f.buf)
	}
	f.pace.took(len(window))
	if err != nil || len(window) == 0 {
		f.mapping.Close()
		f.mapped = false
		return nil
	}
	f.size += int64(len(window))
	return window
}

// watch notices at the end that the file is not what it was at the first piece.
func (f *laneFile) watch() error {
	if !f.looked || !f.stat.Regular { // a FIFO changes whenever it is written to
		return nil
	}
	var now walk.Stat
	if err := f.file.Stat(&now); err != nil {
		return err
	}
	if now != f.stat {
		return ErrChanged
	}
	return nil
}

// before tells whether the file comes before another one.
func (f *laneFile) before(o *laneFile) bool {
	return f.batch.number < o.batch.number || f.batch == o.batch && f.entry < o.entry
}
