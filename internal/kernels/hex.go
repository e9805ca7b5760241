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

// hexPairs are the two digits of every byte, the first one in the low byte.
var hexPairs = func() (pairs [256]uint16) {
	const digits = "0123456789abcdef"
	for i := range pairs {
		pairs[i] = uint16(digits[i>>4]) | uint16(digits[i&15])<<8
	}
	return pairs
}()

// hexGeneric implements hexFunc, for digests of any size.
func hexGeneric(dst, digests *byte, count, size, slot, end uint64) {
	out := unsafe.Slice(dst, count*(2*size+1))
	all := unsafe.Slice(digests, (count-1)*slot+size)
	for i := range count {
		digest := all[i*slot:][:size]
		for ; len(digest) >= 4; digest = digest[4:] {
			low := uint32(hexPairs[digest[0]]) | uint32(hexPairs[digest[1]])<<16
			high := uint32(hexPairs[digest[2]]) | uint32(hexPairs[digest[3]])<<16
			binary.LittleEndian.PutUint64(out, uint64(high)<<32|uint64(low))
			out = out[8:]
		}
		for _, b := range digest {
			binary.LittleEndian.PutUint16(out, hexPairs[b])
			out = out[2:]
		}
		out[0] = byte(end)
		out = out[1:]
	}
}
