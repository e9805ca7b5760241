package pipeline

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"szsum/internal/kernels"

	"github.com/klauspost/cpuid/v2"
)

func testDigester(t testing.TB) *kernels.Digester {
	t.Helper()
	d, err := kernels.Open(kernels.Table(), &cpuid.CPU, kernels.Params{Algorithm: kernels.SHA256}, kernels.Backend{Auto: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// testFormat prints a line for each line: its number, offset, length and digest.
func testFormat(dst []byte, b *Batch) []byte {
	for i := range b.Len() {
		offset, length := b.Offset, b.Long
		if b.Spans != nil {
			offset += int64(b.Spans[i].Offset())
			length = int64(b.Spans[i].Len())
		}
		dst = fmt.Appendf(dst, "%s %d %d %d %x\n", b.Name, b.Line+int64(i), offset, length, b.Digests[i*b.Slot:][:b.Size])
	}
	return dst
}

// plainLines is what testFormat is to print, by a plain loop.
func plainLines(name string, text []byte, sep byte, stripCR bool) []byte {
	var out []byte
	offset := 0
	for number := 1; offset < len(text); number++ {
		line, used := text[offset:], len(text)-offset
		if n := bytes.IndexByte(line, sep); n >= 0 {
			line, used = line[:n], n+1
			if stripCR {
				line = bytes.TrimSuffix(line, []byte("\r"))
			}
		}
		out = fmt.Appendf(out, "%s %d %d %d %x\n", name, number, offset, len(line), sha256.Sum256(line))
		offset += used
	}
	return out
}

func newLines(t testing.TB, out io.Writer, jobs int, inputs ...Input) *Lines {
	return &Lines{
		Next: func() (Input, bool) {
			if len(inputs) == 0 {
				return Input{}, false
			}
			in := inputs[0]
			inputs = inputs[1:]
			return in, true
		},
		Digester: testDigester(t), Split: kernels.NewSplitter(kernels.Table(), &cpuid.CPU, kernels.Backend{Auto: true}), Separator: '\n', Number: true, Jobs: jobs,
		Out: out, Format: testFormat, Counters: new(Counters),
		Failed: func(name string, err error) { fmt.Fprintf(out, "%s: %v\n", name, err) },
	}
}

func tempFile(t testing.TB, text []byte) Input {
	t.Helper()
	path := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	return Input{Name: "file", File: f, Err: err}
}

// pipeInput hands over the text through a pipe, in pieces of odd sizes.
func pipeInput(t testing.TB, text []byte) Input {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer w.Close()
		for n := 1; len(text) > 0; n = n*3%70001 + 1 {
			piece := text[:min(n, len(text))]
			text = text[len(piece):]
			w.Write(piece)
		}
	}()
	return Input{Name: "pipe", File: r}
}

// testTexts are texts that are awkward to cut.
func testTexts() map[string][]byte {
	rng := rand.New(rand.NewPCG(3, 3))
	random := make([]byte, 3*windowSize+777)
	for i := range random {
		random[i] = byte(rng.Uint32())
	}
	texts := map[string][]byte{
		"nothing":         nil,
		"one byte":        []byte("x"),
		"one newline":     []byte("\n"),
		"no newline":      []byte("alpha\nbeta"),
		"random":          random,
		"empty lines":     bytes.Repeat([]byte("\n"), windowSize+5),
		"window of one":   append(bytes.Repeat([]byte("a"), windowSize-1), '\n'),
		"long first":      append(bytes.Repeat([]byte("a"), 5*windowSize+3), "\nshort\n"...),
		"long last":       append([]byte("short\n"), bytes.Repeat([]byte("b"), 5*windowSize+3)...),
		"long only":       bytes.Repeat([]byte("c"), 3*windowSize),
		"carriage return": []byte(strings.Repeat("a\r\n\r\n\r\r\nb\rc\n", 12000) + "end\r"),
	}
	var lengths []byte
	for i := range 3000 {
		lengths = append(lengths, random[:i%301]...)
		lengths = append(lengths, '\n')
	}
	texts["lengths 0 to 300"] = bytes.ReplaceAll(lengths, []byte("\n\n"), []byte("\n"))
	var two []byte
	for _, n := range []int{3*windowSize + 1, 10, 2*windowSize + 5, 0, windowSize, 7 * windowSize, 3} {
		two = append(append(two, bytes.Repeat([]byte("d"), n)...), "\r\n"...)
	}
	texts["long among short"] = two
	for _, size := range []int{leastWindow, windowSize} {
		for shift := -2; shift <= 2; shift++ {
			text := bytes.Repeat([]byte("e"), size+shift)
			texts[fmt.Sprintf("end %d%+d", size, shift)] = append(append(text, '\n'), bytes.Repeat([]byte("ffffffffffffffff\n"), windowSize/16)...)
			texts[fmt.Sprintf("two ends %d%+d", size, shift)] = append(append(text, "\ng\n"...), bytes.Repeat([]byte("h"), 2*size+pageSize+shift)...)
		}
	}
	return texts
}

func TestLines(t *testing.T) {
	for name, text := range testTexts() {
		for _, strip := range []bool{false, true} {
			if strip && !bytes.ContainsRune(text, '\r') {
				continue
			}
			file, pipe := plainLines("file", text, '\n', strip), plainLines("pipe", text, '\n', strip)
			want := bytes.Join([][]byte{file, pipe, file}, nil)
			for _, jobs := range []int{1, 2, 7} {
				if testing.Short() && jobs == 2 {
					continue
				}
				t.Run(fmt.Sprintf("%s/%d/%v", name, jobs, strip), func(t *testing.T) {
					var out bytes.Buffer
					l := newLines(t, &out, jobs, tempFile(t, text), pipeInput(t, text), tempFile(t, text))
					l.StripCR = strip
					if err := l.Run(); err != nil {
						t.Fatal(err)
					}
					compare(t, out.Bytes(), want)
					if n := l.Counters.Bytes.Load(); n != int64(3*len(text)) {
						t.Errorf("counted %d bytes of %d", n, 3*len(text))
					}
				})
			}
		}
	}
}

func compare(t *testing.T, got, want []byte) {
	t.Helper()
	if bytes.Equal(got, want) {
		return
	}
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range w {
		if i >= len(g) || g[i] != w[i] {
			t.Fatalf("%d rows, want %d; row %d: got %q, want %q", len(g), len(w), i+1, at(g, i), w[i])
		}
	}
	t.Fatalf("%d rows, want %d", len(g), len(w))
}

func at(rows []string, i int) string {
	if i < len(rows) {
		return rows[i]
	}
	return "nothing"
}

// Lines come out when they are complete, not when a window is full, if the input pauses.
func TestLinesOfSlowPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	lines := make(chan string)
	l := newLines(t, writerFunc(func(p []byte) (int, error) { lines <- string(p); return len(p), nil }), 2, Input{Name: "pipe", File: r})
	go l.Run()
	for i, text := range []string{"one\n", "two\nthr", "ee\n"} {
		io.WriteString(w, text)
		select {
		case <-lines:
		case <-time.After(10 * time.Second):
			t.Fatalf("no line after piece %d", i+1)
		}
	}
	w.Close()
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// The first failing write ends the run, although an input never ends.
func TestLinesFailingWrite(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, jobs := range []int{1, 2, 7} {
		text := bytes.Repeat([]byte("line\n"), 1<<18)
		full := writerFunc(func(p []byte) (int, error) { return 0, syscall.ENOSPC })
		err := newLines(t, full, jobs, tempFile(t, text), Input{Name: "pipe", File: r}).Run()
		var failed *WriteError
		if !errors.As(err, &failed) || !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%d jobs: got %v", jobs, err)
		}
	}
}

// An input that cannot be opened or read is told once, in its place; the others are done.
func TestLinesOfUnreadable(t *testing.T) {
	folder, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	text := []byte("alpha\nbeta\n")
	l := newLines(t, &out, 3, tempFile(t, text), Input{Name: "none", Err: os.ErrNotExist}, Input{Name: "folder", File: folder}, tempFile(t, text))
	if err := l.Run(); err != nil {
		t.Fatal(err)
	}
	good := string(plainLines("file", text, '\n', false))
	want := good + "none: file does not exist\nfolder: read " + folder.Name() + ": is a directory\n" + good
	if out.String() != want {
		t.Errorf("got %s, want %s", &out, want)
	}
}

// A file that is cut while it is read gives the lines up to there, and a message.
func TestLinesOfCutFile(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789\n"), windowSize)
	for _, jobs := range []int{1, 7} {
		in := tempFile(t, text)
		var out bytes.Buffer
		l := newLines(t, &out, jobs, in, tempFile(t, []byte("next\n")))
		var cut sync.Once
		l.Format = func(dst []byte, b *Batch) []byte {
			cut.Do(func() { os.Truncate(in.File.Name(), 10*windowSize+100) })
			return testFormat(dst, b)
		}
		if err := l.Run(); err != nil {
			t.Fatal(err)
		}
		lines, rest, told := strings.Cut(out.String(), "file: "+ErrChanged.Error()+"\n")
		if !told || !strings.HasPrefix(rest, "file 1 0 4 ") || strings.Count(rest, "\n") != 1 {
			t.Fatalf("%d jobs: %d bytes of lines, then %q", jobs, len(lines), rest)
		}
		if !bytes.HasPrefix(plainLines("file", text, '\n', false), []byte(lines)) || lines == "" {
			t.Errorf("%d jobs: the lines before the message are not those of the file", jobs)
		}
	}
}
