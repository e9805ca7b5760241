//go:build !purego

package kernels

import (
	"szsum/internal/kernels/arm64"

	"github.com/klauspost/cpuid/v2"
)

// archKernels are the kernels in assembly for 64-bit Arm.
func archKernels() []Kernel { return armKernels(&cpuid.CPU) }

// armKernels are those for cpu: where it has the SHA-3 extension, BLAKE2b takes its rotations from there.
func armKernels(cpu *cpuid.CPUInfo) []Kernel {
	stream := hashStreamFunc{arm64.HashAbsorbAES, arm64.HashFinishAES}
	blake2b := blake2bFunc{arm64.BLAKE2bx2NEON, arm64.BLAKE2bBlocksx2NEON}
	if cpu.Has(cpuid.SHA3) {
		blake2b = blake2bFunc{arm64.BLAKE2bx2SHA3, arm64.BLAKE2bBlocksx2SHA3}
	}
	return []Kernel{
		{SHA256, NEONSHA, 3, sha256Func{arm64.SHA256x3SHA2, arm64.SHA256Blocksx3SHA2}},
		{SHA256, NEONSHA, 2, sha256Func{arm64.SHA256x2SHA2, arm64.SHA256Blocksx2SHA2}},
		{SHA256, NEONSHA, 1, sha256Func{arm64.SHA256x1SHA2, arm64.SHA256Blocksx1SHA2}},
		{SHA256, NEON, 4, sha256Func{arm64.SHA256x4NEON, arm64.SHA256Blocksx4NEON}},
		{BLAKE2b, NEON, 2, blake2b},
		{BLAKE2bp, NEON, 1, blake2bpFunc{blake2b, 2}},
		{Hash, SVE2AES, 1, hashFunc{nil, nil, arm64.HashShortSVE2, arm64.HashLongSVE2, stream}},
		{Hash, NEONAES, 1, hashFunc{nil, nil, arm64.HashShortAES, arm64.HashLongAES, stream}},
		{Multihash, NEONAES, 1, multihashFunc{nil, arm64.MultihashAES, stream}},
		{Bytesum, SVE, 1, bytesumFunc{arm64.BytesumSVE, arm64.BytesumPartSVE}},
		{Bytesum, NEON, 1, bytesumFunc{arm64.BytesumNEON, arm64.BytesumPartNEON}},
		{Split, NEON, 1, splitFunc(arm64.SplitNEON)},
		{Hex, NEON, 1, hexFunc(arm64.HexNEON)},
	}
}
