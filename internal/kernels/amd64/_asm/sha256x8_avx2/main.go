// Command sha256x8_avx2 generates SHA-256 of eight messages side by side, with AVX2.
package main

import "szsum/internal/kernels/amd64/_asm/lanes"

func main() { lanes.AVX2() }
