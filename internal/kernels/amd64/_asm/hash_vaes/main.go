// Command hash_vaes generates the 64-bit hash of whole messages, with AVX-512 (F, BW, VL, DQ, VBMI) and VAES.
package main

import (
	"fmt"

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
		digests:     szhash.Digests(),
		numbers:     szhash.FourTimes("numbers", []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}),
		odd:         emit.Words32("odd", []uint32{1, 0, 0, 0, 3, 0, 0, 0, 5, 0, 0, 0, 7, 0, 0, 0}),
		each:        emit.Words32("each", []uint32{0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0}),
		bits:        emit.Words32("bits", []uint32{0xff0, 1<<32 - 1, 0xff0, 1<<32 - 1, 0xff0, 1<<32 - 1, 0xff0, 1<<32 - 1}),
		readable:    emit.Words32("readable", []uint32{0xff0, 64, 0xff0, 64, 0xff0, 64, 0xff0, 64}),
		tiny:        emit.Words32("tiny", []uint32{1<<32 - 1, 16, 1<<32 - 1, 16, 1<<32 - 1, 16, 1<<32 - 1, 16}),
		twice:       emit.Words32("twice", []uint32{0, 0, 1, 1, 2, 2, 3, 3}),
	}
	tiny(t)
	short(t)
	long(t)
	Generate()
}

type tables struct {
	start, permutation, digests Mem
	numbers                     Mem // of the bytes in a lane
	odd, each                   Mem // the controls that bring every second dword, and the first four, to the fronts of the lanes
	bits, readable, tiny        Mem // of a span, to tell what it is
	twice                       Mem // numbers of four messages
}

// lengthDwords is the mask of the dwords that lengths stand in: the first one in each lane.
const lengthDwords = 0x1111

// Of tiny and short messages only the first lane is needed. Both functions use
//
//	Z0           seed, in both halves of each lane
//	Z1           start of the AES vectors
//	Z2           start of the sum vectors, permuted
//	Z3           permutation
//	Z4           control for the lengths
//	Z5           control for the digests
//	Z16          spans
//	Z17          lengths, then keys
//	Z18 to Z21   blocks
//	Z22, Z23     AES and sum vectors
//	Z24          hashes, and temporary
//	K7           dwords of the lengths
var (
	seed, permutation, odd, control = emit.Z[0], emit.Z[3], emit.Z[4], emit.Z[5]
	start                           = szhash.ZMMState{AES: emit.Z[1], Sum: emit.Z[2]}
	q, lengths, blocks              = emit.Z[16], emit.Z[17], emit.Z[18:22]
	state                           = szhash.ZMMState{AES: emit.Z[22], Sum: emit.Z[23]}
	hash                            = emit.Z[24]
)

// startLanes loads what both functions need.
func startLanes(t *tables, seedArgument int) {
	VPBROADCASTQ(NewParamAddr("seed", seedArgument), seed)
	VBROADCASTI32X4(t.start, start.AES)
	VPXORQ(seed, start.AES, start.AES)
	VBROADCASTI32X4(emit.At(t.start, szhash.StateSums), start.Sum)
	VPXORQ(seed, start.Sum, start.Sum)
	VMOVDQU64(t.permutation, permutation)
	VPSHUFB(permutation, start.Sum, start.Sum)
	VMOVDQU64(t.odd, odd)
	VMOVDQU64(t.digests, control)
	dwords := GP32()
	MOVL(U32(lengthDwords), dwords)
	KMOVW(dwords, reg.K7)
}

// digests4 makes the digests of four messages, in the low half of hash; lengths are used up.
func digests4() {
	VAESENC(state.AES, state.Sum, state.Sum)
	VPADDQ(seed, lengths, lengths)
	szhash.ZMMClose(state.Sum, lengths, hash)
	VPERMB(hash, control, hash)
}

