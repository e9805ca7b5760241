package kernels

import (
	"encoding/binary"
	"unsafe"
)

// bytesumGeneric sums whole messages; the arguments are as package amd64 says.
func bytesumGeneric(base *byte, spans *uint64, count uint64, digests *byte) {
	for i := range count {
		message, number := messageAt(base, spans, nil, i)
		putNumber(digests, 8*number, byteSum(message))
	}
}

// bytesumPartGeneric sums a part of a message.
func bytesumPartGeneric(data *byte, n uint64) uint64 { return byteSum(unsafe.Slice(data, n)) }

// byteSum is the sum of all bytes, each as a number from 0 to 255.
func byteSum(data []byte) uint64 {
	const even = 0x00ff00ff00ff00ff
	var total uint64
	for len(data) >= 8 {
		// four sums of 16 bits side by side; a word adds at most 2 x 255 to each, so that 128 of them fit
		run := min(len(data)&^7, 8*128)
		var sums uint64
		for words := data[:run]; len(words) >= 8; words = words[8:] {
			w := binary.LittleEndian.Uint64(words)
			sums += w&even + w>>8&even
		}
		const odd = 0x0000ffff0000ffff
		pairs := sums&odd + sums>>16&odd
		total += pairs&0xffffffff + pairs>>32
		data = data[run:]
	}
	for _, b := range data {
		total += uint64(b)
	}
	return total
}
