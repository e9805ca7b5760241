package kernels

import (
	"bytes"
	"fmt"
	"testing"

	"golang.org/x/crypto/blake2b"
)

var blake2bpParams = Params{Algorithm: BLAKE2bp, BLAKE2: DefaultBLAKE2()}

// blake2bpWant is BLAKE2bp made of BLAKE2b messages, one state for each node.
func blake2bpWant(p *BLAKE2) func(message []byte) []byte {
	node := *p
	node.Fanout, node.MaxDepth, node.InnerHashLength = 4, 2, 64
	sum := func(node BLAKE2, key []byte, message []byte) []byte {
		s := &BLAKE2bState{call: blake2bFunc{blake2bx1Generic, blake2bBlocksGeneric}, length: 64}
		s.lane.beginFresh(&node)
		if len(key) == 0 {
			s.lane.n = 0
		}
		s.Update(message)
		return s.Sum().Bytes()
	}
	return func(message []byte) []byte {
		var shares [4][]byte
		for i := 0; i*128 < len(message); i++ {
			shares[i%4] = append(shares[i%4], message[128*i:min(128*i+128, len(message))]...)
		}
		var middle []byte
		for i := range shares {
			leaf := node
			leaf.NodeOffset, leaf.LastNode = uint64(i), i == 3
			middle = append(middle, sum(leaf, p.Key, shares[i])...)
		}
		root := node
		root.NodeDepth, root.LastNode = 1, true
		return sum(root, nil, middle)[:p.DigestLength]
	}
}

func TestBLAKE2bpVectors(t *testing.T) {
	cases := blake2Cases(t, "blake2bp.jsonl", BLAKE2bp)
	groups := blake2Groups(cases)
	check := func(t *testing.T, d *Digester) {
		for _, g := range groups {
			testCorpus(t, newDigester(g.params, d.kernels).NewHasher(), &g.corpus)
		}
	}
	eachKernel(t, BLAKE2bp, func(t *testing.T, k Kernel) { check(t, only(blake2bpParams, k)) })
	eachChain(t, blake2bpParams, check)
}

func TestBLAKE2bpStream(t *testing.T) {
	cases := blake2Cases(t, "blake2bp.jsonl", BLAKE2bp)
	eachKernel(t, BLAKE2bp, func(t *testing.T, k Kernel) {
		for i := range cases {
			c := &cases[i]
			for _, piece := range append(blake2Pieces, 384, 385, 512, 896, 897) {
				if len(c.message) > 10000 && piece < 127 {
					continue // megabytes byte by byte take long and show nothing new
				}
				s := NewBLAKE2bpState(only(c.params, k))
				for rest := c.message; len(rest) > 0; {
					n := min(piece, len(rest))
					s.Update(rest[:n])
					s.Update(nil)
					rest = rest[n:]
				}
				if got := s.Sum(); !got.Equal(c.digest) || s.Count() != uint64(len(c.message)) {
					t.Fatalf("%s, in pieces of %d: got %v, want %x", c.id, piece, got, c.digest)
				}
			}
		}
	})
}

func TestBLAKE2bpState(t *testing.T) {
	p := blake2bpParams
	p.BLAKE2.Key, p.BLAKE2.DigestLength = []byte("0123456789abcdef"), 20
	want := blake2bpWant(&p.BLAKE2)
	eachChain(t, p, func(t *testing.T, d *Digester) {
		text := splitMix64(13, 6000)
		s := NewBLAKE2bpState(d)
		for at := 0; at < len(text); at += 200 {
			if got := s.Sum(); !got.Equal(want(text[:at])) || got != s.Sum() {
				t.Fatalf("after %d bytes: %v", at, got)
			}
			other := *s
			s.Update(text[at : at+200])
			other.Update([]byte("something else"))
			if got := other.Sum(); !got.Equal(want(append(text[:at:at], "something else"...))) {
				t.Fatalf("a copy after %d bytes: %v", at, got)
			}
		}
		if text := fmt.Sprintf("%+v", s); text != "BLAKE2bpState(digest 20, 6000 bytes)" {
			t.Error(text)
		}
	})
}

func TestBLAKE2bpSizes(t *testing.T) {
	keyed := blake2bpParams
	keyed.BLAKE2.Key, keyed.BLAKE2.DigestLength = []byte("key"), 33
	eachKernel(t, BLAKE2bp, func(t *testing.T, k Kernel) {
		for _, p := range []Params{blake2bpParams, keyed} {
			// seven rows of 512 bytes are 28 blocks
			testSizes(t, only(p, k).NewHasher(), 12, 128, blake2bpWant(&p.BLAKE2))
		}
	})
}

// The definition above is the reference package's: its first and last keyed values (section 8 of the specification has
// the traps).
func TestBLAKE2bpWant(t *testing.T) {
	for _, c := range blake2Cases(t, "blake2bp.jsonl", BLAKE2bp) {
		if got := blake2bpWant(&c.params.BLAKE2)(c.message); !bytes.Equal(got, c.digest) {
			t.Errorf("%s: got %x, want %x", c.id, got, c.digest)
		}
	}
}

func TestBLAKE2bpNoAllocation(t *testing.T) {
	eachKernel(t, BLAKE2bp, func(t *testing.T, k Kernel) { testNoAllocation(t, only(blake2bpParams, k).NewHasher()) })
}

// The reference is BLAKE2b, which BLAKE2bp is to be faster than.
func BenchmarkBLAKE2bp(b *testing.B) {
	benchmarkOp(b, blake2bpParams, func(message []byte) { blake2b.Sum512(message) })
}
