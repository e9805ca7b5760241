//go:build unix

package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Each shell, having loaded its completion, is asked for the name of a backend, of an algorithm, of an option and of a
// file.
func TestCompletions(t *testing.T) {
	for shell, script := range map[string]string{"bash": bashAsks, "zsh": zshAsks, "fish": fishAsks} {
		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			path, err := exec.LookPath(shell)
			if err != nil {
				t.Skip(err)
			}
			dir, err := installed()
			if err != nil {
				t.Fatal(err)
			}
			completions, err := filepath.Abs("../../completions")
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			c := exec.CommandContext(ctx, path, "-c", script)
			c.Dir = t.TempDir()
			if err := os.WriteFile(filepath.Join(c.Dir, "some file"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
			c.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "COMPLETIONS="+completions, "TERM=dumb", "HOME="+c.Dir)
			out, err := c.CombinedOutput()
			for _, want := range []string{"serial", "multihash", "--recursive", "some"} {
				if !strings.Contains(string(out), want) {
					t.Errorf("%s is not offered (%v): %q", want, err, out)
				}
			}
		})
	}
}

const bashAsks = `
compopt() { :; }
source "$COMPLETIONS/szsum.bash"
ask() {
	COMP_WORDS=(szsum "$@") COMP_CWORD=$#
	_szsum szsum "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
	printf '%s\n' "${COMPREPLY[@]}"
}
ask --backend = se
ask -a mul
ask --rec
ask so
`

const fishAsks = `
source $COMPLETIONS/szsum.fish
complete -C 'szsum --backend=se'
complete -C 'szsum -a mul'
complete -C 'szsum --rec'
complete -C 'szsum so'
`

// zshAsks types into a zsh of its own. What is echoed has the words cut in two.
const zshAsks = `
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'fpath=($COMPLETIONS $fpath); autoload -Uz compinit; compinit -u -D; print READ""Y'
zpty -r z out '*READY*'
ask() {
	zpty -w -n z $'\C-u'"szsum $1"$'\t'
	zpty -r z out "*$2*"
	print -r -- $out
}
ask --backend=se serial
ask '-a mul' multihash
ask --rec --recursive
ask so some
zpty -d z
`
