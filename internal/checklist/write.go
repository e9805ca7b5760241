package checklist

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// A Form is one way of writing lines. The zero value is GNU's default: the digest in hexadecimal, two blanks, the name.
type Form struct {
	Tag    string // if not empty, lines are tagged with it
	Binary bool   // untagged lines have '*' in the place of the second blank
	Zero   bool   // lines end in NUL and nothing in names is escaped
	Base64 bool   // digests are in base64
}

var escaper = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`)

// AppendLine appends the line of a digest and a name, with its end.
func (f Form) AppendLine(line, digest []byte, name string) []byte {
	if !f.Zero && strings.ContainsAny(name, "\\\n\r") {
		line = append(line, '\\')
		name = escaper.Replace(name)
	}
	switch {
	case f.Tag != "":
		line = append(line, f.Tag...)
		line = append(line, " ("...)
		line = append(line, name...)
		line = append(line, ") = "...)
		line = f.AppendDigest(line, digest)
	case f.Binary:
		line = f.AppendDigest(line, digest)
		line = append(line, " *"...)
		line = append(line, name...)
	default:
		line = f.AppendDigest(line, digest)
		line = append(line, "  "...)
		line = append(line, name...)
	}
	return append(line, f.End())
}

// AppendDigest appends the digest alone, as it stands in a line.
func (f Form) AppendDigest(line, digest []byte) []byte {
	if f.Base64 {
		return base64.StdEncoding.AppendEncode(line, digest)
	}
	return hex.AppendEncode(line, digest)
}

// End is the byte that ends a line.
func (f Form) End() byte {
	if f.Zero {
		return 0
	}
	return '\n'
}
