package checklist

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
)

// all are the lines of src, and how it ended.
func all(src io.Reader, end byte, marks bool) (lines []string, err error) {
	l := NewLines(src, end, marks)
	for {
		line, err := l.Next()
		if err != nil {
			return lines, err
		}
		lines = append(lines, string(line))
	}
}

func toUTF16(text string, order binary.AppendByteOrder) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, u)
	}
	return string(b)
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	text := "\ufeffé\n\U0001d11e\r\n" + long + "\nend"
	want := []string{"é", "\U0001d11e\r", long, "end"}
	for about, c := range map[string]struct {
		src   string
		end   byte
		marks bool
		want  []string
	}{
		"empty":              {"", '\n', true, nil},
		"empty lines":        {"\n\na", '\n', true, []string{"", "", "a"}},
		"end at the end":     {"a\n", '\n', true, []string{"a"}},
		"NUL":                {"a\nb\x00c\x00", 0, true, []string{"a\nb", "c"}},
		"UTF-8":              {text, '\n', true, want},
		"UTF-16LE":           {toUTF16(text, binary.LittleEndian), '\n', true, want},
		"UTF-16BE":           {toUTF16(text, binary.BigEndian), '\n', true, want},
		"UTF-16, odd byte":   {"\xff\xfea\x00b", '\n', true, []string{"a\ufffd"}},
		"UTF-16, lone pair":  {"\xff\xfe\x00\xd8a\x00\x00\xdc\n\x00\x00\xd8", '\n', true, []string{"\ufffda\ufffd", "\ufffd"}},
		"mark alone":         {"\xff\xfe", '\n', true, nil},
		"marks left alone":   {"\xef\xbb\xbfa\n\xff\xfe", '\n', false, []string{"\xef\xbb\xbfa", "\xff\xfe"}},
		"mark on a 2nd line": {"a\n\xef\xbb\xbfb", '\n', true, []string{"a", "\xef\xbb\xbfb"}},
	} {
		for chunks, src := range map[string]io.Reader{
			"at once": strings.NewReader(c.src), "bytewise": iotest.OneByteReader(strings.NewReader(c.src)),
		} {
			t.Run(about+", "+chunks, func(t *testing.T) {
				if got, err := all(src, c.end, c.marks); err != io.EOF || !slices.Equal(got, c.want) {
					t.Errorf("got %.200q, %v", got, err)
				}
			})
		}
	}
}

func TestLinesTooLong(t *testing.T) {
	long := "SHA256 (" + strings.Repeat("x", maxLine) + ") = " + digest32
	lines, err := all(strings.NewReader(long+"\nnext\n#"+long), '\n', true)
	if err != io.EOF || len(lines) != 3 || len(lines[0]) != maxLine+1 || lines[1] != "next" {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	r := newReader(sha256Only)
	if _, kind := r.Parse([]byte(lines[0])); kind != Malformed {
		t.Errorf("kind %d", kind)
	}
	if _, kind := r.Parse([]byte(lines[2])); kind != Skipped {
		t.Errorf("comment: kind %d", kind)
	}
}

func TestLinesError(t *testing.T) {
	broken := errors.New("broken")
	for about, text := range map[string]string{"UTF-8": "a\nb", "UTF-16": toUTF16("\ufeffa\nb", binary.LittleEndian)} {
		lines, err := all(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), '\n', true)
		if err != broken || !slices.Equal(lines, []string{"a"}) {
			t.Errorf("%s: %q, %v", about, lines, err)
		}
	}
}

// Nothing that a list may hold makes reading fail, and lines put together again are the list.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nb"), false)
	f.Add([]byte("\xff\xfea\x00\n\x00"), true)
	f.Fuzz(func(t *testing.T, list []byte, marks bool) {
		lines, err := all(bytes.NewReader(list), '\n', marks)
		if err != io.EOF {
			t.Fatal(err)
		}
		r := newReader("any")
		for _, line := range lines {
			r.Parse([]byte(line))
		}
		if joined := strings.Join(lines, "\n"); !marks && joined != strings.TrimSuffix(string(list), "\n") {
			t.Errorf("%q becomes %q", list, joined)
		}
	})
}
