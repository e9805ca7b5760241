package main

import (
	"runtime"

	"github.com/klauspost/cpuid/v2"

	"szsum/internal/kernels"
)

//go:generate go run . --generate=man --output=../../man/szsum.1
//go:generate go run . --generate=bash --output=../../completions/szsum.bash
//go:generate go run . --generate=zsh --output=../../completions/_szsum
//go:generate go run . --generate=fish --output=../../completions/szsum.fish
//go:generate go run . --generate=powershell --output=../../completions/szsum.ps1

// generatorNames are what can be made of the table of flags, and what the completions ask for.
var generatorNames = []string{"man", "bash", "zsh", "fish", "powershell", "backends"}

// generate makes one of them.
func generate(name string) []byte {
	switch name {
	case "man":
		return manPage()
	case "bash":
		return bashCompletion()
	case "zsh":
		return zshCompletion()
	case "fish":
		return fishCompletion()
	case "powershell":
		return powershellCompletion()
	}
	return availableBackends()
}

// availableBackends are the values of --backend that are good here, a line each.
func availableBackends() []byte {
	names := "auto\n"
	for _, t := range kernels.Tiers(runtime.GOARCH) {
		if t.Available(&cpuid.CPU) {
			names += t.String() + "\n"
		}
	}
	return []byte(names)
}
