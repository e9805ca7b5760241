//go:build !linux

package main

import "os"

// endBySignals has signals end the program as they do one in C. That takes a system call which Go has on Linux only.
func endBySignals(program) {}

// pending would tell whether one of the signals has been sent that no thread has taken yet; nobody knows here.
func pending([]os.Signal) bool { return false }
