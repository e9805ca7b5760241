package walk

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkWalk walks the tree that SZSUM_BENCH_TREE names, beside filepath.WalkDir.
func BenchmarkWalk(b *testing.B) {
	root := os.Getenv("SZSUM_BENCH_TREE")
	if root == "" {
		b.Skip("SZSUM_BENCH_TREE names no folder")
	}
	b.Run("walk=own", func(b *testing.B) {
		for b.Loop() {
			s := Operands([]string{root}, Options{Recursive: true})
			var batch Batch
			for more := true; more; {
				batch.Reset()
				more = s.Next(&batch)
				batch.Release()
			}
		}
	})
	b.Run("walk=WalkDir", func(b *testing.B) {
		for b.Loop() {
			filepath.WalkDir(root, func(string, fs.DirEntry, error) error { return nil })
		}
	})
}
