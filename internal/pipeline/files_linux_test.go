package pipeline

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"szsum/internal/walk"

	"golang.org/x/sys/unix"
)

// TestCutWhileMapped cuts a file behind the window that is being digested, or before it: that file gets an error, if changes
// are watched, and else the digest of what it is now; the other files in the lanes come out right.
func TestCutWhileMapped(t *testing.T) {
	t.Chdir(t.TempDir())
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	data := make([]byte, 9<<20)
	for _, watch := range []bool{true, false} {
		for _, keep := range []int64{100, 6 << 20} {
			writeFile(t, "f", data)
			writeFile(t, "other", data)
			f, out := filesUnderTest(t, walk.Operands([]string{"other", "f", "other"}, walk.Options{}))
			f.Watch, f.Map = watch, MapAlways
			r := newFilesRun(f)
			w := newFileWorker(r)
			w.admit()
			g := w.lanes[0]
			lane := min(1, g.top-1)
			if g.files[lane].size == 0 || g.files[lane].size > 6<<20 {
				t.Fatalf("%d bytes have been had", g.files[lane].size)
			}
			if err := os.Truncate("f", keep); err != nil {
				t.Fatal(err)
			}
			if g.top > 1 && keep == 100 && g.step() {
				t.Error("no fault was noticed")
			}
			w.work()
			r.output.flush()
			want := ErrChanged.Error() + "  f\n"
			if !watch {
				want = resultOf("f", data[:keep])
			}
			other := resultOf("other", data)
			expectText(t, out.String(), other+want+other)
		}
	}
}

// TestFilesWithoutContent: what stat says of files of /proc and /sys has no meaning.
func TestSystemFiles(t *testing.T) {
	var want strings.Builder
	var names []string
	for _, name := range []string{"/proc/version", "/proc/self/auxv", "/proc/cpuinfo", "/proc/kallsyms", "/sys/kernel/mm/transparent_hugepage/enabled"} {
		if data, err := os.ReadFile(name); err == nil {
			names = append(names, name)
			want.WriteString(resultOf(name, data))
		}
	}
	for _, policy := range []MapPolicy{MapAuto, MapAlways, MapNever} {
		f, out := filesUnderTest(t, walk.Operands(names, walk.Options{}))
		f.Map = policy
		mustRun(t, f)
		expectText(t, out.String(), want.String())
	}
}

// TestFewDescriptors: more lanes, workers and folders than files may be open.
func TestFewDescriptors(t *testing.T) {
	t.Chdir(t.TempDir())
	want, _ := makeTree(t)
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	defer unix.Setrlimit(unix.RLIMIT_NOFILE, &limit)
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 32, Max: limit.Max}); err != nil {
		t.Fatal(err)
	}
	f, out := filesUnderTest(t, walk.Operands([]string{"r"}, walk.Options{Recursive: true}))
	f.Jobs = 7
	mustRun(t, f)
	expectText(t, out.String(), want)
}

// TestAllocations: a run over many files allocates no more than one over few.
func TestAllocations(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, "f", []byte("some text"))
	run := func(n int) float64 {
		names := slices.Repeat([]string{"f"}, n)
		return testing.AllocsPerRun(5, func() {
			f, _ := filesUnderTest(t, walk.Operands(names, walk.Options{}))
			f.Out, f.Format = io.Discard, func(dst []byte, r *FileResult) []byte { return append(dst, r.Digest...) }
			mustRun(t, f)
		})
	}
	few, many := run(1000), run(100000)
	// the queue may come to be full of batches
	if perBatch := (many - few) / maxBatches; perBatch > 5 {
		t.Errorf("%v allocations for 1,000 files, %v for 100,000", few, many)
	}
}

// TestHugeFolder: 200,000 files in one folder take less than 100 MiB.
func TestHugeFolder(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	const count = 200000
	root, err := os.MkdirTemp("/dev/shm", "szsum")
	if err != nil {
		root = t.TempDir()
	}
	defer os.RemoveAll(root)
	for i := range count {
		writeFile(t, fmt.Sprintf("%s/a file with a name of some length %d", root, i), nil)
	}
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f, _ := filesUnderTest(t, walk.Operands([]string{root}, walk.Options{Recursive: true}))
	f.Out = io.Discard
	mustRun(t, f)
	runtime.ReadMemStats(&after)
	if n := f.Counters.Messages.Load(); n != count {
		t.Errorf("%d files", n)
	}
	if n := int64(after.Sys - before.Sys); n > 100<<20 {
		t.Errorf("%d MiB", n>>20)
	} else {
		t.Log(n>>20, "MiB")
	}
}
