// Command hashdeal_avx512 generates the dealing of messages into piles by their number of 64-byte pieces, with AVX-512
// (F).
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
)

// room is how many numbers a pile has room for: those of a batch of 4,096 messages, and 16 behind the last one, as
// always 16 are written.
const (
	piles = 4
	room  = 4096 + 16
)

// The registers are
//
//	Z0         numbers of 16 messages
//	Z1         16, in each dword
//	Z2         control that picks every second dword of two registers
//	Z3 to Z5   0 to 2: number of pieces, less one, in the first piles
//	Z6         1
//	Z16, Z17   spans, then the number of pieces, less one
//	Z18        numbers that go to a pile
//	K1 to K4   messages of each pile
//	K5         messages that there are
func main() {
	lengths := emit.Words32("lengths", series(1, 2))
	first := emit.Words32("first", series(0, 1))
	TEXT("HashDealAVX512", NOSPLIT, "func(spans *uint64, count uint64, order *[4][4112]uint32) (counts uint64)")
	Doc("HashDealAVX512 deals messages into piles.")
	spans := Load(Param("spans"), GP64()).(reg.GPVirtual)
	count := Load(Param("count"), GP64()).(reg.GPVirtual)
	order := Load(Param("order"), GP64()).(reg.GPVirtual)
	numbers, step, odd, one := emit.Z[0], emit.Z[1], emit.Z[2], emit.Z[6]
	q, pieces, dealt := emit.Z[16:18], emit.Z[16], emit.Z[18]
	constant := func(value int, z reg.VecPhysical) {
		temp := GP32()
		MOVL(U32(value), temp)
		VPBROADCASTD(temp, z)
	}
	VMOVDQU64(first, numbers)
	VMOVDQU64(lengths, odd)
	constant(16, step)
	constant(1, one)
	bounds := emit.Z[3:6]
	for i, b := range bounds {
		constant(i, b)
	}
	var ends [piles]reg.GPVirtual
	for i := range ends {
		ends[i] = GP64()
		LEAQ(Mem{Base: order, Disp: 4 * room * i}, ends[i])
	}
	masks := [piles]reg.OpmaskPhysical{reg.K1, reg.K2, reg.K3, reg.K4}
	bits := GP64()
	MOVL(U32(1<<16-1), bits.As32())

	Comment("16 messages, or those that are left")
	Label("group")
	CMPQ(count, U8(16))
	JAE(LabelRef("all"))
	BZHIL(count.As32(), bits.As32(), bits.As32())
	Label("all")
	KMOVW(bits.As32(), reg.K5)
	KSHIFTRW(U8(8), reg.K5, reg.K6)
	VMOVDQU64_Z(Mem{Base: spans}, reg.K5, q[0])
	VMOVDQU64_Z(Mem{Base: spans, Disp: 64}, reg.K6, q[1])
	VPERMT2D(q[1], odd, q[0])
	VPMAXUD(one, pieces, pieces) // an empty message counts as one piece, too
	VPSUBD(one, pieces, pieces)
	VPSRLD(U8(6), pieces, pieces)
	for i, end := range ends {
		k, n := masks[i], GP64()
		if i < piles-1 {
			VPCMPUD(U8(0), bounds[i], pieces, reg.K5, k) // equal
		} else {
			VPCMPUD(U8(6), bounds[i-1], pieces, reg.K5, k) // more
		}
		VPCOMPRESSD_Z(numbers, k, dealt)
		VMOVDQU64(dealt, Mem{Base: end})
		KMOVW(k, n.As32())
		POPCNTL(n.As32(), n.As32())
		LEAQ(Mem{Base: end, Index: n, Scale: 4}, end)
	}
	VPADDD(step, numbers, numbers)
	ADDQ(U32(128), spans)
	SUBQ(U8(16), count)
	JA(LabelRef("group"))

	Comment("How many there are in each pile, 16 bits each")
	counts, start := GP64(), GP64()
	XORL(counts.As32(), counts.As32())
	for i := piles - 1; i >= 0; i-- {
		LEAQ(Mem{Base: order, Disp: 4 * room * i}, start)
		SUBQ(start, ends[i])
		SHRQ(U8(2), ends[i])
		SHLQ(U8(16), counts)
		ORQ(ends[i], counts)
	}
	Store(counts, ReturnIndex(0))
	VZEROUPPER()
	RET()
	Generate()
}

// series is the numbers from start on, step apart, that fill a register.
func series(start, step uint32) []uint32 {
	words := make([]uint32, 16)
	for i := range words {
		words[i] = start + uint32(i)*step
	}
	return words
}
