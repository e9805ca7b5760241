// Command blake2bx1_avx512 generates BLAKE2b of one message, with AVX-512.
package main

import "szsum/internal/kernels/amd64/_asm/blake2bx1"

func main() { blake2bx1.Emit(true) }
