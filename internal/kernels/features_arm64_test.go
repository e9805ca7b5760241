//go:build !purego

package kernels

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// isaFeatures are the names that the generators give to instruction set extensions: those of cpuid. It has none for the
// AES instructions of SVE2, which come with SVE2 only.
var isaFeatures = map[string]cpuid.FeatureID{
	"ASIMD": cpuid.ASIMD, "AESARM": cpuid.AESARM, "SHA2": cpuid.SHA2, "SHA3": cpuid.SHA3, "SVE": cpuid.SVE,
	"SVE2-AES": cpuid.SVE2,
}

// everywhere is what this processor has though no tier asks for it: kernels are in the table that need it.
var everywhere = func() (list []cpuid.FeatureID) {
	if cpuid.CPU.Has(cpuid.SHA3) {
		list = append(list, cpuid.SHA3)
	}
	return list
}()

// The table of a processor without the SHA-3 extension has nothing that needs it, and that of one with it does.
func TestSHA3(t *testing.T) {
	for _, extra := range [][]cpuid.FeatureID{nil, {cpuid.SHA3}} {
		cpu := madeUp(SVE2AES, NEONSHA)
		cpu.Enable(extra...)
		var found bool
		for _, k := range armKernels(cpu) {
			found = found || slices.ContainsFunc(functionNames(reflect.ValueOf(k.Func)), func(name string) bool {
				return strings.HasSuffix(name, "SHA3")
			})
		}
		if found != (extra != nil) {
			t.Errorf("with %v: %t", extra, found)
		}
	}
}
