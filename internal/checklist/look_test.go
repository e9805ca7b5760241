package checklist

import (
	"strings"
	"testing"
)

func TestLookAt(t *testing.T) {
	sha1 := strings.Repeat("0aF9", 10)
	for line, want := range map[string]Look{
		sha1:                           {Digits: 40},
		sha1 + "  name\r":              {Digits: 40, Named: true},
		"\t\\" + sha1 + " *na\\nme":    {Digits: 40, Named: true},
		"SHA1 (name) = " + sha1:        {Tag: "SHA1", Digits: 40, Named: true},
		"SHA1(a name)= " + sha1:        {Tag: "SHA1", Digits: 40, Named: true},
		"\\SHA1 (a\\n = b) = " + sha1:  {Tag: "SHA1", Digits: 40, Named: true},
		"SHA3-256 (x) = 00":            {Tag: "SHA3-256", Digits: 2, Named: true},
		"":                             {},
		"-----BEGIN PGP SIGNATURE----": {},
		"some (text) = of people":      {},
		"(name) = 00":                  {},
		"face the facts":               {},
		"SHA1 name = 00":               {},
	} {
		got, ok := LookAt([]byte(line))
		if ok != (want != Look{}) || ok && got != want {
			t.Errorf("%q looks like %+v, %v", line, got, ok)
		}
	}
}

func TestParseDigest(t *testing.T) {
	r := Reader{Algorithm: Algorithm{Name: "bytesum", Bits: 64}, Extended: true}
	for line, want := range map[string]string{
		"3031323334353637":   "01234567",
		"3031323334353637\r": "01234567",
		"MDEyMzQ1Njc=":       "01234567",
		"3031323334353637 ":  "",
		" 3031323334353637":  "",
		"30313233343536":     "",
		"":                   "",
	} {
		if got, ok := r.ParseDigest([]byte(line)); string(got) != want || ok != (want != "") {
			t.Errorf("%q is %q, %v", line, got, ok)
		}
	}
}
