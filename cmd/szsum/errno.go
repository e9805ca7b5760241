package main

import (
	"errors"
	"strings"
	"syscall"
)

// reason is what went wrong in the words of the C library: Go's, with a capital, without operation and path.
func reason(err error) string {
	var errno syscall.Errno
	if !errors.As(err, &errno) {
		return err.Error()
	}
	text := errno.Error()
	return strings.ToUpper(text[:1]) + text[1:]
}
