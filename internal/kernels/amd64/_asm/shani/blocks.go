package shani

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"szsum/internal/kernels/amd64/_asm/emit"
)

// emitBlocks emits the function that advances states by whole blocks.
func emitBlocks(name string, lanes int, newKernel func(*memory) kernel) {
	begin(name, "func(states **[8]uint32, data **byte, blocks uint64)",
		fmt.Sprintf("advances %d SHA-256 states by whole blocks.", lanes))
	m := &memory{base: GP64()}
	k := newKernel(m)
	Comment(k.plan()...)
	frame := AllocLocal(m.size + 64)
	LEAQ(emit.At(frame, 63), m.base)
	ANDQ(I8(-64), m.base)
	k.prologue()

	states, pointers, state := Load(Param("states"), GP64()), Load(Param("data"), GP64()), GP64()
	data := make([]reg.GPVirtual, lanes)
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
