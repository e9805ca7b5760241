package main

import (
	"math"
	"testing"
)

func TestCollision(t *testing.T) {
	for n, want := range map[int64]float64{0: 0, 1: 0, 2: 0x1p-64, 1 << 32: 1 - math.Exp(-0.5), 1 << 40: 1} {
		if got := collision(n, 64); math.Abs(got-want) > 1e-9*want {
			t.Errorf("%d: %g, want %g", n, got, want)
		}
	}
	for p, want := range map[float64]string{
		0.3934: "39.3 %", 1: "100.0 %", 1e-6: "1 in 1,000,000", 0x1p-64: "1 in 1.8e+19",
	} {
		if got := oddsText(p); got != want {
			t.Errorf("%g: %s, want %s", p, got, want)
		}
	}
}
