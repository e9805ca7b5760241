package pipeline

import "golang.org/x/sys/unix"

// mapLarge maps n bytes that may lie in large pages, or returns nil.
func mapLarge(n int) []byte {
	b, err := unix.Mmap(-1, 0, n, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if err != nil {
		return nil
	}
	unix.Madvise(b, unix.MADV_HUGEPAGE) // without it the pages are small
	return b
}

func unmap(b []byte) { unix.Munmap(b) }
