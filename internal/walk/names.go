package walk

import (
	"bytes"
	"io"
	"os"
	"syscall"
)

// nameSlice implements names for a command line.
type nameSlice struct {
	names []string
	buf   []byte
}

func (s *nameSlice) waits() bool { return false }

func (s *nameSlice) next(bool) ([]byte, error) {
	if len(s.names) == 0 {
		return nil, io.EOF
	}
	s.buf = append(s.buf[:0], s.names[0]...)
	s.names = s.names[1:]
	return s.buf, nil
}

// maxName is how long a name in a list may be. What is longer is no list of names.
const maxName = 1 << 20

// nameReader implements names for a list whose names end in NUL; the last one need not.
type nameReader struct {
	list io.Reader
	buf  []byte
	at   int   // where in buf the next name begins
	err  error // of the last read
}

func newNameReader(list io.Reader) *nameReader {
	return &nameReader{list: list, buf: make([]byte, 0, 64<<10)}
}

func (r *nameReader) waits() bool {
	f, ok := r.list.(*os.File)
	if !ok {
		return true
	}
	info, err := f.Stat()
	return err != nil || !info.Mode().IsRegular()
}

func (r *nameReader) next(wait bool) ([]byte, error) {
	searched := 0 // how much of the name is known to be free of NUL
	for {
		rest := r.buf[r.at:]
		if n := bytes.IndexByte(rest[searched:], 0); n >= 0 {
			r.at += searched + n + 1
			return checked(rest[:searched+n])
		}
		switch {
		case r.err == io.EOF && len(rest) > 0:
			r.at = len(r.buf)
			return rest, nil
		case r.err == io.EOF:
			return nil, io.EOF
		case r.err != nil:
			return nil, &ListError{r.err}
		case len(rest) > maxName:
			return nil, &ListError{syscall.ENAMETOOLONG}
		case !wait:
			return nil, errWait
		}
		searched = len(rest)
		r.read()
	}
}

func checked(name []byte) ([]byte, error) {
	if len(name) == 0 {
		return nil, ErrEmptyName
	}
	return name, nil
}

// read moves the name that has begun to the front of the buffer and reads on behind it.
func (r *nameReader) read() {
	n := copy(r.buf[:cap(r.buf)], r.buf[r.at:])
	r.buf, r.at = r.buf[:n], 0
	if n == cap(r.buf) {
		r.buf = append(r.buf, make([]byte, n)...)[:n]
	}
	m, err := r.list.Read(r.buf[n:cap(r.buf)])
	r.buf, r.err = r.buf[:n+m], err
}
