package kernels

import (
	"encoding/binary"
	"slices"
	"unsafe"

	"github.com/klauspost/cpuid/v2"
)

// hexFunc is a kernel that writes count digests in hexadecimal, a line each: two lower-case digits for every byte, and
// the byte end. Digests have size bytes, a multiple of 8, and are slot bytes apart. Nothing is written behind the last
// line, nor read of a digest's slot behind the digest. count is 1 at least.
type hexFunc func(dst, digests *byte, count, size, slot, end uint64)

// A HexAppender appends digests to dst in hexadecimal, a line each, with the byte end behind it. Digests have size bytes
// and are slot bytes apart.
type HexAppender func(dst, digests []byte, size, slot int, end byte) []byte

// NewHexAppender chooses the kernel for a backend out of rows, those that cpu has.
func NewHexAppender(rows []Kernel, cpu *cpuid.CPUInfo, b Backend) HexAppender {
	hex := first[hexFunc](rows, cpu, Hex, b)
	return func(dst, digests []byte, size, slot int, end byte) []byte {
		count := len(digests) / slot
		if count == 0 {
			return dst
		}
		n := count * (2*size + 1)
		dst = slices.Grow(dst, n)[:len(dst)+n]
		call := hex
		if size%8 != 0 {
			call = hexGeneric
		}
		call(&dst[len(dst)-n], &digests[0], uint64(count), uint64(size), uint64(slot), uint64(end))
		return dst
	}
}

const hexDigits = "0123456789abcdef"

// hexGeneric implements hexFunc, for digests of any size.
func hexGeneric(dst, digests *byte, count, size, slot, end uint64) {
	out := unsafe.Slice(dst, count*(2*size+1))
	all := unsafe.Slice(digests, (count-1)*slot+size)
	for i := range count {
		digest := all[i*slot:][:size]
		for ; len(digest) >= 4; digest = digest[4:] {
			binary.BigEndian.PutUint64(out, hexWord(binary.BigEndian.Uint32(digest)))
			out = out[8:]
		}
		for _, b := range digest {
			out[0], out[1] = hexDigits[b>>4], hexDigits[b&15]
			out = out[2:]
		}
		out[0] = byte(end)
		out = out[1:]
	}
}

// hexWord is the eight digits of w, the first one highest.
func hexWord(w uint32) uint64 {
	// Spread the digits, one to each byte, the first one highest.
	x := uint64(w)
	x = (x | x<<16) & 0x0000ffff0000ffff
	x = (x | x<<8) & 0x00ff00ff00ff00ff
	x = (x | x<<4) & 0x0f0f0f0f0f0f0f0f
	letters := (x + 0x0606060606060606) >> 4 & 0x0101010101010101 // 1 where the digit is 10 or more
	return x + 0x3030303030303030 + letters*('a'-'0'-10)
}
