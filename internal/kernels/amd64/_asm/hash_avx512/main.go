// Command hash_avx512 generates the 64-bit hash of whole messages, with AES-NI and AVX-512 (F, BW, VL), for processors
// without VAES.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
	"szsum/internal/kernels/amd64/_asm/szhash"
)

const signature = "func(base *byte, spans *uint64, order *uint32, count uint64, seed uint64, digests *byte)"

func main() {
	t := &tables{
		start:       emit.Words64("start", szhash.Pi[:]),
		permutation: szhash.FourTimes("permutation", szhash.Permutation[:]),
		swap:        emit.Bytes("swap", []byte{7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 31: 0}),
	}
	tiny(t)
	short(t)
	long(t)
	Generate()
}

type tables struct {
	start, permutation Mem
	swap               Mem // reverses the bytes of both words
}

// All functions take one message after the other. AESENC reaches the first sixteen registers only.
//
//	X0           seed, twice
//	X1, X2       start of the AES vector of the first lane, and of its sum vector, permuted (tiny, short)
//	Z1, Z2       start of the sum vectors, permuted, and of the AES vectors (long)
//	Z3           permutation
//	X4           byte order of a digest
//	X5           length, then key
//	X6           hash
//	Z8           message, or piece of 64 bytes; X9 to X11 its second to fourth block
//	X12 to X15   AES vectors
//	Z7           sum vectors
var (
	seed, permutation, swap = emit.Z[0], emit.Z[3], emit.X[4]
	key, hash               = emit.X[5], emit.X[6]
	sums, piece             = emit.Z[7], emit.Z[8]
	blocks, aes             = emit.X[8:12], emit.X[12:16]
)

// cut brings the second to fourth block of a piece into registers of their own.
func cut(count int) {
	for j := 1; j < count; j++ {
		VEXTRACTI32X4(U8(j), piece, blocks[j])
	}
}

// digest makes the digest of the folded vector and writes it to the slot.
func digest(folded reg.VecPhysical, digests, slot reg.GPVirtual) {
	VPADDQ(seed.AsX(), key, key)
	VAESENC(key, folded, hash)
	VAESENC(folded, hash, hash)
	VPSHUFB(swap, hash, hash)
	VMOVQ(hash, Mem{Base: digests, Index: slot, Scale: 8})
}

// startLane loads what the functions for one lane need.
func startLane(t *tables, seedArgument int) {
	VPBROADCASTQ(NewParamAddr("seed", seedArgument), seed.AsX())
	VPXOR(t.start, seed.AsX(), startAES)
	VPXOR(emit.At(t.start, szhash.StateSums), seed.AsX(), startSum)
	VMOVDQU(t.permutation, permutation.AsX())
	VPSHUFB(permutation.AsX(), startSum, startSum)
	VMOVDQU(t.swap, swap)
}

var startAES, startSum, sum = emit.X[1], emit.X[2], emit.X[7]

// absorbFirst takes the first block of a message.
func absorbFirst() {
	VAESENC(blocks[0], startAES, aes[0])
	VPADDQ(blocks[0], startSum, sum)
}

