package checklist

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"slices"
)

// A Reader reads lines of check lists with GNU's grammar. One Reader is for all lists of a run, since it remembers which
// of the two untagged forms it has met. The first five fields are set by the caller and say what is read.
type Reader struct {
	Algorithm Algorithm // what untagged lines hold; BLAKE2 digests may have any length
	AnyTag    bool      // tagged lines may be of any algorithm, not just that one
	Extended  bool      // base64 and the tag SHA2-256 are read too, which sha256sum and b2sum do not
	Zero      bool      // lines ended in NUL, and nothing in them is escaped
	Stdin     bool      // the list is standard input, so that no line may name it ("-")

	seen         form
	tag          []byte // the last good tag and what it says
	tagAlgorithm Algorithm
	digest, name []byte // scratch of the last entry
}

// An Entry is what a good line says. Its Name and Digest are valid until the next call of Parse.
type Entry struct {
	Name      []byte
	Digest    []byte
	Algorithm Algorithm
}

// A Kind says what a line is.
type Kind int

// The kinds of lines.
const (
	Skipped   Kind = iota // empty, or a comment
	Malformed             // not in any form that is read
	Good                  // has an Entry
)

// A form is one of the two kinds of untagged lines.
type form int

const (
	unknownForm  form = iota
	defaultForm       // blank, then blank or '*', then the name
	reversedForm      // one blank, then the name: BSD's -r
)

// Parse reads one line, given without the newline or NUL that ended it.
func (r *Reader) Parse(line []byte) (Entry, Kind) {
	if !r.Zero {
		line = bytes.TrimSuffix(line, []byte("\r"))
	}
	if len(line) == 0 || line[0] == '#' {
		return Entry{}, Skipped
	}
	// GNU's tools let a NUL end the name, so that another file than the one named is checked.
	if bytes.IndexByte(line, 0) >= 0 {
		return Entry{}, Malformed
	}
	line = bytes.TrimLeft(line, " \t")
	escaped := false
	if !r.Zero {
		line, escaped = bytes.CutPrefix(line, []byte(`\`))
	}
	entry, ok := r.tagged(line)
	if !ok {
		entry, ok = r.untagged(line)
	}
	if ok && escaped {
		entry.Name, ok = r.unescape(entry.Name)
	}
	if !ok || r.Stdin && string(entry.Name) == "-" {
		return Entry{}, Malformed
	}
	return entry, Good
}

// ParseDigest reads a line with a digest of Algorithm and nothing else. The digest is valid until the next call.
func (r *Reader) ParseDigest(line []byte) (digest []byte, ok bool) {
	if !r.Zero {
		line = bytes.TrimSuffix(line, []byte("\r"))
	}
	return r.decode(line, r.Algorithm.Bits/8)
}

// tagged reads TAG (NAME) = DIGEST. The name ends at the line's last parenthesis.
func (r *Reader) tagged(line []byte) (e Entry, ok bool) {
	tag, rest, found := bytes.Cut(line, []byte("("))
	end := bytes.LastIndexByte(rest, ')')
	if !found || end < 0 || !r.lookUp(bytes.TrimSuffix(tag, []byte(" "))) {
		return e, false
	}
	text, ok := bytes.CutPrefix(bytes.TrimLeft(rest[end+1:], " \t"), []byte("="))
	if !ok {
		return e, false
	}
	e = Entry{Name: rest[:end], Algorithm: r.tagAlgorithm}
	e.Digest, ok = r.decode(bytes.TrimLeft(text, " \t"), e.Algorithm.Bits/8)
	return e, ok
}

// lookUp makes tagAlgorithm what the tag says, and tells if such lines are to be read. Lists repeat their tags, so the
// last one is kept.
func (r *Reader) lookUp(tag []byte) bool {
	if len(tag) > 0 && bytes.Equal(tag, r.tag) {
		return true
	}
	a, ok := ParseTag(tag)
	if !ok || !r.Wants(a) || !r.Extended && string(tag) == "SHA2-256" {
		return false
	}
	r.tag, r.tagAlgorithm = append(r.tag[:0], tag...), a
	return true
}

// Wants tells whether lines tagged so are read.
func (r *Reader) Wants(a Algorithm) bool {
	oneSeed := a.Name == "hash" && r.Algorithm.Name == "multihash"
	return r.AnyTag || a.Name == r.Algorithm.Name || oneSeed
}

// untagged reads DIGEST NAME in the default and in the reversed form.
func (r *Reader) untagged(line []byte) (e Entry, ok bool) {
	end := bytes.IndexAny(line, " \t")
	if end < 0 {
		return e, false
	}
	text, rest := line[:end], line[end+1:]
	e.Algorithm = r.Algorithm
	// Hexadecimal goes first, as to GNU: it is what base64 of 3 or 6 bytes may look like as well.
	anyLength := r.Algorithm.Name == "blake2b" || r.Algorithm.Name == "blake2bp"
	if hexBits := 4 * len(text); anyLength && hexBits > 0 && hexBits%8 == 0 && hexBits <= 512 && isHex(text) {
		e.Algorithm.Bits = hexBits
	}
	e.Digest, ok = r.decode(text, e.Algorithm.Bits/8)
	// b2sum alone reads a line that ends after its digest and one blank.
	if !ok || len(rest) == 0 && !anyLength {
		return e, false
	}
	e.Name, ok = r.cutMarker(rest)
	return e, ok
}

// cutMarker returns the name in what follows a digest and one blank. A list whose first name was not marked is taken to
// be in the reversed form, in which all bytes belong to the name, and the two do not mix: else whoever adds a line to a
// list could have the check of " x" done on "x".
func (r *Reader) cutMarker(rest []byte) (name []byte, ok bool) {
	switch marked := len(rest) > 1 && (rest[0] == ' ' || rest[0] == '*'); {
	case !marked && r.seen == defaultForm:
		return nil, false
	case !marked:
		r.seen = reversedForm
		return rest, true
	case r.seen == reversedForm:
		return rest, true
	}
	r.seen = defaultForm
	return rest[1:], true
}

// decode reads a digest of n bytes.
func (r *Reader) decode(text []byte, n int) (digest []byte, ok bool) {
	digest = slices.Grow(r.digest[:0], n+2)
	r.digest = digest
	switch {
	case len(text) == 2*n && isHex(text):
		digest, _ = hex.AppendDecode(digest, text)
		return digest, true
	case r.Extended && len(text) == base64.StdEncoding.EncodedLen(n):
		// The decoder passes over newlines and CRs, hence the check of what came out.
		digest, err := base64.StdEncoding.Strict().AppendDecode(digest, text)
		return digest, err == nil && len(digest) == n
	}
	return nil, false
}

func isHex(text []byte) bool {
	for _, c := range text {
		if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f') {
			return false
		}
	}
	return true
}

// unescape undoes what AppendLine does to names.
func (r *Reader) unescape(name []byte) (plain []byte, ok bool) {
	plain = r.name[:0]
	for {
		before, after, found := bytes.Cut(name, []byte(`\`))
		plain = append(plain, before...)
		if !found {
			r.name = plain
			return plain, true
		}
		if len(after) == 0 {
			return nil, false
		}
		switch after[0] {
		case '\\':
			plain = append(plain, '\\')
		case 'n':
			plain = append(plain, '\n')
		case 'r':
			plain = append(plain, '\r')
		default:
			return nil, false
		}
		name = after[1:]
	}
}
