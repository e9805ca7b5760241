// Package amd64 has the assembly kernels for x86-64, one pair of files each: NAME_amd64.s and its declarations in
// NAME_amd64.go, both written by the generator _asm/NAME (a module of its own, so that avo is no dependency of szsum).
//
// The functions take arrays and pointers only, check nothing, and run on any processor that has the features named
// above each one in the .s file (avo writes them there); package kernels decides which to call. On other architectures
// the package is empty.
//
// # Whole messages: a window a call
//
// A function NAMExN (SHA256x4SHANI) digests whole messages, N at a time:
//
//		func(base *byte, spans *uint64, order *uint32, groups uint64, digests *byte, scratch *[4096]byte)
//
//	  - base is the window, at most 256 MiB. It is not touched for messages of no bytes, and may then be nil.
//	  - spans[i] says where message i lies: offset | length<<32, in bytes.
//	  - order has N x groups message numbers by rising block count (the last of a group has the most blocks; a number
//	    may stand there more than once).
//	  - digests gets the digest of message i in slot i.
//	  - scratch is aligned to 64 bytes; nothing in it is kept between calls.
//
// # Parts of messages: a run of blocks a call
//
// A function NAMEBlocksxN advances N messages by the same number of whole blocks:
//
//	func(states **State, data **byte, blocks uint64)
//
// with N pointers to states, in the layout of the portable code, and N pointers to data. The pointers are not changed.
//
// BLAKE2b takes two arguments more. A state is twelve words: the chaining value, the bytes compressed so far (low and high
// word), the flags f0 and f1.
//
//		func(base *byte, spans *uint64, order *uint32, groups uint64, digests *byte, scratch *[4096]byte, start *[12]uint64)
//		func(states **[12]uint64, data **byte, blocks, stride uint64, scratch *[4096]byte)
//
//	  - start is the state in which every message begins; but its word 9 is taken for zero, word 10 is not looked at, and
//	    word 11 is the flag f1 of the last block.
//	  - digests are all of 64 bytes.
//	  - the block after the one at address p is at p + stride.
//	  - the states may differ in everything. 128 is added to the count before each block; the flags are those of every
//	    block. So a last block of n bytes is one call for it alone, with zeros behind it, with the flags set, and after
//	    128 - n has been taken off the count.
//	  - scratch may be nil for the kernels of one message's blocks.
//
// # The 64-bit hash
//
// Messages of up to 64 bytes and of more have functions of their own, HashShort and HashLong:
//
//		func(base *byte, spans *uint64, order *uint32, count, seed uint64, digests *byte)
//
//	  - base and spans are as above.
//	  - order has count message numbers; for HashLong those of messages with like numbers of 64-byte pieces side by side,
//	    as far as may be.
//	  - digests gets 8 bytes for message i in slot i, most significant first.
//
// HashTiny goes through count messages of up to 64 bytes in the order of their spans, and is made for those of up to 16:
//
//	func(base *byte, spans *uint64, count, seed uint64, digests *byte, rest *uint32) (left uint64)
//
// rest, with room for count, gets the numbers of those that are left for HashShort.
//
// HashDeal deals count messages, up to 4,096, into four piles by their number of 64-byte pieces: those of up to one piece,
// of two, of three, of more:
//
//	func(spans *uint64, count uint64, order *[4][4112]uint32) (counts uint64)
//
// order gets the numbers of the messages in each pile, rising; what lies behind them may be written to as well. counts is
// how many there are in each, 16 bits each, those of the first pile lowest.
//
// Multihash takes messages of any length, with k seeds each:
//
//		func(base *byte, spans *uint64, order *uint32, count uint64, seeds *[72]uint64, k, stride uint64, digests *byte)
//
//	  - order has count message numbers, or is nil: messages 0 to count-1.
//	  - seeds has a part of 576 bytes for every four seeds, aligned to 64 bytes: each seed twice; their AES vectors at the
//	    start, all four of the first lane, then of the second, and so on; and in the same way their sum vectors, already
//	    permuted. Places left over have any seed.
//	  - digests gets 8k bytes for message i at stride x i bytes.
//
// HashAbsorb and HashFinish take a message of more than 64 bytes in parts, with k seeds:
//
//		func(states *[16]uint64, k uint64, data *byte, pieces uint64)
//		func(states *[16]uint64, seeds *[72]uint64, k uint64, last *[64]byte, length uint64, digests *byte)
//
//	  - states has one for each seed: four AES vectors and four sum vectors. For k from 2 on there are as many as fill groups
//	    of four; what becomes of those past k does not matter. HashFinish reads them for k = 1, too, and changes none.
//	  - HashAbsorb takes all pieces of 64 bytes but the message's last, partial or not, which goes to HashFinish in last,
//	    filled up with zeros.
//
// # The byte sum
//
// Bytesum sums whole messages in the order of their spans, BytesumPart a part of a message of up to 1 MiB:
//
//	func(base *byte, spans *uint64, count uint64, digests *byte)
//	func(data *byte, n uint64) uint64
//
// Messages have up to 1 MiB; digests are as those of the hash.
//
// # Lines: a text a call
//
// A function SplitNAME finds the lines of a text of n bytes that end in separator, a byte, as many as there is room for:
//
//		func(text *byte, n, separator uint64, spans *uint64, room uint64) (count, longest, used uint64)
//
//	  - n is 1 at least, and 256 MiB at most; room is 1 at least.
//	  - spans gets where the lines lie: offset | length<<32, without the separator. What there is no line for may be
//	    written to as well, up to the end of the room.
//	  - count is the number of lines, longest the length of the longest one, and used how many bytes of the text they
//	    take up with their separators.
//
// # Digits: a list of digests a call
//
// A function HexNAME writes digests in hexadecimal, lower-case, a line each that ends in the byte end:
//
//		func(dst, digests *byte, count, size, slot, end uint64)
//
//	  - count is 1 at least. The digests have size bytes, a multiple of 8, and are slot bytes apart.
//	  - dst gets count x (2 x size + 1) bytes, and is not touched behind them; nothing is read behind a digest.
//
// # What every function keeps to
//
// No page is touched that holds no byte of a message (reading past a message's end, inside its last page, is allowed).
// Messages start at any address. Stack frames need no alignment: Go's stack is aligned to 8 bytes only. A call ends
// with VZEROUPPER if it used wider registers than XMM.
package amd64

