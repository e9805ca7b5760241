package kernels

import (
	"encoding/binary"
	"testing"
)

var bytesumParams = Params{Algorithm: Bytesum}

func bytesumWant(message []byte) []byte {
	var sum uint64
	for _, b := range message {
		sum += uint64(b)
	}
	return binary.BigEndian.AppendUint64(nil, sum)
}

// bytesumVectors reads bytesum.jsonl, apart the few rows of more than 64 MB, which are repetitions of one byte.
func bytesumVectors(t *testing.T) (c, huge *corpus) {
	t.Helper()
	type row struct {
		vectorInput
		Sum uint64 `json:"sum"`
	}
	c, huge = &corpus{}, &corpus{}
	for _, r := range readVectors[row](t, "bytesum.jsonl") {
		into := c
		if r.Len > 64e6 {
			into = huge
		}
		into.add(r.bytes(t), binary.BigEndian.AppendUint64(nil, r.Sum))
	}
	return c, huge
}

func TestBytesumVectors(t *testing.T) {
	c, huge := bytesumVectors(t)
	if len(huge.messages) != 2 {
		t.Errorf("%d rows of more than 64 MB", len(huge.messages))
	}
	eachKernel(t, Bytesum, func(t *testing.T, k Kernel) {
		h := only(bytesumParams, k).NewHasher()
		testCorpus(t, h, c)
		huge.checkWindows(t, h, []int{1, 0})
		huge.checkLanes(t, h, []int{0, 1}, 1<<30)
		huge.checkLanes(t, h, []int{1}, 256*PieceAlign)
	})
	eachChain(t, bytesumParams, func(t *testing.T, d *Digester) { testCorpus(t, d.NewHasher(), c) })
}

func TestBytesumOffsets(t *testing.T) {
	c, _ := bytesumVectors(t)
	eachKernel(t, Bytesum, func(t *testing.T, k Kernel) { testOffsets(t, only(bytesumParams, k).NewHasher(), c) })
}

func TestBytesumSizes(t *testing.T) {
	eachKernel(t, Bytesum, func(t *testing.T, k Kernel) {
		testSizes(t, only(bytesumParams, k).NewHasher(), k.Lanes, 64, bytesumWant)
	})
}

func TestBytesumCorpora(t *testing.T) {
	eachKernel(t, Bytesum, func(t *testing.T, k Kernel) { testCorpora(t, only(bytesumParams, k).NewHasher(), bytesumWant) })
}

func TestBytesumLong(t *testing.T) {
	eachKernel(t, Bytesum, func(t *testing.T, k Kernel) {
		testLong(t, only(bytesumParams, k).NewHasher(), maxSum, bytesumWant)
	})
}

func TestBytesumNoAllocation(t *testing.T) {
	eachKernel(t, Bytesum, func(t *testing.T, k Kernel) { testNoAllocation(t, only(bytesumParams, k).NewHasher()) })
}

func BenchmarkBytesum(b *testing.B) {
	benchmarkCorpora(b, bytesumParams, xxh3Reference)
	benchmarkOp(b, bytesumParams, xxh3Reference)
}
