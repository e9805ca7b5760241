package pipeline

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"szsum/internal/kernels"
	"szsum/internal/walk"
)

// filesUnderTest prints a line for each result, to be had from the builder; errors stand where digests would.
func filesUnderTest(t testing.TB, s walk.Source) (*Files, *strings.Builder) {
	t.Helper()
	out := new(strings.Builder)
	return &Files{
		Source: s, Digesters: []*kernels.Digester{testDigester(t)}, Jobs: 1, Stdin: strings.NewReader(""), Watch: true,
		Out: out, Format: formatResult, Failed: func(*FileResult) {}, Counters: new(Counters),
	}, out
}

func formatResult(dst []byte, r *FileResult) []byte {
	if r.Err != nil {
		return fmt.Appendf(dst, "%v  %s\n", r.Err, r.Name)
	}
	return fmt.Appendf(dst, "%x %d %s\n", r.Digest, r.Size, r.Name)
}

func resultOf(name string, data []byte) string {
	return fmt.Sprintf("%x %d %s\n", sha256.Sum256(data), len(data), name)
}

func mustRun(t testing.TB, f *Files) {
	t.Helper()
	if err := f.Run(); err != nil {
		t.Fatal(err)
	}
}

func expectText(t *testing.T, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	g, w := strings.SplitAfter(got, "\n"), strings.SplitAfter(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Errorf("line %d of %d is\n%swant\n%s", i+1, len(g), g[i], w[i])
			return
		}
	}
	t.Errorf("%d lines, want %d", len(g), len(w))
}

func writeFile(t testing.TB, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func randomBytes(rng *rand.Rand, n int) []byte {
	b := make([]byte, 0, n+8)
	for len(b) < n {
		b = binary.LittleEndian.AppendUint64(b, rng.Uint64())
	}
	return b[:n]
}

// TestFileSizes: sizes around those of pieces, pages and buffers, with every number of workers and way of reading.
func TestFileSizes(t *testing.T) {
	t.Chdir(t.TempDir())
	rng := rand.New(rand.NewPCG(3, 4))
	var want strings.Builder
	var names []string
	for _, around := range []int{0, 64, kernels.PieceAlign, walk.PageSize, 2 * walk.PageSize, filePiece, 2 * filePiece, 3 << 20} {
		for _, size := range []int{around - 1, around, around + 1} {
			if size < 0 {
				continue
			}
			name := fmt.Sprintf("%d", size)
			data := randomBytes(rng, size)
			writeFile(t, name, data)
			names = append(names, name)
			want.WriteString(resultOf(name, data))
		}
	}
	for _, jobs := range []int{1, 2, 7} {
		for _, policy := range []MapPolicy{MapAuto, MapAlways, MapNever} {
			t.Run(fmt.Sprintf("jobs=%d/map=%d", jobs, policy), func(t *testing.T) {
				f, out := filesUnderTest(t, walk.Operands(names, walk.Options{}))
				f.Jobs, f.Map = jobs, policy
				mustRun(t, f)
				expectText(t, out.String(), want.String())
				if n := f.Counters.Messages.Load(); n != int64(len(names)) {
					t.Errorf("%d messages counted", n)
				}
			})
		}
	}
}

// makeTree makes a random tree r with a few large files, and returns what its results look like and how long they are.
func makeTree(t testing.TB) (want string, size int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	results := make(map[string]string)
	for i := range 1500 {
		name := fmt.Sprintf("r/%d/%d/f%d", rng.IntN(5), rng.IntN(10), i)
		data := randomBytes(rng, rng.IntN(1<<rng.IntN(14)))
		if i%150 == 0 {
			data = randomBytes(rng, 200000+rng.IntN(1<<21))
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		writeFile(t, name, data)
		results[name] = resultOf(name, data)
		size += len(data)
	}
	for _, name := range slices.Sorted(maps.Keys(results)) {
		want += results[name]
	}
	return want, size
}

// TestTree: a tree against crypto/sha256, in the order of the walk.
func TestTree(t *testing.T) {
	t.Chdir(t.TempDir())
	want, size := makeTree(t)
	for _, jobs := range []int{1, 2, 7} {
		f, out := filesUnderTest(t, walk.Operands([]string{"r"}, walk.Options{Recursive: true}))
		f.Jobs = jobs
		mustRun(t, f)
		expectText(t, out.String(), want)
		if n := f.Counters.Bytes.Load(); n != int64(size) {
			t.Errorf("%d bytes counted of %d", n, size)
		}
	}
}

// TestDisk: with workers that join in and leave again, and with one file read at a time.
func TestDisk(t *testing.T) {
	t.Chdir(t.TempDir())
	want, _ := makeTree(t)
	for name, disk := range map[string]func(r *filesRun){
		"more": func(r *filesRun) {
			for range maxReaders {
				r.readers.start()
			}
		},
		"one": func(r *filesRun) { r.readers.one.Store(true) },
	} {
		for _, jobs := range []int{1, 2} {
			f, out := filesUnderTest(t, walk.Operands([]string{"r"}, walk.Options{Recursive: true}))
			f.Jobs = jobs
			r := newFilesRun(f)
			disk(r)
			if err := r.do(); err != nil {
				t.Fatal(name, err)
			}
			expectText(t, out.String(), want)
		}
	}
}

// TestErrors: each is told in its place, after all that comes before has been written, and costs nobody else anything.
func TestErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, "a", []byte("a"))
	writeFile(t, "b", nil)
	if err := os.Mkdir("folder", 0o777); err != nil {
		t.Fatal(err)
	}
	f, out := filesUnderTest(t, walk.Operands([]string{"a", "none", "folder", "b", "a/x"}, walk.Options{}))
	f.Failed = func(r *FileResult) {
		fmt.Fprintf(out, "%s failed\n", r.Name)
		if r.Digest != nil {
			t.Errorf("%s has a digest in spite of %v", r.Name, r.Err)
		}
		var errno syscall.Errno
		if !errors.As(r.Err, &errno) {
			t.Errorf("%v has no error number", r.Err)
		}
	}
	mustRun(t, f)
	a, b := resultOf("a", []byte("a")), resultOf("b", nil)
	expectText(t, out.String(), a+"none failed\n"+syscall.ENOENT.Error()+"  none\nfolder failed\n"+
		syscall.EISDIR.Error()+"  folder\n"+b+"a/x failed\n"+syscall.ENOTDIR.Error()+"  a/x\n")
	if n := f.Counters.Messages.Load(); n != 5 {
		t.Errorf("%d files are done", n)
	}
}

