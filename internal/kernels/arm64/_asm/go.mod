module szsum/internal/kernels/arm64/_asm

go 1.26.0
