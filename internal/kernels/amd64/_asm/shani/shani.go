package shani

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
	"szsum/internal/kernels/amd64/_asm/sha256"
)

// The SHA-NI kernels differ in the instructions that work on vector registers; those are behind the interface kernel.
// What they share is here and in shani_window.go: tables, memory, the frame of both functions.
//
// A state of eight words is in two registers, as SHA256RNDS2 wants it. With the highest word first, one is A B E F,
// the other C D G H.

// A kernel emits the steps of one SHA-NI kernel.
type kernel interface {
	lanes() int

	// prologue loads what stays in registers for the whole call.
	prologue()
	// epilogue leaves the vector registers as callers expect them.
	epilogue()

	// start gives all lanes the initial state.
	start()
	// loadState and storeState bring the state of lane l in from and out to eight words, A first.
	loadState(l int, from Mem)
	storeState(l int, to Mem)

	// load makes the blocks that data points to the ones that rounds works on; the registers have to stay as they are
	// until rounds has come to loaded.
	load(data []reg.GPVirtual)
	// next does the same with a window's next blocks: the prepared copies or, if the blocks are whole in every lane,
	// the messages themselves.
	next(w *window)
	// rounds advances the states by a block. Behind every fourth of the 64 rounds it calls step (0 to 15), which may
	// use the registers that are free there.
	rounds(step func(i int))

	// prepare writes the copy of a window's next block in lane l: message, padding, length.
	prepare(w *window, l int)
	// digest writes the digest of lane l.
	digest(l int, to Mem)
	// aside emits what the other steps jump to in rare cases.
	aside()
}

// loaded is the step of rounds from which on the blocks are in registers.
const loaded = 3

// tables is read-only memory.
type tables struct {
	constants Mem // K
	initial   Mem // the initial state
	swap      Mem // byte order of the words of a block
	reverse   Mem // order of all bytes of a register
	ends      Mem // see endMask and endPad
}

// A table of byte masks and one of padding lie in ends. At endMask-n are n bytes 0xff, then zeros; at endPad-n is a byte
// 0x80 behind n zeros, then zeros; in both cases 64 bytes in all. n is 0 to 64, or -1 for nothing but zeros.
const (
	endMask = 64
	endPad  = 64 + 72
	endSize = endPad + 72
)

func newTables() *tables {
	var swap, reverse [16]byte
	for i := range swap {
		swap[i] = byte(i ^ 3)
		reverse[i] = byte(15 - i)
	}
	var ends [endSize]byte
	for i := range endMask {
		ends[i] = 0xff
	}
	ends[endPad] = 0x80
	h := sha256.H
	return &tables{
		constants: emit.Words32("constants", sha256.K),
		initial:   emit.Words32("initial", []uint32{h[5], h[4], h[1], h[0], h[7], h[6], h[3], h[2]}),
		swap:      emit.Bytes("swap", swap[:]),
		reverse:   emit.Bytes("reverse", reverse[:]),
		ends:      emit.Bytes("ends", ends[:]),
	}
}

// memory is a piece of memory aligned to 64 bytes, parts of which are given away one after the other.
type memory struct {
	base reg.GPVirtual
	size int
}

// take gives away count parts of size bytes.
func (m *memory) take(count, size int) []Mem {
	m.size = (m.size + size - 1) / size * size
	parts := make([]Mem, count)
	for i := range parts {
		parts[i] = Mem{Base: m.base, Disp: m.size}
		m.size += size
	}
	return parts
}

// GenerateSHANI generates a kernel: both functions.
func generate(lanes int, newKernel func(*tables, *memory) kernel) {
	t := newTables()
	emitWindow(fmt.Sprintf("SHA256x%dSHANI", lanes), lanes, func(m *memory) kernel { return newKernel(t, m) })
	emitBlocks(fmt.Sprintf("SHA256Blocksx%dSHANI", lanes), lanes, func(m *memory) kernel { return newKernel(t, m) })
	Generate()
}

// emitBlocks emits the function that advances states by whole blocks.
func emitBlocks(name string, lanes int, newKernel func(*memory) kernel) {
	TEXT(name, NOSPLIT, "func(states **[8]uint32, data **byte, blocks uint64)")
	Doc(fmt.Sprintf("%s advances %d SHA-256 states by whole blocks.", name, lanes))
	Pragma("noescape")

	m := &memory{base: GP64()}
	k := newKernel(m)
	frame := AllocLocal(m.size + 64)
	LEAQ(emit.At(frame, 63), m.base)
	ANDQ(I8(-64), m.base)

	states := Load(Param("states"), GP64())
	data := make([]reg.GPVirtual, lanes)
	pointers, state := Load(Param("data"), GP64()), GP64()
	k.prologue()
	for l := range data {
		data[l] = GP64()
		MOVQ(Mem{Base: pointers, Disp: 8 * l}, data[l])
		MOVQ(Mem{Base: states, Disp: 8 * l}, state)
		k.loadState(l, Mem{Base: state})
	}
	left := Load(Param("blocks"), GP64())

	Label("block")
	k.load(data)
	k.rounds(func(i int) {
		if i == loaded {
			for _, p := range data {
				ADDQ(Imm(64), p)
			}
		}
	})
	DECQ(left)
	JNZ(LabelRef("block"))

	for l := range data {
		MOVQ(Mem{Base: states, Disp: 8 * l}, state)
		k.storeState(l, Mem{Base: state})
	}
	k.epilogue()
	RET()
}
