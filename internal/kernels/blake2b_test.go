package kernels

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/crypto/blake2b"
)

var blake2bParams = Params{Algorithm: BLAKE2b, BLAKE2: DefaultBLAKE2()}

func blake2bWant(message []byte) []byte {
	d := blake2b.Sum512(message)
	return d[:]
}

// blake2bKeyed are parameters with a key, and what x/crypto makes of them.
func blake2bKeyed(t testing.TB) (Params, func(message []byte) []byte) {
	p := blake2bParams
	p.BLAKE2.Key = []byte("0123456789abcdef")
	p.BLAKE2.DigestLength = 32
	return p, func(message []byte) []byte {
		h, err := blake2b.New(32, p.BLAKE2.Key)
		if err != nil {
			t.Fatal(err)
		}
		h.Write(message)
		return h.Sum(nil)
	}
}

func blake2bVectors(t *testing.T) []blake2Case {
	t.Helper()
	return append(blake2Cases(t, "blake2b.jsonl", BLAKE2b), blake2Cases(t, "blake2b_params.jsonl", BLAKE2b)...)
}

func TestBLAKE2bVectors(t *testing.T) {
	cases := blake2bVectors(t)
	groups := blake2Groups(cases)
	check := func(t *testing.T, d *Digester) {
		for _, g := range groups {
			testCorpus(t, newDigester(g.params, d.kernels).NewHasher(), &g.corpus)
		}
	}
	eachKernel(t, BLAKE2b, func(t *testing.T, k Kernel) { check(t, only(blake2bParams, k)) })
	eachChain(t, blake2bParams, check)
}

// Every file of vectors is one batch, so that the lanes differ in everything.
func TestBLAKE2bMany(t *testing.T) {
	for _, file := range []string{"blake2b.jsonl", "blake2b_params.jsonl"} {
		cases := blake2Cases(t, file, BLAKE2b)
		check := func(t *testing.T, d *Digester) {
			m := NewBLAKE2bMany(d)
			if m.Degree() != d.Kernel().Lanes {
				t.Errorf("degree %d", m.Degree())
			}
			threeOrders(len(cases), func(numbers []int) {
				var jobs []BLAKE2bJob
				for _, i := range numbers {
					c := &cases[i]
					jobs = append(jobs, BLAKE2bJob{&c.params.BLAKE2, c.message, make([]byte, len(c.digest))})
				}
				if err := m.Sum(jobs); err != nil {
					t.Fatal(err)
				}
				for j, i := range numbers {
					if !bytes.Equal(jobs[j].Digest, cases[i].digest) {
						t.Fatalf("%s: got %x, want %x", cases[i].id, jobs[j].Digest, cases[i].digest)
					}
				}
			})
			for _, piece := range []int{1, 64, 128, 511} {
				checkManyUpdates(t, d, m, cases, piece)
			}
		}
		t.Run(file, func(t *testing.T) {
			eachKernel(t, BLAKE2b, func(t *testing.T, k Kernel) { check(t, only(blake2bParams, k)) })
			eachChain(t, blake2bParams, check)
		})
	}
}

// checkManyUpdates brings the cases through states that are updated side by side, first by a piece, then by the rest.
func checkManyUpdates(t *testing.T, d *Digester, m *BLAKE2bMany, cases []blake2Case, piece int) {
	t.Helper()
	var states []*BLAKE2bState
	var first, rest [][]byte
	for i := range cases {
		c := &cases[i]
		states = append(states, NewBLAKE2bState(newDigester(c.params, d.kernels)))
		n := min(piece+i%3, len(c.message))
		first, rest = append(first, c.message[:n]), append(rest, c.message[n:])
	}
	m.Update(states, first)
	m.Update(states, rest)
	for i := range cases {
		if got := states[i].Sum(); !got.Equal(cases[i].digest) || states[i].Count() != uint64(len(cases[i].message)) {
			t.Fatalf("%s, in pieces of %d: got %v, want %x", cases[i].id, piece, got, cases[i].digest)
		}
	}
}

func TestBLAKE2bStream(t *testing.T) {
	cases := blake2bVectors(t)
	check := func(t *testing.T, d *Digester) {
		for i := range cases {
			c := &cases[i]
			for _, piece := range blake2Pieces {
				if len(c.message) > 10000 && piece < 127 {
					continue // megabytes byte by byte take long and show nothing new
				}
				s := NewBLAKE2bState(newDigester(c.params, d.kernels))
				for rest := c.message; len(rest) > 0; {
					n := min(piece, len(rest))
					s.Update(rest[:n])
					s.Update(nil)
					rest = rest[n:]
				}
				if got := s.Sum(); !got.Equal(c.digest) {
					t.Fatalf("%s, in pieces of %d: got %v, want %x", c.id, piece, got, c.digest)
				}
			}
		}
	}
	eachKernel(t, BLAKE2b, func(t *testing.T, k Kernel) {
		if k.Lanes > 1 {
			t.Skip("a state is one message")
		}
		check(t, only(blake2bParams, k))
	})
}

// blake2Pieces are the lengths in which vectors are streamed: around blocks and halves of them.
var blake2Pieces = []int{1, 63, 64, 127, 128, 129, 511}