//go:generate go -C _asm run ./sha256x1_shani -out ../sha256x1_shani_amd64.s -stubs ../sha256x1_shani_amd64.go -pkg amd64
//go:generate go -C _asm run ./sha256x2_shani -out ../sha256x2_shani_amd64.s -stubs ../sha256x2_shani_amd64.go -pkg amd64
//go:generate go -C _asm run ./sha256x3_shani -out ../sha256x3_shani_amd64.s -stubs ../sha256x3_shani_amd64.go -pkg amd64
//go:generate go -C _asm run ./sha256x4_shani -out ../sha256x4_shani_amd64.s -stubs ../sha256x4_shani_amd64.go -pkg amd64
//go:generate go -C _asm run ./blake2bx8_avx512 -out ../blake2bx8_avx512_amd64.s -stubs ../blake2bx8_avx512_amd64.go -pkg amd64
//go:generate go -C _asm run ./blake2bx1_avx2 -out ../blake2bx1_avx2_amd64.s -stubs ../blake2bx1_avx2_amd64.go -pkg amd64
//go:generate go -C _asm run ./blake2bx1_avx512 -out ../blake2bx1_avx512_amd64.s -stubs ../blake2bx1_avx512_amd64.go -pkg amd64
//go:generate go -C _asm run ./blake2bx1_scalar -out ../blake2bx1_scalar_amd64.s -stubs ../blake2bx1_scalar_amd64.go -pkg amd64
//go:generate go -C _asm run ./blake2bx2_ssse3 -out ../blake2bx2_ssse3_amd64.s -stubs ../blake2bx2_ssse3_amd64.go -pkg amd64
//go:generate go -C _asm run ./blake2bx4_avx2 -out ../blake2bx4_avx2_amd64.s -stubs ../blake2bx4_avx2_amd64.go -pkg amd64
//go:generate go -C _asm run ./blake2bx4_avx512 -out ../blake2bx4_avx512_amd64.s -stubs ../blake2bx4_avx512_amd64.go -pkg amd64
//go:generate go -C _asm run ./sha256x8_avx2 -out ../sha256x8_avx2_amd64.s -stubs ../sha256x8_avx2_amd64.go -pkg amd64
//go:generate go -C _asm run ./sha256x16_avx512 -out ../sha256x16_avx512_amd64.s -stubs ../sha256x16_avx512_amd64.go -pkg amd64
//go:generate go -C _asm run ./hash_aesni -out ../hash_aesni_amd64.s -stubs ../hash_aesni_amd64.go -pkg amd64
//go:generate go -C _asm run ./split_avx2 -out ../split_avx2_amd64.s -stubs ../split_avx2_amd64.go -pkg amd64
//go:generate go -C _asm run ./split_avx512 -out ../split_avx512_amd64.s -stubs ../split_avx512_amd64.go -pkg amd64
//go:generate go -C _asm run ./hex_avx2 -out ../hex_avx2_amd64.s -stubs ../hex_avx2_amd64.go -pkg amd64
//go:generate go -C _asm run ./hex_avx512 -out ../hex_avx512_amd64.s -stubs ../hex_avx512_amd64.go -pkg amd64
//go:generate go -C _asm run ./hashdeal_avx512 -out ../hashdeal_avx512_amd64.s -stubs ../hashdeal_avx512_amd64.go -pkg amd64
//go:generate go -C _asm run ./hash_avx512 -out ../hash_avx512_amd64.s -stubs ../hash_avx512_amd64.go -pkg amd64
//go:generate go -C _asm run ./hash_vaes -out ../hash_vaes_amd64.s -stubs ../hash_vaes_amd64.go -pkg amd64
//go:generate go -C _asm run ./multihash_aesni -out ../multihash_aesni_amd64.s -stubs ../multihash_aesni_amd64.go -pkg amd64
//go:generate go -C _asm run ./multihash_vaes -out ../multihash_vaes_amd64.s -stubs ../multihash_vaes_amd64.go -pkg amd64
//go:generate go -C _asm run ./bytesum_avx2 -out ../bytesum_avx2_amd64.s -stubs ../bytesum_avx2_amd64.go -pkg amd64
//go:generate go -C _asm run ./bytesum_avx512 -out ../bytesum_avx512_amd64.s -stubs ../bytesum_avx512_amd64.go -pkg amd64
//go:generate go -C _asm run ./bytesum_vnni -out ../bytesum_vnni_amd64.s -stubs ../bytesum_vnni_amd64.go -pkg amd64
