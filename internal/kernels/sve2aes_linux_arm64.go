package kernels

import "golang.org/x/sys/unix"

// detectSVE2AES asks the kernel (Linux, Documentation/arch/arm64/elf_hwcaps.rst).
func detectSVE2AES() bool {
	const hwcap2, sveAES = 26, 1 << 2 // AT_HWCAP2, HWCAP2_SVEAES
	words, err := unix.Auxv()
	if err != nil {
		return false
	}
	for _, w := range words {
		if w[0] == hwcap2 {
			return w[1]&sveAES != 0
		}
	}
	return false
}