func tiny(t *tables) {
	TEXT("HashTinyAVX512", NOSPLIT,
		"func(base *byte, spans *uint64, count uint64, seed uint64, digests *byte, rest *uint32) (left uint64)")
	Doc("HashTinyAVX512 hashes the messages of up to 16 bytes among those of up to 64.")
	base, spans := Load(Param("base"), GP64()).(reg.GPVirtual), Load(Param("spans"), GP64()).(reg.GPVirtual)
	count, digests := Load(Param("count"), GP64()).(reg.GPVirtual), Load(Param("digests"), GP64()).(reg.GPVirtual)
	rest := Load(Param("rest"), GP64()).(reg.GPVirtual)
	startLane(t, 24)
	number, left, ones := GP64(), GP64(), GP64()
	XORL(number.As32(), number.As32())
	XORL(left.As32(), left.As32())
	MOVQ(I32(-1), ones)

	Comment("A message; if it is longer, its number stays in rest, and its digest is not yet what it should be")
	Label("message")
	p, n, mask := GP64(), GP64(), GP64()
	MOVL(Mem{Base: spans, Index: number, Scale: 8}, p.As32())
	MOVL(Mem{Base: spans, Index: number, Scale: 8, Disp: 4}, n.As32())
	MOVL(number.As32(), Mem{Base: rest, Index: left, Scale: 4})
	BZHIQ(n, ones, mask)
	KMOVW(mask.As32(), reg.K1)
	VMOVDQU8_Z(Mem{Base: base, Index: p, Scale: 1}, reg.K1, blocks[0])
	absorbFirst()
	VMOVQ(n, key)
	VAESENC(aes[0], sum, sum)
	digest(sum, digests, number)
	CMPQ(n, U8(17))
	SBBQ(I8(-1), left)
	INCQ(number)
	CMPQ(number, count)
	JNE(LabelRef("message"))
	Store(left, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

func short(t *tables) {
	TEXT("HashShortAVX512", NOSPLIT, signature)
	Doc("HashShortAVX512 hashes messages of up to 64 bytes.")
	base, spans := Load(Param("base"), GP64()).(reg.GPVirtual), Load(Param("spans"), GP64()).(reg.GPVirtual)
	order, count := Load(Param("order"), GP64()).(reg.GPVirtual), Load(Param("count"), GP64()).(reg.GPVirtual)
	digests := Load(Param("digests"), GP64()).(reg.GPVirtual)
	startLane(t, 32)
	ones := GP64()
	MOVQ(I32(-1), ones)

	Label("message")
	slot, p, n, mask := GP64(), GP64(), GP64(), GP64()
	MOVL(Mem{Base: order}, slot.As32())
	ADDQ(U8(4), order)
	MOVL(Mem{Base: spans, Index: slot, Scale: 8}, p.As32())
	MOVL(Mem{Base: spans, Index: slot, Scale: 8, Disp: 4}, n.As32())
	VMOVQ(n, key)
	BZHIQ(n, ones, mask)
	KMOVQ(mask, reg.K1)
	VMOVDQU8_Z(Mem{Base: base, Index: p, Scale: 1}, reg.K1, piece)
	absorbFirst()
	cut(4)
	for j, b := range blocks[1:] {
		CMPQ(n, U8(16*(j+1)))
		JBE(LabelRef("close"))
		VAESENC(b, aes[0], aes[0])
		VPSHUFB(permutation.AsX(), sum, sum)
		VPADDQ(b, sum, sum)
	}
	Label("close")
	VAESENC(aes[0], sum, sum)
	digest(sum, digests, slot)
	DECQ(count)
	JNZ(LabelRef("message"))
	VZEROUPPER()
	RET()
}

func long(t *tables) {
	TEXT("HashLongAVX512", NOSPLIT, signature)
	Doc("HashLongAVX512 hashes messages of more than 64 bytes, one after the other.")
	base, spans := Load(Param("base"), GP64()).(reg.GPVirtual), Load(Param("spans"), GP64()).(reg.GPVirtual)
	order, count := Load(Param("order"), GP64()).(reg.GPVirtual), Load(Param("count"), GP64()).(reg.GPVirtual)
	digests := Load(Param("digests"), GP64()).(reg.GPVirtual)
	startSums := emit.Z[1]
	start := AllocLocal(64) // the AES vectors
	VPBROADCASTQ(NewParamAddr("seed", 32), seed)
	VPXORQ(t.start, seed, startSums)
	VMOVDQU64(startSums, start)
	VPXORQ(emit.At(t.start, szhash.StateSums), seed, startSums)
	VMOVDQU64(t.permutation, permutation)
	VPSHUFB(permutation, startSums, startSums)
	VMOVDQU(t.swap, swap)
	ones, end := GP64(), GP64()
	MOVQ(I32(-1), ones)
	LEAQ(Mem{Base: order, Index: count, Scale: 4, Disp: -4}, end)

	Label("message")
	slot, p, n, ahead := GP64(), GP64(), GP64(), GP64()
	LEAQ(Mem{Base: order, Disp: 4 * szhash.Ahead}, ahead)
	CMPQ(ahead, end)
	CMOVQHI(end, ahead)
	MOVL(Mem{Base: ahead}, ahead.As32())
	MOVL(Mem{Base: spans, Index: ahead, Scale: 8}, ahead.As32())
	for i := range 3 {
		PREFETCHT0(Mem{Base: base, Index: ahead, Scale: 1, Disp: 64 * i})
	}
	MOVL(Mem{Base: order}, slot.As32())
	MOVL(Mem{Base: spans, Index: slot, Scale: 8}, p.As32())
	ADDQ(base, p)
	MOVL(Mem{Base: spans, Index: slot, Scale: 8, Disp: 4}, n.As32())
	VMOVQ(n, key)

	// The blocks are keys of AES rounds, which come from memory; the sums are made of all four at once.
	Comment("First 64 bytes")
	for j, a := range aes {
		VMOVDQU(emit.At(start, 16*j), a)
		VAESENC(Mem{Base: p, Disp: 16 * j}, a, a)
	}
	VPADDQ(Mem{Base: p}, startSums, sums)
	SUBQ(U8(64), n)

	Comment("Pieces of 64 bytes, but the last")
	Label("pieces")
	ADDQ(U8(64), p)
	CMPQ(n, U8(64))
	JBE(LabelRef("last"))
	for j, a := range aes {
		VAESENC(Mem{Base: p, Disp: 16 * j}, a, a)
	}
	VPSHUFB(permutation, sums, sums)
	VPADDQ(Mem{Base: p}, sums, sums)
	SUBQ(U8(64), n)
	JMP(LabelRef("pieces"))

	Comment("The last piece, 1 to 64 bytes")
	Label("last")
	BZHIQ(n, ones, n)
	KMOVQ(n, reg.K1)
	VMOVDQU8_Z(Mem{Base: p}, reg.K1, piece)
	VPSHUFB(permutation, sums, sums)
	VPADDQ(piece, sums, sums)
	cut(4)
	for j, a := range aes {
		VAESENC(blocks[j], a, a)
	}

	Comment("Digest")
	VAESENC(aes[0], sums.AsX(), aes[0])
	for j := 1; j < 4; j++ {
		VEXTRACTI32X4(U8(j), sums, blocks[j])
		VAESENC(aes[j], blocks[j], aes[j])
	}
	VAESENC(aes[1], aes[0], aes[0])
	VAESENC(aes[3], aes[2], aes[2])
	VAESENC(aes[2], aes[0], aes[0])
	digest(aes[0], digests, slot)
	ADDQ(U8(4), order)
	CMPQ(order, end)
	JBE(LabelRef("message"))
	VZEROUPPER()
	RET()
}
