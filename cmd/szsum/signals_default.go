//go:build !linux

package main

// endBySignals has signals end the program as they do one in C. That takes a system call which Go has on Linux only.
func endBySignals(program) {}
