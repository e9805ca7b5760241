// Command sha256x4_neon generates SHA-256 of four messages side by side, with NEON.
package main

import (
	"szsum/internal/kernels/arm64/_asm/emit"
	"szsum/internal/kernels/arm64/_asm/sha256"
)

func main() { emit.Generate(sha256.NEON) }
