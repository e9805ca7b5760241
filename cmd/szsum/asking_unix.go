//go:build unix && !darwin && !dragonfly && !freebsd && !netbsd && !openbsd

package main

import (
	"os"
	"syscall"
)

// askingSignals ask how far the run has come.
var askingSignals = []os.Signal{syscall.SIGUSR1}
