package checklist

import (
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"testing"
)

// model is GNU's grammar written a second time, in the order in which their manual and their tools' behaviour suggest it:
// with an index that walks the line. It reads the lines of sha256sum, or of b2sum.
type model struct {
	b2       bool
	reversed int // -1 not known yet
}

func (m *model) parse(line string) string {
	if strings.HasPrefix(line, "#") {
		return skipped
	}
	line = strings.TrimSuffix(line, "\r")
	if line == "" {
		return skipped
	}
	i := 0
	white := func() bool { return i < len(line) && (line[i] == ' ' || line[i] == '\t') }
	for white() {
		i++
	}
	escaped := i < len(line) && line[i] == '\\'
	if escaped {
		i++
	}
	tag := "SHA256"
	if m.b2 {
		tag = "BLAKE2b"
	}
	if strings.HasPrefix(line[i:], tag) {
		return m.tagged(line[i+len(tag):], escaped)
	}
	start := i
	for i < len(line) && !white() {
		i++
	}
	digits := strings.ToLower(line[start:i])
	if len(line)-start < 3 || i == len(line) || !m.digits(digits) || !m.b2 && len(line)-start < 66 {
		return malformed
	}
	i++
	rest := line[i:]
	if len(rest) <= 1 || rest[0] != ' ' && rest[0] != '*' {
		if m.reversed == 0 {
			return malformed
		}
		m.reversed = 1
	} else if m.reversed != 1 {
		m.reversed = 0
		rest = rest[1:]
	}
	return m.good(len(digits)*4, digits, rest, escaped)
}

func (m *model) digits(digits string) bool {
	raw, err := hex.DecodeString(digits)
	if !m.b2 {
		return err == nil && len(raw) == 32
	}
	return err == nil && len(raw) >= 1 && len(raw) <= 64
}

func (m *model) tagged(s string, escaped bool) string {
	bits := 512
	if !m.b2 {
		bits = 256
	} else if strings.HasPrefix(s, "-") {
		digits := s[1:]
		n := 0
		for n < len(digits) && digits[n] >= '0' && digits[n] <= '9' {
			n++
		}
		if n == 0 || n > 3 || digits[0] == '0' {
			return malformed
		}
		bits = 0
		for _, c := range digits[:n] {
			bits = bits*10 + int(c-'0')
		}
		if bits > 512 || bits%8 != 0 {
			return malformed
		}
		s = digits[n:]
	}
	s = strings.TrimPrefix(s, " ")
	if !strings.HasPrefix(s, "(") {
		return malformed
	}
	s = s[1:]
	end := strings.LastIndex(s, ")")
	if end < 0 {
		return malformed
	}
	name, s := s[:end], strings.TrimLeft(s[end+1:], " \t")
	if !strings.HasPrefix(s, "=") {
		return malformed
	}
	digits := strings.ToLower(strings.TrimLeft(s[1:], " \t"))
	if _, err := hex.DecodeString(digits); err != nil || len(digits)*4 != bits {
		return malformed
	}
	return m.good(bits, digits, name, escaped)
}

func (m *model) good(bits int, digits, name string, escaped bool) string {
	if escaped {
		plain := strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r", `\`, "\x00").Replace(name)
		if strings.Contains(plain, "\x00") {
			return malformed
		}
		name = plain
	}
	tag := "SHA256"
	if m.b2 {
		tag = Algorithm{Name: "blake2b", Bits: bits}.Tag()
	}
	return tag + " " + digits + " " + name
}

// Random lines of the pieces that matter.
func TestParseAgainstModel(t *testing.T) {
	pieces := strings.Split(" |  |\t|*|#|\\|\\n|\\r|\\\\|\\x|\r|(|)| (|) = |)= |=|m|a b|-|SHA256|BLAKE2b|BLAKE2b-16|BLAKE2b-0|6b|FACE|f|g|"+
		digest32+"|"+digest64+"|"+digest32[1:], "|")
	likely := []string{"SHA256 (", "BLAKE2b (", "BLAKE2b-16(", "m", ") = ", digest32, digest64, "face", "  ", " *", "\\"}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, kind := range []string{sha256Only, b2Only} {
		good := 0
		for range 5000 {
			r, m := newReader(kind), &model{b2: kind == b2Only, reversed: -1}
			for range 10 {
				line := ""
				for range 1 + rng.IntN(7) {
					set := pieces
					if rng.IntN(3) > 0 {
						set = likely
					}
					line += set[rng.IntN(len(set))]
				}
				got, want := show(r.Parse([]byte(line))), m.parse(line)
				if got != want {
					t.Fatalf("%s: %q is %q, the model says %q", kind, line, got, want)
				}
				if got != skipped && got != malformed {
					good++
				}
			}
		}
		if good < 500 {
			t.Errorf("%s: only %d good lines among them", kind, good)
		}
	}
}
