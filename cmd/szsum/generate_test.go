package main

import (
	"os"
	"path/filepath"
	"testing"
)

// The manual page and the completions are those that the table of flags makes.
func TestGenerated(t *testing.T) {
	for name, file := range map[string]string{
		"man": "man/szsum.1", "bash": "completions/szsum.bash", "zsh": "completions/_szsum",
		"fish": "completions/szsum.fish", "powershell": "completions/szsum.ps1",
	} {
		text, err := os.ReadFile(filepath.Join("../..", file))
		if err != nil {
			t.Error(err)
		} else if string(text) != string(generate(name)) {
			t.Errorf("%s is not what --generate=%s makes: run go generate ./cmd/szsum", file, name)
		}
	}
}
