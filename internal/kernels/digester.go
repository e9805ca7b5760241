package kernels

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/klauspost/cpuid/v2"
)

// Params is an algorithm with its parameters.
type Params struct {
	Algorithm Op       // one that makes digests
	Seeds     []uint64 // of a Hash (one; none is the seed 0) or a Multihash (1 to MaxSeeds, in the order of its numbers)
	BLAKE2    BLAKE2   // of a BLAKE2b or BLAKE2bp
}

// Validate checks the parameters.
func (p *Params) Validate() error {
	switch p.Algorithm {
	case BLAKE2b:
		return p.BLAKE2.validate()
	case BLAKE2bp:
		return p.BLAKE2.validateParallel()
	case Hash, Multihash:
		return p.validateSeeds()
	}
	return nil
}

// Size is the length of a digest in bytes.
func (p *Params) Size() int { return algorithms(p.Algorithm).size(p) }

// An algorithm is what this package has to know of an operation that makes digests.
type algorithm struct {
	size      func(*Params) int // bytes
	newHasher func(*Digester) Hasher
	sample    Params // the parameters of the known answer and of the measurement
	answer    uint64 // what knownAnswer makes of them
}

// algorithms tells what there is to know of op.
func algorithms(op Op) algorithm {
	switch op {
	case SHA256:
		return algorithm{
			size:      func(*Params) int { return 32 },
			newHasher: newSHA256Hasher,
			sample:    Params{Algorithm: SHA256},
			answer:    0xd439e8edc9ded79d,
		}
	case Hash:
		return algorithm{
			size:      func(*Params) int { return 8 },
			newHasher: newHashHasher,
			sample:    Params{Algorithm: Hash, Seeds: []uint64{42}},
			answer:    0x688c6785b860c66d,
		}
	case Multihash:
		return algorithm{
			size:      func(p *Params) int { return 8 * len(p.Seeds) },
			newHasher: newMultihashHasher,
			sample:    Params{Algorithm: Multihash, Seeds: []uint64{0, 1, 42, 314159, 2654435761, 11400714819323198485, 7, 8, 1 << 63, 3, 3}},
			answer:    0xd6aca0dbe301f685,
		}
	case Bytesum:
		return algorithm{
			size:      func(*Params) int { return 8 },
			newHasher: newBytesumHasher,
			sample:    Params{Algorithm: Bytesum},
			answer:    0x0b517322fc666589,
		}
	case BLAKE2b:
		return algorithm{
			size:      func(p *Params) int { return p.BLAKE2.DigestLength },
			newHasher: newBLAKE2bHasher,
			sample:    Params{Algorithm: BLAKE2b, BLAKE2: blake2Sample(true)},
			answer:    0x0eac7f702ae111f1,
		}
	case BLAKE2bp:
		return algorithm{
			size:      func(p *Params) int { return p.BLAKE2.DigestLength },
			newHasher: newBLAKE2bpHasher,
			sample:    Params{Algorithm: BLAKE2bp, BLAKE2: blake2Sample(false)},
			answer:    0xdf00c6d0dd33e0e9,
		}
	}
	panic("kernels: " + op.String() + " makes no digests")
}

// A Digester is an algorithm with its parameters and the kernels chosen for it. Any number of goroutines may use it.
type Digester struct {
	Params
	chains [][]Kernel   // the candidates for auto, or one
	choice atomic.Int32 // the number of the one to use
	once   sync.Once    // for Settle
	passed []Kernel     // their self-test
	broken func(Kernel)
}

// Open chooses the kernels for an algorithm out of rows, those that cpu has and that pass their self-test. broken is
// told of each kernel that does not, which is left out; one that was asked for by name is an error instead. It may be
// told later, too, for the other candidates of auto are tested when there is enough work to try them.
func Open(rows []Kernel, cpu *cpuid.CPUInfo, p Params, b Backend, broken func(Kernel)) (*Digester, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	var passed []Kernel
	for {
		chains := chainsFor(rows, cpu, p.Algorithm, b)
		if len(chains) == 0 {
			return nil, fmt.Errorf("there is no kernel for %v", p.Algorithm)
		}
		bad := failing(chains[0], &passed)
		if len(bad) == 0 {
			return &Digester{Params: p, chains: chains, passed: passed, broken: broken}, nil
		}
		if !b.Auto {
			return nil, fmt.Errorf("backend '%v': the kernel %v gives a wrong digest on this machine", b.Tier, bad[0])
		}
		for _, k := range bad {
			broken(k)
		}
		rows = slices.DeleteFunc(slices.Clone(rows), func(k Kernel) bool { return slices.ContainsFunc(bad, k.is) })
	}
}

func chainsFor(rows []Kernel, cpu *cpuid.CPUInfo, op Op, b Backend) [][]Kernel {
	if b.Auto {
		return Candidates(rows, cpu, op)
	}
	if chain := Chain(rows, cpu, op, b.Tier); chain != nil {
		return [][]Kernel{chain}
	}
	return nil
}

// NewHasher makes a Hasher for one worker.
func (d *Digester) NewHasher() Hasher { return algorithms(d.Algorithm).newHasher(d) }

// Chain is the kernels in use, widest first.
func (d *Digester) Chain() []Kernel { return d.chains[d.choice.Load()] }

// links turns the candidates of d into what a Hasher calls: for each, its kernels, widest first.
func links[F any](d *Digester) [][]link[F] {
	var all [][]link[F]
	for _, chain := range d.chains {
		var list []link[F]
		for i, k := range chain {
			least := k.Lanes
			switch rest := chain[i+1:]; {
			case len(rest) == 0:
				least = 1
			case rest[0].Lanes == 1 && rest[0].Tier == Serial:
				least = 2 // portable code is slower than lanes half empty
			}
			list = append(list, link[F]{k.Lanes, least, k.Func.(F)})
		}
		all = append(all, list)
	}
	return all
}

// A link is a kernel in a chain.
type link[F any] struct {
	lanes int
	least int // how few messages it takes rather than leave them to narrower kernels
	call  F
}

// groups is how many groups of messages the kernel takes when n are left; the last one may be a partial one.
func (k *link[F]) groups(n int) int {
	g := n / k.lanes
	if n%k.lanes >= k.least {
		g++
	}
	return g
}
