// Command bytesum_vnni generates the sum of all bytes, with AVX-512, VNNI and VBMI.
package main

import "szsum/internal/kernels/amd64/_asm/bytesum"

func main() { bytesum.AVX512(true) }
