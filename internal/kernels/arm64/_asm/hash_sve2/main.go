// Command hash_sve2 generates the 64-bit hash of whole messages, with the AES instructions of SVE2.
package main

import (
	"szsum/internal/kernels/arm64/_asm/emit"
	"szsum/internal/kernels/arm64/_asm/szhash"
)

func main() { emit.Generate(szhash.HashSVE2) }
