package kernels

import (
	"slices"

	"github.com/klauspost/cpuid/v2"
)

// A Tier is a set of processor features that kernels are written for. Tiers bear the names that StringZilla gave them.
// A lower tier stands earlier.
type Tier uint8

const (
	Serial   Tier = iota // portable Go, any architecture
	Westmere             // x86: AES
	Goldmont             // x86: SHA
	Haswell              // x86: AVX2
	Skylake              // x86: AVX-512
	Icelake              // x86: AVX-512 with vector AES
	NEON                 // Arm: vectors of 128 bits
	NEONAES              // Arm: AES
	NEONSHA              // Arm: SHA-2
	SVE                  // Arm: vectors of any length
	SVE2AES              // Arm: AES in vectors of any length
)

// tiers says what each tier is called and asks for; this is the only place that does. cpuid reports a feature only
// where the operating system saves its registers, too.
var tiers = [...]struct {
	name     string
	arch     string // empty: any
	features []cpuid.FeatureID
}{
	Serial:   {name: "serial"},
	Westmere: {"westmere", "amd64", westmere},
	Goldmont: {"goldmont", "amd64", goldmont},
	Haswell:  {"haswell", "amd64", haswell},
	Skylake:  {"skylake", "amd64", skylake},
	Icelake:  {"icelake", "amd64", icelake},
	NEON:     {"neon", "arm64", neon},
	NEONAES:  {"neonaes", "arm64", slices.Concat(neon, []cpuid.FeatureID{cpuid.AESARM})},
	NEONSHA:  {"neonsha", "arm64", slices.Concat(neon, []cpuid.FeatureID{cpuid.SHA2})},
	SVE:      {"sve", "arm64", sve},
	SVE2AES:  {"sve2aes", "arm64", slices.Concat(sve, []cpuid.FeatureID{cpuid.AESARM, cpuid.SVE2})},
}

var (
	westmere = []cpuid.FeatureID{cpuid.SSE2, cpuid.SSSE3, cpuid.SSE4, cpuid.SSE42, cpuid.AESNI}
	goldmont = []cpuid.FeatureID{cpuid.SSE2, cpuid.SSSE3, cpuid.SSE4, cpuid.SHA}
	haswell  = []cpuid.FeatureID{cpuid.AVX, cpuid.AVX2, cpuid.BMI1, cpuid.BMI2, cpuid.POPCNT}
	skylake  = slices.Concat(haswell, westmere, []cpuid.FeatureID{cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512VL, cpuid.AVX512DQ})
	icelake  = slices.Concat(skylake, []cpuid.FeatureID{cpuid.AVX512VBMI, cpuid.AVX512VBMI2, cpuid.AVX512VNNI, cpuid.VAES, cpuid.SHA})

	neon = []cpuid.FeatureID{cpuid.ASIMD}
	sve  = slices.Concat(neon, []cpuid.FeatureID{cpuid.SVE})
)

// hasSVE2AES is the one feature that cpuid has no name for.
var hasSVE2AES = detectSVE2AES()

// String is the tier's name, as --backend takes it.
func (t Tier) String() string { return tiers[t].name }

// Missing lists the names of the features that the tier asks for and cpu lacks.
func (t Tier) Missing(cpu *cpuid.CPUInfo) []string {
	var names []string
	for _, f := range tiers[t].features {
		if !cpu.Has(f) {
			names = append(names, f.String())
		}
	}
	if t == SVE2AES && !hasSVE2AES {
		names = append(names, "SVE2-AES")
	}
	return names
}

// Available tells whether cpu has every feature of the tier.
func (t Tier) Available(cpu *cpuid.CPUInfo) bool { return len(t.Missing(cpu)) == 0 }
