//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Names are bytes: a parser of JSON gets them back, UTF-8 or not, from digests and from reports.
func TestJSONNames(t *testing.T) {
	names := []string{"plain", "é", "quote\"back\\slash", "line\nfeed\x01"}
	if runtime.GOOS == "linux" {
		names = append(names, "\xff", "a\xc3\x28")
	}
	i := invocation{name: "szsum", dir: openDir(t), args: append([]string{"--json"}, names...)}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(i.dir, name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	expectNames(t, i.run(t), names)

	i.args = append([]string{"--tag"}, names...)
	list := i.run(t).out
	i.args, i.stdin = []string{"-c", "--json"}, bytes.NewReader(list)
	expectNames(t, i.run(t), names)
}

func expectNames(t *testing.T, o outcome, names []string) {
	t.Helper()
	if o.exit != 0 || len(o.err) > 0 {
		t.Fatalf("exit status %d, %s", o.exit, o.err)
	}
	lines := bytes.Split(bytes.TrimSuffix(o.out, []byte("\n")), []byte("\n"))
	if len(lines) != len(names) {
		t.Fatalf("%d lines for %d names: %s", len(lines), len(names), o.out)
	}
	for i, line := range lines {
		var got struct {
			Name       string
			NameBase64 []byte `json:"name_base64"`
		}
		if err := json.Unmarshal(line, &got); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if name := got.Name + string(got.NameBase64); name != names[i] {
			t.Errorf("%q comes back as %q", names[i], name)
		}
	}
}

// A list of many files and of several algorithms is reported in its order, with the messages about it in between.
func TestCheckOrder(t *testing.T) {
	i := invocation{name: "szsum", dir: openDir(t), args: []string{"-cw", "list"}, merged: true}
	switches := [][]string{{"--sha256"}, {"--blake2b", "-l128"}, {"--hash", "--seed=7"}, {"--bytesum"}, {"--blake2bp"}}
	var lines [][]string
	for _, s := range switches {
		args := append([]string{"--tag"}, s...)
		for n := range 300 {
			name := fmt.Sprintf("f%d", n)
			if err := os.WriteFile(filepath.Join(i.dir, name), bytes.Repeat([]byte{byte(n)}, n*n), 0o644); err != nil {
				t.Fatal(err)
			}
			args = append(args, name)
		}
		sum := invocation{name: "szsum", dir: i.dir, args: args}
		lines = append(lines, strings.Split(string(sum.run(t).out), "\n"))
	}
	var list, want strings.Builder
	for n := range 300 {
		switch name := fmt.Sprintf("f%d", n); n % 5 {
		case 3:
			fmt.Fprintln(&list, "malformed")
			fmt.Fprintf(&want, "szsum: list: %d: improperly formatted SHA256 checksum line\n", n+1)
		case 4:
			fmt.Fprintf(&list, "BYTESUM (gone%d) = 0123456789abcdef\n", n)
			fmt.Fprintf(&want, "szsum: gone%d: No such file or directory\ngone%[1]d: FAILED open or read\n", n)
		default:
			fmt.Fprintln(&list, lines[n%len(lines)][n])
			fmt.Fprintln(&want, name+": OK")
		}
	}
	fmt.Fprintln(&want, "szsum: WARNING: 60 lines are improperly formatted\nszsum: WARNING: 60 listed files could not be read")
	if err := os.WriteFile(filepath.Join(i.dir, "list"), []byte(list.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, jobs := range []string{"1", "4"} {
		i.env = []string{"SZSUM_JOBS=" + jobs}
		if o := i.run(t); o.exit != 1 || string(o.out) != want.String() {
			t.Errorf("%s jobs: exit status %d, got\n%s\nwant\n%s", jobs, o.exit, o.out, want.String())
		}
	}
}

// A list that comes slowly is reported line by line, and the digests of lines come as soon as the lines do.
func TestNoWaiting(t *testing.T) {
	dir := openDir(t)
	for args, step := range map[string][2]string{
		"-c":             {"BYTESUM (empty) = 0000000000000000\n", "empty: OK\n"},
		"--lines --hash": {"hello\n", "24a8b11b9b4cf7ba\n"},
	} {
		if err := os.WriteFile(filepath.Join(dir, "empty"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		in, stdin, err1 := os.Pipe()
		stdout, out, err2 := os.Pipe()
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		i := invocation{name: "szsum", dir: dir, args: strings.Fields(args), stdin: in, stdout: out}
		done := make(chan outcome)
		go func() { done <- i.run(t) }()
		got := make([]byte, len(step[1]))
		for range 3 {
			stdin.WriteString(step[0])
			if n, err := stdout.Read(got); string(got[:n]) != step[1] {
				t.Errorf("%s: got %q, %v", args, got[:n], err)
			}
		}
		stdin.Close()
		if o := <-done; o.exit != 0 {
			t.Errorf("%s: exit status %d, %s", args, o.exit, o.err)
		}
		in.Close()
		out.Close()
		stdout.Close()
	}
}
