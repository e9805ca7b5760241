package main

import (
	"bytes"
	"os"
	"strings"

	"szsum/internal/checklist"
)

// clues are what may be the matter with a list of which no line is any good, or no file is there.
type clues struct {
	look        checklist.Look // of the malformed lines
	malformed   int64
	alike       int64 // of them have that look
	backslashes int64 // good lines with a backslash in the name, and no slash
}

func (c *clues) seeMalformed(line []byte) {
	look, ok := checklist.LookAt(line)
	if c.malformed == 0 {
		c.look = look
	}
	c.malformed++
	if ok && look == c.look {
		c.alike++
	}
}

func (c *clues) seeName(name []byte) {
	if bytes.IndexByte(name, '\\') >= 0 && bytes.IndexByte(name, '/') < 0 {
		c.backslashes++
	}
}

// hint tells what to do about a list that is as a whole not what is read here.
func (c *checker) hint(l *list) {
	clues := &l.clues
	switch {
	case c.gnu() || c.report == reportNothing:
	case l.good == 0 && clues.alike > 0 && clues.alike == clues.malformed:
		c.hintAtAlgorithm(l)
	case l.good > 0 && clues.backslashes == l.good && l.count[missing] == l.good && os.PathSeparator == '/':
		c.tell(`hint: the names in %s have backslashes for slashes; tr '\\' / turns them`, l.quoted)
	}
}

func (c *checker) hintAtAlgorithm(l *list) {
	look := l.clues.look
	tagged, isOurs := checklist.ParseTag([]byte(look.Tag))
	switch {
	case isOurs && !c.reader.Wants(tagged):
		c.tell("hint: the lines of %s are tagged %s; try --%s", l.quoted, look.Tag, tagged.Name)
	case isOurs:
	case look.Tag != "":
		c.tell("hint: the lines of %s are tagged %s, which is none of %s",
			l.quoted, c.quote.name(look.Tag), strings.Join(algorithmNames(), ", "))
	case !look.Named:
		c.tell("hint: the digests in %s have no names; those of lines are checked with --lines -c", l.quoted)
	case 4*look.Digits != c.reader.Algorithm.Bits && lookalikes[look.Digits] != "":
		c.tell("hint: the digests in %s are as long as those of %s%s", l.quoted, lookalikes[look.Digits], c.orBLAKE2b(look.Digits))
	}
}

// orBLAKE2b names the algorithm whose digests may be of any length up to 128 digits, unless that is what they are read as.
func (c *checker) orBLAKE2b(digits int) string {
	if c.reader.Algorithm.Name == "blake2b" || digits == 128 {
		return ""
	}
	return ", or of a shorter --blake2b"
}

// lookalikes are whose digests are of so many hexadecimal digits.
var lookalikes = map[int]string{
	8: "CRC-32", 16: "--hash and --bytesum", 32: "MD5", 40: "SHA-1", 56: "SHA-224", 64: "--sha256", 96: "SHA-384",
	128: "--blake2b and of SHA-512",
}
