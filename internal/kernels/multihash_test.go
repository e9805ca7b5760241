package kernels

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/zeebo/xxh3"
)

// eightSeeds are those that StringZilla measures itself with.
var eightSeeds = []uint64{0, 1, 42, 314159, 2654435761, 11400714819323198485, 7, 8}

// someSeeds are n different seeds, and a repeated one.
func someSeeds(n int) []uint64 {
	seeds := make([]uint64, n)
	for i := range seeds {
		seeds[i] = uint64(i) * 0x9e3779b97f4a7c15
	}
	seeds[n-1] = seeds[n/2]
	return seeds
}

func multihashParams(seeds []uint64) Params { return Params{Algorithm: Multihash, Seeds: seeds} }

func multihashWant(seeds []uint64) func(message []byte) []byte {
	return func(message []byte) []byte {
		var digests []byte
		for _, seed := range seeds {
			digests = binary.BigEndian.AppendUint64(digests, hashSum(message, seed))
		}
		return digests
	}
}

// A seedsCorpus is messages and their digests with the same seeds.
type seedsCorpus struct {
	seeds []uint64
	corpus
}

// multihashVectors reads szhash_multiseed.jsonl, a corpus for each list of seeds.
func multihashVectors(t *testing.T) []*seedsCorpus {
	t.Helper()
	type row struct {
		vectorInput
		Seeds  []string `json:"seeds"`
		Hashes []string `json:"hashes"`
	}
	lists := map[string]*seedsCorpus{}
	var all []*seedsCorpus
	for _, r := range readVectors[row](t, "szhash_multiseed.jsonl") {
		if len(r.Seeds) == 0 {
			continue // a digest of no numbers is no digest
		}
		list := strings.Join(r.Seeds, ",")
		c := lists[list]
		if c == nil {
			c = &seedsCorpus{}
			for _, seed := range r.Seeds {
				c.seeds = append(c.seeds, number(t, seed))
			}
			lists[list] = c
			all = append(all, c)
		}
		c.add(r.bytes(t), unhex(t, strings.Join(r.Hashes, "")))
	}
	return all
}

func TestMultihashVectors(t *testing.T) {
	for _, c := range multihashVectors(t) {
		p := multihashParams(c.seeds)
		eachKernel(t, Multihash, func(t *testing.T, k Kernel) { testCorpus(t, only(p, k).NewHasher(), &c.corpus) })
		if slices.Equal(c.seeds, eightSeeds) {
			eachChain(t, p, func(t *testing.T, d *Digester) { testCorpus(t, d.NewHasher(), &c.corpus) })
		}
	}
}

func TestMultihashOffsets(t *testing.T) {
	c := &corpus{}
	for n := range 301 {
		message := splitMix64(uint64(n), n)
		c.add(message, multihashWant(eightSeeds)(message))
	}
	eachKernel(t, Multihash, func(t *testing.T, k Kernel) {
		testOffsets(t, only(multihashParams(eightSeeds), k).NewHasher(), c)
	})
}

// Every number of seeds that fills the kernels' groups in another way, and those around what one call takes.
func TestMultihashSeeds(t *testing.T) {
	text := splitMix64(12, 3000)
	counts := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 15, 16, 17, 31, 1023, 1024, 1025, 4096}
	eachKernel(t, Multihash, func(t *testing.T, k Kernel) {
		for _, n := range counts {
			seeds := someSeeds(n)
			var c corpus
			for _, length := range []int{0, 1, 16, 17, 40, 64, 65, 128, 129, 2048, 3000} {
				c.add(text[:length], multihashWant(seeds)(text[:length]))
			}
			h := only(multihashParams(seeds), k).NewHasher()
			numbers := []int{4, 0, 10, 3, 1, 9, 8, 2, 5, 7, 6}
			c.checkWindows(t, h, numbers)
			c.checkWindows(t, h, []int{0, 1, 2, 3, 4, 5})
			c.checkLanes(t, h, numbers, PieceAlign)
		}
	})
}

func TestMultihashSizes(t *testing.T) {
	seeds := someSeeds(11)
	eachKernel(t, Multihash, func(t *testing.T, k Kernel) {
		testSizes(t, only(multihashParams(seeds), k).NewHasher(), k.Lanes, 64, multihashWant(seeds))
	})
}

func TestMultihashCorpora(t *testing.T) {
	eachKernel(t, Multihash, func(t *testing.T, k Kernel) {
		testCorpora(t, only(multihashParams(eightSeeds), k).NewHasher(), multihashWant(eightSeeds))
	})
}

func TestMultihashLong(t *testing.T) {
	seeds := someSeeds(5)
	eachKernel(t, Multihash, func(t *testing.T, k Kernel) {
		testLong(t, only(multihashParams(seeds), k).NewHasher(), 64*maxPieces/len(seeds), multihashWant(seeds))
	})
}

func TestMultihashNoAllocation(t *testing.T) {
	eachKernel(t, Multihash, func(t *testing.T, k Kernel) {
		testNoAllocation(t, only(multihashParams(eightSeeds), k).NewHasher())
	})
}

func TestMultihashStream(t *testing.T) {
	eachKernel(t, Multihash, func(t *testing.T, k Kernel) {
		f := k.Func.(multihashFunc)
		for _, n := range []int{1, 3, 4, 9} {
			testStream(t, someSeeds(n), &f.stream)
		}
	})
}

func TestSeeds(t *testing.T) {
	for _, p := range []Params{
		{Algorithm: Multihash},
		{Algorithm: Multihash, Seeds: make([]uint64, MaxSeeds+1)},
		{Algorithm: Hash, Seeds: []uint64{1, 2}},
	} {
		if p.Validate() == nil {
			t.Errorf("%v: %d seeds are taken", p.Algorithm, len(p.Seeds))
		}
	}
	for _, p := range []Params{
		{Algorithm: Hash},
		hashParams(1 << 63),
		multihashParams([]uint64{7}),
		multihashParams(make([]uint64, MaxSeeds)),
	} {
		if err := p.Validate(); err != nil {
			t.Error(err)
		}
	}
	p := Params{Algorithm: Hash}
	if s := p.seeds(); len(s) != 1 || s[0] != 0 {
		t.Errorf("a hash without a seed: %v", s)
	}
	p = multihashParams(someSeeds(5))
	if n := p.Size(); n != 40 {
		t.Errorf("five numbers: %d bytes", n)
	}
}

// The reference is eight hashes with seeds in a loop.
func BenchmarkMultihash(b *testing.B) {
	benchmarkCorpora(b, multihashParams(eightSeeds), func(message []byte) {
		for _, seed := range eightSeeds {
			sink += xxh3.HashSeed(message, seed)
		}
	})
	benchmarkOp(b, multihashParams(eightSeeds), nil)
}
