package main

import (
	"encoding/binary"
	"slices"
)

// appendHexLines writes digests in hexadecimal, a line each. They are size bytes long and slot bytes apart.
func appendHexLines(dst, digests []byte, size, slot int, end byte) []byte {
	start, n := len(dst), len(digests)/slot*(2*size+1)
	dst = slices.Grow(dst, n)[:start+n]
	for line := dst[start:]; len(line) > 0; line = line[2*size+1:] {
		hexLine(line[:2*size+1], digests[:size], end)
		digests = digests[slot:]
	}
	return dst
}

// hexLine fills a line with the digits of a digest and the byte that ends it.
func hexLine(line, digest []byte, end byte) {
	for ; len(digest) >= 4; digest = digest[4:] {
		binary.BigEndian.PutUint64(line, hexWord(binary.BigEndian.Uint32(digest)))
		line = line[8:]
	}
	for _, b := range digest {
		line[0], line[1] = hexDigits[b>>4], hexDigits[b&15]
		line = line[2:]
	}
	line[0] = end
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
