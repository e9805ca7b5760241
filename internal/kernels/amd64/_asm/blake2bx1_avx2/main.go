// Command blake2bx1_avx2 generates BLAKE2b of one message, with AVX2.
package main

import "szsum/internal/kernels/amd64/_asm/blake2bx1"

func main() { blake2bx1.Emit(false) }
