package pipeline

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"szsum/internal/walk"
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
