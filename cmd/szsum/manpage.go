package main

import (
	_ "embed"
	"strings"
)

// manText is the manual page, but for the options.
//
//go:embed man.roff
var manText string

// manPage is the manual page.
func manPage() []byte {
	var options strings.Builder
	for _, s := range sections {
		options.WriteString(".SS " + s.title + "\n")
		for _, f := range s.flags {
			if !f.hidden {
				options.WriteString(f.manEntry())
			}
		}
	}
	return []byte(strings.NewReplacer("@OPTIONS@\n", options.String(), "@VERSION@", version).Replace(manText))
}

func (f *flagDef) manEntry() string {
	entry := ".TP\n"
	if f.short != "" {
		entry += `\fB\-` + f.short + `\fP, `
	}
	entry += `\fB\-\-` + roff(f.name) + `\fP`
	switch {
	case f.optional():
		entry += `[=\fI` + f.arg + `\fP]`
	case f.arg != "":
		entry += `=\fI` + f.arg + `\fP`
	}
	entry += "\n" + roff(strings.ToUpper(f.help[:1])+f.help[1:]) + ".\n"
	if f.more != "" {
		entry += filled(roff(f.more))
	}
	return entry
}

// filled breaks text into short lines, with a new one for each sentence as roff wants it.
func filled(text string) string {
	const width = 78
	var lines, line string
	for word := range strings.FieldsSeq(text) {
		if line != "" && (len(line)+1+len(word) > width || strings.HasSuffix(line, ".")) {
			lines, line = lines+line+"\n", ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return lines + line + "\n"
}

// roff is text without anything that means something to roff.
func roff(text string) string {
	return strings.NewReplacer(`\`, `\e`, `-`, `\-`, `'`, `\(aq`).Replace(text)
}
