//go:build linux || darwin || freebsd

package kernels

import "testing"

func TestBLAKE2bGuardPages(t *testing.T) {
	keyed, keyedWant := blake2bKeyed(t)
	eachKernel(t, BLAKE2b, func(t *testing.T, k Kernel) {
		testGuardPages(t, only(blake2bParams, k).NewHasher(), k.Lanes, 600, blake2bWant)
		testGuardPages(t, only(keyed, k).NewHasher(), k.Lanes, 300, keyedWant)
	})
}

func TestBLAKE2bpGuardPages(t *testing.T) {
	eachKernel(t, BLAKE2bp, func(t *testing.T, k Kernel) {
		testGuardPages(t, only(blake2bpParams, k).NewHasher(), 4, 2200, blake2bpWant(&blake2bpParams.BLAKE2))
	})
}
