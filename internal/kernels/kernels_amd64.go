//go:build !purego

package kernels

import "szsum/internal/kernels/amd64"

// archKernels are the kernels in assembly for x86-64.
func archKernels() []Kernel {
	return []Kernel{
		{SHA256, Icelake, 4, sha256Func{amd64.SHA256x4SHANI, amd64.SHA256Blocksx4SHANI}},
		{SHA256, Skylake, 16, sha256Func{amd64.SHA256x16AVX512, amd64.SHA256Blocksx16AVX512}},
		{SHA256, Haswell, 8, sha256Func{amd64.SHA256x8AVX2, amd64.SHA256Blocksx8AVX2}},
		{SHA256, Goldmont, 3, sha256Func{amd64.SHA256x3SHANI, amd64.SHA256Blocksx3SHANI}},
		{SHA256, Goldmont, 2, sha256Func{amd64.SHA256x2SHANI, amd64.SHA256Blocksx2SHANI}},
		{SHA256, Goldmont, 1, sha256Func{amd64.SHA256x1SHANI, amd64.SHA256Blocksx1SHANI}},
		{BLAKE2b, Skylake, 8, blake2bFunc{amd64.BLAKE2bx8AVX512, amd64.BLAKE2bBlocksx8AVX512}},
		{BLAKE2b, Skylake, 4, blake2bFunc{amd64.BLAKE2bx4AVX512, amd64.BLAKE2bBlocksx4AVX512}},
		{BLAKE2b, Skylake, 1, blake2bFunc{amd64.BLAKE2bx1AVX512, amd64.BLAKE2bBlocksx1AVX512}},
		{BLAKE2b, Haswell, 4, blake2bFunc{amd64.BLAKE2bx4AVX2, amd64.BLAKE2bBlocksx4AVX2}},
		{BLAKE2b, Haswell, 1, blake2bFunc{amd64.BLAKE2bx1AVX2, amd64.BLAKE2bBlocksx1AVX2}},
		{BLAKE2b, Westmere, 2, blake2bFunc{amd64.BLAKE2bx2SSSE3, amd64.BLAKE2bBlocksx2SSSE3}},
		{BLAKE2b, Westmere, 1, blake2bFunc{amd64.BLAKE2bx1Scalar, amd64.BLAKE2bBlocksx1Scalar}},
		{BLAKE2bp, Skylake, 1, blake2bpFunc{blake2bFunc{amd64.BLAKE2bx4AVX512, amd64.BLAKE2bBlocksx4AVX512}, 4}},
		{BLAKE2bp, Haswell, 1, blake2bpFunc{blake2bFunc{amd64.BLAKE2bx4AVX2, amd64.BLAKE2bBlocksx4AVX2}, 4}},
		{BLAKE2bp, Westmere, 1, blake2bpFunc{blake2bFunc{amd64.BLAKE2bx1Scalar, amd64.BLAKE2bBlocksx1Scalar}, 1}},
		{Hash, Icelake, 4, hashFunc{amd64.HashTinyx4VAES, amd64.HashDealAVX512, amd64.HashShortx4VAES, amd64.HashLongx4VAES, hashStreamFunc{amd64.HashAbsorbVAES, amd64.HashFinishVAES}}},
		{Hash, Skylake, 1, hashFunc{amd64.HashTinyAVX512, amd64.HashDealAVX512, amd64.HashShortAVX512, amd64.HashLongAVX512, hashStreamFunc{amd64.HashAbsorbAESNI, amd64.HashFinishAESNI}}},
		{Hash, Westmere, 1, hashFunc{amd64.HashTinyAESNI, nil, amd64.HashShortAESNI, amd64.HashLongAESNI, hashStreamFunc{amd64.HashAbsorbAESNI, amd64.HashFinishAESNI}}},
		{Multihash, Icelake, 1, multihashFunc{amd64.HashDealAVX512, amd64.MultihashVAES, hashStreamFunc{amd64.HashAbsorbVAES, amd64.HashFinishVAES}}},
		{Multihash, Westmere, 1, multihashFunc{nil, amd64.MultihashAESNI, hashStreamFunc{amd64.HashAbsorbAESNI, amd64.HashFinishAESNI}}},
		{Bytesum, Icelake, 1, bytesumFunc{amd64.BytesumVNNI, amd64.BytesumPartVNNI}},
		{Bytesum, Skylake, 1, bytesumFunc{amd64.BytesumAVX512, amd64.BytesumPartAVX512}},
		{Bytesum, Haswell, 1, bytesumFunc{amd64.BytesumAVX2, amd64.BytesumPartAVX2}},
		{Split, Icelake, 1, splitFunc(amd64.SplitAVX512)},
		{Split, Haswell, 1, splitFunc(amd64.SplitAVX2)},
		{Hex, Icelake, 1, hexFunc(amd64.HexAVX512)},
		{Hex, Haswell, 1, hexFunc(amd64.HexAVX2)},
	}
}
