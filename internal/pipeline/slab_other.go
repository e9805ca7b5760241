//go:build !linux

package pipeline

// mapLarge maps n bytes that may lie in large pages, or returns nil.
func mapLarge(int) []byte { return nil }

func unmap([]byte) {}
