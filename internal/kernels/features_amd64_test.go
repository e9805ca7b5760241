//go:build !purego

package kernels

import "github.com/klauspost/cpuid/v2"

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
