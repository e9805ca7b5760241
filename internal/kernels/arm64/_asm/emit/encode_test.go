package emit

import (
	"strings"
	"testing"
)

// TestEncodings holds the instruction words against those that LLVM's assembler makes of the mnemonics.
func TestEncodings(t *testing.T) {
	f := &File{}
	f.Func("F", "(a uint64)", "")
	cases := []struct {
		write func()
		want  string
	}{
		{func() { f.UADALP(0, 17, 3) }, "$0x6e206a23 // uadalp v3.8h, v17.16b"},
		{func() { f.UADALP(1, 17, 3) }, "$0x6e606a23 // uadalp v3.4s, v17.8h"},
		{func() { f.UADALP(2, 17, 3) }, "$0x6ea06a23 // uadalp v3.2d, v17.4s"},
		{func() { f.WHILELO(20, 9, 7) }, "$0x25291e87 // whilelo p7.b, x20, x9"},
		{func() { f.WHILELO(ZR, 9, 7) }, "$0x25291fe7 // whilelo p7.b, xzr, x9"},
		{func() { f.PTRUE(5) }, "$0x2518e3e5 // ptrue p5.b"},
		{func() { f.LD1B(20, 9, 7, 30) }, "$0xa4095e9e // ld1b {z30.b}, p7/z, [x20, x9]"},
		{func() { f.ZDUP(1, 30) }, "$0x2538c03e // mov z30.b, #1"},
		{func() { f.ZUDOT(19, 5, 30) }, "$0x449304be // udot z30.s, z5.b, z19.b"},
		{func() { f.ZUADDV(19, 5, 30) }, "$0x0481367e // uaddv d30, p5, z19.s"},
		{func() { f.RDVL(1, 22) }, "$0x04bf5036 // rdvl x22, #1"},
		{func() { f.LD1BAt(20, 3, 7, 30) }, "$0xa403be9e // ld1b {z30.b}, p7/z, [x20, #3, mul vl]"},
		{func() { f.LD1BAt(20, 0, 7, 30) }, "$0xa400be9e // ld1b {z30.b}, p7/z, [x20, #0, mul vl]"},
		{func() { f.ZADD(2, 19, 5, 30) }, "$0x04b300be // add z30.s, z5.s, z19.s"},
		{func() { f.ZADD(3, 19, 5, 30) }, "$0x04f300be // add z30.d, z5.d, z19.d"},
		{func() { f.ZEOR(19, 5, 30) }, "$0x04b330be // eor z30.d, z5.d, z19.d"},
		{func() { f.ZMOV(19, 30) }, "$0x0473327e // orr z30.d, z19.d, z19.d"},
		{func() { f.ZSPREAD(19, 30) }, "$0x05e03a7e // mov z30.d, x19"},
		{func() { f.ZPART(3, 19, 30) }, "$0x05f0227e // mov z30.q, z19.q[3]"},
		{func() { f.ZTBL(19, 5, 30) }, "$0x053330be // tbl z30.b, {z5.b}, z19.b"},
		{func() { f.ZAESE(19, 30) }, "$0x4522e27e // aese z30.b, z30.b, z19.b"},
		{func() { f.ZAESMC(30) }, "$0x4520e01e // aesmc z30.b, z30.b"},
	}
	for _, c := range cases {
		f.text.Reset()
		c.write()
		if got := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(f.text.String()), "WORD")); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}
