package szhash

import "testing"

// The ends of the table as the specification of the hash prints them.
func TestPi(t *testing.T) {
	if p := pi(); p[0] != 0x243f6a8885a308d3 || p[15] != 0x636920d871574e69 {
		t.Errorf("%016x..%016x", p[0], p[15])
	}
}
