package kernels

import (
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// eachKernel runs body once for every row of an operation, as a subtest that bears the row's name. Rows that this
// machine cannot run are skipped, and fail if SZSUM_TEST_REQUIRE (names of tiers, separated by commas) names them.
func eachKernel(t *testing.T, op Op, body func(t *testing.T, k Kernel)) {
	t.Helper()
	for _, k := range Table() {
		if k.Op != op {
			continue
		}
		t.Run(k.String(), func(t *testing.T) {
			if missing := k.Tier.Missing(&cpuid.CPU); missing != nil {
				message := "this processor lacks " + strings.Join(missing, ", ")
				if required(k.Tier) {
					t.Fatal(message)
				}
				t.Skip(message)
			}
			body(t, k)
		})
	}
}

func required(tier Tier) bool {
	for name := range strings.SplitSeq(os.Getenv("SZSUM_TEST_REQUIRE"), ",") {
		if name == tier.String() {
			return true
		}
	}
	return false
}

// only is a Digester that has to do everything with one kernel, partial groups too.
func only(p Params, k Kernel) *Digester { return newDigester(p, []Kernel{k}) }

// eachChain runs body for every tier of the machine, with the kernels that --backend would choose.
func eachChain(t *testing.T, p Params, body func(t *testing.T, d *Digester)) {
	t.Helper()
	for _, chain := range allChains(p.Algorithm) {
		t.Run("backend="+chain[0].Tier.String(), func(t *testing.T) { body(t, newDigester(p, chain)) })
	}
}

// allChains are the kernels that --backend would choose for op, for every tier of the machine that has some of its own.
func allChains(op Op) (chains [][]Kernel) {
	for _, t := range Tiers(runtime.GOARCH) {
		chain := Chain(Table(), &cpuid.CPU, op, t)
		if t.Available(&cpuid.CPU) && chain != nil && chain[0].Tier == t {
			chains = append(chains, chain)
		}
	}
	return chains
}

// benchKernels calls body for every row of an algorithm that this machine can run.
func benchKernels(b *testing.B, p Params, body func(b *testing.B, k Kernel, h Hasher)) {
	b.Helper()
	for _, k := range Table() {
		if k.Op == p.Algorithm && k.Tier.Available(&cpuid.CPU) {
			body(b, k, only(p, k).NewHasher())
		}
	}
}
