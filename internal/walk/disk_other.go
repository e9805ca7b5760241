//go:build !linux

package walk

// BlocksRead is how many blocks of 512 bytes this process has had to get from disks, where that is known.
func BlocksRead() int64 { return 0 }

// Rotational tells whether the file of entry i lies on a disk that has to move its heads, where that is known.
func (b *Batch) Rotational(i int) bool { return false }
