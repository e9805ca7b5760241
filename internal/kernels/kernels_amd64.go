//go:build !purego

package kernels

// archKernels are the kernels in assembly for x86-64.
func archKernels() []Kernel {
	return []Kernel{}
}
