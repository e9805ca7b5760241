package walk

import (
	"io"
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// A File is a file being read. The zero File can be opened.
type File struct {
	fd     int
	stream io.Reader // it stands for a file
	sure   bool      // see isLocal
	begun  bool      // something was read
	slow   bool      // Wait was called
}

// Open opens the file of entry i.
func (b *Batch) Open(i int, f *File) error {
	e := &b.Entries[i]
	dir, flags := unix.AT_FDCWD, unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NOCTTY|unix.O_NONBLOCK
	*f = File{}
	if e.folder != nil {
		dir, flags, f.sure = e.folder.fd, flags|unix.O_NOFOLLOW, e.folder.local
	}
	fd, err := openFile(dir, b.names[e.base:], flags)
	if err == unix.EAGAIN { // somebody has a lease of the file and is asked to give it up
		fd, err = openFile(dir, b.names[e.base:], flags&^unix.O_NONBLOCK)
	}
	if err != 0 {
		return err
	}
	f.fd = fd
	return nil
}

// OpenStream makes f read from r, which is not closed.
func (f *File) OpenStream(r io.Reader) { *f = File{fd: -1, stream: r, slow: true} }

// Fill reads until p is full or the file is at its end. It starts to fill a buffer at a multiple of PageSize in the file.
// The error ErrNotNow comes with what has been read before.
func (f *File) Fill(p []byte) (n int, end bool, err error) {
	if f.stream != nil {
		return fillFrom(f.stream, p)
	}
	for n < len(p) {
		m, err := f.read(p[n:])
		if err != nil {
			return n, false, err
		}
		n += m
		if m == 0 || f.sure && n%PageSize != 0 && n < len(p) {
			return n, true, nil
		}
	}
	return n, false, nil
}

func (f *File) read(p []byte) (int, error) {
	if f.slow {
		return readSlow(f.fd, p)
	}
	n, err := readFile(f.fd, p)
	switch {
	case err == unix.EAGAIN, err == 0 && n == 0 && !f.begun && !f.sure && f.isFIFO():
		return 0, ErrNotNow
	case err != 0:
		return 0, err
	}
	f.begun = true
	return n, nil
}

// ReadAt reads from an offset of a regular file until p is full or the file is at its end, which is no error.
func ReadAt(f *os.File, p []byte, at int64) (n int, err error) {
	defer runtime.KeepAlive(f)
	return readAll(int(f.Fd()), p, at)
}

func readAll(fd int, p []byte, at int64) (n int, err error) {
	for n < len(p) {
		m, err := readFileAt(fd, p[n:], at+int64(n))
		if err == unix.EINTR {
			continue
		}
		if m <= 0 || err != nil {
			return n, err
		}
		n += m
	}
	return n, nil
}

// readSlow reads from a file that may let one wait for ever: the runtime is told.
func readSlow(fd int, p []byte) (int, error) {
	for {
		n, err := unix.Read(fd, p)
		if err != unix.EINTR {
			return max(n, 0), err
		}
	}
}

// isFIFO tells whether the file is a FIFO. It was opened without waiting for somebody who writes to it, so there may be
// nothing to read only because nobody does yet.
func (f *File) isFIFO() bool {
	var st unix.Stat_t
	return unix.Fstat(f.fd, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFIFO
}

// Wait makes Fill sleep from now on until the file has something to give.
func (f *File) Wait() error {
	if f.slow {
		return nil
	}
	if !f.begun && f.isFIFO() {
		f.awaitWriter()
	}
	f.slow = true
	return unix.SetNonblock(f.fd, false)
}

// awaitWriter sleeps until somebody has opened the FIFO to write to it. In contrast to opening it once more, this does not
// miss one who has been and gone.
func (f *File) awaitWriter() {
	poll := []unix.PollFd{{Fd: int32(f.fd), Events: unix.POLLIN}}
	for {
		if n, err := unix.Poll(poll, -1); n > 0 || err != unix.EINTR {
			return
		}
	}
}

// Stat fills st.
func (f *File) Stat(st *Stat) error {
	if f.stream != nil {
		*st = Stat{}
		return nil
	}
	var s unix.Stat_t
	if err := unix.Fstat(f.fd, &s); err != nil {
		return err
	}
	*st = Stat{Size: s.Size, Changed: s.Mtim.Nano(), Regular: s.Mode&unix.S_IFMT == unix.S_IFREG}
	return nil
}

// SkipTo makes Fill go on at a place in the file.
func (f *File) SkipTo(to int64) error {
	_, err := unix.Seek(f.fd, to, io.SeekStart)
	return err
}

// Close closes the file.
func (f *File) Close() {
	if f.stream == nil {
		closeFile(f.fd)
	}
}
