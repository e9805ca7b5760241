package main

import (
	"slices"

	"szsum/internal/checklist"
	"szsum/internal/kernels"
)

// defaultParams is an algorithm when nothing more is said.
func defaultParams(op kernels.Op) kernels.Params {
	p := kernels.Params{Algorithm: op}
	switch op {
	case kernels.BLAKE2b, kernels.BLAKE2bp:
		p.BLAKE2 = kernels.DefaultBLAKE2()
	case kernels.Hash:
		p.Seeds = []uint64{0}
	case kernels.Multihash:
		p.Seeds = []uint64{0, 1, 2, 3, 4, 5, 6, 7}
	}
	return p
}

// tagged is an algorithm as tags tell it.
func tagged(p *kernels.Params) checklist.Algorithm {
	return checklist.Algorithm{Name: p.Algorithm.String(), Bits: 8 * p.Size(), Seeds: p.Seeds}
}

// untagged is the algorithm that a tag tells, with the parameters of p that no tag tells.
func untagged(a checklist.Algorithm, p kernels.Params) kernels.Params {
	op := algorithms[slices.Index(algorithmNames(), a.Name)]
	if op != p.Algorithm {
		p = defaultParams(op)
	}
	p.Seeds = a.Seeds
	p.BLAKE2.DigestLength = a.Bits / 8
	return p
}
