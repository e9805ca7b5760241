package checklist

import "bytes"

// A Look is what a line looks like that is not read: another algorithm's, or one without a name.
type Look struct {
	Tag    string // what it is tagged with
	Digits int    // how many hexadecimal digits its digest has
	Named  bool   // there is a name besides
}

// LookAt tells what a line looks like, if it looks like one of any check list at all.
func LookAt(line []byte) (look Look, ok bool) {
	line = bytes.TrimPrefix(bytes.Trim(line, " \t\r"), []byte(`\`))
	word, rest, named := bytes.Cut(line, []byte(" "))
	if len(word) >= 8 && isHex(word) {
		return Look{Digits: len(word), Named: named}, true
	}
	tag, _, _ := bytes.Cut(word, []byte("("))
	closing := bytes.LastIndexByte(rest, '=')
	digest := bytes.TrimLeft(rest[closing+1:], " \t")
	return Look{Tag: string(tag), Digits: len(digest), Named: true},
		closing >= 0 && len(tag) > 0 && len(digest) > 0 && bytes.IndexByte(line, '(') >= 0 && isHex(digest)
}
