// Command bytesum_avx2 generates the sum of all bytes, with AVX2.
package main

import "szsum/internal/kernels/amd64/_asm/bytesum"

func main() { bytesum.AVX2() }
