package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A quoter writes names and values into messages the way GNU's tools do in the C locale, or in one with UTF-8.
type quoter struct{ utf8 bool }

// newQuoter finds the locale as the C library does.
func newQuoter(getenv func(string) string) quoter {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := getenv(name); locale != "" {
			_, charset, _ := strings.Cut(strings.ToLower(locale), ".")
			charset, _, _ = strings.Cut(charset, "@")
			return quoter{utf8: charset == "utf-8" || charset == "utf8"}
		}
	}
	return quoter{}
}

// name returns a file's name as one word of the shell, with quotes only if it needs them.
func (q quoter) name(name string) string {
	printable := q.isPrintable(name)
	switch {
	case printable && !needsQuotes(name):
		return name
	case printable && strings.Contains(name, "'") && fitsDoubleQuotes(name):
		return `"` + name + `"`
	}
	return q.singleQuotes(name)
}

// needsQuotes tells whether the shell would not take a printable name as it stands.
func needsQuotes(name string) bool {
	return name == "" || name == "{" || name == "}" || name[0] == '#' || name[0] == '~' ||
		strings.ContainsAny(name, " !\"$&'()*:;<=>?[\\^`|")
}

// fitsDoubleQuotes tells whether a printable name means the same in double quotes.
func fitsDoubleQuotes(name string) bool {
	if name[0] == '#' || name[0] == '~' {
		name = name[1:]
	}
	return strings.IndexFunc(name, func(c rune) bool {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		return !letter && c < utf8.RuneSelf && !strings.ContainsRune(" '%+,-./:@]_", c)
	}) < 0
}

// singleQuotes puts what is printable between single quotes and the rest into pieces like $'\t'.
func (q quoter) singleQuotes(name string) string {
	var b strings.Builder
	b.WriteByte('\'')
	escaping := false
	for name != "" {
		c, size := q.next(name)
		switch {
		case c == unprintable:
			if !escaping {
				b.WriteString("'$'")
			}
			writeEscapes(&b, name[:size])
			escaping = true
		case c == '\'':
			b.WriteString(`'\''`)
			escaping = false
		default:
			if escaping {
				b.WriteString("''")
			}
			b.WriteString(name[:size])
			escaping = false
		}
		name = name[size:]
	}
	b.WriteByte('\'')
	return b.String()
}

var shortEscapes = map[byte]byte{'\a': 'a', '\b': 'b', '\t': 't', '\n': 'n', '\v': 'v', '\f': 'f', '\r': 'r'}

func writeEscapes(b *strings.Builder, bytes string) {
	for i := range len(bytes) {
		if letter, ok := shortEscapes[bytes[i]]; ok {
			b.WriteByte('\\')
			b.WriteByte(letter)
		} else {
			fmt.Fprintf(b, `\%03o`, bytes[i])
		}
	}
}

// value returns an option's value in quotes, for messages about it.
func (q quoter) value(value string) string {
	left, right := "'", "'"
	if q.utf8 {
		left, right = "‘", "’"
	}
	var b strings.Builder
	b.WriteString(left)
	for value != "" {
		c, size := q.next(value)
		switch {
		case c == unprintable:
			writeEscapes(&b, value[:size])
		case c == '\\' || value[:size] == right:
			b.WriteByte('\\')
			fallthrough
		default:
			b.WriteString(value[:size])
		}
		value = value[size:]
	}
	b.WriteString(right)
	return b.String()
}

// atLeast is the sign before a number that may still grow.
func (q quoter) atLeast() string {
	if q.utf8 {
		return "≥"
	}
	return ">="
}

func (q quoter) isPrintable(s string) bool {
	for s != "" {
		c, size := q.next(s)
		if c == unprintable {
			return false
		}
		s = s[size:]
	}
	return true
}

// unprintable stands for characters that are not printable and bytes that are no character.
const unprintable rune = -1

// next returns the first character of s and its length in bytes.
func (q quoter) next(s string) (c rune, size int) {
	switch {
	case s[0] < ' ' || s[0] == 0x7f || s[0] >= utf8.RuneSelf && !q.utf8:
		return unprintable, 1
	case s[0] < utf8.RuneSelf:
		return rune(s[0]), 1
	}
	c, size = utf8.DecodeRuneInString(s)
	if c == utf8.RuneError && size == 1 || !unicode.In(c, printables...) {
		return unprintable, size
	}
	return c, size
}

// printables are what the C library calls printable: all characters but controls and separators of lines and paragraphs.
var printables = []*unicode.RangeTable{unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Zs, unicode.Cf, unicode.Co}
