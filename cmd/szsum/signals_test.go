//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A signal that came before is what ends the run, not what was asked for afterwards.
func TestBetweenSignals(t *testing.T) {
	const harmless = syscall.SIGWINCH
	var i interrupts
	i.catch(harmless)
	ran, cleaned := make(chan bool, 1), make(chan bool, 1)
	i.between(func() { ran <- true })
	if !<-ran {
		t.Fatal("not done without a signal")
	}
	i.add(func() { cleaned <- true })
	i.signals <- harmless
	go i.between(func() { ran <- true })
	select {
	case <-cleaned:
	case <-ran:
		t.Fatal("done although a signal had come")
	}
}

// Whenever a signal comes, the file is either the old one or complete, there is no other, and who asks is not told
// otherwise.
func TestSignalAtEnd(t *testing.T) {
	dir, err := installed()
	if err != nil {
		t.Fatal(err)
	}
	for n := range 30 {
		name := filepath.Join(t.TempDir(), "sums")
		if err := os.WriteFile(name, []byte("old"), 0o666); err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		c := exec.Command(filepath.Join(dir, "szsum"), "--lines", "-j2", "-o", name)
		c.Stderr = &stderr
		in, err := c.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		in.Write(bytes.Repeat([]byte("line\n"), 30000))
		time.Sleep(time.Duration(n) * time.Millisecond)
		c.Process.Signal(syscall.SIGINT)
		in.Close()
		c.Wait()
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		status := c.ProcessState.Sys().(syscall.WaitStatus)
		old, complete := string(text) == "old", len(text) == 65*30000
		if stderr.Len() > 0 || !(complete || old && status.Signaled()) {
			t.Errorf("%v, %q, a file of %d bytes", c.ProcessState, stderr.String(), len(text))
		}
		if list, err := os.ReadDir(filepath.Dir(name)); err != nil || len(list) != 1 {
			t.Errorf("left %v, %v", list, err)
		}
	}
}
