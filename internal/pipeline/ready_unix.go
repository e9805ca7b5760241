//go:build unix

package pipeline

import (
	"os"

	"golang.org/x/sys/unix"
)

// ready tells whether a read would not wait.
func ready(f *os.File) bool {
	fds := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	n, err := unix.Poll(fds, 0)
	return err == nil && n > 0
}
