package walk

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// HoldsProcessor tells that a goroutine that waits for a disk keeps its processor.
//
// The calls that each file and each window of one takes are raw: the runtime is not told that they may take long. Otherwise
// it gives away the processor of calls longer than 20 microseconds, and the thread has to get another one when it comes
// back, which costs 6 % on small files. So there have to be more processors (GOMAXPROCS) than goroutines that read.
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

func readFileAt(fd int, p []byte, at int64) (int, error) {
	if unsafe.Sizeof(uintptr(0)) < 8 { // the offset takes two registers, which two is the architecture's affair
		return unix.Pread(fd, p, at)
	}
	r, _, err := syscall.RawSyscall6(unix.SYS_PREAD64, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)), uintptr(at), 0, 0)
	if err != 0 {
		return 0, err
	}
	return int(r), nil
}

func closeFile(fd int) { syscall.RawSyscall(unix.SYS_CLOSE, uintptr(fd), 0, 0) }
