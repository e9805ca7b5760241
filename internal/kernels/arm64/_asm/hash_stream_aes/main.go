// Command hash_stream_aes generates the 64-bit hash of messages in parts, with the AES instructions.
package main

import (
	"szsum/internal/kernels/arm64/_asm/emit"
	"szsum/internal/kernels/arm64/_asm/szhash"
)

func main() { emit.Generate(szhash.Stream) }
