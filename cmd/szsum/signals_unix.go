//go:build unix

package main

import (
	"os"
	"syscall"
)

// deadlySignals end the program, unless they are ignored.
var deadlySignals = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}

// die ends the program by a signal that has its default effect again.
func die(s os.Signal) { syscall.Kill(syscall.Getpid(), s.(syscall.Signal)) }
