// Package arm64 has the assembly kernels for 64-bit Arm, one pair of files each: NAME_arm64.s and its declarations in
// NAME_arm64.go, both written by the generator _asm/NAME (a module of its own, as in package amd64).
//
// The functions are called as those of package amd64 are, whose documentation has the contract, and keep to the same
// rules. They run on any processor that has the features named above each one in the .s file, by the names that package
// cpuid has for them. On other architectures the package is empty.
//
// Pages have 4 KiB here, too: what does not touch another page of this size does not touch one of the larger ones that
// Arm has.
package arm64

//go:generate go -C _asm run ./sha256x1_sha2 sha256x1_sha2
//go:generate go -C _asm run ./sha256x2_sha2 sha256x2_sha2
//go:generate go -C _asm run ./sha256x3_sha2 sha256x3_sha2
//go:generate go -C _asm run ./sha256x4_neon sha256x4_neon
//go:generate go -C _asm run ./hash_aes hash_aes
//go:generate go -C _asm run ./hash_stream_aes hash_stream_aes
//go:generate go -C _asm run ./multihash_aes multihash_aes
//go:generate go -C _asm run ./bytesum_neon bytesum_neon
//go:generate go -C _asm run ./split_neon split_neon
//go:generate go -C _asm run ./hex_neon hex_neon
//go:generate go -C _asm run ./blake2bx2_neon blake2bx2_neon
//go:generate go -C _asm run ./blake2bx2_sha3 blake2bx2_sha3
//go:generate go -C _asm run ./bytesum_sve bytesum_sve
//go:generate go -C _asm run ./hash_sve2 hash_sve2
