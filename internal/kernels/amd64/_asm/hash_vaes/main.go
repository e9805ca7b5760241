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
		easyBits:    emit.Words32("easyBits", []uint32{0xff0, 1<<32 - 1, 0xff0, 1<<32 - 1, 0xff0, 1<<32 - 1, 0xff0, 1<<32 - 1}),
		easyLess:    emit.Words32("easyLess", []uint32{0xff0, 16, 0xff0, 16, 0xff0, 16, 0xff0, 16}),
	}
	short(t)
	long(t)
	Generate()
}

type tables struct {
	start, permutation, digests Mem
	numbers                     Mem // of the bytes in a lane
	odd, each                   Mem // the controls that bring every second dword, and the first four, to the fronts of the lanes
	easyBits, easyLess          Mem // of a span, to tell whether it is easy
}

// lengthDwords is the mask of the dwords that lengths stand in: the first one in each lane.
const lengthDwords = 0x1111

// short:
//
//	Z0           seed, in both halves of each lane
//	Z1           start of the AES vectors
//	Z2           start of the sum vectors, permuted
//	Z3           permutation
//	Z4           numbers of the bytes in a lane
//	Z5           to be added to a span so that the next two tell whether it is easy
//	Z6           bits that tell
//	Z7           what they must be less than
//	Z8           zero
//	Z9           control for the lengths
//	Z10          control for the digests
//	Z16          spans
//	Z17          lengths, then keys
//	Z18 to Z21   blocks
//	Z22, Z23     AES and sum vectors
//	Z24          hashes, and temporary
//	K7           dwords of the lengths
func short(t *tables) {
	TEXT("HashShortx4VAES", NOSPLIT, signature)
	Doc("HashShortx4VAES hashes messages of up to 64 bytes.")
	base, spans := Load(Param("base"), GP64()).(reg.GPVirtual), Load(Param("spans"), GP64()).(reg.GPVirtual)
	order, count := Load(Param("order"), GP64()).(reg.GPVirtual), Load(Param("count"), GP64()).(reg.GPVirtual)
	digests := Load(Param("digests"), GP64()).(reg.GPVirtual)
	seed, permutation, numbers, control := emit.Z[0], emit.Z[3], emit.Z[4], emit.Z[10]
	start := szhash.ZMMState{AES: emit.Z[1], Sum: emit.Z[2]}
	easyAdd, easyBits, easyLess, zero, odd := emit.Y[5], emit.Y[6], emit.Y[7], emit.Z[8], emit.Z[9]
	q, lengths, blocks, state := emit.Z[16], emit.Z[17], emit.Z[18:22], szhash.ZMMState{AES: emit.Z[22], Sum: emit.Z[23]}
	hash := emit.Z[24]
	four := AllocLocal(32) // the spans of a group

	Comment("Start of the first lane")
	VPBROADCASTQ(NewParamAddr("seed", 32), seed)
	VBROADCASTI32X4(t.start, start.AES)
	VPXORQ(seed, start.AES, start.AES)
	VBROADCASTI32X4(emit.At(t.start, szhash.StateSums), start.Sum)
	VPXORQ(seed, start.Sum, start.Sum)
	VMOVDQU64(t.permutation, permutation)
	VPSHUFB(permutation, start.Sum, start.Sum)
	VMOVDQU64(t.numbers, numbers)
	VMOVDQU64(t.odd, odd)
	VMOVDQU64(t.digests, control)
	VPXORQ(zero, zero, zero)
	temp := GP64()
	MOVL(U32(lengthDwords), temp.As32())
	KMOVW(temp.As32(), reg.K7)

	// A message is easy if it has 1 to 16 bytes and lies more than 16 bytes before the end of a page, so that it may be
	// read in one go: its length less one is below 16, and bits 4 to 11 of its address are not all ones.
	Comment("Easy messages")
	VPBROADCASTQ(base, easyAdd)
	VPCMPEQD(easyBits, easyBits, easyBits)
	MOVL(U32(0xaa), temp.As32())
	KMOVB(temp.As32(), reg.K1)
	VMOVDQA32(easyBits, reg.K1, easyAdd)
	VMOVDQU(t.easyBits, easyBits)
	VMOVDQU(t.easyLess, easyLess)

	number, left := GP64(), GP64()
	XORL(number.As32(), number.As32())
	MOVQ(count, left)
	TESTQ(order, order)
	JNZ(LabelRef("ordered"))
	SUBQ(U8(4), left)
	JB(LabelRef("few"))

	Comment("Four messages in the order of their spans, if all are easy")
	Label("group")
	VMOVDQU64(Mem{Base: spans, Index: number, Scale: 8}, q.AsY())
	VPADDD(q.AsY(), easyAdd, hash.AsY())
	VPANDD(hash.AsY(), easyBits, hash.AsY())
	VPCMPUD(U8(5), easyLess, hash.AsY(), reg.K1) // not less
	KORTESTB(reg.K1, reg.K1)
	JNZ(LabelRef("general"))
	VPERMD_Z(q, odd, reg.K7, lengths)
	loadEasy(base, func(i int) Mem { return Mem{Base: spans, Index: number, Scale: 8, Disp: 8 * i} }, blocks[0])
	absorbEasy(start, state, blocks[0], lengths, numbers, zero, hash)
	closeShort(state, lengths, seed, hash, control)
	VMOVDQU64(hash.AsY(), Mem{Base: digests, Index: number, Scale: 8})
	ADDQ(U8(4), number)
	SUBQ(U8(4), left)
	JAE(LabelRef("group"))

	Comment("The last one to three")
	Label("few")
	ADDQ(U8(4), left)
	JZ(LabelRef("done"))
	MOVL(U32(15), temp.As32())
	BZHIL(left.As32(), temp.As32(), temp.As32())
	KMOVB(temp.As32(), reg.K6)
	VMOVDQU64_Z(Mem{Base: spans, Index: number, Scale: 8}, reg.K6, q.AsY())
	VMOVDQU64(q.AsY(), four)
	hashGeneral := func() {
		loadGeneral(base, four, blocks)
		VPERMD_Z(q, odd, reg.K7, lengths)
		absorbGeneral(start, state, blocks, lengths, permutation, hash)
		closeShort(state, lengths, seed, hash, control)
	}
	hashGeneral()
	VMOVDQU64(hash.AsY(), reg.K6, Mem{Base: digests, Index: number, Scale: 8})
	Label("done")
	VZEROUPPER()
	RET()

	Comment("Four messages that are not all easy")
	Label("general")
	VMOVDQU64(q.AsY(), four)
	hashGeneral()
	VMOVDQU64(hash.AsY(), Mem{Base: digests, Index: number, Scale: 8})
	ADDQ(U8(4), number)
	SUBQ(U8(4), left)
	JAE(LabelRef("group"))
	JMP(LabelRef("few"))

	Comment("Four messages in the order that is given; the last ones of fewer are taken twice")
	Label("ordered")
	var slots [4]reg.GPVirtual
	last := GP64()
	LEAQ(Mem{Base: order, Index: count, Scale: 4, Disp: -4}, last)
	for i := range slots {
		slots[i] = GP64()
		LEAQ(Mem{Base: order, Disp: 4 * i}, temp)
		CMPQ(temp, last)
		CMOVQHI(last, temp)
		MOVL(Mem{Base: temp}, slots[i].As32())
		span := GP64()
		MOVQ(Mem{Base: spans, Index: slots[i], Scale: 8}, span)
		MOVQ(span, emit.At(four, 8*i))
	}
	VMOVDQU64(four, q.AsY())
	hashGeneral()
	storeDigests(hash, digests, slots[:], emit.X[18])
	ADDQ(U8(16), order)
	SUBQ(U8(4), left)
	JA(LabelRef("ordered"))
	VZEROUPPER()
	RET()
}

