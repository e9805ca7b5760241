package szhash

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
)

// Tables are the constants of the kernels in 16-byte registers.
type Tables struct {
	Start, Sums Mem // Pi, laid out as a state; the sum vectors as they are after their first permutation
	Permutation Mem
	Swap        Mem // reverses the bytes of both words
	Keep        Mem // at 16n: up to n bytes of ones, then zeros, for n from 0 to 64
	Shift       Mem // at n: the control that moves n bytes down, to make room for zeros, for n from 0 to 16
	Tail        Mem // at 64-n: n bytes of ones, then zeros
}

// NewTables puts the constants into read-only memory.
func NewTables() *Tables {
	var keep [65 * 16]byte
	for n := range 65 {
		for i := range min(n, 16) {
			keep[16*n+i] = 0xff
		}
	}
	var shift [32]byte
	for i := range shift {
		shift[i] = byte(i)
		if i >= 16 {
			shift[i] = 0x80
		}
	}
	var tail [128]byte
	for i := range 64 {
		tail[i] = 0xff
	}
	var sums []uint64
	for j := range 4 {
		p := Permute([2]uint64(Pi[8+2*j:]))
		sums = append(sums, p[:]...)
	}
	return &Tables{
		Start:       emit.Words64("start", Pi[:]),
		Sums:        emit.Words64("sums", sums),
		Permutation: emit.Bytes("permutation", append(Permutation[:], make([]byte, 16)...)),
		Swap:        emit.Bytes("swap", []byte{7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 31: 0}),
		Keep:        emit.Bytes("keep", keep[:]),
		Shift:       emit.Bytes("shift", shift[:]),
		Tail:        emit.Bytes("tail", tail[:]),
	}
}

// An SSELane is one lane of a state.
type SSELane struct{ AES, Sum reg.VecPhysical }

// SSELanes are the four lanes of a state, their AES vectors in X0 to X3, their sum vectors in X4 to X7.
func SSELanes() (lanes [4]SSELane) {
	for i := range lanes {
		lanes[i] = SSELane{AES: emit.X[i], Sum: emit.X[4+i]}
	}
	return lanes
}

// Absorb takes a block of 16 bytes.
func (l SSELane) Absorb(block, permutation reg.VecPhysical) {
	AESENC(block, l.AES)
	PSHUFB(permutation, l.Sum)
	PADDQ(block, l.Sum)
}

// AbsorbFirst takes the first block of a message, when the lane's sum vector is permuted already.
func (l SSELane) AbsorbFirst(block reg.VecPhysical) {
	AESENC(block, l.AES)
	PADDQ(block, l.Sum)
}

// SSEFold makes one vector of four lanes, in the first one's sum vector.
func SSEFold(lanes [4]SSELane) {
	for _, l := range lanes {
		AESENC(l.AES, l.Sum)
	}
	AESENC(lanes[1].Sum, lanes[0].Sum)
	AESENC(lanes[3].Sum, lanes[2].Sum)
	AESENC(lanes[2].Sum, lanes[0].Sum)
}

// SSEClose makes the hash, in the low half of hash, of the folded lanes and of key: the seed twice, and the length added
// to the first.
func SSEClose(folded, key, hash reg.VecPhysical) {
	MOVO(folded, hash)
	AESENC(key, hash)
	AESENC(folded, hash)
}

// SSELoadShort loads a message of 1 to 16 bytes (n, which is changed, at p) into block and fills it up with zeros. If 16
// bytes from p on would touch the next page, it loads those up to the message's end instead. The labels bear the name.
func (t *Tables) SSELoadShort(name string, p, n reg.GPVirtual, block, temp reg.VecPhysical) {
	at, table := GP64(), GP64()
	MOVQ(p, at)
	ANDL(U32(pageSize-1), at.As32())
	CMPL(at.As32(), U32(pageSize-16))
	JA(LabelRef(name + "_near_end"))
	MOVOU(Mem{Base: p}, block)
	SHLQ(U8(4), n)
	LEAQ(t.Keep, table)
	PAND(Mem{Base: table, Index: n, Scale: 1}, block)
	JMP(LabelRef(name + "_loaded"))
	Label(name + "_near_end")
	t.SSELoadEnd(p, n, block, temp)
	Label(name + "_loaded")
}

// SSELoadEnd loads the last n bytes of a message, 1 to 16 at p, by way of the 16 bytes that end there, and fills them up
// with zeros.
func (t *Tables) SSELoadEnd(p, n reg.GPVirtual, block, temp reg.VecPhysical) {
	table := GP64()
	MOVOU(Mem{Base: p, Index: n, Scale: 1, Disp: -16}, block)
	LEAQ(emit.At(t.Shift, 16), table)
	SUBQ(n, table)
	MOVOU(Mem{Base: table}, temp)
	PSHUFB(temp, block)
}

// SSELoadTail loads the last n bytes of a message of more than 64 bytes, 1 to 64 at p, into blocks and fills them up
// with zeros. scratch is 128 bytes of memory that is used when 64 bytes from p on would touch the next page. The labels
// bear the name.
func (t *Tables) SSELoadTail(name string, p, n reg.GPVirtual, scratch Mem, blocks [4]reg.VecPhysical, temp reg.VecPhysical) {
	at, table := GP64(), GP64()
	MOVQ(p, at)
	ANDL(U32(pageSize-1), at.As32())
	CMPL(at.As32(), U32(pageSize-64))
	JA(LabelRef(name + "_near_end"))
	Label(name + "_load")
	LEAQ(emit.At(t.Tail, 64), table)
	SUBQ(n, table)
	for i, b := range blocks {
		MOVOU(Mem{Base: p, Disp: 16 * i}, b)
		MOVOU(Mem{Base: table, Disp: 16 * i}, temp)
		PAND(temp, b)
	}
	outOfLine = append(outOfLine, func() {
		Label(name + "_near_end")
		ADDQ(n, p)
		for i, b := range blocks {
			MOVOU(Mem{Base: p, Disp: 16*i - 64}, b)
			MOVOU(b, emit.At(scratch, 16*i))
		}
		LEAQ(emit.At(scratch, 64), p)
		SUBQ(n, p)
		JMP(LabelRef(name + "_load"))
	})
}

// outOfLine writes what is seldom run, behind a function's end.
var outOfLine []func()

// OutOfLine writes what has been put off until behind a function's end.
func OutOfLine() {
	for _, write := range outOfLine {
		write()
	}
	outOfLine = nil
}

// pageSize is the size of the smallest pages.
const pageSize = 4096
