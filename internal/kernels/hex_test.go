package kernels

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// hexAppender is a HexAppender that has to do everything with one kernel.
func hexAppender(k Kernel) HexAppender {
	return NewHexAppender([]Kernel{k}, &cpuid.CPU, Backend{Auto: true})
}

func wantHex(digests []byte, size, slot int, end byte) []byte {
	var want []byte
	for ; len(digests) >= slot; digests = digests[slot:] {
		want = append(fmt.Appendf(want, "%x", digests[:size]), end)
	}
	return want
}

func TestHex(t *testing.T) {
	eachKernel(t, Hex, func(t *testing.T, k Kernel) {
		appendHex := hexAppender(k)
		digests := splitMix64(3, 10_000)
		for size := 1; size <= 140; size++ {
			for _, slot := range []int{size, size + 1, 64, 256} {
				if slot < size {
					continue
				}
				for count := range 10 {
					for _, end := range []byte{'\n', 0} {
						got := appendHex([]byte("before"), digests[:count*slot], size, slot, end)
						if want := append([]byte("before"), wantHex(digests[:count*slot], size, slot, end)...); !bytes.Equal(got, want) {
							t.Fatalf("%d digests of %d bytes in slots of %d: got %q, want %q", count, size, slot, got, want)
						}
					}
				}
			}
		}
		for b := range 256 {
			digest := bytes.Repeat([]byte{byte(b)}, 8)
			if got, want := appendHex(nil, digest, 8, 8, '\n'), wantHex(digest, 8, 8, '\n'); !bytes.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		}
	})
}

func TestHexNoAllocation(t *testing.T) {
	appendHex := NewHexAppender(Table(), &cpuid.CPU, Backend{Auto: true})
	dst, digests := make([]byte, 0, 1000), make([]byte, 320)
	if n := testing.AllocsPerRun(10, func() { appendHex(dst, digests, 32, 32, '\n') }); n != 0 {
		t.Errorf("%v allocations a call", n)
	}
}

func BenchmarkHex(b *testing.B) {
	for _, size := range []int{8, 32, 64} {
		for _, k := range Table() {
			if k.Op != Hex || !k.Tier.Available(&cpuid.CPU) {
				continue
			}
			b.Run(fmt.Sprintf("backend=%v/size=%d", k.Tier, size), func(b *testing.B) {
				appendHex := hexAppender(k)
				digests := splitMix64(4, 1000*size)
				dst := make([]byte, 0, 1000*(2*size+1))
				for b.Loop() {
					appendHex(dst, digests, size, size, '\n')
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/digest")
			})
		}
	}
}
