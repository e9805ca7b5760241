// Package arm64 is where the assembly kernels for 64-bit Arm go. It is empty so far: on Arm, szsum runs portable code.
package arm64
