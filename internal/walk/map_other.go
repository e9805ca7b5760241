//go:build !linux

package walk

import (
	"errors"
	"runtime/debug"
	"time"

	"golang.org/x/exp/mmap"
)

// MapsWindows tells that the windows of a Mapping are the file's own pages, not copies.
const MapsWindows = false

// A Mapping is a file in memory.
type Mapping struct {
	mem      *mmap.ReaderAt
	at, size int64
}

// Map maps the first size bytes of the file, to be had from offset from on, which is a multiple of PageSize.
func (f *File) Map(m *Mapping, from, size int64) error {
	mem, err := mmap.Open(f.name)
	if err != nil {
		return reason(err)
	}
	if int64(mem.Len()) < size {
		mem.Close()
		return errCut
	}
	*m = Mapping{mem, from, size}
	return nil
}

var errCut = errors.New("the file was cut")

// Next returns the next bytes, at most n, none at the end. They are copied to buf. The error means that the file has to be
// read from there on.
func (m *Mapping) Next(buf []byte, n int) (window []byte, err error) {
	debug.SetPanicOnFault(true)
	defer func() {
		if recover() != nil {
			window, err = nil, errCut
		}
	}()
	n = int(min(int64(min(n, len(buf))), m.size-m.at))
	n, err = m.mem.ReadAt(buf[:n], m.at)
	m.at += int64(n)
	return buf[:n], reason(err)
}

// Copy copies the next bytes to buf, as Next does.
func (m *Mapping) Copy(buf []byte) ([]byte, error) { return m.Next(buf, len(buf)) }

// Took is how long it took to get the last window.
func (m *Mapping) Took() time.Duration { return 0 }

// Ahead gets the next window in another goroutine, so that it is there when it is asked for.
func (m *Mapping) Ahead(n int) {}

// Contains tells whether an address lies in the mapping.
func (m *Mapping) Contains(address uintptr) bool { return false }

// Close unmaps the file.
func (m *Mapping) Close() { m.mem.Close() }
