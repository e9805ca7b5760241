package main

import (
	"path/filepath"

	"szsum/internal/kernels"
)

// A program is one of the names that szsum goes by, which settles its options.
type program uint8

// The programs, as bits: a flag says which of them have it.
const (
	asSzsum program = 1 << iota
	asSha256sum
	asB2sum
)

// programOf finds the program in argv[0].
func programOf(argv0 string) program {
	switch filepath.Base(argv0) {
	case "sha256sum":
		return asSha256sum
	case "b2sum":
		return asB2sum
	}
	return asSzsum
}

// algorithm is what the program uses if not told otherwise.
func (p program) algorithm() kernels.Op {
	if p == asB2sum {
		return kernels.BLAKE2b
	}
	return kernels.SHA256
}

// isGNU tells whether the GNU tool that the program stands in for has a flag of this name.
func (p program) isGNU(name string) bool {
	for f := range flagsOf(p) {
		if f.gnu && f.name == name {
			return p != asSzsum
		}
	}
	return false
}
