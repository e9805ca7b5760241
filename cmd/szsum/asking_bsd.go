//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package main

import (
	"os"
	"syscall"
)

// askingSignals ask how far the run has come. The second one is Control-T's.
var askingSignals = []os.Signal{syscall.SIGUSR1, syscall.SIGINFO}
