package main

import (
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// setSize is how many bytes a set of signals has.
const setSize = 8

// endBySignals has signals end the program as they do one in C. Go's runtime catches these and does nothing.
func endBySignals(p program) {
	signals := []syscall.Signal{syscall.SIGUSR2, syscall.SIGALRM, syscall.SIGVTALRM, syscall.SIGIO, syscall.SIGPWR}
	if p != asSzsum {
		signals = append(signals, syscall.SIGUSR1)
	}
	var byDefault [64]byte // a struct sigaction of zeros, whatever its fields are here
	for _, s := range signals {
		unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(s), uintptr(unsafe.Pointer(&byDefault)), 0, setSize, 0, 0)
	}
}

// pending tells whether one of the signals has been sent to the program that no thread has taken yet.
func pending(signals []os.Signal) bool {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var wanted, before, found unix.Sigset_t
	for _, s := range signals {
		n := uint(s.(syscall.Signal)) - 1
		bits := uint(8 * unsafe.Sizeof(wanted.Val[0]))
		wanted.Val[n/bits] |= 1 << (n % bits)
	}
	// Only signals that this thread does not take itself are said to be pending.
	if unix.PthreadSigmask(unix.SIG_BLOCK, &wanted, &before) != nil {
		return false
	}
	defer unix.PthreadSigmask(unix.SIG_SETMASK, &before, nil)
	unix.RawSyscall(unix.SYS_RT_SIGPENDING, uintptr(unsafe.Pointer(&found)), setSize, 0)
	for i, bits := range wanted.Val {
		if found.Val[i]&bits != 0 {
			return true
		}
	}
	return false
}
