//go:build linux || darwin || freebsd

package kernels

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"golang.org/x/sys/unix"
)

// Texts that begin right behind, and that end right before, memory that cannot be touched, and spans that do.
func TestSplitGuardPages(t *testing.T) {
	page := unix.Getpagesize()
	memory := guarded(t, 2*page)
	rng := rand.New(rand.NewPCG(4, 4))
	eachKernel(t, Split, func(t *testing.T, k Kernel) {
		split := splitter(k)
		for _, every := range []int{1, 7, 100} {
			copy(memory, randomText(rng, len(memory), every, '\n'))
			for n := range 300 {
				checkSplit(t, split, memory[:n], '\n', n+1)
				checkSplit(t, split, memory[len(memory)-n:], '\n', n+1)
				checkSplit(t, split, memory[page-n/2:][:n], '\n', n+1)
			}
		}
	})
}

// Digests that begin right behind, and that end right before, memory that cannot be touched, and digits that do.
func TestHexGuardPages(t *testing.T) {
	page := unix.Getpagesize()
	from, to := guarded(t, page), guarded(t, page)
	copy(from, splitMix64(5, page))
	eachKernel(t, Hex, func(t *testing.T, k Kernel) {
		appendHex := hexAppender(k)
		for size := 8; size <= 80; size += 8 {
			for count := 1; count < 10; count++ {
				n, lines := count*size, count*(2*size+1)
				for _, digests := range [][]byte{from[:n], from[page-n:]} {
					for _, dst := range [][]byte{to[:0:lines], to[page-lines:][:0]} {
						if got := appendHex(dst, digests, size, size, '\n'); !bytes.Equal(got, wantHex(digests, size, size, '\n')) {
							t.Fatalf("%d digests of %d bytes: got %q", count, size, got)
						}
					}
				}
			}
		}
	})
}
