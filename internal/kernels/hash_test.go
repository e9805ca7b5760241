package kernels

import (
	"encoding/binary"
	"math/rand/v2"
	"strconv"
	"testing"

	"szsum/internal/sortlen"

	"github.com/klauspost/cpuid/v2"
	"github.com/zeebo/xxh3"
)

func hashParams(seed uint64) Params { return Params{Algorithm: Hash, Seeds: []uint64{seed}} }

// hashWant is the portable code's digest; the vectors hold it against the reference.
func hashWant(seed uint64) func(message []byte) []byte {
	return func(message []byte) []byte { return binary.BigEndian.AppendUint64(nil, hashSum(message, seed)) }
}

// hashVectors reads szhash.jsonl, a corpus for each seed.
func hashVectors(t *testing.T) map[uint64]*corpus {
	t.Helper()
	type row struct {
		vectorInput
		Seed string `json:"seed"`
		Hash string `json:"hash"`
	}
	all := map[uint64]*corpus{}
	for _, r := range readVectors[row](t, "szhash.jsonl") {
		seed := number(t, r.Seed)
		if all[seed] == nil {
			all[seed] = &corpus{}
		}
		all[seed].add(r.bytes(t), unhex(t, r.Hash))
	}
	return all
}

func number(t *testing.T, s string) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(s, 0, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// The known answers of the round and two worked examples, step by step.
func TestAESRound(t *testing.T) {
	state := vector{0x0706050403020100, 0x0f0e0d0c0b0a0908}
	for _, c := range []struct{ key, want vector }{
		{vector{}, vector{0x51336d2c455c6a6a, 0x5c219c27615dd9b0}},
		{vector{0x1716151413121110, 0x1f1e1d1c1b1a1918}, vector{0x46257838564e7b7a, 0x433f813b7a47c0a8}},
	} {
		if got := aesRound(state, c.key); got != c.want {
			t.Errorf("key %x: got %x, want %x", c.key, got, c.want)
		}
	}
}

func TestHashVectors(t *testing.T) {
	for seed, c := range hashVectors(t) {
		p := hashParams(seed)
		eachKernel(t, Hash, func(t *testing.T, k Kernel) { testCorpus(t, only(p, k).NewHasher(), c) })
		if seed == 42 {
			eachChain(t, p, func(t *testing.T, d *Digester) { testCorpus(t, d.NewHasher(), c) })
		}
	}
}

func TestHashOffsets(t *testing.T) {
	c := hashVectors(t)[42]
	eachKernel(t, Hash, func(t *testing.T, k Kernel) { testOffsets(t, only(hashParams(42), k).NewHasher(), c) })
}

func TestHashSizes(t *testing.T) {
	const seed = 0x123456789abcdef0
	eachKernel(t, Hash, func(t *testing.T, k Kernel) {
		testSizes(t, only(hashParams(seed), k).NewHasher(), k.Lanes, 64, hashWant(seed))
	})
	eachChain(t, hashParams(seed), func(t *testing.T, d *Digester) {
		testSizes(t, d.NewHasher(), d.Kernel().Lanes, 64, hashWant(seed))
	})
}

func TestHashCorpora(t *testing.T) {
	eachKernel(t, Hash, func(t *testing.T, k Kernel) { testCorpora(t, only(hashParams(7), k).NewHasher(), hashWant(7)) })
}

func TestHashLong(t *testing.T) {
	eachKernel(t, Hash, func(t *testing.T, k Kernel) {
		testLong(t, only(hashParams(7), k).NewHasher(), 64*maxPieces, hashWant(7))
	})
}

func TestHashNoAllocation(t *testing.T) {
	eachKernel(t, Hash, func(t *testing.T, k Kernel) { testNoAllocation(t, only(hashParams(1), k).NewHasher()) })
}

// A stream gives the same digest however the message is cut, and may be asked for it at any moment.
func TestHashStream(t *testing.T) {
	eachKernel(t, Hash, func(t *testing.T, k Kernel) {
		f := k.Func.(hashFunc)
		testStream(t, []uint64{42}, &f.stream)
	})
}

// testStream writes messages to a stream in random cuts.
func testStream(t *testing.T, seeds []uint64, f *hashStreamFunc) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 3))
	text := splitMix64(11, 500)
	s := newHashStream(newHashSeeds(seeds), len(seeds))
	for round := range 24 {
		s.reset()
		longest := []int{1, 10, 64, 65, 200, 1000}[round%6]
		for at := 0; ; {
			if message, whole := s.whole(); whole {
				if string(message) != string(text[:at]) {
					t.Fatalf("%d bytes: got %x", at, message)
				}
			} else {
				digests := make([]byte, 8*len(seeds))
				s.digest(f, digests)
				for i, seed := range seeds {
					if got, want := binary.BigEndian.Uint64(digests[8*i:]), hashSum(text[:at], seed); got != want {
						t.Fatalf("%d bytes, seed %d of %d: got %x, want %x", at, i, len(seeds), got, want)
					}
				}
			}
			if at == len(text) {
				break
			}
			n := min(rng.IntN(longest+1), len(text)-at)
			s.write(f, text[at:at+n])
			at += n
		}
	}
}

