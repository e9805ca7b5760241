package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestReason(t *testing.T) {
	_, missing := os.Open(filepath.Join(t.TempDir(), "gone"))
	for want, err := range map[string]error{
		"No such file or directory":         missing,
		"Is a directory":                    fmt.Errorf("read: %w", syscall.EISDIR),
		"Too many levels of symbolic links": syscall.ELOOP,
		"No such device or address":         syscall.ENXIO,
		"Input/output error":                &os.PathError{Op: "read", Path: "p", Err: syscall.EIO},
		"file changed as it was read":       errors.New("file changed as it was read"),
		"unexpected EOF":                    io.ErrUnexpectedEOF,
	} {
		if got := reason(err); got != want {
			t.Errorf("%v is %q, want %q", err, got, want)
		}
	}
}
