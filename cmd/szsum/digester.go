package main

import (
	"github.com/klauspost/cpuid/v2"

	"szsum/internal/kernels"
)

// openDigester chooses the kernels for an algorithm, and tells of those that do not work.
func openDigester(p kernels.Params, b kernels.Backend, r *reporter) (*kernels.Digester, error) {
	d, err := kernels.Open(kernels.Table(), &cpuid.CPU, p, b, func(k kernels.Kernel) { r.tellBroken(k.String()) })
	if err == nil {
		r.used = append(r.used, d)
	}
	return d, err
}

func (r *reporter) tellBroken(kernel string) {
	r.tell("the kernel %s gives a wrong digest on this machine and is left out", kernel)
}
