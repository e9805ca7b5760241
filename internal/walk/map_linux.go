package walk

import (
	"errors"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"szsum/internal/clock"
)

// MapsWindows tells that the windows of a Mapping are the file's own pages, not copies.
const MapsWindows = true

// A Mapping is a file in memory, of which one window at a time takes up some.
type Mapping struct {
	mem      []byte
	fd       int
	from, to int // the window
	took     time.Duration
	reached  int // by Ahead
	ahead    sync.WaitGroup
}

// Map maps the first size bytes of the file, to be had from offset from on, which is a multiple of PageSize.
func (f *File) Map(m *Mapping, from, size int64) error {
	if int64(int(size)) != size {
		return syscall.ENOMEM
	}
	mem, err := unix.Mmap(f.fd, 0, int(size), unix.PROT_READ, unix.MAP_PRIVATE)
	if err != nil {
		return err
	}
	m.mem, m.fd, m.from, m.to, m.took, m.reached = mem, f.fd, int(from), int(from), 0, 0
	return nil
}

// Next lets go of the window and returns the next one, of n bytes at most, which ends at a multiple of n in the file; none
// at the end. (Where there are no windows, the bytes are copied to buf.) The error means that the file has to be read from
// there on: it was cut, or the disk failed, or the system is older than this way of reading.
//
// The window is in memory then, all at once, which is faster than to let its pages come one by one. When it is given back
// the next one costs no new memory.
func (m *Mapping) Next(buf []byte, n int) ([]byte, error) {
	m.ahead.Wait()
	m.leave(m.to)
	m.from, m.to = m.to, m.end(n)
	window := m.mem[m.from:m.to]
	start := clock.Now()
	if err := advise(window, unix.MADV_POPULATE_READ); err != nil {
		m.to = m.from
		return nil, err
	}
	if m.reached < m.to {
		m.took = clock.Now() - start
	}
	return window, nil
}

// Took is how long it took to get the last window, in whatever goroutine.
func (m *Mapping) Took() time.Duration { return m.took }

// Copy copies the next bytes to buf instead, without a window; none at the end. The error is as that of Next.
func (m *Mapping) Copy(buf []byte) ([]byte, error) {
	m.ahead.Wait()
	m.leave(max(m.to, m.reached))
	m.reached = 0
	buf = buf[:min(len(buf), len(m.mem)-m.to)]
	n, err := readAll(m.fd, buf, int64(m.to))
	if n < len(buf) && err == nil {
		err = errCut
	}
	if err != nil {
		m.from = m.to
		return nil, err
	}
	m.to += n
	m.from = m.to
	return buf, nil
}

var errCut = errors.New("the file was cut")

// leave lets go of what there is in memory up to a place.
func (m *Mapping) leave(to int) { advise(m.mem[m.from:to], unix.MADV_DONTNEED) }

// end is where the next window ends.
func (m *Mapping) end(n int) int { return min((m.to/n+1)*n, len(m.mem)) }

// Ahead gets the next window in another goroutine, so that it is there when it is asked for.
func (m *Mapping) Ahead(n int) {
	m.reached = m.end(n)
	window := m.mem[m.to:m.reached]
	m.ahead.Go(func() {
		start := clock.Now()
		advise(window, unix.MADV_POPULATE_READ)
		m.took = clock.Now() - start
	})
}

// Contains tells whether an address lies in the mapping.
func (m *Mapping) Contains(address uintptr) bool {
	start := uintptr(unsafe.Pointer(unsafe.SliceData(m.mem)))
	return address-start < uintptr(len(m.mem))
}

// Close unmaps the file.
func (m *Mapping) Close() {
	m.ahead.Wait()
	unix.Munmap(m.mem)
	m.mem = nil
}

func advise(b []byte, advice int) error {
	if len(b) == 0 {
		return nil
	}
	for {
		_, _, err := syscall.RawSyscall(unix.SYS_MADVISE, uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)), uintptr(advice))
		switch err {
		case 0:
			return nil
		case unix.EINTR:
			continue
		}
		return err
	}
}
