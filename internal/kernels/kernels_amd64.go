//go:build !purego

package kernels

import "szsum/internal/kernels/amd64"

// archKernels are the kernels in assembly for x86-64.
func archKernels() []Kernel {
	return []Kernel{
		{BLAKE2b, Skylake, 8, blake2bFunc{amd64.BLAKE2bx8AVX512, amd64.BLAKE2bBlocksx8AVX512}},
		{BLAKE2b, Haswell, 4, blake2bFunc{amd64.BLAKE2bx4AVX2, amd64.BLAKE2bBlocksx4AVX2}},
		{BLAKE2b, Haswell, 1, blake2bFunc{amd64.BLAKE2bx1AVX2, amd64.BLAKE2bBlocksx1AVX2}},
		{BLAKE2b, Westmere, 2, blake2bFunc{amd64.BLAKE2bx2SSSE3, amd64.BLAKE2bBlocksx2SSSE3}},
		{BLAKE2bp, Haswell, 1, blake2bpFunc{blake2bFunc{amd64.BLAKE2bx4AVX2, amd64.BLAKE2bBlocksx4AVX2}, 4}},
	}
}
