// Command sha256x16_avx512 generates SHA-256 of sixteen messages side by side, with AVX-512.
package main

import "szsum/internal/kernels/amd64/_asm/lanes"

func main() { lanes.AVX512() }
