package kernels

import (
	"crypto/sha256"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

var sha256Params = Params{Algorithm: SHA256}

func sha256Want(message []byte) []byte {
	d := sha256.Sum256(message)
	return d[:]
}

// sha256Vectors reads sha256_lengths.jsonl: SHA-256 of messages of many lengths, and batches of them.
func sha256Vectors(t *testing.T) *corpus {
	t.Helper()
	type row struct {
		vectorInput
		SHA256  string        `json:"sha256"`
		Lanes   []vectorInput `json:"lanes"`
		Digests []string      `json:"digests"`
	}
	var c corpus
	for _, r := range readVectors[row](t, "sha256_lengths.jsonl") {
		if r.SHA256 != "" {
			c.add(r.bytes(t), unhex(t, r.SHA256))
		}
		for i := range r.Lanes {
			c.add(r.Lanes[i].bytes(t), unhex(t, r.Digests[i]))
		}
	}
	return &c
}

func TestSHA256Vectors(t *testing.T) {
	c := sha256Vectors(t)
	eachKernel(t, SHA256, func(t *testing.T, k Kernel) { testCorpus(t, only(sha256Params, k).NewHasher(), c) })
	eachChain(t, sha256Params, func(t *testing.T, d *Digester) { testCorpus(t, d.NewHasher(), c) })
}

func TestSHA256Sizes(t *testing.T) {
	eachKernel(t, SHA256, func(t *testing.T, k Kernel) {
		testSizes(t, only(sha256Params, k).NewHasher(), k.Lanes, 64, sha256Want)
	})
	eachChain(t, sha256Params, func(t *testing.T, d *Digester) {
		testSizes(t, d.NewHasher(), d.Kernel().Lanes, 64, sha256Want)
	})
}

func TestSHA256NoAllocation(t *testing.T) {
	eachKernel(t, SHA256, func(t *testing.T, k Kernel) { testNoAllocation(t, only(sha256Params, k).NewHasher()) })
}

// FuzzSHA256 cuts its input into messages and holds every kernel against crypto/sha256.
func FuzzSHA256(f *testing.F) {
	f.Add([]byte("abc"), []byte{1})
	f.Add(splitMix64(1, 1000), []byte{0, 55, 56, 64, 119, 120, 1, 255})
	f.Fuzz(func(t *testing.T, text, cuts []byte) {
		var c corpus
		for i := 0; len(text) > 0 && i < 40; i++ {
			n := len(text)
			if len(cuts) > 0 {
				n = min(n, int(cuts[i%len(cuts)]))
			}
			c.add(text[:n], sha256Want(text[:n]))
			text = text[n:]
		}
		for _, k := range Table() {
			if k.Op == SHA256 && k.Tier.Available(&cpuid.CPU) {
				testCorpus(t, only(sha256Params, k).NewHasher(), &c)
			}
		}
	})
}

func BenchmarkSum(b *testing.B) {
	benchmarkOp(b, sha256Params, func(message []byte) { sha256.Sum256(message) })
}
