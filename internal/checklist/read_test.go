package checklist

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"
)

const (
	digest32   = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	digest32B  = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
	digest8    = "24a8b11b9b4cf7ba"
	digest8B   = "JKixG5tM97o="
	digest64   = digest32 + digest32
	digest16   = digest8 + digest8
	malformed  = "malformed"
	skipped    = "skipped"
	sha256Only = "sha256sum"
	b2Only     = "b2sum"
)

// readers are the ways the program reads lists.
func newReader(kind string) *Reader {
	sha256 := Algorithm{Name: "sha256", Bits: 256}
	switch kind {
	case sha256Only:
		return &Reader{Algorithm: sha256}
	case b2Only:
		return &Reader{Algorithm: Algorithm{Name: "blake2b", Bits: 512}}
	case "any":
		return &Reader{Algorithm: sha256, AnyTag: true, Extended: true}
	case "zero":
		return &Reader{Algorithm: sha256, AnyTag: true, Extended: true, Zero: true}
	case "sha256":
		return &Reader{Algorithm: sha256, Extended: true}
	case "blake2b":
		return &Reader{Algorithm: Algorithm{Name: "blake2b", Bits: 256}, Extended: true}
	case "blake2bp":
		return &Reader{Algorithm: Algorithm{Name: "blake2bp", Bits: 512}, Extended: true}
	case "hash":
		return &Reader{Algorithm: Algorithm{Name: "hash", Bits: 64, Seeds: []uint64{7}}, Extended: true}
	case "multihash":
		return &Reader{Algorithm: Algorithm{Name: "multihash", Bits: 128, Seeds: []uint64{0, 1}}, Extended: true}
	}
	return &Reader{Algorithm: Algorithm{Name: "bytesum", Bits: 64}, Extended: true}
}

