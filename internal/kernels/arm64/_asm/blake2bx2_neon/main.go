// Command blake2bx2_neon generates BLAKE2b of two messages side by side, with NEON.
package main

import (
	"szsum/internal/kernels/arm64/_asm/blake2b"
	"szsum/internal/kernels/arm64/_asm/emit"
)

func main() { emit.Generate(blake2b.NEON) }
