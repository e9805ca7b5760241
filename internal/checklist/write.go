package checklist

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
)

// A Form is one way of writing lines. The zero value is GNU's default: the digest in hexadecimal, two blanks, the name.
type Form struct {
	Tag    string // if not empty, lines are tagged with it
	Binary bool   // untagged lines have '*' in the place of the second blank
	Zero   bool   // lines end in NUL and nothing in names is escaped
	Base64 bool   // digests are in base64
}

// AppendLine appends the line of a digest and a name, with its end.
func (f Form) AppendLine(line, digest, name []byte) []byte {
	if !f.Zero && bytes.ContainsAny(name, "\\\n\r") {
		line = append(line, '\\')
		name = escaped(name)
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

// escaped is the name with what would break its line replaced.
func escaped(name []byte) []byte {
	var b []byte
	for _, c := range name {
		switch c {
		case '\\':
			b = append(b, `\\`...)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		default:
			b = append(b, c)
		}
	}
	return b
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
