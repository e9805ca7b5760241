package walk

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// HoldsProcessor tells that a goroutine that waits for a disk keeps its processor.
//
// The calls that each file takes are raw: the runtime is not told that they may take long. Otherwise it gives away the
// processor of calls longer than 20 microseconds, and the thread has to get another one when it comes back, which costs 6 %
// on small files. So there have to be more processors (GOMAXPROCS) than goroutines that read.
const HoldsProcessor = true

// openFile opens the path, ended by NUL, relative to the folder dir.
func openFile(dir int, path []byte, flags int) (fd int, err syscall.Errno) {
	for {
		r, _, err := syscall.RawSyscall6(unix.SYS_OPENAT, uintptr(dir), uintptr(unsafe.Pointer(&path[0])), uintptr(flags|unix.O_LARGEFILE), 0, 0, 0)
		if err != unix.EINTR {
			return int(r), err
		}
	}
}

func readFile(fd int, p []byte) (int, syscall.Errno) {
	for {
		r, _, err := syscall.RawSyscall(unix.SYS_READ, uintptr(fd), uintptr(unsafe.Pointer(&p[0])), uintptr(len(p)))
		if err != unix.EINTR {
			return int(r), err
		}
	}
}

func closeFile(fd int) { syscall.RawSyscall(unix.SYS_CLOSE, uintptr(fd), 0, 0) }
