//go:build !unix

package main

import "os"

// deadlySignals end the program, unless they are ignored.
var deadlySignals = []os.Signal{os.Interrupt}

// askingSignals ask how far the run has come.
var askingSignals []os.Signal

// die ends the program as by a signal.
func die(os.Signal) { os.Exit(1) }