// loadEasy loads 16 bytes of each of four messages into the lanes of block.
func loadEasy(base reg.GPVirtual, span func(i int) Mem, block reg.VecPhysical) {
	for i := range 4 {
		offset := GP64()
		MOVL(span(i), offset.As32())
		message := Mem{Base: base, Index: offset, Scale: 1}
		if i == 0 {
			VMOVDQU64(message, block.AsX())
		} else {
			VINSERTI32X4(U8(i), message, block, block)
		}
	}
}

// absorbEasy absorbs one block of each of four messages, of which lengths are 16 or less.
func absorbEasy(start, state szhash.ZMMState, block, lengths, numbers, zero, temp reg.VecPhysical) {
	VPSHUFB(zero, lengths, temp) // the low byte everywhere in the lane
	VPCMPUB(U8(1), temp, numbers, reg.K1)
	VMOVDQU8_Z(block, reg.K1, block)
	VAESENC(block, start.AES, state.AES)
	VPADDQ(block, start.Sum, state.Sum)
}

// loadGeneral loads four messages of up to 64 bytes, filled up with zeros, and transposes them: blocks[j] gets the j-th
// block of each.
func loadGeneral(base reg.GPVirtual, spans Mem, blocks []reg.VecPhysical) {
	ones := GP64()
	MOVQ(I32(-1), ones)
	t := emit.Z[25:29]
	for i := range 4 {
		offset, mask := GP64(), GP64()
		MOVL(emit.At(spans, 8*i+4), mask.As32())
		BZHIQ(mask, ones, mask)
		KMOVQ(mask, reg.K1)
		MOVL(emit.At(spans, 8*i), offset.As32())
		VMOVDQU8_Z(Mem{Base: base, Index: offset, Scale: 1}, reg.K1, blocks[i])
	}
	for i := 0; i < 4; i += 2 {
		VSHUFI32X4(U8(0x88), blocks[i+1], blocks[i], t[i])   // blocks 0 and 2 of two messages
		VSHUFI32X4(U8(0xdd), blocks[i+1], blocks[i], t[i+1]) // blocks 1 and 3
	}
	for j := range 4 {
		VSHUFI32X4(U8([]int{0x88, 0x88, 0xdd, 0xdd}[j]), t[2+j%2], t[j%2], blocks[j])
	}
}

