//go:build !(linux && arm64)

package kernels

// detectSVE2AES knows no processor with these instructions under another system.
func detectSVE2AES() bool { return false }
