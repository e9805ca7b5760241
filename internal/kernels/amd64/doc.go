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
//go:generate go -C _asm run ./sha256x8_avx2 -out ../sha256x8_avx2_amd64.s -stubs ../sha256x8_avx2_amd64.go -pkg amd64
//go:generate go -C _asm run ./sha256x16_avx512 -out ../sha256x16_avx512_amd64.s -stubs ../sha256x16_avx512_amd64.go -pkg amd64
