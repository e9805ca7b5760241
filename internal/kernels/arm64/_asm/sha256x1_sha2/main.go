// Command sha256x1_sha2 generates SHA-256 of one message, with the SHA-2 instructions.
package main

import (
	"szsum/internal/kernels/arm64/_asm/emit"
	"szsum/internal/kernels/arm64/_asm/sha256"
)

func main() { emit.Generate(func(f *emit.File) { sha256.SHA2(f, 1) }) }
