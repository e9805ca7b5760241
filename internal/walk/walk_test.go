package walk

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// collect lists what a source gives: names, and behind the names of entries with an error what it is.
func collect(t *testing.T, s Source) []string {
	t.Helper()
	var b Batch
	var list []string
	for more := true; more; {
		b.Reset()
		more = s.Next(&b)
		for i, e := range b.Entries {
			line := string(b.Name(i))
			if e.Stdin {
				line += ": standard input"
			}
			if e.Err != nil {
				line += ": " + e.Err.Error()
			}
			list = append(list, line)
		}
		b.Release()
	}
	return list
}

func walkTree(t *testing.T, roots ...string) []string {
	t.Helper()
	return collect(t, Operands(roots, Options{Recursive: true}))
}

// makeFiles makes files with their names as content, and the folders for them, below the working directory.
func makeFiles(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func TestTreeOrder(t *testing.T) {
	t.Chdir(t.TempDir())
	makeFiles(t, "d/a/b", "d/a-b/c", "d/a.txt", "d/a0", "d/.hidden", "d/.git/config", "d/ab/x", "d/a/z/y", "d/abcdefgh2", "d/abcdefgh1", "d/abcdefgh")
	expect(t, walkTree(t, "d"), "d/.git/config", "d/.hidden", "d/a-b/c", "d/a.txt", "d/a/b", "d/a/z/y", "d/a0", "d/ab/x",
		"d/abcdefgh", "d/abcdefgh1", "d/abcdefgh2")
}

func TestTreeOperands(t *testing.T) {
	t.Chdir(t.TempDir())
	makeFiles(t, "d/x", "e/y", "f")
	mkdir(t, "empty")
	expect(t, walkTree(t, "e", "d/", "d//", "./d", "f", "-", "none", "empty", "f/", ""),
		"e/y", "d/x", "d/x", "./d/x", "f", "-: standard input", "none", "f/", "")
	t.Chdir("d")
	expect(t, walkTree(t, "."), "./x")
}

// TestTreeAgainstWalkDir holds the walker against the library's on a random tree.
func TestTreeAgainstWalkDir(t *testing.T) {
	t.Chdir(t.TempDir())
	rng := rand.New(rand.NewPCG(1, 2))
	dirs := []string{"r"}
	for i := range 2000 {
		name := dirs[rng.IntN(len(dirs))] + "/"
		for range rng.IntN(12) + 1 {
			name += string("ab-./~ \n0A"[rng.IntN(3)])
		}
		name += fmt.Sprint("x", i%50)
		if rng.IntN(4) == 0 {
			if os.MkdirAll(name, 0o777) == nil {
				dirs = append(dirs, name)
			}
		} else if info, err := os.Lstat(name); err != nil || info.Mode().IsRegular() {
			makeFiles(t, name)
		}
	}
	var want []string
	filepath.WalkDir("r", func(path string, d fs.DirEntry, err error) error {
		if d.Type().IsRegular() {
			want = append(want, path)
		}
		return err
	})
	slices.Sort(want)
	expect(t, walkTree(t, "r"), want...)
}

func TestManyFilesInFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	mkdir(t, "d")
	var want []string
	for i := range 3000 {
		name := fmt.Sprintf("d/%07d", i*7919%3000)
		makeFiles(t, name)
		want = append(want, name)
	}
	slices.Sort(want)
	if got := walkTree(t, "d"); !slices.Equal(got, want) {
		t.Errorf("%d names of %d, or another order", len(got), len(want))
	}
}

func TestVanishedFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	var names []string
	for i := range BatchLen {
		names = append(names, fmt.Sprintf("d/a%02d", i))
	}
	makeFiles(t, append(names, "d/b/x", "d/c")...)
	s := Operands([]string{"d"}, Options{Recursive: true})
	var b Batch
	s.Next(&b)
	if err := os.RemoveAll("d/b"); err != nil {
		t.Fatal(err)
	}
	expect(t, collect(t, s), "d/b: "+syscall.ENOENT.Error(), "d/c")
}

func TestSkip(t *testing.T) {
	t.Chdir(t.TempDir())
	makeFiles(t, "d/out", "d/e/out", "d/x")
	info, err := os.Stat("d/out")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Recursive: true, Skip: []fs.FileInfo{info}}
	expect(t, collect(t, Operands([]string{"d", "d/out"}, o)), "d/e/out", "d/x", "d/out")
}

func TestItems(t *testing.T) {
	t.Chdir(t.TempDir())
	makeFiles(t, "d/x", "d/y", "f")
	var b Batch
	if Operands([]string{"f", "d", "-"}, Options{Recursive: true}).Next(&b) {
		t.Error("Next tells of more after the end")
	}
	for i, item := range []int{0, 1, 1, 2} {
		if b.Entries[i].Item != item {
			t.Errorf("entry %d has item %d, want %d", i, b.Entries[i].Item, item)
		}
	}
}

func TestNameList(t *testing.T) {
	long := strings.Repeat("n", 30000)
	list := "a\x00-\x00\x00b\nc\x00" + long + "\x00last"
	expect(t, collect(t, NameList(strings.NewReader(list), Options{})),
		"a", "-: standard input", ": empty file name", "b\nc", long, "last")
	expect(t, collect(t, NameList(strings.NewReader("-\x00"), Options{Stdin: syscall.EINVAL})), "-: "+syscall.EINVAL.Error())
	expect(t, collect(t, NameList(strings.NewReader(""), Options{})))

	endless := strings.NewReader("a\x00" + strings.Repeat("n", 3*maxName))
	expect(t, collect(t, NameList(endless, Options{})), "a", ": list of names: "+syscall.ENAMETOOLONG.Error())

	broken := &slowReader{parts: []string{"a\x00", "b\x00c"}, err: syscall.EIO}
	expect(t, collect(t, NameList(broken, Options{})), "a", "b", ": list of names: "+syscall.EIO.Error())
}

// TestNameListWaits: names that are known go out before the next ones are waited for.
func TestNameListWaits(t *testing.T) {
	r := &slowReader{parts: []string{"a\x00b", "b\x00", "c\x00d"}}
	s := NameList(r, Options{})
	if !s.Waits() {
		t.Error("Waits is false for a reader that is no regular file")
	}
	var b Batch
	for _, want := range [][]string{{"a"}, {"bb"}, {"c"}, {"d"}} {
		b.Reset()
		s.Next(&b)
		var got []string
		for i := range b.Entries {
			got = append(got, string(b.Name(i)))
		}
		expect(t, got, want...)
	}
}

func TestNULInName(t *testing.T) {
	var b Batch
	b.Add([]byte("a\x00b"))
	if b.Entries[0].Err == nil {
		t.Error("a name with a NUL inside would be cut there")
	}
}

// A slowReader gives its parts one by one.
type slowReader struct {
	parts []string
	err   error
}

func (r *slowReader) Read(p []byte) (int, error) {
	if len(r.parts) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		return bytes.NewReader(nil).Read(p)
	}
	n := copy(p, r.parts[0])
	r.parts = r.parts[1:]
	return n, nil
}

func mkdir(t *testing.T, name string) {
	t.Helper()
	if err := os.Mkdir(name, 0o777); err != nil {
		t.Fatal(err)
	}
}
