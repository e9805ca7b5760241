// Command blake2bx2_sha3 generates BLAKE2b of two messages side by side, with NEON and the rotations of the SHA-3 extension.
package main

import (
	"szsum/internal/kernels/arm64/_asm/blake2b"
	"szsum/internal/kernels/arm64/_asm/emit"
)

func main() { emit.Generate(blake2b.SHA3) }