// A listSource gives entries that a caller makes up.
type listSource struct {
	entries []walk.Entry
	names   []string
	waits   bool
}

func (s *listSource) Waits() bool { return s.waits }

func (s *listSource) Next(b *walk.Batch) bool {
	for ; len(s.names) > 0 && !b.Full(); s.names, s.entries = s.names[1:], s.entries[1:] {
		e := b.Add([]byte(s.names[0]))
		e.Item, e.Digester, e.Err = s.entries[0].Item, s.entries[0].Digester, s.entries[0].Err
	}
	return len(s.names) > 0
}

// TestManyDigesters: entries with digesters of their own, and errors of the source's, come out in order.
func TestManyDigesters(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, waits := range []bool{false, true} {
		s := &listSource{waits: waits}
		var want strings.Builder
		for i := range 500 {
			name := fmt.Sprint(i)
			data := bytes.Repeat([]byte(name), i*i%7000)
			s.names = append(s.names, name)
			e := walk.Entry{Item: 1000 + i, Digester: i * i % 3}
			if i%50 == 7 {
				e.Err = fmt.Errorf("line %d is malformed", i)
				fmt.Fprintf(&want, "%v  %s\n", e.Err, name)
			} else {
				writeFile(t, name, data)
				want.WriteString(resultOf(name, data))
			}
			s.entries = append(s.entries, e)
		}
		f, out := filesUnderTest(t, s)
		d := f.Digesters[0]
		f.Digesters = append(f.Digesters, testDigester(t), d)
		f.Jobs = 2
		item := 1000
		f.Format = func(dst []byte, r *FileResult) []byte {
			if r.Item != item {
				t.Fatalf("item %d, want %d", r.Item, item)
			}
			item++
			return formatResult(dst, r)
		}
		mustRun(t, f)
		expectText(t, out.String(), want.String())
	}
}