// absorbGeneral absorbs one to four blocks of each of four messages.
func absorbGeneral(start, state szhash.ZMMState, blocks []reg.VecPhysical, lengths, permutation, temp reg.VecPhysical) {
	both, least := emit.Z[25], emit.Z[26]
	VPSHUFD(U8(0x44), lengths, both) // in both halves of the lane
	VAESENC(blocks[0], start.AES, state.AES)
	VPADDQ(blocks[0], start.Sum, state.Sum)
	for j, block := range blocks[1:] {
		bound := GP64()
		MOVL(U32(uint32(16*(j+1))), bound.As32())
		VPBROADCASTQ(bound, least)
		VPCMPUQ(U8(6), least, both, reg.K1) // longer than that
		VAESENC(block, state.AES, temp)
		VMOVDQA64(temp, reg.K1, state.AES)
		VPSHUFB(permutation, state.Sum, temp)
		VPADDQ(block, temp, reg.K1, state.Sum)
	}
}

// closeShort makes the digests of four messages, in the low half of hash; lengths are used up.
func closeShort(state szhash.ZMMState, lengths, seed, hash, control reg.VecPhysical) {
	VAESENC(state.AES, state.Sum, state.Sum)
	VPADDQ(seed, lengths, lengths)
	szhash.ZMMClose(state.Sum, lengths, hash)
	VPERMB(hash, control, hash)
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
	seed, permutation, each, control, lengths, hash := emit.Z[0], emit.Z[3], emit.Z[4], emit.Z[5], emit.Z[6], emit.Z[7]
	start := szhash.ZMMState{AES: emit.Z[1], Sum: emit.Z[2]}
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
