//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// nobody is the user that tests run the program as where root may do too much.
const nobody = 65534

// installed is a folder with the program under its names, which any user can run.
var installed = sync.OnceValues(func() (dir string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	dir, err = os.MkdirTemp("", "szsum-test-")
	if err != nil {
		return "", err
	}
	leftBehind = append(leftBehind, dir)
	binary, err := os.ReadFile(self)
	return dir, errors.Join(err,
		os.Chmod(dir, 0o755),
		os.WriteFile(filepath.Join(dir, "szsum"), binary, 0o755),
		os.Symlink("szsum", filepath.Join(dir, "sha256sum")),
		os.Symlink("szsum", filepath.Join(dir, "b2sum")))
})

// An invocation is a run of the program.
type invocation struct {
	name         string // one of the program's
	args         []string
	dir          string
	env          []string // besides a small fixed environment
	stdin        io.Reader
	stdout       *os.File // nil: captured
	stderr       *os.File
	merged       bool   // both streams are captured in one, in the order written
	closing      string // a shell's words that close descriptors
	unprivileged bool   // the user must not be root
	limit        time.Duration
}

// An outcome is what came of an invocation.
type outcome struct {
	exit     int // negative: killed by that signal
	out, err []byte
	timeout  bool
}

func (i *invocation) run(t *testing.T) outcome {
	t.Helper()
	dir, err := installed()
	if err != nil {
		t.Fatal(err)
	}
	c := &exec.Cmd{Path: filepath.Join(dir, i.name), Args: append([]string{i.name}, i.args...)}
	if i.closing != "" {
		c.Path, c.Args = "/bin/sh", append([]string{"sh", "-c", `exec "$0" "$@"` + i.closing}, c.Args...)
	}
	c.Dir, c.Stdin = i.dir, i.stdin
	c.Env = append([]string{"PATH=" + dir + ":" + os.Getenv("PATH"), "LC_ALL=C", "HOME=" + i.dir, "TERM=dumb"}, i.env...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if i.unprivileged && os.Geteuid() == 0 {
		c.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	var out, stderr bytes.Buffer
	c.Stdout, c.Stderr = &out, &stderr
	if i.stdout != nil {
		c.Stdout = i.stdout
	}
	if i.stderr != nil {
		c.Stderr = i.stderr
	}
	if i.merged {
		c.Stderr = c.Stdout
	}
	if err := c.Start(); err != nil {
		if errors.Is(err, os.ErrPermission) {
			t.Skip(err)
		}
		t.Fatal(err)
	}
	late := time.AfterFunc(max(i.limit, 30*time.Second), func() { c.Process.Kill() })
	c.Wait()
	status := c.ProcessState.Sys().(syscall.WaitStatus)
	o := outcome{exit: status.ExitStatus(), out: out.Bytes(), err: stderr.Bytes(), timeout: !late.Stop()}
	if status.Signaled() {
		o.exit = -int(status.Signal())
	}
	return o
}

// openFull opens the device on which there is never room.
func openFull(t *testing.T) *os.File {
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// readerless is a pipe that nobody reads from.
func readerless(t *testing.T) *os.File {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	t.Cleanup(func() { w.Close() })
	return w
}

// complaints are what is wrong with an outcome.
type complaints []string

func (c *complaints) add(format string, args ...any) { *c = append(*c, fmt.Sprintf(format, args...)) }

// settle fails the test if there are complaints, or skips it if the case is optional for a reason.
func (c complaints) settle(t *testing.T, optional string) {
	t.Helper()
	switch {
	case len(c) == 0:
	case optional != "":
		t.Skip("optional: " + optional)
	default:
		t.Error(strings.Join(c, "\n"))
	}
}
