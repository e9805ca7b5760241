package sha256

import (
	"encoding/binary"
	"fmt"

	"szsum/internal/kernels/arm64/_asm/emit"
)

// A kernel emits the steps of one kernel. All of them work on the blocks and the states of all lanes.
type kernel interface {
	lanes() int
	suffix() string // of the functions' names

	// prologue loads what stays in registers. There are 128 bytes of memory for the kernel at memory + offset.
	prologue(memory emit.R, offset int)
	// start gives all lanes the initial state.
	start()
	// loadStates and storeStates bring the states in from and out to eight words each, a first. states points to the
	// pointers to them; t is for temporary use.
	loadStates(states, t emit.R)
	storeStates(states, t emit.R)
	// block is the four registers into which the block of lane l is loaded, words in the order of the processor.
	block(l int) []emit.V
	// spare is eight registers that are free while blocks are loaded.
	spare() []emit.V
	// rounds takes the states through the blocks. t and u are for temporary use.
	rounds(t, u emit.R)
	// digests writes the digest of each lane to where its slot points, and leaves the states as they are.
	digests(slots []emit.R)
}

// generate emits both functions of a kernel.
func generate(f *emit.File, newKernel func() kernel) {
	var ends [endSize]byte
	for i := range endMask {
		ends[i] = 0xff
	}
	ends[endPad] = 0x80
	f.Bytes("ends", ends[:])
	emitWindow(f, newKernel)
	emitBlocks(f, newKernel)
}

// A table of byte masks and one of padding lie in ends. At endMask-n are n bytes 0xff, then zeros; at endPad-n is a byte
// 0x80 behind n zeros, then zeros; in both cases 64 bytes in all. n is 0 to 64, or -1 for nothing but zeros.
const (
	endMask = 64
	endPad  = 64 + 72
	endSize = endPad + 72
)

// words32 is words as they lie in memory, each so many times.
func words32(words []uint32, times int) []byte {
	var b []byte
	for _, w := range words {
		for range times {
			b = binary.LittleEndian.AppendUint32(b, w)
		}
	}
	return b
}

// load emits the load of lane l's whole block.
func load(f *emit.File, k kernel, l int, from emit.R) {
	block := k.block(l)
	f.Op("VLD1", emit.Mem(from, 0), emit.List(block...))
	for _, w := range block {
		f.Op("VREV32", w.B16(), w.B16())
	}
}

// emitBlocks emits the function that advances states by whole blocks.
func emitBlocks(f *emit.File, newKernel func() kernel) {
	f.Func("placeholder", "(states **[8]uint32, data **byte, blocks uint64)", "")
	states, data, blocks := f.Reg("states"), f.Reg("data"), f.Reg("blocks left")
	memory := f.Reg("memory for states")
	t, u := f.Reg("temporary"), f.Reg("temporary")
	k := newKernel()
	f.Rename(fmt.Sprintf("SHA256Blocksx%d%s", k.lanes(), k.suffix()),
		fmt.Sprintf("advances %d SHA-256 states by whole blocks.", k.lanes()))
	at := f.Regs(k.lanes(), "address of the next block of lane %d")

	f.Load("states", states)
	f.Load("data", data)
	f.Load("blocks", blocks)
	f.Local(128, memory)
	for l, p := range at {
		f.Op("MOVD", emit.Mem(data, 8*l), p)
	}
	k.prologue(memory, 0)
	f.Comment("States in")
	k.loadStates(states, t)

	f.Label("block")
	for l, p := range at {
		load(f, k, l, p)
		f.Op("ADD", 64, p)
	}
	k.rounds(t, u)
	f.Op("SUBS", 1, blocks)
	f.Op("BNE", "block")

	f.Comment("States out")
	k.storeStates(states, t)
	f.Op("RET")
}