// tiny:
//
//	Y6    to be added to a span so that the next ones tell what it is
//	Y7    bits that tell
//	Y8    what they must be less than in a message that may be read, and
//	Y9    in one that is tiny as well
//	Z10   numbers of the bytes in a lane
//	Z11   zero
//	Y12   numbers of the messages, each twice
//	Y13   4, in each dword
func tiny(t *tables) {
	TEXT("HashTinyx4VAES", NOSPLIT,
		"func(base *byte, spans *uint64, count uint64, seed uint64, digests *byte, rest *uint32) (left uint64)")
	Doc("HashTinyx4VAES hashes the messages of 1 to 16 bytes among those of up to 64.")
	base, spans := Load(Param("base"), GP64()).(reg.GPVirtual), Load(Param("spans"), GP64()).(reg.GPVirtual)
	count, digests := Load(Param("count"), GP64()).(reg.GPVirtual), Load(Param("digests"), GP64()).(reg.GPVirtual)
	rest := Load(Param("rest"), GP64()).(reg.GPVirtual)
	startLanes(t, 24)

	// 16 bytes of a message may be read in one go if it has any and lies more than 16 bytes before the end of a page: of
	// its address, bits 4 to 11 are not all ones.
	Comment("Easy messages")
	add, bits, readable, easy := emit.Y[6], emit.Y[7], emit.Y[8], emit.Y[9]
	numbers, zero, twice, fours := emit.Z[10], emit.Z[11], emit.Y[12], emit.Y[13]
	temp := GP32()
	VPBROADCASTQ(base, add)
	VPCMPEQD(bits, bits, bits)
	MOVL(U32(0xaa), temp)
	KMOVB(temp, reg.K1)
	VMOVDQA32(bits, reg.K1, add)
	VMOVDQU(t.bits, bits)
	VMOVDQU(t.readable, readable)
	VMOVDQU(t.tiny, easy)
	VMOVDQU64(t.numbers, numbers)
	VPXORQ(zero, zero, zero)
	VMOVDQU(t.twice, twice)
	MOVL(U32(4), temp)
	VPBROADCASTD(temp, fours)

	number, left := GP64(), GP64()
	XORL(number.As32(), number.As32())
	XORL(left.As32(), left.As32())
	SUBQ(U8(4), count)
	JB(LabelRef("few"))

	Comment("Four messages; the numbers of longer ones go to rest, their digests are not what they should be yet")
	Label("group")
	VMOVDQU64(Mem{Base: spans, Index: number, Scale: 8}, q.AsY())
	VPADDD(q.AsY(), add, hash.AsY())
	VPANDD(hash.AsY(), bits, hash.AsY())
	VPCMPUD(U8(5), readable, hash.AsY(), reg.K1) // not less
	KORTESTB(reg.K1, reg.K1)
	JNZ(LabelRef("not_readable"))
	VPCMPUD(U8(5), easy, hash.AsY(), reg.K1)
	leave := func() {
		longer := GP64()
		VPCOMPRESSD_Z(twice, reg.K1, hash.AsY())
		VMOVDQU64(hash.AsX(), Mem{Base: rest, Index: left, Scale: 4})
		KMOVB(reg.K1, longer.As32())
		POPCNTL(longer.As32(), longer.As32())
		ADDQ(longer, left)
	}
	leave()
	for i := range 4 {
		offset := GP64()
		MOVL(Mem{Base: spans, Index: number, Scale: 8, Disp: 8 * i}, offset.As32())
		message := Mem{Base: base, Index: offset, Scale: 1}
		if i == 0 {
			VMOVDQU64(message, blocks[0].AsX())
		} else {
			VINSERTI32X4(U8(i), message, blocks[0], blocks[0])
		}
	}
	VPERMD_Z(q, odd, reg.K7, lengths)
	VPSHUFB(zero, lengths, hash) // the low byte everywhere in the lane
	VPCMPUB(U8(1), hash, numbers, reg.K1)
	VMOVDQU8_Z(blocks[0], reg.K1, blocks[0])
	VAESENC(blocks[0], start.AES, state.AES)
	VPADDQ(blocks[0], start.Sum, state.Sum)
	digests4()
	VMOVDQU64(hash.AsY(), Mem{Base: digests, Index: number, Scale: 8})
	Label("next")
	VPADDD(fours, twice, twice)
	ADDQ(U8(4), number)
	SUBQ(U8(4), count)
	JAE(LabelRef("group"))

	Comment("The last ones of fewer than four are left")
	Label("few")
	ADDQ(U8(4), count)
	JZ(LabelRef("done"))
	Label("one")
	MOVL(number.As32(), Mem{Base: rest, Index: left, Scale: 4})
	INCQ(left)
	INCQ(number)
	DECQ(count)
	JNZ(LabelRef("one"))
	Label("done")
	Store(left, ReturnIndex(0))
	VZEROUPPER()
	RET()

	Comment("All four are left if one of them may not be read")
	Label("not_readable")
	MOVL(U32(0xaa), temp)
	KMOVB(temp, reg.K1)
	leave()
	JMP(LabelRef("next"))
}

