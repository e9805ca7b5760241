package kernels

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// A Backend is what --backend asks for: one tier, or the fastest kernel of any (Auto).
type Backend struct {
	Auto bool
	Tier Tier // if not Auto
}

// ParseBackend reads the name of a tier, or "auto". The error of an unknown name lists all names, that of a tier which cpu cannot run lists the features it lacks.
func ParseBackend(name string, cpu *cpuid.CPUInfo, arch string) (Backend, error) {
	if name == "auto" {
		return Backend{Auto: true}, nil
	}
	for t := range tiers {
		if tiers[t].name != name {
			continue
		}
		if a := tiers[t].arch; a != "" && a != arch {
			return Backend{}, fmt.Errorf("backend '%s' is for %s processors, this one is %s", name, a, arch)
		}
		if missing := Tier(t).Missing(cpu); missing != nil {
			return Backend{}, fmt.Errorf("backend '%s' is not available: this processor lacks %s", name, strings.Join(missing, ", "))
		}
		return Backend{Tier: Tier(t)}, nil
	}
	names := []string{"auto"}
	for _, t := range tiers {
		names = append(names, t.name)
	}
	return Backend{}, fmt.Errorf("unknown backend '%s'; there are: %s", name, strings.Join(names, ", "))
}

// BackendNames lists the tiers of an architecture, lowest first.
func BackendNames(arch string) []string {
	var names []string
	for _, t := range Tiers(arch) {
		names = append(names, t.String())
	}
	return names
}

// Tiers lists the tiers of an architecture, lowest first.
func Tiers(arch string) []Tier {
	var list []Tier
	for t := range tiers {
		if a := tiers[t].arch; a == "" || a == arch {
			list = append(list, Tier(t))
		}
	}
	return list
}

// Chain is the kernels that an operation uses when told to use tier: the widest of the highest tier, up to that one,
// that has any and is available on cpu, and the narrower ones for what is left when it has too few messages to fill
// its lanes. Of kernels equally wide it takes that of the higher tier. Widest first; empty if there is no kernel.
func Chain(rows []Kernel, cpu *cpuid.CPUInfo, op Op, tier Tier) []Kernel {
	byTier := Candidates(rows, cpu, op)
	byTier = slices.DeleteFunc(byTier, func(k Kernel) bool { return k.Tier > tier })
	if len(byTier) == 0 {
		return nil
	}
	slices.SortStableFunc(byTier, func(a, b Kernel) int {
		return cmp.Or(cmp.Compare(b.Tier, a.Tier), cmp.Compare(b.Lanes, a.Lanes))
	})
	chain := byTier[:0]
	for _, k := range byTier {
		if k.Lanes <= byTier[0].Lanes && !slices.ContainsFunc(chain, func(c Kernel) bool { return c.Lanes == k.Lanes }) {
			chain = append(chain, k)
		}
	}
	slices.SortFunc(chain, func(a, b Kernel) int { return cmp.Compare(b.Lanes, a.Lanes) })
	return chain
}

// Candidates are the kernels among which auto has to choose: the rows of op that cpu can run, in the order of the table.
func Candidates(rows []Kernel, cpu *cpuid.CPUInfo, op Op) []Kernel {
	var list []Kernel
	for _, k := range rows {
		if k.Op == op && k.Tier.Available(cpu) {
			list = append(list, k)
		}
	}
	return list
}
