//go:build unix

package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// A gnuCase is a run of sha256sum or b2sum, with what GNU's made of it.
type gnuCase struct {
	ID, Tool, About string
	Argv            []data
	Files           []gnuFile // there before the run
	Stdin           gnuStdin
	StdoutTo        string `json:"stdout_to"` // "full", "closed", "nopipe"; absent: captured
	StderrTo        string `json:"stderr_to"`
	Env             map[string]string
	User            string // "unprivileged"
	Exit            gnuExit
	Stdout, Stderr  expected
	Merged          *expected // for both streams in one
	Optional        string    // why a program may differ
}

type gnuFile struct {
	Name, Data    data
	Sparse        int64
	Dir           bool
	Symlink, FIFO *data
	Mode          string
}

func TestGNU(t *testing.T) {
	var table struct{ Cases []gnuCase }
	readJSON(t, "testdata/cases/gnu.json", &table)
	for _, c := range table.Cases {
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			c.run(t)
		})
	}
}

func readJSON(t *testing.T, name string, v any) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func (c *gnuCase) run(t *testing.T) {
	i := invocation{name: c.Tool, dir: openDir(t), merged: c.Merged != nil, unprivileged: c.User == "unprivileged"}
	for _, a := range c.Argv {
		i.args = append(i.args, string(a))
	}
	for name, value := range c.Env {
		i.env = append(i.env, name+"="+value)
	}
	for _, f := range c.Files {
		f.create(t, i.dir)
	}
	c.Stdin.feed(t, &i)
	i.stdout = redirected(t, c.StdoutTo, ">&-", &i)
	i.stderr = redirected(t, c.StderrTo, "2>&-", &i)
	o := i.run(t)

	var wrong complaints
	if o.exit != int(c.Exit) {
		wrong.add("exit status %d, not %d", o.exit, c.Exit)
	}
	if c.Merged != nil {
		c.Merged.compare(&wrong, "output", o.out, c.Tool)
	} else {
		c.Stdout.compare(&wrong, "stdout", o.out, c.Tool)
		c.Stderr.compare(&wrong, "stderr", o.err, c.Tool)
	}
	wrong.settle(t, c.Optional)
}

// openDir is an empty folder that any user can get at.
func openDir(t *testing.T) string {
	dir, err := os.MkdirTemp("", "szsum-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func (f *gnuFile) create(t *testing.T, dir string) {
	t.Helper()
	name := filepath.Join(dir, string(f.Name))
	err := os.MkdirAll(filepath.Dir(name), 0o755)
	switch {
	case f.Dir:
		err = errors.Join(err, os.Mkdir(name, 0o755))
	case f.Symlink != nil:
		err = errors.Join(err, os.Symlink(string(*f.Symlink), name))
	case f.FIFO != nil:
		err = errors.Join(err, syscall.Mkfifo(name, 0o644))
		go os.WriteFile(name, *f.FIFO, 0)
	default:
		err = errors.Join(err, os.WriteFile(name, f.Data, 0o644))
		if f.Sparse > 0 {
			err = errors.Join(err, os.Truncate(name, f.Sparse))
		}
	}
	if f.Mode != "" {
		mode, _ := strconv.ParseUint(f.Mode, 8, 32)
		err = errors.Join(err, os.Chmod(name, os.FileMode(mode)))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// redirected is where a stream goes, nil if it is captured.
func redirected(t *testing.T, to, closing string, i *invocation) *os.File {
	switch to {
	case "full":
		return openFull(t)
	case "nopipe":
		return readerless(t)
	case "closed":
		i.closing += " " + closing
	}
	return nil
}

// data is a string, {"hex": "00ff"}, {"repeat": data, "times": n}, or a list of those, joined.
type data []byte

func (d *data) UnmarshalJSON(text []byte) error {
	var s string
	var list []data
	var form struct {
		Hex    string
		Repeat data
		Times  int
	}
	switch text[0] {
	case '"':
		err := json.Unmarshal(text, &s)
		*d = data(s)
		return err
	case '[':
		err := json.Unmarshal(text, &list)
		*d = nil
		for _, part := range list {
			*d = append(*d, part...)
		}
		return err
	}
	err := json.Unmarshal(text, &form)
	*d = bytes.Repeat(form.Repeat, form.Times)
	if form.Hex != "" {
		*d, err = hex.DecodeString(form.Hex)
	}
	return err
}

// gnuStdin is what standard input is: data, {"file": name} or {"closed": true}; an empty stream if it is absent.
type gnuStdin struct {
	data   data
	file   string
	closed bool
}

func (s *gnuStdin) UnmarshalJSON(text []byte) error {
	var form struct {
		File   string
		Closed bool
	}
	if json.Unmarshal(text, &form) == nil && (form.File != "" || form.Closed) {
		s.file, s.closed = form.File, form.Closed
		return nil
	}
	return json.Unmarshal(text, &s.data)
}

func (s *gnuStdin) feed(t *testing.T, i *invocation) {
	switch {
	case s.closed:
		i.closing += " <&-"
	case s.file != "":
		f, err := os.Open(filepath.Join(i.dir, s.file))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		i.stdin = f
	case s.data != nil:
		i.stdin = bytes.NewReader(s.data)
	}
}

// gnuExit is an exit status, or {"signal": "PIPE"}, which is negative.
type gnuExit int

func (e *gnuExit) UnmarshalJSON(text []byte) error {
	if string(text) == `{"signal": "PIPE"}` {
		*e = gnuExit(-int(syscall.SIGPIPE))
		return nil
	}
	return json.Unmarshal(text, (*int)(e))
}

// expected is what a stream must have: data, {"match": regexp} for the whole of it, or {"contains": [...], "lacks": [...]}.
type expected struct {
	data            data
	match           string
	contains, lacks []data
}

func (e *expected) UnmarshalJSON(text []byte) error {
	var form struct {
		Match           string
		Contains, Lacks []data
	}
	if json.Unmarshal(text, &form) == nil && (form.Match != "" || form.Contains != nil || form.Lacks != nil) {
		e.match, e.contains, e.lacks = form.Match, form.Contains, form.Lacks
		return nil
	}
	return json.Unmarshal(text, &e.data)
}

func (e *expected) compare(wrong *complaints, stream string, got []byte, program string) {
	fill := func(text string) string { return strings.ReplaceAll(text, "@PROG@", program) }
	for _, part := range e.contains {
		if !strings.Contains(string(got), fill(string(part))) {
			wrong.add("%s lacks %q: %q", stream, part, got)
		}
	}
	for _, part := range e.lacks {
		if strings.Contains(string(got), fill(string(part))) {
			wrong.add("%s has %q: %q", stream, part, got)
		}
	}
	switch {
	case e.match != "":
		if !regexp.MustCompile(fmt.Sprintf(`(?s)\A(?:%s)\z`, fill(e.match))).Match(got) {
			wrong.add("%s is not like %q: %q", stream, e.match, got)
		}
	case e.contains == nil && e.lacks == nil:
		if want := fill(string(e.data)); want != string(got) {
			wrong.add("%s is %.600q, not %.600q", stream, got, want)
		}
	}
}
