package sha256

import "testing"

// The ends of both tables as FIPS 180-4 prints them.
func TestConstants(t *testing.T) {
	if K[0] != 0x428a2f98 || K[63] != 0xc67178f2 || H[0] != 0x6a09e667 || H[7] != 0x5be0cd19 {
		t.Errorf("K %08x..%08x, H %08x..%08x", K[0], K[63], H[0], H[7])
	}
}
