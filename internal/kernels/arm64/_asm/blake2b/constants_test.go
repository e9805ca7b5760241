package blake2b

import "testing"

// The ends of the table as RFC 7693 prints it, and a property of the schedule.
func TestConstants(t *testing.T) {
	if IV[0] != 0x6a09e667f3bcc908 || IV[7] != 0x5be0cd19137e2179 {
		t.Errorf("IV %016x..%016x", IV[0], IV[7])
	}
	for r, row := range Sigma {
		var seen int
		for _, w := range row {
			seen |= 1 << w
		}
		if seen != 0xffff {
			t.Errorf("round %d does not have every word", r)
		}
	}
}
