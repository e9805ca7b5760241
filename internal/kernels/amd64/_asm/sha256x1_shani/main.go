// Command sha256x1_shani generates SHA-256 of one message at a time, with SHA-NI and SSE4.1.
package main

import "szsum/internal/kernels/amd64/_asm/shani"

func main() { shani.SSE(1) }
