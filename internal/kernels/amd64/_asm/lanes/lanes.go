// Package lanes generates SHA-256 of many messages side by side with ordinary vector arithmetic: a register holds the
// same word of every message, each in a lane of its own.
package lanes

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
)

// The kernels differ in the instructions that work on vector registers; those are behind the interface kernel. Memory
// and the frames of both functions are here and in window.go.

// A kernel emits the steps of one kernel.
type kernel interface {
	lanes() int
	suffix() string // of the functions' names

	// prologue loads what stays in registers for the whole call.
	prologue()

	// start gives all lanes the initial state.
	start()
	// loadStates and storeStates bring the states in from and out to eight words each, a first. states points to the
	// pointers to them.
	loadStates(states reg.GPVirtual)
	storeStates(states reg.GPVirtual)

	// first comes before the first block of a call.
	first(s source)
	// rounds advances the states by the blocks of s, but leaves the addition of the states before them to the caller.
	// Behind each round that stands for itself (see below), it calls hook. Behind round loaded, s may be changed; behind
	// round prepared, it has to be the source of the next blocks, which may be touched from then on.
	rounds(s source, hook func(round int))
	// add adds the states before the block.
	add()

	// windowMemory takes memory that only the window needs.
	windowMemory(m *memory)
	// length takes the length of a message, 32 bits. Once it has those of all lanes, lengths writes them to w.lengths;
	// were they written one by one, they could not be read together until they have left the processor's store buffer.
	length(l int, from Mem)
	lengths(w *window)
	// measure finds w.here and, for the messages that end in the next block, the lengths to go in there, which rounds
	// does. noLength says that there are none.
	measure(w *window)
	noLength()
	// pad makes a copy of a block: n bytes, 0x80, zeros, or only zeros if n is -1. It may use all registers.
	pad(from, n, t, u reg.GPVirtual, to Mem)
	// busy finds the lanes that have a message yet, and addBusy does as add does for them.
	busy(w *window)
	addBusy(w *window)
	// digests writes the digests to where order says.
	digests(w *window)

	// aside emits what the other steps jump to in rare cases.
	aside()
}

// A source is where the blocks of all lanes are: each at the address of a row, plus offset.
type source struct {
	rows   reg.GPVirtual // points to the addresses
	offset reg.GPVirtual
}

const (
	loaded   = 3
	prepared = 59
	hooks    = 8 // those after loaded, up to prepared
)

// memory is a piece of memory aligned to 64 bytes, parts of which are given away one after the other.
type memory struct {
	base reg.GPVirtual
	size int
}

// take gives away count parts of size bytes, which is a power of two.
func (m *memory) take(count, size int) []Mem {
	m.size = (m.size + size - 1) / size * size
	parts := make([]Mem, count)
	for i := range parts {
		parts[i] = Mem{Base: m.base, Disp: m.size}
		m.size += size
	}
	return parts
}

// spread is a table of words, each n times.
func spread(name string, words []uint32, n int) Mem {
	var all []uint32
	for _, w := range words {
		for range n {
			all = append(all, w)
		}
	}
	return emit.Words32(name, all)
}

// swapWords is the shuffle of n bytes that turns the byte order of every word around.
func swapWords(n int) []byte {
	order := make([]byte, n)
	for i := range order {
		order[i] = byte(i&15 ^ 3)
	}
	return order
}

// word is the register of state word i (0 is a, 7 is h) in a round: the words change places, not registers.
func word(states []reg.VecPhysical, round, i int) reg.VecPhysical { return states[(i-round%8+8)%8] }

// ahead is how many rounds before they are needed message words are made. As a round goes on for long, they are back
// from memory then.
const ahead = 8

// rounds emits the 64 rounds: a few before message words have to be made, three times sixteen, and those for which there
// are none to make any more. step is given the round, which in the second part stands for any that is as much modulo 16,
// and whether it has to make the message word of the round that is so much ahead. constants has to point to those of the
// rounds, of size bytes each.
func rounds(constants reg.GPVirtual, size int, step func(round int, make bool)) {
	for i := range 16 - ahead {
		Comment(fmt.Sprintf("Round %d", i))
		step(i, false)
	}
	left := GP64()
	MOVQ(U32(3), left)
	Label("sixteen")
	for i := 16 - ahead; i < 32-ahead; i++ {
		if i == 16 {
			ADDQ(U32(16*size), constants)
		}
		Comment(fmt.Sprintf("Rounds %d, %d and %d", i, i+16, i+32))
		step(i, true)
	}
	DECQ(left)
	JNZ(LabelRef("sixteen"))
	for i := 64 - ahead; i < 64; i++ {
		Comment(fmt.Sprintf("Round %d", i))
		step(i, false)
	}
	SUBQ(U32(48*size), constants)
}

// weave emits the steps of several sequences in turn, each in its order and in proportion to its length.
func weave(sequences ...[]func()) {
	longest := 0
	for _, s := range sequences {
		longest = max(longest, len(s))
	}
	done := make([]int, len(sequences))
	for i := 1; i <= longest; i++ {
		for j, s := range sequences {
			for ; done[j]*longest < i*len(s); done[j]++ {
				s[done[j]]()
			}
		}
	}
}

// transposeWords transposes the words in every four 128-bit pieces of four registers. u is for temporary use.
func transposeWords(t, u []reg.VecPhysical) {
	VPUNPCKLDQ(t[1], t[0], u[0])
	VPUNPCKHDQ(t[1], t[0], u[1])
	VPUNPCKLDQ(t[3], t[2], u[2])
	VPUNPCKHDQ(t[3], t[2], t[3])
	VPUNPCKLQDQ(u[2], u[0], t[0])
	VPUNPCKHQDQ(u[2], u[0], t[1])
	VPUNPCKLQDQ(t[3], u[1], t[2])
	VPUNPCKHQDQ(t[3], u[1], t[3])
}

// generate generates a kernel: both functions.
func generate(newKernel func(*memory) kernel) {
	emitWindow(newKernel)
	emitBlocks(newKernel)
	Generate()
}

// emitBlocks emits the function that advances states by whole blocks.
func emitBlocks(newKernel func(*memory) kernel) {
	m := &memory{base: GP64()}
	k := newKernel(m)
	name := fmt.Sprintf("SHA256Blocksx%d%s", k.lanes(), k.suffix())
	TEXT(name, 0, "func(states **[8]uint32, data **byte, blocks uint64)")
	Doc(fmt.Sprintf("%s advances %d SHA-256 states by whole blocks.", name, k.lanes()))
	Pragma("noescape")

	frame := AllocLocal(m.size + 64)
	LEAQ(emit.At(frame, 63), m.base)
	ANDQ(I8(-64), m.base)
	states, left := GP64(), GP64()
	s := source{rows: GP64(), offset: GP64()}
	Load(Param("states"), states)
	Load(Param("data"), s.rows)
	Load(Param("blocks"), left)
	XORL(s.offset.As32(), s.offset.As32())
	k.prologue()
	k.loadStates(states)
	k.first(s)

	Label("block")
	k.rounds(s, func(round int) {
		if round != loaded {
			return
		}
		Comment("After the last block, the same one stands for the next")
		next := GP64()
		LEAQ(Mem{Base: s.offset, Disp: 64}, next)
		CMPQ(left, Imm(1))
		CMOVQNE(next, s.offset)
	})
	k.add()
	DECQ(left)
	JNZ(LabelRef("block"))

	k.storeStates(states)
	VZEROUPPER()
	RET()
	k.aside()
}
