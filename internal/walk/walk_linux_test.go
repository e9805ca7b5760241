package walk

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestNamesOfEveryByte: a name may have any byte but NUL and slash.
func TestNamesOfEveryByte(t *testing.T) {
	t.Chdir(t.TempDir())
	var want []string
	for c := 1; c < 256; c++ {
		if c != '/' {
			name := "d/" + string([]byte{byte(c)}) + "x"
			makeFiles(t, name)
			want = append(want, name)
		}
	}
	slices.Sort(want)
	expect(t, walkTree(t, "d"), want...)
}

func TestOtherTypes(t *testing.T) {
	t.Chdir(t.TempDir())
	makeFiles(t, "d/file", "d/sub/file", "e/file")
	for _, err := range []error{
		unix.Mkfifo("d/fifo", 0o666),
		os.Symlink("file", "d/link"),
		os.Symlink("../e", "d/folderlink"),
		os.Symlink(".", "d/loop"),
		os.Symlink("none", "d/dangling"),
		os.Symlink("d", "operand"),
		unix.Mknod("d/socket", unix.S_IFSOCK|0o666, 0),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	expect(t, walkTree(t, "d"), "d/file", "d/sub/file")
	expect(t, walkTree(t, "operand"), "operand/file", "operand/sub/file")
	expect(t, walkTree(t, "d/fifo", "d/link", "d/folderlink"), "d/fifo", "d/link", "d/folderlink/file")
}

// TestUnknownType: not every file system tells the type of an entry.
func TestUnknownType(t *testing.T) {
	t.Chdir(t.TempDir())
	makeFiles(t, "file", "folder/x")
	if err := os.Symlink("file", "link"); err != nil {
		t.Fatal(err)
	}
	f, _, err := new(folders).open(nil, []byte(".\x00"), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.drop()
	for name, want := range map[string]byte{"file": unix.DT_REG, "folder": unix.DT_DIR, "link": unix.DT_LNK, "gone": unix.DT_REG} {
		d := dirent{unix.DT_UNKNOWN, []byte(name)}
		if got := d.kind(f); got != want {
			t.Errorf("%s is of type %d, want %d", name, got, want)
		}
	}
}

// TestUnreadableFolder gives up the rights of root for the thread, which ends with the test.
func TestUnreadableFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	makeFiles(t, "d/a", "d/secret/x", "d/z", "shut/x")
	for _, name := range []string{".", "d"} {
		if err := os.Chmod(name, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"d/secret", "shut"} {
		if err := os.Chmod(name, 0); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(name, 0o777)
	}
	got := make(chan []string)
	go func() {
		runtime.LockOSThread()
		if err := syscall.Setfsuid(65534); err != nil {
			t.Error(err)
		}
		got <- walkTree(t, "d", "shut")
	}()
	expect(t, <-got, "d/a", "d/secret: permission denied", "d/z", "shut")
}

// nest makes folders that lie in one another, named by name, with a file in each, and returns the paths of the files.
func nest(t *testing.T, depth int, name string) []string {
	t.Helper()
	var paths []string
	fd, err := unix.Open(".", unix.O_DIRECTORY, 0)
	for i := range depth {
		if err == nil {
			err = unix.Mkdirat(fd, name, 0o777)
		}
		down := -1
		if err == nil {
			down, err = unix.Openat(fd, name, unix.O_DIRECTORY, 0)
		}
		file := -1
		if err == nil {
			file, err = unix.Openat(down, "~file", unix.O_CREAT|unix.O_WRONLY, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		unix.Write(file, fmt.Append(nil, i))
		unix.Close(file)
		unix.Close(fd)
		fd = down
		paths = append(paths, strings.Repeat(name+"/", i+1)+"~file")
	}
	unix.Close(fd)
	slices.Reverse(paths) // deeper ones come first: the folder's name is before ~file
	return paths
}

// TestDeep: deeper than there are descriptors, with paths longer than any call takes.
func TestDeep(t *testing.T) {
	t.Chdir(t.TempDir())
	depth := 2000
	if testing.Short() {
		depth = 600
	}
	want := nest(t, depth, "folder")
	defer removeDeep(t, "folder")
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	for _, files := range []uint64{limit.Cur, 40} {
		err := unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: files, Max: limit.Max})
		if err != nil {
			t.Fatal(err)
		}
		got := walkTree(t, "folder")
		if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("with %d descriptors %d names of %d, or others", files, len(got), len(want))
		}
	}
}

// removeDeep removes a tree whose paths are too long for package os.
func removeDeep(t *testing.T, root string) {
	t.Helper()
	if err := os.RemoveAll(root); err != nil {
		t.Error(err)
	}
}

// TestMovedFolder: an outer folder that was closed and is another one now is not walked on.
func TestMovedFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	s := Operands([]string{"f"}, Options{Recursive: true})
	nest(t, s.(*operands).tree.maxOpen()+10, "f")
	var b Batch
	s.Next(&b)
	b.Release()
	if err := os.Rename("f/f", "f/g"); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll("f/f/f/f", 0o777); err != nil {
		t.Fatal(err)
	}
	got := collect(t, s)
	if want := "f/~file"; got[len(got)-1] != want {
		t.Errorf("the last one is %s, want %s", got[len(got)-1], want)
	}
	if want := "f/f: " + unix.ENOENT.Error(); !slices.Contains(got, want) {
		t.Errorf("nobody tells %q: %q", want, got)
	}
	if n := openDescriptors(t); n > 20 {
		t.Errorf("%d descriptors are open", n)
	}
}

func openDescriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip(err)
	}
	return len(list)
}

func TestCutDirent(t *testing.T) {
	record := func(typ byte, name string) []byte {
		b := make([]byte, 19, 40)
		binary.NativeEndian.PutUint16(b[16:], uint16(24+len(name)))
		b[18] = typ
		return append(b, append([]byte(name), make([]byte, 5)...)...)
	}
	b := append(record(unix.DT_REG, "one"), record(unix.DT_DIR, "second")...)
	first, rest := cutDirent(b)
	second, rest := cutDirent(rest)
	if string(first.name) != "one" || first.typ != unix.DT_REG || string(second.name) != "second" || len(rest) != 0 {
		t.Errorf("got %q, %q and %d bytes", first.name, second.name, len(rest))
	}
	for name, want := range map[string]bool{".": true, "..": true, "...": false, ".a": false} {
		if d := (dirent{name: []byte(name)}); d.isDots() != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}

// TestFill: the end is found, whatever is believed of a short read, for sizes around those that matter.
func TestFill(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, size := range []int{0, 1, 1023, 1024, 1025, 4095, 4096, 4097, 8191, 8192, 8193, 16383, 16384, 16385, 50000} {
		data := bytes.Repeat([]byte{byte(size)}, size)
		if err := os.WriteFile("f", data, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, sure := range []bool{false, true} {
			var b Batch
			var f File
			b.Add([]byte("f"))
			if err := b.Open(0, &f); err != nil {
				t.Fatal(err)
			}
			f.sure = sure
			var got []byte
			p := make([]byte, 2*PageSize)
			for {
				n, end, err := f.Fill(p)
				got = append(got, p[:n]...)
				if err != nil {
					t.Fatal(err)
				}
				if end {
					break
				}
				if n != len(p) {
					t.Fatalf("%d bytes of %d before the end", n, len(p))
				}
			}
			f.Close()
			if !bytes.Equal(got, data) {
				t.Errorf("%d bytes of a file of %d", len(got), size)
			}
		}
	}
}

// TestShortReads: a read that gives less than it could is not the end, unless it stops inside a page of a local file.
func TestShortReads(t *testing.T) {
	for _, sure := range []bool{true, false} {
		var fds [2]int
		if err := unix.Pipe(fds[:]); err != nil {
			t.Fatal(err)
		}
		f := File{fd: fds[0], sure: sure, slow: true} // slow, or a garbage collection would wait for the end of a read, too
		parts := []int{PageSize, 3 * PageSize, 100, PageSize - 100, 1}
		if sure {
			parts = []int{PageSize, 2 * PageSize, PageSize + 1}
		}
		want := 0
		for _, n := range parts {
			want += n
		}
		got := make(chan int)
		go func() {
			n, end, err := f.Fill(make([]byte, 16*PageSize))
			if !end || err != nil {
				t.Errorf("end %v, %v", end, err)
			}
			got <- n
		}()
		for _, n := range parts {
			unix.Write(fds[1], make([]byte, n))
			for left := 1; left > 0; { // until it is read
				time.Sleep(time.Millisecond)
				left, _ = unix.IoctlGetInt(fds[0], unix.TIOCINQ)
			}
		}
		if !sure {
			unix.Close(fds[1])
		}
		if n := <-got; n != want {
			t.Errorf("%d bytes of %d", n, want)
		}
		f.Close()
	}
}

// TestFIFO: one that nobody writes to yet is not at its end.
func TestFIFO(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := unix.Mkfifo("fifo", 0o666); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"some text", ""} {
		var b Batch
		var f File
		b.Add([]byte("fifo"))
		if err := b.Open(0, &f); err != nil {
			t.Fatal(err)
		}
		p := make([]byte, 2*PageSize)
		if n, _, err := f.Fill(p); n != 0 || err != ErrNotNow {
			t.Fatalf("Fill gives %d, %v before anybody writes", n, err)
		}
		go os.WriteFile("fifo", []byte(text), 0)
		if err := f.Wait(); err != nil {
			t.Fatal(err)
		}
		if n, end, err := f.Fill(p); string(p[:n]) != text || !end || err != nil {
			t.Fatalf("Fill gives %q, %v, %v", p[:n], end, err)
		}
		f.Close()
	}
}

// TestMapping: windows and copies follow one another in any order, and end where the file is cut.
func TestMapping(t *testing.T) {
	t.Chdir(t.TempDir())
	rng := rand.New(rand.NewPCG(1, 2))
	data := make([]byte, 300*PageSize)
	for i := range data {
		data[i] = byte(rng.Uint32())
	}
	for round := range 200 {
		if err := os.WriteFile("f", data, 0o666); err != nil {
			t.Fatal(err)
		}
		var b Batch
		var f File
		var m Mapping
		b.Add([]byte("f"))
		if err := b.Open(0, &f); err != nil {
			t.Fatal(err)
		}
		at := PageSize * rng.IntN(3)
		if err := f.Map(&m, int64(at), int64(len(data))); err != nil {
			t.Fatal(err)
		}
		buf, n := make([]byte, 8*PageSize), 32*PageSize
		for cut := len(data); ; {
			if round%4 == 0 && rng.IntN(20) == 0 {
				cut = min(cut, PageSize*rng.IntN(300))
				os.Truncate("f", int64(cut))
			}
			var piece []byte
			var err error
			if copied := rng.IntN(2) == 0; copied {
				piece, err = m.Copy(buf)
			} else {
				piece, err = m.Next(buf, n)
			}
			if err != nil && at+n <= cut || err == nil && len(piece) > 0 && at+len(piece) > cut {
				t.Fatalf("%d bytes at %d of %d: %v", len(piece), at, cut, err)
			}
			if !bytes.Equal(piece, data[at:at+len(piece)]) {
				t.Fatalf("not the %d bytes at %d", len(piece), at)
			}
			if at += len(piece); len(piece) == 0 {
				if err == nil && at != len(data) {
					t.Fatalf("ends at %d", at)
				}
				break
			}
			if rng.IntN(3) == 0 {
				m.Ahead(n)
			}
		}
		m.Close()
		f.Close()
	}
}