func short(t *tables) {
	TEXT("HashShortx4VAES", NOSPLIT, signature)
	Doc("HashShortx4VAES hashes messages of up to 64 bytes.")
	base, spans := Load(Param("base"), GP64()).(reg.GPVirtual), Load(Param("spans"), GP64()).(reg.GPVirtual)
	order, count := Load(Param("order"), GP64()).(reg.GPVirtual), Load(Param("count"), GP64()).(reg.GPVirtual)
	digests := Load(Param("digests"), GP64()).(reg.GPVirtual)
	parts := []reg.VecPhysical{hash.AsX().(reg.VecPhysical), state.AES.AsX().(reg.VecPhysical)}
	startLanes(t, 32)

	Comment("Four messages; the last one of fewer is taken again for those missing")
	last, ones := GP64(), GP64()
	LEAQ(Mem{Base: order, Index: count, Scale: 4, Disp: -4}, last)
	MOVQ(I32(-1), ones)
	Label("group")
	var slots [4]reg.GPVirtual
	for i := range slots {
		at, span := GP64(), GP64()
		slots[i] = GP64()
		LEAQ(Mem{Base: order, Disp: 4 * i}, at)
		CMPQ(at, last)
		CMOVQHI(last, at)
		MOVL(Mem{Base: at}, slots[i].As32())
		MOVQ(Mem{Base: spans, Index: slots[i], Scale: 8}, span)
		if i%2 == 0 {
			VMOVQ(span, parts[i/2])
		} else {
			VPINSRQ(U8(1), span, parts[i/2], parts[i/2])
		}
		offset := at
		MOVL(span.As32(), offset.As32())
		SHRQ(U8(32), span)
		BZHIQ(span, ones, span)
		KMOVQ(span, reg.K1)
		VMOVDQU8_Z(Mem{Base: base, Index: offset, Scale: 1}, reg.K1, blocks[i])
	}
	transpose(blocks)
	VINSERTI32X4(U8(1), parts[1], parts[0].AsY(), q.AsY())
	VPERMD_Z(q, odd, reg.K7, lengths)
	absorbBlocks()
	digests4()
	storeDigests(hash, digests, slots[:], blocks[0].AsX().(reg.VecPhysical))
	ADDQ(U8(16), order)
	SUBQ(U8(4), count)
	JA(LabelRef("group"))
	VZEROUPPER()
	RET()
}

// transpose makes of four messages the first blocks of all four, and so on.
func transpose(r []reg.VecPhysical) {
	t := emit.Z[25:29]
	for i := 0; i < 4; i += 2 {
		VSHUFI32X4(U8(0x88), r[i+1], r[i], t[i])   // blocks 0 and 2 of two messages
		VSHUFI32X4(U8(0xdd), r[i+1], r[i], t[i+1]) // blocks 1 and 3
	}
	for j := range 4 {
		VSHUFI32X4(U8([]int{0x88, 0x88, 0xdd, 0xdd}[j]), t[2+j%2], t[j%2], r[j])
	}
}

// absorbBlocks absorbs one to four blocks of each of four messages.
func absorbBlocks() {
	both, least, temp := emit.Z[25], emit.Z[26], hash
	VPSHUFD(U8(0x44), lengths, both) // in both halves of the lane
	VAESENC(blocks[0], start.AES, state.AES)
	VPADDQ(blocks[0], start.Sum, state.Sum)
	for j, block := range blocks[1:] {
		bound := GP64()
		MOVL(U32(16*(j+1)), bound.As32())
		VPBROADCASTQ(bound, least)
		VPCMPUQ(U8(6), least, both, reg.K1) // longer than that
		VAESENC(block, state.AES, temp)
		VMOVDQA64(temp, reg.K1, state.AES)
		VPSHUFB(permutation, state.Sum, temp)
		VPADDQ(block, temp, reg.K1, state.Sum)
	}
}

