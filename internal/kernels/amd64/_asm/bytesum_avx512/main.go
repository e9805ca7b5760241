// Command bytesum_avx512 generates the sum of all bytes, with AVX-512.
package main

import "szsum/internal/kernels/amd64/_asm/bytesum"

func main() { bytesum.AVX512(false) }