// FuzzHash holds every kernel against the portable code, over a window of messages that all end where the data ends.
func FuzzHash(f *testing.F) {
	f.Add([]byte("hello"), uint64(42), 3)
	f.Add(splitMix64(1, 700), uint64(1), 1)
	f.Fuzz(func(t *testing.T, data []byte, seed uint64, step int) {
		spans := tails(data, step)
		for _, k := range Table() {
			if !k.Tier.Available(&cpuid.CPU) {
				continue
			}
			switch k.Op {
			case Hash:
				checkTails(t, only(hashParams(seed), k).NewHasher(), data, spans, hashWant(seed))
			case Multihash:
				seeds := []uint64{seed, 1, ^seed, seed >> 1, seed << 1, 0, seed}[:1+len(data)%7]
				checkTails(t, only(Params{Algorithm: Multihash, Seeds: seeds}, k).NewHasher(), data, spans, multihashWant(seeds))
			case Bytesum:
				checkTails(t, only(bytesumParams, k).NewHasher(), data, spans, bytesumWant)
			}
		}
	})
}

// tails are messages that end where data ends and start step bytes apart.
func tails(data []byte, step int) []sortlen.Span {
	var spans []sortlen.Span
	for at := 0; at <= len(data) && len(spans) < 100; at += max(step, 1) {
		spans = append(spans, sortlen.NewSpan(at, len(data)-at))
	}
	return spans
}

func checkTails(t *testing.T, h Hasher, data []byte, spans []sortlen.Span, want func([]byte) []byte) {
	t.Helper()
	digests := make([]byte, h.Slot()*len(spans))
	h.Window(digests, data, spans, len(data))
	for i, span := range spans {
		if got, want := digests[h.Slot()*i:][:h.Size()], want(data[span.Offset():]); string(got) != string(want) {
			t.Fatalf("%T, %d bytes at %d: got %x, want %x", h, span.Len(), span.Offset(), got, want)
		}
	}
}

// sink keeps the references' results from being optimised away.
var sink uint64

func xxh3Reference(message []byte) { sink += xxh3.Hash(message) }

func BenchmarkHash(b *testing.B) {
	benchmarkCorpora(b, hashParams(0), xxh3Reference)
	benchmarkOp(b, hashParams(0), xxh3Reference)
}

// The known answers in the table are those of the portable code, and every kernel gives them.
func TestKnownAnswers(t *testing.T) {
	for _, op := range []Op{Hash, Multihash, Bytesum} {
		eachKernel(t, op, func(t *testing.T, k Kernel) {
			if got := newBench(op, []Kernel{k}).knownAnswer(0); got != algorithms(op).answer {
				t.Errorf("got %#x, want %#x", got, algorithms(op).answer)
			}
		})
	}
}
