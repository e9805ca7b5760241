// Package arm64 has the assembly kernels for 64-bit Arm, one pair of files each: NAME_arm64.s and its declarations in
// NAME_arm64.go, both written by the generator _asm/NAME (a module of its own, as in package amd64).
//
// The functions are called as those of package amd64 are, whose documentation has the contract, and keep to the same
// rules. They run on any processor that has the features named above each one in the .s file, by the names that package
// cpuid has for them. On other architectures the package is empty.
//
// Pages have 4 KiB here, too: what does not touch another page of this size does not touch one of the larger ones that
// Arm has.
//
// # Instructions
//
// These kernels have run on emulated processors only, which say nothing about time. This is how many instructions they
// take, as disassembled, beside the portable code as Go 1.26 compiles it:
//
//	                       for                                 kernel   portable
//	SHA256x1SHA2           a block                                100       3050
//	SHA256x2SHA2           a block                                107
//	SHA256x3SHA2           a block                                104
//	SHA256x4NEON           a block                                673
//	BLAKE2bx2NEON          a block                                858       1680
//	BLAKE2bx2SHA3          a block                                514
//	HashShortAES           a message of up to 16 bytes             37        450
//	HashLongAES            64 bytes                                19        670
//	HashLongSVE2           64 bytes, in vectors of 64               8
//	HashAbsorbAES          64 bytes and a seed, with two seeds     18        670
//	MultihashAES           a seed, up to 16, 32, 48, 64 bytes      17, 21, 25, 29
//	BytesumNEON            64 bytes                                 7        120
//	BytesumSVE             four vectors                            12
//	SplitNEON              64 bytes, and a line                    18, 14
//	HexNEON                16 bytes, and a digest                  10, 15    140
//
// One message of SHA-256 is a chain of sixteen pairs of SHA256H and SHA256H2. OpenSSL, which takes one message, reports
// 2.31 cycles a byte for it on Cortex-A57 (sha512-armv8.pl), 148 cycles a block; LLVM's model of that processor gives
// SHA256x1SHA2 141 and SHA256x3SHA2 102, where the unit that does these instructions is never idle. Of a processor that
// starts one of them each cycle, 56 are the least that a block can take. Three lanes reach that with latencies of up to
// five; a fourth would gain nothing, but wait longer for messages of like length.
//
// By the same model, BLAKE2b takes 911 cycles a block in portable code, 593 with NEON. One message in NEON rows, two
// registers each, would double the operations of a step but not shorten its chain of thirteen, which is twice as long
// in cycles as with general registers: there is no such kernel. Byte shuffles rotate in one instruction but in three
// cycles on such old processors, no more and no less than two shifts there, and less on newer ones.
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
