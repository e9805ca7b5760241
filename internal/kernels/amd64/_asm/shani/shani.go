// Package shani generates SHA-256 kernels on the SHA extensions, which work on one block of one message at a time and
// are bound by latency: several messages side by side hide it.
//
// Kernels differ in how many lanes they have and in the instructions around the SHA ones; that is behind the interface
// kernel (sse.go, avx512.go). The frames of the two functions, which know no vector register, are in blocks.go and
// window.go.
//
// The state of a message is in two registers, as SHA256RNDS2 wants it: with the highest word first, A B E F and C D G H.
package shani

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
	"szsum/internal/kernels/amd64/_asm/sha256"
)

// A kernel emits the steps of one kernel.
type kernel interface {
	// plan says what the vector registers are for.
	plan() []string
	// prologue loads what stays in registers for the whole call.
	prologue()
	// epilogue leaves the vector registers as callers expect them.
	epilogue()

	// start gives every lane the initial state.
	start()
	// loadState and storeState bring the state of lane l in from and out to eight words, A first.
	loadState(l int, from operand.Mem)
	storeState(l int, to operand.Mem)

	// load makes the blocks at data the ones that rounds works on. The pointers must not change before step loaded.
	load(data []reg.GPVirtual)
	// next does the same with a window's next blocks: the prepared copies or, where all are whole, the messages.
	next(w *window)
	// rounds advances the states by a block. Behind every four of the 64 rounds it calls step (0 to 15).
	rounds(step func(i int))

	// prepare makes the copy of the next block of lane l: message, padding, length. It may stand before the first block
	// and where rounds calls step.
	prepare(w *window, l int)
	// digest writes the digest of lane l and leaves the state alone.
	digest(l int, to operand.Mem)
	// aside emits what prepare jumps to in rare cases.
	aside()
}

// loaded is the step of rounds at which all of the blocks is in registers.
const loaded = 3

// generate generates both functions of a kernel.
func generate(lanes int, newKernel func(*memory) kernel) {
	emitWindow(fmt.Sprintf("SHA256x%dSHANI", lanes), lanes, newKernel)
	emitBlocks(fmt.Sprintf("SHA256Blocksx%dSHANI", lanes), lanes, newKernel)
	build.Generate()
}

// begin starts a function.
func begin(name, signature, doc string) {
	build.TEXT(name, build.NOSPLIT, signature)
	build.Doc(name + " " + doc)
	build.Pragma("noescape")
}

// memory is a piece of memory, aligned to 64 bytes, that is given away part by part.
type memory struct {
	base reg.GPVirtual
	size int
}

// take gives away count parts of size bytes, a power of two.
func (m *memory) take(count, size int) []operand.Mem {
	m.size = (m.size + size - 1) &^ (size - 1)
	parts := make([]operand.Mem, count)
	for i := range parts {
		parts[i] = operand.Mem{Base: m.base, Disp: m.size}
		m.size += size
	}
	return parts
}

// tables is the read-only memory that all kernels need.
type tables struct {
	constants operand.Mem
	initial   operand.Mem // the initial state: A B E F, then C D G H
	swap      operand.Mem // order of bytes that turns the words of a block
	ends      operand.Mem
}

// In ends lie two tables for a block of which n bytes belong to the message: at endMask-n stand n bytes 0xff, then
// zeros; at endPad-n stand n zeros, a byte 0x80, then zeros. n is 0 to 64, or -1 for a block of zeros.
const (
	endMask = 64
	endPad  = 64 + 72
	endSize = endPad + 72
)

func newTables() tables {
	h := sha256.H
	var ends [endSize]byte
	for i := range endMask {
		ends[i] = 0xff
	}
	ends[endPad] = 0x80
	return tables{
		constants: emit.Words32("constants", sha256.K),
		initial:   emit.Words32("initial", []uint32{h[5], h[4], h[1], h[0], h[7], h[6], h[3], h[2]}),
		swap:      emit.Bytes("swap", swapWords(16)),
		ends:      emit.Bytes("ends", ends[:]),
	}
}

// swapWords is the order of n bytes that turns their 32-bit words.
func swapWords(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i%16 ^ 3)
	}
	return b
}
