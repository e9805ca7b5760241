package main

import (
	"encoding/binary"
	"slices"
)

// appendHexLines writes digests in hexadecimal, a line each. They are size bytes long and slot bytes apart.
func appendHexLines(dst, digests []byte, size, slot int, end byte) []byte {
	count := len(digests) / slot
	dst = slices.Grow(dst, count*(2*size+1))
	for ; count > 0; count-- {
		digest := digests[:size]
		digests = digests[slot:]
		for ; len(digest) >= 4; digest = digest[4:] {
			dst = binary.BigEndian.AppendUint64(dst, hexWord(binary.BigEndian.Uint32(digest)))
		}
		for _, b := range digest {
			dst = append(dst, hexDigits[b>>4], hexDigits[b&15])
		}
		dst = append(dst, end)
	}
	return dst
}

// hexWord is the eight digits of w, the first one highest.
func hexWord(w uint32) uint64 {
	x := uint64(w)
	x = (x<<16 | x) & 0x0000ffff0000ffff
	x = (x<<8 | x) & 0x00ff00ff00ff00ff
	x = (x<<4 | x) & 0x0f0f0f0f0f0f0f0f
	letters := (x + 0x0606060606060606) >> 4 & 0x0101010101010101 // 1 where the digit is above 9
	return x + 0x3030303030303030 + letters*('a'-'0'-10)
}
