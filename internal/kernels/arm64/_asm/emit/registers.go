package emit

import (
	"fmt"
	"log"
	"strings"
)

// R is a general register, V a vector register.
type (
	R int
	V int
)

// ZR reads as zero.
const ZR R = 31

// String is the register's name in Go assembly.
func (r R) String() string {
	if r == ZR {
		return "ZR"
	}
	return fmt.Sprintf("R%d", int(r))
}

// The names of a vector register as lanes of bytes, and of 16, 32 and 64 bits.
func (v V) B16() string { return fmt.Sprintf("V%d.B16", int(v)) }
func (v V) H8() string  { return fmt.Sprintf("V%d.H8", int(v)) }
func (v V) S4() string  { return fmt.Sprintf("V%d.S4", int(v)) }
func (v V) D2() string  { return fmt.Sprintf("V%d.D2", int(v)) }

// S and D are the names of one lane of 32 or 64 bits.
func (v V) S(i int) string { return fmt.Sprintf("V%d.S[%d]", int(v), i) }
func (v V) D(i int) string { return fmt.Sprintf("V%d.D[%d]", int(v), i) }

// F is the register's name in loads and stores of one register; Whole is its name where no lanes are given.
func (v V) F() string     { return fmt.Sprintf("F%d", int(v)) }
func (v V) Whole() string { return fmt.Sprintf("V%d", int(v)) }

// List is the names of registers that follow each other, as lanes of bytes.
func List(v ...V) string {
	var names []string
	for i, r := range v {
		if r != v[0]+V(i) {
			log.Fatalf("registers %v do not follow each other", v)
		}
		names = append(names, r.B16())
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// Mem is the memory at r + offset.
func Mem(r R, offset int) string {
	if offset == 0 {
		return fmt.Sprintf("(%v)", r)
	}
	return fmt.Sprintf("%d(%v)", offset, r)
}

// Indexed is the memory at r + index<<shift.
func Indexed(r, index R, shift int) string {
	if shift == 0 {
		return fmt.Sprintf("(%v)(%v)", r, index)
	}
	return fmt.Sprintf("(%v)(%v<<%d)", r, index, shift)
}

// Shifted is the operand r<<n.
func Shifted(r R, n int) string { return fmt.Sprintf("%v<<%d", r, n) }

// Reg hands out a general register. what it holds goes into the register plan.
func (f *File) Reg(what string) R {
	r := R(f.general)
	if r == 18 { // the platform's
		r++
	}
	if r > 26 { // the assembler's and the runtime's follow
		log.Fatalf("%s: no register left for %s", f.name, what)
	}
	f.general = int(r) + 1
	f.note(0, r.String(), what)
	return r
}

// Regs hands out n general registers. In what, %d stands for the number of each.
func (f *File) Regs(n int, what string) []R {
	var list []R
	for i := range n {
		list = append(list, f.Reg(fmt.Sprintf(what, i)))
	}
	return list
}

// Vecs hands out n vector registers that follow each other.
func (f *File) Vecs(n int, what string) []V {
	first := V(f.vectors)
	if f.vectors += n; f.vectors > 32 {
		log.Fatalf("%s: no register left for %s", f.name, what)
	}
	var list []V
	for i := range n {
		list = append(list, first+V(i))
	}
	name := first.Whole()
	if n > 1 {
		name += " to " + list[n-1].Whole()
	}
	f.note(1, name, what)
	return list
}

// Vec hands out a vector register.
func (f *File) Vec(what string) V { return f.Vecs(1, what)[0] }

func (f *File) note(kind int, register, what string) {
	f.plan[kind] = append(f.plan[kind], fmt.Sprintf("%-12s %s", register, what))
}
