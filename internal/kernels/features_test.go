//go:build !purego && (amd64 || arm64)

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
)

// requirement matches the comment that generators write above each function.
var requirement = regexp.MustCompile(`(?m)^// func .*\n(?:// Requires: (.*)\n)?TEXT ·(\w+)\(SB\)`)

// TestFeatures makes sure that the tier of every kernel has the features that its assembly requires.
func TestFeatures(t *testing.T) {
	files, err := filepath.Glob(runtime.GOARCH + "/*_" + runtime.GOARCH + ".s")
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
