package blake2b

import (
	"fmt"

	"szsum/internal/kernels/amd64/_asm/emit"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Vectors is what differs from one width and instruction set to the next. The methods emit code. All may change every
// vector register, but for Blocks and Tails, from which Compress takes over.
//
// Loads of blocks and of tails that were copied stand apart: one instruction for both would be expected, by the
// processor, to wait for a store now and then, and blocks would come late.
type Vectors interface {
	Lanes() int
	Suffix() string // of the function names
	Tables()        // puts constants into read-only memory

	Begin(f *Frame)      // rows 0 to 8 get the words of f.Start, in all lanes, rows 9 to 11 zeros
	Count(f *Frame)      // counts a block in every lane, with the carry into the high word
	CountLow(f *Frame)   // the same where the high word stays zero
	CountTails(f *Frame) // counts what each message has left, up to a block, and sets the flags where it ends

	Blocks(f *Frame)   // takes 128 bytes of each lane, which are at f.Block
	Tails(f *Frame)    // takes what is left of each message there, 128 bytes at most, and zeros behind it
	Compress(f *Frame) // compresses what was taken; rows and registers get the chaining value
	Digests(f *Frame)  // writes the chaining value that Compress left to where f.Digest says

	Load(f *Frame)  // states to rows
	Store(f *Frame) // rows 0 to 9 to states
	End()           // the last thing before the function returns
}

// A Frame is what all kernels have in common: registers for addresses, and the layout of the scratch memory:
//
//	rows 0 to 7     chaining value: row k has word k of the state of every lane
//	rows 8, 9       count, low and high
//	rows 10, 11     flags
//	rows 12 to 27   message words, if the kernel wants them in memory
//	rows 28 to 31   for what finds no register
//	tails           the last block of each lane, under zeros, if the kernel wants it in memory
//	lanes           for each lane the address of its message, the bytes left of it, the address for its digest
//	scrap           a digest that nobody wants
type Frame struct {
	Start reg.GPVirtual // the state that messages begin with

	lanes              int
	scratch            reg.GPVirtual
	states             reg.GPVirtual      // pointers to states
	block              func(lane int) Mem // where the first block's address is kept
	from               []reg.GPVirtual    // for addresses of blocks
	edge               reg.GPVirtual      // the middle of the masks
	left, offset, a, c reg.GPVirtual
	held               []reg.GPVirtual // what is needed after a block
	away               Mem             // where it is put on the stack
	later              []func()        // code behind the function's end
}

// Row is row k of the states.
func (f *Frame) Row(k int) Mem { return Mem{Base: f.scratch, Disp: 8 * f.lanes * k} }

// Word is row k of the message words.
func (f *Frame) Word(k int) Mem { return f.Row(12 + k) }

// Spare is a row for what finds no register, k from 0 to 3.
func (f *Frame) Spare(k int) Mem { return f.Row(28 + k) }

// Tail is the lane's last block in memory.
func (f *Frame) Tail(lane int) Mem { return emit.At(f.Row(32), 128*lane) }

func (f *Frame) message(lane int) Mem { return emit.At(f.Tail(f.lanes), 8*lane) }

// Left is how many bytes of the lane's message are left.
func (f *Frame) Left(lane int) Mem { return emit.At(f.message(f.lanes), 8*lane) }

func (f *Frame) digest(lane int) Mem { return emit.At(f.Left(f.lanes), 8*lane) }
func (f *Frame) scrap() Mem          { return f.digest(f.lanes) }

// Block loads the address of the lane's block. Four of them hold at a time.
func (f *Frame) Block(lane int) Mem {
	from := f.from[lane%len(f.from)]
	MOVQ(f.block(lane), from)
	ADDQ(f.offset, from)
	return Mem{Base: from}
}

// Digest loads the address for the lane's digest.
func (f *Frame) Digest(lane int) Mem {
	MOVQ(f.digest(lane), f.a)
	return Mem{Base: f.a}
}

// State loads the address of the lane's state.
func (f *Frame) State(lane int) Mem {
	MOVQ(Mem{Base: f.states, Disp: 8 * lane}, f.a)
	return Mem{Base: f.a}
}

// StoreCounts copies the counts from the rows to the states.
func (f *Frame) StoreCounts() {
	for l := range f.lanes {
		state := f.State(l)
		for k := 8; k < 10; k++ {
			MOVQ(emit.At(f.Row(k), 8*l), f.c)
			MOVQ(f.c, emit.At(state, 8*k))
		}
	}
}

// LoadLeft loads how many bytes of the lane's message are left, or 128 if there are more.
func (f *Frame) LoadLeft(lane int) reg.GPVirtual {
	MOVQ(f.Left(lane), f.c)
	MOVL(U32(128), f.a.As32())
	CMPQ(f.c, f.a)
	CMOVQGT(f.a, f.c)
	return f.c
}

// PutAway frees the general registers, for a kernel that needs them in Compress; the frame's rows can still be used where
// there is a register left for their address.
func (f *Frame) PutAway() {
	f.away = AllocLocal(8 * len(f.held))
	for i, r := range f.held {
		MOVQ(r, emit.At(f.away, 8*i))
	}
}

// TakeBack undoes PutAway. It takes a register for each address.
func (f *Frame) TakeBack() {
	for i, r := range f.held {
		MOVQ(emit.At(f.away, 8*i), r)
	}
}

// masks is 128 bytes of ones and as many of zeros.
var masks Mem

// CopyTail copies what is left of a message, up to 128 bytes, and zeros to the lane's tail. The copying is done by
// move, which is to copy a vector of width bytes under a mask; it reads 128 bytes unless they go over into another page.
func (f *Frame) CopyTail(lane, width int, move func(from, mask, to Mem)) {
	near, copied := fmt.Sprintf("near%d", lane), fmt.Sprintf("copied%d", lane)
	from, left := f.Block(lane), f.LoadLeft(lane)
	LEAL(from, f.a.As32())
	ANDL(U32(4095), f.a.As32())
	CMPL(f.a.As32(), U32(4096-128))
	JHI(LabelRef(near))
	MOVQ(f.edge, f.a)
	SUBQ(left, f.a)
	for i := 0; i < 128; i += width {
		move(emit.At(from, i), Mem{Base: f.a, Disp: i}, emit.At(f.Tail(lane), i))
	}
	Label(copied)

	f.later = append(f.later, func() {
		loop := fmt.Sprintf("bytes%d", lane)
		Label(near)
		Comment("Near the end of a page: byte by byte")
		XORL(f.a.As32(), f.a.As32())
		for i := 0; i < 128; i += 8 {
			MOVQ(f.a, emit.At(f.Tail(lane), i))
		}
		TESTQ(left, left)
		JEQ(LabelRef(copied))
		Label(loop)
		MOVB(Mem{Base: from.Base, Index: left, Scale: 1, Disp: -1}, f.a.As8())
		MOVB(f.a.As8(), Mem{Base: f.scratch, Index: left, Scale: 1, Disp: f.Tail(lane).Disp - 1})
		DECQ(left)
		JNE(LabelRef(loop))
		JMP(LabelRef(copied))
	})
}

// Emit writes both functions of a kernel.
func Emit(v Vectors) {
	b := make([]byte, 256)
	for i := range 128 {
		b[i] = 0xff
	}
	masks = emit.Bytes("masks", b)
	v.Tables()
	window(v)
	blocks(v)
	Generate()
}

func newFrame(v Vectors) *Frame {
	f := &Frame{lanes: v.Lanes(), left: GP64(), offset: GP64(), a: GP64(), c: GP64()}
	f.scratch = GP64()
	Load(Param("scratch"), f.scratch)
	for range min(f.lanes, 4) {
		f.from = append(f.from, GP64())
	}
	return f
}

// window digests whole messages. The lanes of a group run together for as many blocks as are whole, and not the last,
// in all of them; then comes a block that is the last of one at least. Now the digests of all are stored; lanes that
// are done shadow the last lane from then on, which has the most blocks, and write to the scrap.
func window(v Vectors) {
	name := fmt.Sprintf("BLAKE2bx%d%s", v.Lanes(), v.Suffix())
	TEXT(name, NOSPLIT, "func(base *byte, spans *uint64, order *uint32, groups uint64, digests *byte, scratch *[4096]byte, start *[12]uint64)")
	Doc(fmt.Sprintf("%s makes the BLAKE2b digests of whole messages, %d side by side.", name, v.Lanes()))
	Pragma("noescape")
	f := newFrame(v)
	order, spans := GP64(), GP64()
	f.Start, f.edge = GP64(), GP64()
	f.block = f.message
	Load(Param("order"), order)
	Load(Param("start"), f.Start)
	LEAQ(emit.At(masks, 128), f.edge)
	f.held = []reg.GPVirtual{f.scratch, f.offset, f.left, f.edge, f.Start, order}
	longest := f.lanes - 1

	Label("group")
	Comment("A group of messages: where each lies, how long it is, where its digest goes")
	Load(Param("spans"), spans)
	for l := range f.lanes {
		from := f.from[0]
		MOVL(Mem{Base: order, Disp: 4 * l}, f.a.As32())
		MOVQ(Mem{Base: spans, Index: f.a, Scale: 8}, f.c)
		MOVL(f.c.As32(), from.As32())
		ADDQ(NewParamAddr("base", 0), from)
		SHRQ(Imm(32), f.c)
		CMOVQEQ(f.edge, from) // no bytes, no address
		MOVQ(from, f.message(l))
		MOVQ(f.c, f.Left(l))
		SHLQ(Imm(6), f.a)
		ADDQ(NewParamAddr("digests", 32), f.a)
		MOVQ(f.a, f.digest(l))
	}
	ADDQ(Imm(uint64(4*f.lanes)), order)
	XORL(f.offset.As32(), f.offset.As32())
	v.Begin(f)

	Label("plan")
	Comment("How many blocks are whole, and not the last, in every lane")
	MOVQ(f.Left(0), f.left)
	for l := 1; l < f.lanes; l++ {
		MOVQ(f.Left(l), f.a)
		CMPQ(f.a, f.left)
		CMOVQLT(f.a, f.left)
	}
	DECQ(f.left)
	SARQ(Imm(7), f.left)
	JLE(LabelRef("ends"))
	MOVQ(f.left, f.a)
	SHLQ(Imm(7), f.a)
	for l := range f.lanes {
		SUBQ(f.a, f.Left(l))
	}

	Label("whole")
	v.CountLow(f)
	v.Blocks(f)
	JMP(LabelRef("compress"))

	Label("ends")
	Comment("The last block of one message at least")
	XORL(f.left.As32(), f.left.As32())
	v.CountTails(f)
	v.Tails(f)

	Label("compress")
	v.Compress(f)
	ADDQ(U32(128), f.offset)
	DECQ(f.left)
	JGT(LabelRef("whole"))
	JEQ(LabelRef("ends"))

	Comment("Digests")
	v.Digests(f)
	if f.lanes > 1 {
		CMPQ(f.Left(longest), U32(128))
		JGT(LabelRef("ragged"))
	}
	DECQ(NewParamAddr("groups", 24))
	JNE(LabelRef("group"))
	v.End()
	RET()

	if f.lanes > 1 {
		Label("ragged")
		Comment("Lanes that are done shadow the longest one")
		SUBQ(U32(128), f.Left(longest))
		for l := range longest {
			on := fmt.Sprintf("on%d", l)
			SUBQ(U32(128), f.Left(l))
			JGT(LabelRef(on))
			MOVQ(f.Left(longest), f.c)
			MOVQ(f.c, f.Left(l))
			MOVQ(f.message(longest), f.c)
			MOVQ(f.c, f.message(l))
			LEAQ(f.scrap(), f.c)
			MOVQ(f.c, f.digest(l))
			Label(on)
		}
		XORL(f.a.As32(), f.a.As32())
		for l := range 2 * f.lanes {
			MOVQ(f.a, emit.At(f.Row(10), 8*l))
		}
		JMP(LabelRef("plan"))
	}
	for _, code := range f.later {
		code()
	}
}

// blocks advances states by whole blocks.
func blocks(v Vectors) {
	name := fmt.Sprintf("BLAKE2bBlocksx%d%s", v.Lanes(), v.Suffix())
	TEXT(name, NOSPLIT, "func(states **[12]uint64, data **byte, blocks uint64, stride uint64, scratch *[4096]byte)")
	Doc(fmt.Sprintf("%s advances %d BLAKE2b states by blocks.", name, v.Lanes()))
	Pragma("noescape")
	f := newFrame(v)
	data := GP64()
	f.states = GP64()
	f.block = func(lane int) Mem { return Mem{Base: data, Disp: 8 * lane} }
	Load(Param("states"), f.states)
	Load(Param("data"), data)
	Load(Param("blocks"), f.left)
	f.held = []reg.GPVirtual{f.scratch, f.offset, f.left, f.states, data}
	XORL(f.offset.As32(), f.offset.As32())
	v.Load(f)

	Label("block")
	v.Count(f)
	v.Blocks(f)
	v.Compress(f)
	ADDQ(NewParamAddr("stride", 24), f.offset)
	DECQ(f.left)
	JNE(LabelRef("block"))
	v.Store(f)
	v.End()
	RET()
}
