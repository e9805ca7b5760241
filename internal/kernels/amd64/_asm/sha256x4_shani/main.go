// Command sha256x4_shani generates SHA-256 of four messages side by side, with SHA-NI and AVX-512.
package main

import "szsum/internal/kernels/amd64/_asm/shani"

func main() { shani.AVX512() }