func TestBLAKE2bState(t *testing.T) {
	p, want := blake2bKeyed(t)
	eachChain(t, p, func(t *testing.T, d *Digester) {
		text := splitMix64(11, 5000)
		s := NewBLAKE2bState(d)
		for at := 0; at < len(text); at += 200 {
			if got := s.Sum(); s.Count() != uint64(at) || !got.Equal(want(text[:at])) || !got.Equal(s.Sum().Bytes()) {
				t.Fatalf("after %d of %d bytes: %v", s.Count(), at, got)
			}
			other := *s
			s.Update(text[at : at+200])
			other.Update([]byte("something else"))
			if got := other.Sum(); !got.Equal(want(append(text[:at:at], "something else"...))) {
				t.Fatalf("a copy after %d bytes: %v", at, got)
			}
		}
		plain := s.Sum()
		s.SetLastNode(true)
		if s.Sum() == plain {
			t.Error("the last-node flag changes nothing")
		}
		s.SetLastNode(false)
		if s.Sum() != plain || plain.String() != fmt.Sprintf("%x", want(text)) {
			t.Error("the last-node flag is not taken back")
		}
		if plain.Equal(plain.Bytes()[1:]) || plain.Equal(append(plain.Bytes(), 0)) || plain.Equal(make([]byte, 32)) {
			t.Error("different digests are equal")
		}
		if text := fmt.Sprintf("%v %+v %#v", s, *s, s); strings.Count(text, "BLAKE2bState(digest 32, 5000 bytes)") != 3 {
			t.Error(text)
		}
	})
}

func TestBLAKE2bSizes(t *testing.T) {
	keyed, keyedWant := blake2bKeyed(t)
	eachKernel(t, BLAKE2b, func(t *testing.T, k Kernel) {
		testSizes(t, only(blake2bParams, k).NewHasher(), k.Lanes, 128, blake2bWant)
		testSizes(t, only(keyed, k).NewHasher(), k.Lanes, 128, keyedWant)
	})
	eachChain(t, blake2bParams, func(t *testing.T, d *Digester) {
		testSizes(t, d.NewHasher(), d.Kernel().Lanes, 128, blake2bWant)
	})
}

// The count goes over into its high word, in some lanes and not in others, in the first and in a later block of a call.
func TestBLAKE2bCarry(t *testing.T) {
	text := splitMix64(12, 16*512)
	eachKernel(t, BLAKE2b, func(t *testing.T, k Kernel) {
		f := k.Func.(blake2bFunc)
		for _, stride := range []uint64{128, 512} {
			for blocks := uint64(1); blocks <= 4; blocks++ {
				var states, want [maxLanes]*blake2bState
				var data [maxLanes]*byte
				for i := range k.Lanes {
					s := blake2bState{blake2bCount: ^uint64(0) - 128*uint64(i%5) + 1, blake2bCount + 1: uint64(i) << 62}
					for j := range 8 {
						s[j] = uint64(i*j) * 0x9e3779b97f4a7c15
					}
					if i%3 == 1 {
						s[blake2bFlags], s[blake2bFlags+1] = ^uint64(0), -uint64(i&1)
					}
					if i == 2 { // about to become a message of 3 bytes
						s[blake2bCount], s[blake2bCount+1] = ^uint64(0)-124, ^uint64(0)
					}
					other := s
					states[i], want[i], data[i] = &s, &other, &text[100*i]
					blake2bBlocksGeneric(&want[i], &data[i], blocks, stride, nil)
				}
				f.blocks(&states[0], &data[0], blocks, stride, alignedScratch())
				for i := range k.Lanes {
					if *states[i] != *want[i] {
						t.Fatalf("%d blocks, stride %d, lane %d: got %x, want %x", blocks, stride, i, *states[i], *want[i])
					}
				}
			}
		}
	})
}

func TestBLAKE2bNoAllocation(t *testing.T) {
	eachKernel(t, BLAKE2b, func(t *testing.T, k Kernel) { testNoAllocation(t, only(blake2bParams, k).NewHasher()) })
}

// FuzzBLAKE2b cuts its input into messages and compares all tiers with x/crypto.
func FuzzBLAKE2b(f *testing.F) {
	chains := allChains(BLAKE2b)
	f.Add([]byte("abc"), []byte("key"), uint8(64), uint16(1))
	f.Add(splitMix64(1, 1000), []byte{}, uint8(20), uint16(129))
	f.Fuzz(func(t *testing.T, text, key []byte, length uint8, cut uint16) {
		p := DefaultBLAKE2()
		p.DigestLength, p.Key = int(length%64)+1, key[:min(len(key), 64)]
		var c corpus
		for n := 0; ; n += int(cut)%300 + 1 {
			n := min(n, len(text))
			h, err := blake2b.New(p.DigestLength, p.Key)
			if err != nil {
				t.Fatal(err)
			}
			h.Write(text[:n])
			c.add(text[:n], h.Sum(nil))
			if n == len(text) || len(c.messages) == 40 {
				break
			}
		}
		for _, chain := range chains {
			d := newDigester(Params{Algorithm: BLAKE2b, BLAKE2: p}, chain)
			testCorpus(t, d.NewHasher(), &c)
		}
	})
}

func BenchmarkBLAKE2b(b *testing.B) {
	benchmarkOp(b, blake2bParams, func(message []byte) { blake2b.Sum512(message) })
}
