package main

import (
	"bytes"
	"fmt"
	"io"
)

// version is that of the program; a build may set it.
var version = "0.1.0"

func writeVersion(w io.Writer, name string) error {
	if name != "szsum" {
		name += " (szsum)"
	}
	return write(w, fmt.Appendf(nil, "%s %s\n", name, version))
}

// helpColumn is where the explanations begin.
const helpColumn = 29

// writeHelp writes what --help prints, with one option a line: scripts look for those.
func writeHelp(w io.Writer, p program, argv0 string) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "Usage: %s [OPTION]... [FILE]...\n%s\n", argv0, purpose(p))
	b.WriteString("\nWith no FILE, or when FILE is -, read standard input.\n")
	for _, s := range sections {
		written := false
		for _, f := range s.flags {
			if f.in&p == 0 || f.hidden {
				continue
			}
			if !written {
				fmt.Fprintf(&b, "\n%s:\n", s.title)
				written = true
			}
			fmt.Fprintf(&b, "%-*s %s\n", helpColumn-1, f.usage(), f.help)
		}
	}
	fmt.Fprintf(&b, "\nSZSUM_JOBS and SZSUM_BACKEND stand in for --jobs and --backend where those are\nnot given. See also: man szsum\n")
	return write(w, b.Bytes())
}

func purpose(p program) string {
	switch p {
	case asSha256sum:
		return "Print or check SHA256 (256-bit) checksums."
	case asB2sum:
		return "Print or check BLAKE2b (512-bit) checksums."
	}
	return "Print or check digests of files, of trees of files, or of lines."
}

// usage is the flag as help shows it.
func (f *flagDef) usage() string {
	text := "      --" + f.name
	if f.short != "" {
		text = "  -" + f.short + ", --" + f.name
	}
	switch {
	case f.optional():
		text += "[=" + f.arg + "]"
	case f.arg != "":
		text += "=" + f.arg
	}
	return text
}

// optional tells whether the flag has a value that may be left out.
func (f *flagDef) optional() bool { return f.arg != "" && f.on != nil }