// TestStdin: standard input is read at its turn, and is at its end the next time.
func TestStdin(t *testing.T) {
	t.Chdir(t.TempDir())
	names := []string{"-", "f", "-"}
	f2, f3 := bytes.Repeat([]byte("f"), 300000), bytes.Repeat([]byte("input"), 100000)
	writeFile(t, "f", f2)
	want := resultOf("-", f3) + resultOf("f", f2) + resultOf("-", nil)
	for range 200 {
		names = append(names, "f", "f", "-")
		want += resultOf("f", f2) + resultOf("f", f2) + resultOf("-", nil)
	}
	for _, jobs := range []int{1, 2, 7} {
		f, out := filesUnderTest(t, walk.Operands(names, walk.Options{}))
		f.Jobs, f.Stdin = jobs, bytes.NewReader(f3)
		mustRun(t, f)
		expectText(t, out.String(), want)
	}
}

func TestStdinFails(t *testing.T) {
	f, out := filesUnderTest(t, walk.Operands([]string{"-"}, walk.Options{}))
	f.Stdin = io.MultiReader(strings.NewReader("text"), failingReader{&os.PathError{Op: "read", Path: "x", Err: syscall.EBADF}})
	mustRun(t, f)
	expectText(t, out.String(), syscall.EBADF.Error()+"  -\n")
}

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

// TestResultsDoNotWait: what is done is written while standard input has nothing to give.
func TestResultsDoNotWait(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, "f", []byte("f"))
	for _, jobs := range []int{1, 2} {
		f, _ := filesUnderTest(t, walk.Operands([]string{"f", "f", "-", "f"}, walk.Options{}))
		in, feed := io.Pipe()
		out := make(chan string, 10)
		f.Jobs, f.Stdin, f.Out = jobs, in, writerFunc(func(p []byte) (int, error) { out <- string(p); return len(p), nil })
		done := make(chan error)
		go func() { done <- f.Run() }()
		one := resultOf("f", []byte("f"))
		for text := ""; text != one+one; {
			select {
			case part := <-out:
				text += part
			case <-time.After(10 * time.Second):
				t.Fatalf("only %q has been written", text)
			}
		}
		feed.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// TestSourceWaits: files are digested while the list of their names has nothing to give.
func TestSourceWaits(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, "f", []byte("f"))
	list, feed := io.Pipe()
	f, _ := filesUnderTest(t, walk.NameList(list, walk.Options{}))
	out := make(chan string, 10)
	f.Out = writerFunc(func(p []byte) (int, error) { out <- string(p); return len(p), nil })
	done := make(chan error)
	go func() { done <- f.Run() }()
	for range 3 {
		io.WriteString(feed, "f\x00")
		select {
		case <-out:
		case <-time.After(10 * time.Second):
			t.Fatal("nothing was written")
		}
	}
	feed.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestFailingWrite: it ends the run, whatever workers wait for.
func TestFailingWrite(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, "f", []byte("f"))
	names := slices.Repeat([]string{"f"}, 20000)
	for _, more := range [][]string{nil, {"-"}} {
		for _, jobs := range []int{1, 2, 7} {
			f, _ := filesUnderTest(t, walk.Operands(slices.Concat(names[:1000], more, names), walk.Options{}))
			in, feed := io.Pipe()
			writes := 0
			f.Jobs, f.Stdin, f.Out = jobs, in, writerFunc(func(p []byte) (int, error) {
				if writes++; writes > 1 {
					t.Error("a write after one that failed")
				}
				return 0, syscall.ENOSPC
			})
			done := make(chan error)
			go func() { done <- f.Run() }()
			select {
			case err := <-done:
				var w *WriteError
				if !errors.As(err, &w) || w.Err != syscall.ENOSPC {
					t.Errorf("the error is %v", err)
				}
			case <-time.After(10 * time.Second):
				t.Fatal("the run does not end")
			}
			if n := f.Counters.Messages.Load(); n > 2000 {
				t.Errorf("%d files were done", n)
			}
			feed.Close()
		}
	}
}