// storeDigests writes the four digests in the low half of hash to their slots.
func storeDigests(hash reg.VecPhysical, digests reg.GPVirtual, slots []reg.GPVirtual, temp reg.VecPhysical) {
	slot := func(i int) Mem { return Mem{Base: digests, Index: slots[i], Scale: 8} }
	VEXTRACTI32X4(U8(1), hash.AsY(), temp)
	VMOVQ(hash.AsX(), slot(0))
	VPEXTRQ(U8(1), hash.AsX(), slot(1))
	VMOVQ(temp, slot(2))
	VPEXTRQ(U8(1), temp, slot(3))
}

// long:
//
//	Z0           seed, in both halves of each lane
//	Z1, Z2       start of the AES vectors, and of the sum vectors, permuted
//	Z3           permutation
//	Z4           control for the lengths
//	Z5           control for the digests
//	Z6           lengths, then keys
//	Z7           hashes
//	Z16 to Z23   AES and sum vectors of the four messages
//	Z24 to Z27   pieces of 64 bytes
//	X28          pieces of each message beside its first and its last
//	X29          those of the first message
//	X30          -65, in each dword
//	K7           dwords of the lengths
func long(t *tables) {
	TEXT("HashLongx4VAES", NOSPLIT, signature)
	Doc("HashLongx4VAES hashes messages of more than 64 bytes.")
	spans := Load(Param("spans"), GP64()).(reg.GPVirtual)
	order := Load(Param("order"), GP64()).(reg.GPVirtual)
	each, lengths, hash := emit.Z[4], emit.Z[6], emit.Z[7]
	var states [4]szhash.ZMMState
	for i := range states {
		states[i] = szhash.ZMMState{AES: emit.Z[16+2*i], Sum: emit.Z[17+2*i]}
	}
	pieces := emit.Z[24:28]
	counts, first, less65 := emit.X[28], emit.X[29], emit.X[30]
	last, slots := AllocLocal(8), AllocLocal(16)

	Comment("Start of the lanes")
	temp := GP64()
	VPBROADCASTQ(NewParamAddr("seed", 32), seed)
	VPXORQ(t.start, seed, start.AES)
	VPXORQ(emit.At(t.start, szhash.StateSums), seed, start.Sum)
	VMOVDQU64(t.permutation, permutation)
	VPSHUFB(permutation, start.Sum, start.Sum)
	VMOVDQU64(t.each, each)
	VMOVDQU64(t.digests, control)
	MOVL(I32(-65), temp.As32())
	VPBROADCASTD(temp.As32(), less65)
	MOVL(U32(lengthDwords), temp.As32())
	KMOVW(temp.As32(), reg.K7)
	MOVQ(NewParamAddr("count", 24), temp)
	LEAQ(Mem{Base: order, Index: temp, Scale: 4, Disp: -4}, temp)
	MOVQ(temp, last)

	Comment("Four messages, and those to come soon")
	Label("group")
	ahead := GP64()
	LEAQ(Mem{Base: order, Disp: 4 * 3}, temp)
	CMPQ(temp, last)
	JA(LabelRef("few"))
	VMOVDQU(Mem{Base: order}, lengths.AsX())
	VMOVDQU(lengths.AsX(), slots)
	LEAQ(Mem{Base: order, Disp: 4 * (szhash.Ahead + 3)}, temp)
	LEAQ(Mem{Base: order, Disp: 4 * szhash.Ahead}, ahead)
	CMPQ(temp, last)
	CMOVQHI(order, ahead)
	for i := range 4 {
		MOVL(Mem{Base: ahead, Disp: 4 * i}, temp.As32())
		MOVL(Mem{Base: spans, Index: temp, Scale: 8}, temp.As32())
		ADDQ(NewParamAddr("base", 0), temp)
		for line := range 3 {
			PREFETCHT0(Mem{Base: temp, Disp: 64 * line})
		}
	}
	Label("chosen")
	var p, n [4]reg.GPVirtual
	for i := range p {
		p[i], n[i] = GP64(), GP64()
		MOVL(emit.At(slots, 4*i), temp.As32())
		MOVQ(Mem{Base: spans, Index: temp, Scale: 8}, n[i])
		MOVL(n[i].As32(), p[i].As32())
		ADDQ(NewParamAddr("base", 0), p[i])
		SHRQ(U8(32), n[i])
		if i == 0 {
			VMOVD(n[i].As32(), lengths.AsX())
		} else {
			VPINSRD(U8(i), n[i].As32(), lengths.AsX(), lengths.AsX())
		}
	}

	// in pieces: what the first message has beside its first and its last, and whether the others have as many
	whole := GP64()
	VPADDD(less65, lengths.AsX(), counts)
	VPSRLD(U8(6), counts, counts)
	VPBROADCASTD(counts, first)
	VPCMPUD(U8(4), first, counts, reg.K1)
	VPERMD_Z(lengths, each, reg.K7, lengths)

	Comment("First 64 bytes")
	for i, s := range states {
		VMOVDQU64(Mem{Base: p[i]}, pieces[i])
		VAESENC(pieces[i], start.AES, s.AES)
		VPADDQ(pieces[i], start.Sum, s.Sum)
		ADDQ(I8(64), p[i])
	}

	Comment("Pieces, but the last")
	VMOVD(counts, whole.As32())
	KORTESTB(reg.K1, reg.K1)
	JNZ(LabelRef("uneven"))
	together := func(name, after string) {
		TESTQ(whole, whole)
		JZ(LabelRef(after))
		Label(name)
		for i := range p {
			VMOVDQU64(Mem{Base: p[i]}, pieces[i])
			ADDQ(I8(64), p[i])
		}
		for i, s := range states {
			s.Absorb(pieces[i], permutation)
		}
		DECQ(whole)
		JNZ(LabelRef(name))
	}
	together("pieces", "tails")

	// the masks have as many ones as there are bytes, by the six low bits of the length
	Comment("Last pieces, 1 to 64 bytes")
	Label("tails")
	MOVQ(I32(-2), temp)
	masks := []reg.OpmaskPhysical{reg.K1, reg.K2, reg.K3, reg.K4}
	for i, s := range states {
		DECQ(n[i])
		SHLXQ(n[i], temp, n[i])
		NOTQ(n[i])
		KMOVQ(n[i], masks[i])
		VMOVDQU8_Z(Mem{Base: p[i]}, masks[i], pieces[i])
		s.Absorb(pieces[i], permutation)
	}

	Comment("Digests")
	folded := szhash.ZMMFold(states)
	VPADDQ(seed, lengths, lengths)
	szhash.ZMMClose(folded, lengths, hash)
	VPERMB(hash, control, hash)
	digests := GP64()
	MOVQ(NewParamAddr("digests", 40), digests)
	for i := range p {
		MOVL(emit.At(slots, 4*i), p[i].As32())
	}
	storeDigests(hash, digests, p[:], emit.X[24])
	ADDQ(U8(16), order)
	CMPQ(order, last)
	JBE(LabelRef("group"))
	VZEROUPPER()
	RET()

	Comment("The last one to three messages; the last is taken again for those missing")
	Label("few")
	for i := range 4 {
		LEAQ(Mem{Base: order, Disp: 4 * i}, temp)
		CMPQ(temp, last)
		CMOVQHI(last, temp)
		MOVL(Mem{Base: temp}, temp.As32())
		MOVL(temp.As32(), emit.At(slots, 4*i))
	}
	JMP(LabelRef("chosen"))

	Comment("Messages of different lengths: pieces of all as long as all have some, then of each by itself")
	Label("uneven")
	fewest := GP64()
	for i := range n[1:] {
		VPEXTRD(U8(i+1), counts, temp.As32())
		CMPQ(temp, whole)
		CMOVQLT(temp, whole)
	}
	MOVQ(whole, fewest)
	SHLQ(U8(6), fewest)
	for i := range n {
		SUBQ(fewest, n[i])
	}
	together("pieces_of_all", "alone")
	Label("alone")
	for i, s := range states {
		next, done := fmt.Sprint("pieces_", i), fmt.Sprint("done_", i)
		CMPQ(n[i], U8(128))
		JBE(LabelRef(done))
		Label(next)
		VMOVDQU64(Mem{Base: p[i]}, pieces[i])
		s.Absorb(pieces[i], permutation)
		ADDQ(I8(64), p[i])
		SUBQ(U8(64), n[i])
		CMPQ(n[i], U8(128))
		JA(LabelRef(next))
		Label(done)
	}
	JMP(LabelRef("tails"))
}
