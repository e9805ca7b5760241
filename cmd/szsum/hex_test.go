package main

import (
	"encoding/hex"
	"math/rand/v2"
	"testing"
)

func TestAppendHexLines(t *testing.T) {
	for size := 1; size <= 64; size++ {
		slot := (size + 7) &^ 7
		digests := make([]byte, 5*slot)
		for i := range digests {
			digests[i] = byte(rand.Uint32())
		}
		want := "before "
		for i := range 5 {
			want += hex.EncodeToString(digests[i*slot:][:size]) + "\n"
		}
		if got := appendHexLines([]byte("before "), digests, size, slot, '\n'); string(got) != want {
			t.Errorf("size %d:\ngot  %s\nwant %s", size, got, want)
		}
	}
}

func BenchmarkAppendHexLines(b *testing.B) {
	digests := make([]byte, 4096*32)
	var dst []byte
	b.SetBytes(int64(len(digests)))
	for b.Loop() {
		dst = appendHexLines(dst[:0], digests, 32, 32, '\n')
	}
}
