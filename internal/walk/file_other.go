//go:build !linux

package walk

import (
	"io"
	"os"
)

// HoldsProcessor tells that a goroutine that waits for a disk keeps its processor.
const HoldsProcessor = false

// A File is a file being read. The zero File can be opened.
type File struct {
	name   string
	file   *os.File  // nil: a stream, or a file that Wait has to open
	stream io.Reader // what is read
}

// Open opens the file of entry i. If it is not a regular file, opening it may take its time, and is left to Wait.
func (b *Batch) Open(i int, f *File) error {
	*f = File{name: string(b.Name(i))}
	if b.Entries[i].folder != nil {
		return f.Wait() // the walker has seen that it is one
	}
	info, err := os.Stat(f.name)
	if err != nil {
		return reason(err)
	}
	if m := info.Mode(); !m.IsRegular() && !m.IsDir() {
		return nil
	}
	return f.Wait()
}

// OpenStream makes f read from r, which is not closed.
func (f *File) OpenStream(r io.Reader) { *f = File{stream: r} }

// Fill reads until p is full or the file is at its end. It starts to fill a buffer at a multiple of PageSize in the file.
// The error ErrNotNow comes with what has been read before.
func (f *File) Fill(p []byte) (n int, end bool, err error) {
	if f.stream == nil {
		return 0, false, ErrNotNow
	}
	return fillFrom(f.stream, p)
}

// ReadAt reads from an offset of a regular file until p is full or the file is at its end, which is no error.
func ReadAt(f *os.File, p []byte, at int64) (n int, err error) {
	n, err = f.ReadAt(p, at)
	if err == io.EOF {
		err = nil
	}
	return n, reason(err)
}

// Wait makes Fill sleep from now on until the file has something to give.
func (f *File) Wait() error {
	if f.stream != nil {
		return nil
	}
	file, err := os.Open(f.name)
	if err != nil {
		return reason(err)
	}
	f.file, f.stream = file, file
	return nil
}

// Stat fills st.
func (f *File) Stat(st *Stat) error {
	*st = Stat{}
	if f.file == nil {
		return nil
	}
	info, err := f.file.Stat()
	if err != nil {
		return reason(err)
	}
	*st = Stat{Size: info.Size(), Changed: info.ModTime().UnixNano(), Regular: info.Mode().IsRegular()}
	return nil
}

// SkipTo makes Fill go on at a place in the file.
func (f *File) SkipTo(to int64) error {
	_, err := f.file.Seek(to, io.SeekStart)
	return reason(err)
}

// Close closes the file.
func (f *File) Close() {
	if f.file != nil {
		f.file.Close()
	}
}
