package kernels

import (
	"fmt"
	"slices"
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
	kernels []Kernel             // those to choose from, the widest of the backend first
	auto    bool                 // all of them compete, else the first one has all full groups
	plan    atomic.Pointer[plan] // by numbers in kernels
	settled atomic.Bool          // or about to be
	passed  []Kernel             // their self-test
	broken  func(Kernel)
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
		chain := chainFor(rows, cpu, p.Algorithm, b)
		if len(chain) == 0 {
			return nil, fmt.Errorf("there is no kernel for %v", p.Algorithm)
		}
		bad := newBench(p.Algorithm, chain).failing(&passed)
		if len(bad) == 0 {
			d := newDigester(p, chain)
			d.auto, d.passed, d.broken = b.Auto, passed, broken
			if b.Auto {
				d.kernels = appendOthers(chain, Candidates(rows, cpu, p.Algorithm))
			}
			return d, nil
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

// newDigester has the kernels of a chain work by a plan that is guessed.
func newDigester(p Params, chain []Kernel) *Digester {
	d := &Digester{Params: p, kernels: chain}
	d.plan.Store(newPlan(chain, guesses(chain), 0))
	return d
}

// chainFor are the kernels of a backend; auto begins with those of the tier that is most often the fastest.
func chainFor(rows []Kernel, cpu *cpuid.CPUInfo, op Op, b Backend) []Kernel {
	tier := b.Tier
	if b.Auto {
		all := Candidates(rows, cpu, op)
		if len(all) == 0 {
			return nil
		}
		tier = all[0].Tier
	}
	return Chain(rows, cpu, op, tier)
}

// appendOthers appends the kernels of all that are not in chain yet.
func appendOthers(chain, all []Kernel) []Kernel {
	for _, k := range all {
		if !slices.ContainsFunc(chain, k.is) {
			chain = append(chain, k)
		}
	}
	return chain
}

// NewHasher makes a Hasher for one worker.
func (d *Digester) NewHasher() Hasher { return algorithms(d.Algorithm).newHasher(d) }

// Kernel is the kernel in use where there are many messages.
func (d *Digester) Kernel() Kernel { return d.kernelFor(maxLanes) }

// kernelFor is the kernel in use when n messages are left.
func (d *Digester) kernelFor(n int) Kernel { return d.kernels[d.plan.Load()[n]] }
