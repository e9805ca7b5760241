package walk

import (
	"errors"
	"io"
	"io/fs"
	"syscall"
)

// PageSize divides the places at which Fill may start to fill a buffer.
const PageSize = 4096

// ErrNotNow is what Fill returns for a file whose content comes from somebody else: a FIFO, a terminal, a device. Only
// after a call of Wait does it sleep until there is some.
var ErrNotNow = errors.New("the file has nothing to give now")

// A Stat is what tells that a file was changed, and whether it can be mapped.
type Stat struct {
	Size    int64
	Changed int64 // time of the last modification, in nanoseconds
	Regular bool
}

// fillFrom is Fill for a reader that may take its time.
func fillFrom(r io.Reader, p []byte) (n int, end bool, err error) {
	for n < len(p) {
		m, err := r.Read(p[n:])
		n += m
		if err == io.EOF {
			return n, true, nil
		}
		if err != nil {
			return n, false, reason(err)
		}
	}
	return n, false, nil
}

// reason is the system's error number if err has one: operation and path are known without it.
func reason(err error) error {
	var errno syscall.Errno
	var path *fs.PathError
	switch {
	case errors.As(err, &errno):
		return errno
	case errors.As(err, &path):
		return path.Err
	}
	return err
}
