// Package lanes generates SHA-256 of many messages side by side with ordinary vector arithmetic: a register holds the
// same word of every message, each in its lane (the lanes of this package are those of 32 bits).
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

	// load makes the blocks of the lanes at data (pointers) plus offset those that rounds works on, which has to come
	// next.
	load(data Mem, offset reg.GPVirtual)
	// rounds advances the states by these blocks, but leaves the addition of the states before them to the caller.
	rounds()
	// add adds the states before the block.
	add()

	// windowMemory takes memory for the next three, which only the window needs.
	windowMemory(m *memory)
	// loadPadded does as load does for blocks that are not whole in every lane.
	loadPadded(w *window)
	// putLength puts the length into the blocks that are the last of their messages.
	putLength(w *window)
	// addBusy does as add does for the lanes whose message is not yet done.
	addBusy(w *window)
	// digests writes the digests to where order says.
	digests(w *window)

	// aside emits what the other steps jump to in rare cases.
	aside()
}

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

// rounds emits the 64 rounds as sixteen, and three times sixteen. step is given the round, which in the second sixteen
// stands for any that is as much modulo 16, and whether its message word has to be made first. constants has to point
// to those of the rounds; it is moved by size bytes, and has to be the table's start again for the next block.
func rounds(constants reg.GPVirtual, size int, step func(round int, make bool)) {
	for i := range 16 {
		Comment(fmt.Sprintf("Round %d", i))
		step(i, false)
	}
	left := GP64()
	MOVL(U32(3), left.As32())
	Label("sixteen")
	ADDQ(U32(16*size), constants)
	for i := range 16 {
		Comment(fmt.Sprintf("Rounds %d, %d and %d", 16+i, 32+i, 48+i))
		step(i, true)
	}
	DECQ(left)
	JNZ(LabelRef("sixteen"))
	SUBQ(U32(48*size), constants)
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
	states := Load(Param("states"), GP64()).(reg.GPVirtual)
	data := Load(Param("data"), GP64()).(reg.GPVirtual)
	left := Load(Param("blocks"), GP64()).(reg.GPVirtual)
	offset := GP64()
	XORL(offset.As32(), offset.As32())
	k.prologue()
	k.loadStates(states)

	Label("block")
	k.load(Mem{Base: data}, offset)
	k.rounds()
	k.add()
	ADDQ(Imm(64), offset)
	DECQ(left)
	JNZ(LabelRef("block"))

	k.storeStates(states)
	VZEROUPPER()
	RET()
}
