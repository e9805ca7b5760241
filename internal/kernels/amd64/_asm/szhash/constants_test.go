package szhash

import "testing"

// The ends of the table as they are printed in tables of Pi in hexadecimal digits.
func TestPi(t *testing.T) {
	if Pi[0] != 0x243f6a8885a308d3 || Pi[15] != 0x636920d871574e69 {
		t.Errorf("%016x ... %016x", Pi[0], Pi[15])
	}
}

func TestPermute(t *testing.T) {
	if got := Permute([2]uint64{0x0706050403020100, 0x0f0e0d0c0b0a0908}); got != [2]uint64{0x050f0d0806090b04, 0x020a07000c01030e} {
		t.Errorf("%016x", got)
	}
}
