// Package bytesum generates the kernels of the byte sum.
package bytesum

// fill is a table of n bytes.
func fill(n int, f func(i int) byte) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = f(i)
	}
	return b
}

// pageSize is the size of the smallest pages.
const pageSize = 4096