// TestWholeResults: writes end where results do, and those into a pipe are short enough not to be torn apart.
func TestWholeResults(t *testing.T) {
	t.Chdir(t.TempDir())
	long := strings.Repeat("n", 200)
	writeFile(t, "f", []byte("f"))
	writeFile(t, long, []byte("g"))
	f, _ := filesUnderTest(t, walk.Operands(slices.Repeat([]string{"f", long}, 1000), walk.Options{}))
	writes := 0
	f.Out = writerFunc(func(p []byte) (int, error) {
		writes++
		if p[len(p)-1] != '\n' || len(p) > pipeWrite {
			t.Errorf("a write of %d bytes ends in %q", len(p), p[len(p)-1:])
		}
		return len(p), nil
	})
	mustRun(t, f)
	if writes > 300 {
		t.Errorf("%d writes for 2,000 results", writes)
	}
}

// TestLongResult: a result that is longer than a write is written all the same.
func TestLongResult(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, "f", nil)
	f, out := filesUnderTest(t, walk.Operands([]string{"f", "f"}, walk.Options{}))
	text := strings.Repeat("x", 3*pipeWrite) + "\n"
	f.Format = func(dst []byte, r *FileResult) []byte { return append(dst, text...) }
	mustRun(t, f)
	expectText(t, out.String(), text+text)
}

// TestReorderWindow: with a large file in front, more files are done than the queue holds.
func TestReorderWindow(t *testing.T) {
	t.Chdir(t.TempDir())
	large := make([]byte, 64<<20)
	writeFile(t, "large", large)
	writeFile(t, "f", []byte("f"))
	names := slices.Repeat([]string{"f"}, (maxBatches+10)*walk.BatchLen)
	want := resultOf("large", large) + strings.Repeat(resultOf("f", []byte("f")), len(names))
	for _, jobs := range []int{1, 2} {
		f, out := filesUnderTest(t, walk.Operands(append([]string{"large"}, names...), walk.Options{}))
		f.Jobs = jobs
		mustRun(t, f)
		expectText(t, out.String(), want)
	}
}

// laneWith puts a file into the first lane of new lanes.
func laneWith(t *testing.T, name string) *fileLanes {
	t.Helper()
	g := newFileLanes(testDigester(t))
	b := new(fileBatch)
	b.Add([]byte(name))
	if err := b.Open(0, &g.files[0].file); err != nil {
		t.Fatal(err)
	}
	g.seat(0, b, 0, make([]byte, filePiece))
	return g
}

// TestLargeFiles: some are mapped in part and copied in part.
func TestLargeFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	data := make([]byte, mapFrom+3*filePiece+77)
	for i := range data {
		data[i] = byte(i ^ i>>8 ^ i>>16)
	}
	for _, jobs := range []int{1, 2} {
		var names []string
		var want strings.Builder
		for i := range 3 {
			name := fmt.Sprint(i)
			writeFile(t, name, data[i:])
			names = append(names, name)
			want.WriteString(resultOf(name, data[i:]))
		}
		f, out := filesUnderTest(t, walk.Operands(names, walk.Options{}))
		f.Jobs, f.Watch = jobs, true
		mustRun(t, f)
		expectText(t, out.String(), want.String())
	}
}

// TestChanged: a file that grows while it is read gets ErrChanged, if that is asked for.
func TestChanged(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, size := range []int{3 * filePiece, 3 << 20} {
		for _, watch := range []bool{true, false} {
			for _, policy := range []MapPolicy{MapAuto, MapAlways, MapNever} {
				writeFile(t, "f", make([]byte, size))
				g := laneWith(t, "f")
				how := newFilesRun(&Files{Source: &listSource{}, Watch: watch, Map: policy, Jobs: 1})
				err := g.fill(0, how)
				appendTo(t, "f", "more")
				got := g.files[0].size
				for err == nil && !g.lanes[0].Last {
					err = g.fill(0, how)
					got = g.files[0].size
				}
				if watch && err != ErrChanged || !watch && (err != nil || got != int64(size+4)) {
					t.Errorf("size %d, Map %d, Watch %v: %d bytes, %v", size, policy, watch, got, err)
				}
				g.clear(0)
			}
		}
	}
}

func appendTo(t *testing.T, name, text string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.WriteString(f, text); err != nil {
		t.Fatal(err)
	}
}
