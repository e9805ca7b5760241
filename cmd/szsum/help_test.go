package main

import (
	"regexp"
	"strings"
	"testing"
)

// Each option has a line of its own, with its short form, as scripts look for it.
func TestHelp(t *testing.T) {
	for _, name := range []string{"szsum", "/bin/sha256sum", "b2sum"} {
		var b strings.Builder
		if err := writeHelp(&b, programOf(name), name); err != nil {
			t.Fatal(err)
		}
		help := b.String()
		if want := "Usage: " + name + " [OPTION]... [FILE]...\n"; !strings.HasPrefix(help, want) {
			t.Errorf("%s: begins %.60q", name, help)
		}
		for line := range strings.Lines(help) {
			if len(line) > 81 {
				t.Errorf("%s: too long: %s", name, line)
			}
		}
		for f := range flagsOf(programOf(name)) {
			pattern := `(?m)^ {6}--` + f.name + `(=\w+|\[=\w+\])? `
			if f.short != "" {
				pattern = `(?m)^ {2}-` + f.short + `, --` + f.name + `(=\w+)? `
			}
			if found := regexp.MustCompile(pattern).MatchString(help); found == f.hidden {
				t.Errorf("%s: --%s told of: %v", name, f.name, found)
			}
		}
	}
}

func TestVersion(t *testing.T) {
	for name, want := range map[string]string{"szsum": "szsum 0.1.0\n", "b2sum": "b2sum (szsum) 0.1.0\n"} {
		var b strings.Builder
		if err := writeVersion(&b, name); err != nil || b.String() != want {
			t.Errorf("%s: %q, %v", name, b.String(), err)
		}
	}
}
