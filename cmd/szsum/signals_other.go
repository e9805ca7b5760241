//go:build !unix

package main

import "os"

// deadlySignals end the program, unless they are ignored.
var deadlySignals = []os.Signal{os.Interrupt}

// die ends the program as by a signal.
func die(os.Signal) { os.Exit(1) }
