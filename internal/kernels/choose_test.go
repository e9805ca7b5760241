package kernels

import (
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// madeUp is a processor that has just what some tiers ask for.
func madeUp(list ...Tier) *cpuid.CPUInfo {
	var cpu cpuid.CPUInfo
	for _, t := range list {
		cpu.Enable(tiers[t].features...)
	}
	return &cpu
}

// someRows is a table as amd64 has it, without functions.
var someRows = []Kernel{
	{Op: SHA256, Tier: Icelake, Lanes: 4},
	{Op: SHA256, Tier: Skylake, Lanes: 16},
	{Op: SHA256, Tier: Haswell, Lanes: 8},
	{Op: SHA256, Tier: Goldmont, Lanes: 3},
	{Op: SHA256, Tier: Goldmont, Lanes: 2},
	{Op: SHA256, Tier: Goldmont, Lanes: 1},
	{Op: BLAKE2b, Tier: Skylake, Lanes: 8},
	{Op: BLAKE2b, Tier: Haswell, Lanes: 4},
	{Op: BLAKE2b, Tier: Haswell, Lanes: 1},
	{Op: BLAKE2b, Tier: Westmere, Lanes: 2},
	{Op: SHA256, Tier: Serial, Lanes: 1},
	{Op: BLAKE2b, Tier: Serial, Lanes: 1},
}

func chainString(chain []Kernel) string {
	var names []string
	for _, k := range chain {
		names = append(names, strings.TrimPrefix(k.String(), k.Op.String()+"/"))
	}
	return strings.Join(names, " ")
}

func TestChain(t *testing.T) {
	all := madeUp(Icelake)
	cases := []struct {
		name string
		cpu  *cpuid.CPUInfo
		op   Op
		tier Tier
		want string
	}{
		{"everything", all, SHA256, Icelake, "icelake/x4 goldmont/x3 goldmont/x2 goldmont/x1"},
		{"wide lanes, then narrow ones", all, SHA256, Skylake, "skylake/x16 haswell/x8 goldmont/x3 goldmont/x2 goldmont/x1"},
		{"nothing above the tier", all, SHA256, Goldmont, "goldmont/x3 goldmont/x2 goldmont/x1"},
		{"the arrow", all, SHA256, Westmere, "serial/x1"},
		{"the arrow over two tiers", all, BLAKE2b, Icelake, "skylake/x8 haswell/x4 westmere/x2 haswell/x1"},
		{"an arrow past what is not available", madeUp(Haswell), SHA256, Haswell, "haswell/x8 serial/x1"},
		{"no processor features", madeUp(), SHA256, Serial, "serial/x1"},
		{"no such operation", all, Hash, Icelake, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := chainString(Chain(someRows, c.cpu, c.op, c.tier)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestCandidates(t *testing.T) {
	cases := []struct {
		name string
		cpu  *cpuid.CPUInfo
		want string
	}{
		{"everything", madeUp(Icelake), "icelake/x4 skylake/x16 haswell/x8 goldmont/x3 goldmont/x2 goldmont/x1 serial/x1"},
		{"AVX-512 without SHA", madeUp(Skylake), "skylake/x16 haswell/x8 serial/x1"},
		{"SHA without AVX", madeUp(Goldmont), "goldmont/x3 goldmont/x2 goldmont/x1 serial/x1"},
		{"nothing", madeUp(), "serial/x1"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := chainString(Candidates(someRows, c.cpu, SHA256)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestParseBackend(t *testing.T) {
	cases := []struct {
		name, arch string
		cpu        *cpuid.CPUInfo
		want       Backend
		errs       []string // what the error has to say
	}{
		{"auto", "amd64", madeUp(), Backend{Auto: true}, nil},
		{"serial", "s390x", madeUp(), Backend{Tier: Serial}, nil},
		{"haswell", "amd64", madeUp(Haswell), Backend{Tier: Haswell}, nil},
		{"haswell", "amd64", madeUp(Goldmont), Backend{}, []string{"haswell", "AVX2", "BMI2"}},
		{"icelake", "amd64", madeUp(Skylake), Backend{}, []string{"icelake", "VAES", "AVX512VBMI2"}},
		{"haswell", "arm64", madeUp(), Backend{}, []string{"haswell", "amd64", "arm64"}},
		{"pentium", "amd64", madeUp(), Backend{}, []string{"pentium", "auto", "serial", "westmere", "goldmont", "haswell", "skylake", "icelake"}},
		{"", "amd64", madeUp(), Backend{}, []string{"''", "auto"}},
	}
	for _, c := range cases {
		t.Run(c.name+" on "+c.arch, func(t *testing.T) {
			got, err := ParseBackend(c.name, c.cpu, c.arch)
			if got != c.want || (err == nil) != (c.errs == nil) {
				t.Fatalf("got %+v, %v", got, err)
			}
			for _, word := range c.errs {
				if !strings.Contains(err.Error(), word) {
					t.Errorf("%q does not name %s", err, word)
				}
			}
		})
	}
}

// A kernel that gives a wrong digest is left out; one that was asked for is an error.
func TestBrokenKernel(t *testing.T) {
	wrong := sha256Func{
		window: func(base *byte, spans *uint64, order *uint32, groups uint64, digests *byte, scratch *[4096]byte) {},
		blocks: sha256BlocksGeneric,
	}
	broken := Kernel{SHA256, Goldmont, 1, wrong}
	good := genericKernels()
	for _, c := range []struct {
		name string
		rows []Kernel
	}{
		{"tested at once", slices.Concat([]Kernel{broken}, good)},
		{"tested when there is work", slices.Concat(good, []Kernel{broken})},
	} {
		t.Run(c.name, func(t *testing.T) {
			var told []string
			tell := func(k Kernel) { told = append(told, k.String()) }
			d, err := Open(c.rows, madeUp(Goldmont), Params{Algorithm: SHA256}, Backend{Auto: true}, tell)
			if err != nil {
				t.Fatal(err)
			}
			d.Settle()
			if len(told) != 1 || told[0] != broken.String() {
				t.Errorf("told of %v", told)
			}
			if got := d.Kernel().Tier.String(); got != "serial" {
				t.Errorf("uses %s", got)
			}
			_, err = Open(c.rows, madeUp(Goldmont), Params{Algorithm: SHA256}, Backend{Tier: Goldmont}, tell)
			if err == nil || !strings.Contains(err.Error(), "goldmont") {
				t.Errorf("forced: got %v", err)
			}
		})
	}
}

// Once there is enough work, auto settles on one of the candidates and goes on without a break.
func TestSettle(t *testing.T) {
	d, err := Open(Table(), &cpuid.CPU, Params{Algorithm: SHA256}, Backend{Auto: true}, func(k Kernel) { t.Errorf("%v is broken", k) })
	if err != nil {
		t.Fatal(err)
	}
	var c corpus
	for i := range 2 * manyMessages {
		message := splitMix64(uint64(i), i)
		c.add(message, sha256Want(message))
	}
	testCorpus(t, d.NewHasher(), &c)
}

// Every row can be run on the processors of its tier, and every operation has a row in portable Go.
func TestTable(t *testing.T) {
	rows := Table()
	for op := range opNames {
		serial := slices.ContainsFunc(rows, func(k Kernel) bool { return k.Op == Op(op) && k.Tier == Serial && k.Lanes == 1 })
		if !serial {
			t.Errorf("%v has no portable kernel", Op(op))
		}
	}
	for i, k := range rows {
		if slices.ContainsFunc(rows[:i], k.is) {
			t.Errorf("%v stands twice", k)
		}
	}
}
