// Package emit has what the generators share: tables in read-only memory, and registers by number.
package emit

import (
	"encoding/binary"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Bytes puts b, filled up with zeros to a multiple of eight bytes, into read-only memory. Tables of 32 bytes and more
// are aligned to 32 bytes by Go's linker.
func Bytes(name string, b []byte) operand.Mem {
	m := build.GLOBL(name, build.RODATA|build.NOPTR)
	b = append(b[:len(b):len(b)], make([]byte, -len(b)&7)...)
	for i := 0; i < len(b); i += 8 {
		build.DATA(i, operand.U64(binary.LittleEndian.Uint64(b[i:])))
	}
	return m
}

// Words32 puts 32-bit words into read-only memory, little-endian.
func Words32(name string, words []uint32) operand.Mem {
	var b []byte
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return Bytes(name, b)
}

// Words64 puts 64-bit words into read-only memory, little-endian.
func Words64(name string, words []uint64) operand.Mem {
	var b []byte
	for _, w := range words {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return Bytes(name, b)
}

// At is m, n bytes further on.
func At(m operand.Mem, n int) operand.Mem {
	m.Disp += n
	return m
}

// X, Y and Z are the vector registers by number.
var (
	X = []reg.VecPhysical{
		reg.X0, reg.X1, reg.X2, reg.X3, reg.X4, reg.X5, reg.X6, reg.X7, reg.X8, reg.X9, reg.X10,
		reg.X11, reg.X12, reg.X13, reg.X14, reg.X15, reg.X16, reg.X17, reg.X18, reg.X19, reg.X20, reg.X21,
		reg.X22, reg.X23, reg.X24, reg.X25, reg.X26, reg.X27, reg.X28, reg.X29, reg.X30, reg.X31,
	}
	Y = []reg.VecPhysical{
		reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7, reg.Y8, reg.Y9, reg.Y10,
		reg.Y11, reg.Y12, reg.Y13, reg.Y14, reg.Y15, reg.Y16, reg.Y17, reg.Y18, reg.Y19, reg.Y20, reg.Y21,
		reg.Y22, reg.Y23, reg.Y24, reg.Y25, reg.Y26, reg.Y27, reg.Y28, reg.Y29, reg.Y30, reg.Y31,
	}
	Z = []reg.VecPhysical{
		reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7, reg.Z8, reg.Z9, reg.Z10,
		reg.Z11, reg.Z12, reg.Z13, reg.Z14, reg.Z15, reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20, reg.Z21,
		reg.Z22, reg.Z23, reg.Z24, reg.Z25, reg.Z26, reg.Z27, reg.Z28, reg.Z29, reg.Z30, reg.Z31,
	}
)
