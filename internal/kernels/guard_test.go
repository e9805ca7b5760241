//go:build linux || darwin || freebsd

package kernels

import (
	"testing"

	"szsum/internal/sortlen"

	"golang.org/x/sys/unix"
)

// guarded is size bytes of memory, a multiple of the page size, between two pages that cannot be touched.
func guarded(t *testing.T, size int) []byte {
	t.Helper()
	page := unix.Getpagesize()
	m, err := unix.Mmap(-1, 0, size+2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Munmap(m) })
	for _, guard := range [][]byte{m[:page], m[page+size:]} {
		if err := unix.Mprotect(guard, unix.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return m[page : page+size : page+size]
}

// testGuardPages digests messages that begin right behind, and that end right before, memory that cannot be touched,
// in groups of one to two times the lanes.
func testGuardPages(t *testing.T, h Hasher, lanes, longest int, want func(message []byte) []byte) {
	t.Helper()
	page := unix.Getpagesize()
	memory := guarded(t, (longest+page)/page*page)
	copy(memory, splitMix64(9, len(memory)))
	for n := range longest + 1 {
		check := func(at int) {
			message := memory[at : at+n]
			digest := want(message)
			for _, count := range []int{1, lanes, 2*lanes - 1} {
				spans := make([]sortlen.Span, count)
				for i := range spans {
					spans[i] = sortlen.NewSpan(at, n)
				}
				digests := make([]byte, h.Slot()*count)
				h.Window(digests, memory, spans, n)
				for i := range spans {
					if got := digests[h.Slot()*i:][:h.Size()]; string(got) != string(digest) {
						t.Fatalf("%d bytes at %d, %d messages: got %x, want %x", n, at, count, got, digest)
					}
				}
			}
			lanes := []Lane{{Piece: message, First: true, Last: true, Busy: true, Digest: make([]byte, h.Slot())}}
			for lanes[0].Busy {
				h.Step(lanes)
			}
			if got := lanes[0].Digest[:h.Size()]; string(got) != string(digest) {
				t.Fatalf("%d bytes at %d, in a lane: got %x, want %x", n, at, got, digest)
			}
		}
		check(0)
		check(len(memory) - n)
	}
}

func TestSHA256GuardPages(t *testing.T) {
	eachKernel(t, SHA256, func(t *testing.T, k Kernel) {
		testGuardPages(t, only(sha256Params, k).NewHasher(), k.Lanes, 400, sha256Want)
	})
}

func TestHashGuardPages(t *testing.T) {
	eachKernel(t, Hash, func(t *testing.T, k Kernel) {
		testGuardPages(t, only(hashParams(3), k).NewHasher(), k.Lanes, 400, hashWant(3))
	})
}

func TestMultihashGuardPages(t *testing.T) {
	eachKernel(t, Multihash, func(t *testing.T, k Kernel) {
		testGuardPages(t, only(multihashParams(eightSeeds), k).NewHasher(), k.Lanes, 400, multihashWant(eightSeeds))
	})
}

func TestBytesumGuardPages(t *testing.T) {
	eachKernel(t, Bytesum, func(t *testing.T, k Kernel) {
		testGuardPages(t, only(bytesumParams, k).NewHasher(), k.Lanes, 400, bytesumWant)
	})
}
