//go:build !purego

package kernels

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// isaFeatures are the names that avo gives to instruction set extensions.
var isaFeatures = map[string]cpuid.FeatureID{
	"MMX+": cpuid.SSE, "CMOV": cpuid.CMOV, "SSE": cpuid.SSE, "SSE2": cpuid.SSE2, "SSE3": cpuid.SSE3, "SSSE3": cpuid.SSSE3,
	"SSE4.1": cpuid.SSE4, "SSE4.2": cpuid.SSE42, "AES": cpuid.AESNI, "PCLMULQDQ": cpuid.CLMUL, "SHA": cpuid.SHA,
	"AVX": cpuid.AVX, "AVX2": cpuid.AVX2, "BMI": cpuid.BMI1, "BMI2": cpuid.BMI2, "LZCNT": cpuid.LZCNT,
	"POPCNT": cpuid.POPCNT, "MOVBE": cpuid.MOVBE, "ADX": cpuid.ADX, "VAES": cpuid.VAES, "GFNI": cpuid.GFNI,
	"AVX512F": cpuid.AVX512F, "AVX512BW": cpuid.AVX512BW, "AVX512VL": cpuid.AVX512VL, "AVX512DQ": cpuid.AVX512DQ,
	"AVX512VBMI": cpuid.AVX512VBMI, "AVX512VBMI2": cpuid.AVX512VBMI2, "AVX512VNNI": cpuid.AVX512VNNI,
	"AVX512CD": cpuid.AVX512CD, "AVX512IFMA": cpuid.AVX512IFMA, "AVX512BITALG": cpuid.AVX512BITALG,
	"AVX512VPOPCNTDQ": cpuid.AVX512VPOPCNTDQ,
}

// everywhere is what every x86-64 processor has.
var everywhere = []cpuid.FeatureID{cpuid.CMOV, cpuid.SSE, cpuid.SSE2}

// requirement matches the comment that avo writes above each function.
var requirement = regexp.MustCompile(`(?m)^// func .*\n(?:// Requires: (.*)\n)?TEXT ·(\w+)\(SB\)`)

// TestFeatures makes sure that the tier of every kernel has the features that its assembly requires.
func TestFeatures(t *testing.T) {
	files, err := filepath.Glob("amd64/*_amd64.s")
	if err != nil || len(files) == 0 {
		t.Fatal("no assembly", err)
	}
	required := make(map[string][]string) // by function
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		functions := requirement.FindAllSubmatch(text, -1)
		if len(functions) != strings.Count(string(text), "\nTEXT ") {
			t.Errorf("%s has functions without the usual comment", file)
		}
		for _, f := range functions {
			required[string(f[2])] = strings.FieldsFunc(string(f[1]), func(r rune) bool { return r == ',' || r == ' ' })
		}
	}
	for _, k := range archKernels() {
		for _, name := range functionNames(reflect.ValueOf(k.Func)) {
			for _, extension := range required[name] {
				feature, ok := isaFeatures[extension]
				if !ok {
					t.Fatalf("%s requires %s, which this test does not know", name, extension)
				}
				if !slices.Contains(everywhere, feature) && !slices.Contains(tiers[k.Tier].features, feature) {
					t.Errorf("%v: %s requires %s, the tier does not ask for it", k, name, extension)
				}
			}
		}
	}
}

// functionNames are the names of the functions in a row of the table, without their package.
func functionNames(v reflect.Value) []string {
	var names []string
	switch v.Kind() {
	case reflect.Func:
		name := runtime.FuncForPC(v.Pointer()).Name()
		names = append(names, name[strings.LastIndexByte(name, '.')+1:])
	case reflect.Struct:
		for i := range v.NumField() {
			names = append(names, functionNames(v.Field(i))...)
		}
	}
	return names
}
