package kernels

import (
	"fmt"
	"unsafe"

	"szsum/internal/sortlen"
)

// maxLanes is the most lanes that a kernel has.
const maxLanes = 16

// alignedScratch is scratch memory for a kernel, aligned to 64 bytes.
func alignedScratch() *[4096]byte {
	b := make([]byte, 4096+64)
	return (*[4096]byte)(b[-uintptr(unsafe.Pointer(&b[0]))&63:])
}

// fillGroup repeats the last message number of order behind its end, until there are n.
func fillGroup(order []uint32, n int) {
	for i := len(order); i < n; i++ {
		order = append(order, order[i-1])
	}
}

// checkWindow panics where a kernel would write or read astray.
func checkWindow(digests, window []byte, spans []sortlen.Span, slot int) {
	if len(window) > MaxWindow || len(spans) > MaxBatch || len(digests) < slot*len(spans) {
		panic(fmt.Sprintf("kernels: a window of %d bytes, %d messages, %d bytes for digests", len(window), len(spans), len(digests)))
	}
}
