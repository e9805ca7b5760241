package pipeline

import (
	"fmt"
	"io"
	"os"
	"testing"

	"szsum/internal/kernels"
	"szsum/internal/walk"

	"github.com/klauspost/cpuid/v2"
	"golang.org/x/sys/unix"
)

// BenchmarkMap compares the two ways of reading large files that are in the cache, 256 MiB of them, too much for the caches
// of the processor. mapFrom is where mapping begins to be faster for both algorithms: the kernel keeps larger files in
// larger pieces, which makes mapping cheaper.
func BenchmarkMap(b *testing.B) {
	const total = 256 << 20
	b.Chdir(b.TempDir())
	for size := 4 << 20; size <= total; size *= 2 {
		folder := fmt.Sprint(size)
		makeCached(b, folder, size, total/size)
		for _, op := range []kernels.Op{kernels.SHA256, kernels.Hash} {
			d, err := kernels.Open(kernels.Table(), &cpuid.CPU, kernels.Params{Algorithm: op}, kernels.Backend{Auto: true}, nil)
			if err != nil {
				b.Fatal(err)
			}
			for policy, way := range map[MapPolicy]string{MapAlways: "map", MapNever: "read"} {
				b.Run(fmt.Sprintf("op=%v/size=%d/way=%s", op, size, way), func(b *testing.B) {
					b.SetBytes(total)
					for b.Loop() {
						mustRun(b, &Files{
							Source: walk.Operands([]string{folder}, walk.Options{Recursive: true}), Digesters: []*kernels.Digester{d}, Jobs: 1,
							Map: policy, Watch: true, Out: io.Discard, Format: formatResult, Failed: func(r *FileResult) { b.Error(r.Err) },
						})
					}
				})
			}
		}
		os.RemoveAll(folder)
	}
}

// makeCached makes files that are in the cache as they are after having been read from a disk.
func makeCached(b *testing.B, folder string, size, count int) {
	b.Helper()
	if err := os.Mkdir(folder, 0o777); err != nil {
		b.Fatal(err)
	}
	data := make([]byte, size)
	for i := range count {
		f, err := os.Create(fmt.Sprintf("%s/%d", folder, i))
		if err != nil {
			b.Fatal(err)
		}
		f.Write(data)
		f.Sync()
		unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED)
		f.Seek(0, io.SeekStart)
		io.Copy(io.Discard, f)
		f.Close()
	}
}
