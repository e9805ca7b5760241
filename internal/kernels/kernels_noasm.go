//go:build purego || !(amd64 || arm64)

package kernels

// archKernels is empty where there is no assembly.
func archKernels() []Kernel { return nil }