// show is a result as the tables below write it.
func show(e Entry, kind Kind) string {
	switch kind {
	case Skipped:
		return skipped
	case Malformed:
		return malformed
	}
	return e.Algorithm.Tag() + " " + hex.EncodeToString(e.Digest) + " " + string(e.Name)
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		about, reader, line, want string
	}{
		{"default", sha256Only, digest32 + "  m", "SHA256 " + digest32 + " m"},
		{"binary", sha256Only, digest32 + " *m", "SHA256 " + digest32 + " m"},
		{"reversed", sha256Only, digest32 + " m", "SHA256 " + digest32 + " m"},
		{"tab", sha256Only, digest32 + "\tm", "SHA256 " + digest32 + " m"},
		{"two tabs", sha256Only, digest32 + "\t\tm", "SHA256 " + digest32 + " \tm"},
		{"upper case", sha256Only, strings.ToUpper(digest32) + "  m", "SHA256 " + digest32 + " m"},
		{"indented", sha256Only, " \t " + digest32 + "  m", "SHA256 " + digest32 + " m"},
		{"name of one blank", sha256Only, digest32 + "   ", "SHA256 " + digest32 + "  "},
		{"reversed name of one blank", sha256Only, digest32 + "  ", "SHA256 " + digest32 + "  "},
		{"no name", sha256Only, digest32 + " ", malformed},
		{"digest alone", sha256Only, digest32, malformed},
		{"short digest", sha256Only, digest32[1:] + "  m", malformed},
		{"long digest", sha256Only, digest32 + "0  m", malformed},
		{"no hex", sha256Only, digest32[1:] + "g  m", malformed},
		{"form feed", sha256Only, "\f" + digest32 + "  m", malformed},
		{"CR", sha256Only, digest32 + "  m\r", "SHA256 " + digest32 + " m"},
		{"two CRs", sha256Only, digest32 + "  m\r\r", "SHA256 " + digest32 + " m\r"},
		{"NUL in name", sha256Only, digest32 + "  m\x00n", malformed},
		{"NUL for a blank", sha256Only, digest32 + "\x00 m", malformed},
		{"NUL at the end", sha256Only, "SHA256 (m) = " + digest32 + "\x00", malformed},
		{"empty", sha256Only, "", skipped},
		{"CR only", sha256Only, "\r", skipped},
		{"blank only", sha256Only, " ", malformed},
		{"comment", sha256Only, "# x", skipped},
		{"comment with NUL", sha256Only, "#\x00", skipped},
		{"indented comment", sha256Only, " #", malformed},

		{"escaped", sha256Only, `\` + digest32 + `  a\\\n\rb`, "SHA256 " + digest32 + " a\\\n\rb"},
		{"escaped, nothing to undo", sha256Only, `\` + digest32 + `  m`, "SHA256 " + digest32 + " m"},
		{"escaped tag", sha256Only, `\SHA256 (a\nb) = ` + digest32, "SHA256 " + digest32 + " a\nb"},
		{"indented mark", sha256Only, `  \` + digest32 + `  m`, "SHA256 " + digest32 + " m"},
		{"blank after mark", sha256Only, `\ ` + digest32 + `  m`, malformed},
		{"two marks", sha256Only, `\\` + digest32 + `  m`, malformed},
		{"unknown escape", sha256Only, `\` + digest32 + `  a\tb`, malformed},
		{"cut escape", sha256Only, `\` + digest32 + `  a\`, malformed},
		{"backslash without mark", sha256Only, digest32 + `  a\nb`, "SHA256 " + digest32 + ` a\nb`},

		{"tagged", sha256Only, "SHA256 (m) = " + digest32, "SHA256 " + digest32 + " m"},
		{"tagged, OpenSSL", sha256Only, "SHA256(m)= " + digest32, "SHA256 " + digest32 + " m"},
		{"tagged, no blanks", sha256Only, "SHA256(m)=" + digest32, "SHA256 " + digest32 + " m"},
		{"tagged, many blanks", sha256Only, "SHA256 (m)\t =  \t" + digest32, "SHA256 " + digest32 + " m"},
		{"tagged, two blanks", sha256Only, "SHA256  (m) = " + digest32, malformed},
		{"tagged, tab", sha256Only, "SHA256\t(m) = " + digest32, malformed},
		{"tagged, parentheses", sha256Only, "SHA256 (a (b) = c) = " + digest32, "SHA256 " + digest32 + " a (b) = c"},
		{"tagged, no name", sha256Only, "SHA256 () = " + digest32, "SHA256 " + digest32 + " "},
		{"tagged, blank after", sha256Only, "SHA256 (m) = " + digest32 + " ", malformed},
		{"tagged, CR", sha256Only, "SHA256 (m) = " + digest32 + "\r", "SHA256 " + digest32 + " m"},
		{"tagged, lower case", sha256Only, "sha256 (m) = " + digest32, malformed},
		{"tagged, short", sha256Only, "SHA256 (m) = " + digest32[2:], malformed},
		{"tagged, no equals", sha256Only, "SHA256 (m) " + digest32, malformed},
		{"tagged, no end", sha256Only, "SHA256 (m = " + digest32, malformed},
		{"tagged, other", sha256Only, "BLAKE2b-256 (m) = " + digest32, malformed},

		{"SHA2-256, GNU", sha256Only, "SHA2-256(m)= " + digest32, malformed},
		{"SHA2-256", "any", "SHA2-256(m)= " + digest32, "SHA256 " + digest32 + " m"},
		{"base64, GNU", sha256Only, digest32B + "  m", malformed},
		{"base64 tagged, GNU", sha256Only, "SHA256 (m) = " + digest32B, malformed},
		{"base64", "any", digest32B + "  m", "SHA256 " + digest32 + " m"},
		{"base64 tagged", "any", "SHA256 (m) = " + digest32B, "SHA256 " + digest32 + " m"},
		{"base64 without padding", "any", digest32B[:43] + "  m", malformed},
		{"base64 with CRs", "any", digest32B[:39] + "\r\r\r\r\r  m", malformed},
		{"base64 with loose bits", "any", digest32B[:42] + "1=  m", malformed},

		{"b2sum", b2Only, digest64 + "  m", "BLAKE2b " + digest64 + " m"},
		{"b2sum, length by digits", b2Only, "6b  m", "BLAKE2b-8 6b m"},
		{"b2sum, no name", b2Only, "6b ", "BLAKE2b-8 6b "},
		{"b2sum, odd digits", b2Only, "6b6  m", malformed},
		{"b2sum, too many digits", b2Only, digest64 + "00  m", malformed},
		{"b2sum, tagged", b2Only, "BLAKE2b-16 (m) = ae1e", "BLAKE2b-16 ae1e m"},
		{"b2sum, tag disagrees", b2Only, "BLAKE2b-16 (m) = ae", malformed},
		{"b2sum, other family", b2Only, "BLAKE2bp-16 (m) = ae1e", malformed},
		{"b2sum, base64", b2Only, "BLAKE2b-16 (m) = rh4=", malformed},

		{"blake2b, base64 of the length given", "blake2b", digest32B + "  m", "BLAKE2b-256 " + digest32 + " m"},
		{"blake2b, base64 of another", "blake2b", "rh4=  m", malformed},
		{"blake2b, base64 tagged", "blake2b", "BLAKE2b-16 (m) = rh4=", "BLAKE2b-16 ae1e m"},
		{"blake2bp", "blake2bp", "BLAKE2bp-16 (m) = ae1e", "BLAKE2bp-16 ae1e m"},
		{"blake2bp, length by digits", "blake2bp", "ae1e  m", "BLAKE2bp-16 ae1e m"},

		{"hash", "hash", digest8 + "  m", "SZHASH-7 " + digest8 + " m"},
		{"hash, base64", "hash", digest8B + "  m", "SZHASH-7 " + digest8 + " m"},
		{"hash, tag without seed", "hash", "SZHASH (m) = " + digest8, "SZHASH " + digest8 + " m"},
		{"hash, tag of seed 0", "hash", "SZHASH-0 (m) = " + digest8, "SZHASH " + digest8 + " m"},
		{"hash, tag of two seeds", "hash", "SZHASH-0,1 (m) = " + digest16, malformed},
		{"multihash", "multihash", digest16 + "  m", "SZHASH-0,1 " + digest16 + " m"},
		{"multihash, tag", "multihash", "SZHASH-5,5 (m) = " + digest16, "SZHASH-5,5 " + digest16 + " m"},
		{"multihash, tag of one seed", "multihash", "SZHASH-5 (m) = " + digest8, "SZHASH-5 " + digest8 + " m"},
		{"bytesum", "bytesum", digest8 + "  m", "BYTESUM " + digest8 + " m"},

		{"any, BLAKE2b", "any", "BLAKE2b-16 (m) = ae1e", "BLAKE2b-16 ae1e m"},
		{"any, SZHASH", "any", "SZHASH-0,1 (m) = " + digest16, "SZHASH-0,1 " + digest16 + " m"},
		{"any, BYTESUM", "any", "BYTESUM (m) = " + digest8, "BYTESUM " + digest8 + " m"},
		{"any, plain line of another length", "any", digest8 + "  m", malformed},
		{"option, other tag", "sha256", "BLAKE2b-16 (m) = ae1e", malformed},

		{"zero, newline and CR in the name", "zero", digest32 + "  a\n\\b\r", "SHA256 " + digest32 + " a\n\\b\r"},
		{"zero, mark", "zero", `\` + digest32 + "  m", malformed},
	} {
		t.Run(c.about, func(t *testing.T) {
			if got := show(newReader(c.reader).Parse([]byte(c.line))); got != c.want {
				t.Errorf("%q is %q, want %q", c.line, got, c.want)
			}
		})
	}
}

// The first untagged line settles the form of all that follow.
func TestParseForms(t *testing.T) {
	for about, c := range map[string]struct{ lines, want []string }{
		"reversed then default":     {[]string{" m", "  l", " *l"}, []string{"m", " l", "*l"}},
		"default then reversed":     {[]string{"  m", " m", " x y", "  "}, []string{"m", malformed, malformed, malformed}},
		"binary then default":       {[]string{" *m", "  m"}, []string{"m", "m"}},
		"malformed decide nothing":  {[]string{"0  m", " m"}, []string{malformed, "m"}},
		"bad escapes decide":        {[]string{`  \`, " m"}, []string{malformed, malformed}},
		"one byte is reversed form": {[]string{" *", "  m"}, []string{"*", " m"}},
	} {
		t.Run(about, func(t *testing.T) {
			r := newReader(sha256Only)
			for i, rest := range c.lines {
				e, kind := r.Parse([]byte(`\` + digest32 + rest))
				if got := string(e.Name); kind == Good && got != c.want[i] || kind != Good && c.want[i] != malformed {
					t.Errorf("line %d: name %q, kind %d", i, got, kind)
				}
			}
		})
	}
}

func TestParseTaggedDecidesNothing(t *testing.T) {
	r := newReader(sha256Only)
	for _, line := range []string{"SHA256 (m) = " + digest32, digest32 + " m", "SHA256 (m) = " + digest32} {
		if got := show(r.Parse([]byte(line))); got != "SHA256 "+digest32+" m" {
			t.Errorf("%q is %q", line, got)
		}
	}
}

func TestParseStdin(t *testing.T) {
	r := newReader(sha256Only)
	r.Stdin = true
	for line, want := range map[string]Kind{
		digest32 + "  -":              Malformed,
		`\` + digest32 + "  -":        Malformed,
		"SHA256 (-) = " + digest32:    Malformed,
		digest32 + "  ./-":            Good,
		"SHA256 (-x) = " + digest32:   Good,
		"SHA256 (--) = " + digest32:   Good,
		`\SHA256 (\\-) = ` + digest32: Good,
	} {
		if _, kind := r.Parse([]byte(line)); kind != want {
			t.Errorf("%q is of kind %d, want %d", line, kind, want)
		}
	}
}

func TestParseAllocates(t *testing.T) {
	r := newReader("any")
	var lines [][]byte
	for _, line := range []string{
		digest32 + "  m", digest32B + " *m", "SHA256 (m) = " + digest32, `\` + digest32 + `  a\nb`,
	} {
		lines = append(lines, []byte(line))
	}
	tagged := []byte("SZHASH-0,1 (m) = " + digest16)
	r.Parse(tagged)
	for _, line := range lines {
		if n := testing.AllocsPerRun(100, func() { r.Parse(line) }); n != 0 {
			t.Errorf("%q: %v allocations", line, n)
		}
	}
	r.Parse(tagged)
	if n := testing.AllocsPerRun(100, func() { r.Parse(tagged) }); n != 0 {
		t.Errorf("%q: %v allocations", tagged, n)
	}
}

// What is written is read back, whatever the name.
func FuzzRoundTrip(f *testing.F) {
	for _, name := range []string{"a", " a", "*a", "a\nb\\c\r", "a)", ") = ", "-", "\\", "é\xff", "\r"} {
		f.Add(name, byte(0), uint64(1))
		f.Add(name, byte(1|4), uint64(0))
		f.Add(name, byte(2|8|16), uint64(1<<63))
	}
	f.Fuzz(func(t *testing.T, name string, shape byte, seed uint64) {
		if name == "" || strings.Contains(name, "\x00") {
			t.Skip("no such file can be")
		}
		algorithms := []Algorithm{
			{Name: "sha256", Bits: 256}, {Name: "blake2b", Bits: 512}, {Name: "blake2b", Bits: 32},
			{Name: "blake2bp", Bits: 256}, {Name: "hash", Bits: 64, Seeds: []uint64{seed}},
			{Name: "multihash", Bits: 128, Seeds: []uint64{seed, 3}}, {Name: "bytesum", Bits: 64},
		}
		a := algorithms[int(shape>>4)%len(algorithms)]
		form := Form{Zero: shape&1 != 0, Binary: shape&2 != 0, Base64: shape&8 != 0}
		if shape&4 != 0 {
			form.Tag = a.Tag()
		}
		digest := bytes.Repeat([]byte{byte(seed), 0xa7}, 32)[:a.Bits/8]
		line := form.AppendLine(nil, digest, []byte(name))
		lines := NewLines(bytes.NewReader(line), form.End(), false)
		got, err := lines.Next()
		if err != nil || len(got) != len(line)-1 {
			t.Fatalf("%q comes back as %q, %v", line, got, err)
		}
		r := Reader{Algorithm: a, Extended: true, Zero: form.Zero}
		e, kind := r.Parse(got)
		if kind != Good || string(e.Name) != name || !bytes.Equal(e.Digest, digest) || e.Algorithm.Tag() != a.Tag() {
			t.Errorf("%q reads as %q", line, show(e, kind))
		}
	})
}
