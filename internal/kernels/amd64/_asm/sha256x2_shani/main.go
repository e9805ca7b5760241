// Command sha256x2_shani generates SHA-256 of two messages side by side, with SHA-NI and SSE4.1.
package main

import "szsum/internal/kernels/amd64/_asm/shani"

func main() { shani.SSE(2) }
