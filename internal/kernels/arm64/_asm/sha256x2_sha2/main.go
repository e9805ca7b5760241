// Command sha256x2_sha2 generates SHA-256 of two messages side by side, with the SHA-2 instructions.
package main

import (
	"szsum/internal/kernels/arm64/_asm/emit"
	"szsum/internal/kernels/arm64/_asm/sha256"
)

func main() { emit.Generate(func(f *emit.File) { sha256.SHA2(f, 2) }) }
