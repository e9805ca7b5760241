// Package checklist writes and reads the lines of check lists: a digest and the name of what it was made of, in the
// forms of GNU coreutils. It knows digests and tags, and neither files nor how anything is hashed.
package checklist

import (
	"bytes"
	"strconv"
)

// An Algorithm is what a tag says about a digest.
type Algorithm struct {
	Name  string   // "sha256", "blake2b", "blake2bp", "hash", "multihash" or "bytesum"
	Bits  int      // length of the digest
	Seeds []uint64 // one of hash, one for each 64 bits of multihash
}

// MaxSeeds is how many seeds a tag may name.
const MaxSeeds = 4096

// Tag is what stands before the name in a tagged line.
func (a Algorithm) Tag() string {
	switch a.Name {
	case "sha256":
		return "SHA256"
	case "blake2b":
		return blake2Tag("BLAKE2b", a.Bits)
	case "blake2bp":
		return blake2Tag("BLAKE2bp", a.Bits)
	case "hash":
		if a.Seeds[0] == 0 {
			return "SZHASH"
		}
		return seedsTag(a.Seeds)
	case "multihash":
		return seedsTag(a.Seeds)
	}
	return "BYTESUM"
}

func blake2Tag(family string, bits int) string {
	if bits == 512 {
		return family
	}
	return family + "-" + strconv.Itoa(bits)
}

func seedsTag(seeds []uint64) string {
	tag := []byte("SZHASH")
	separator := byte('-')
	for _, seed := range seeds {
		tag = strconv.AppendUint(append(tag, separator), seed, 10)
		separator = ','
	}
	return string(tag)
}

// ParseTag is the inverse of Tag. A tag of one seed is that of hash.
func ParseTag(tag []byte) (a Algorithm, ok bool) {
	family, suffix, hasSuffix := bytes.Cut(tag, []byte("-"))
	switch string(family) {
	case "SHA256":
		return Algorithm{Name: "sha256", Bits: 256}, !hasSuffix
	case "SHA2":
		return Algorithm{Name: "sha256", Bits: 256}, string(suffix) == "256"
	case "BLAKE2b":
		a.Name = "blake2b"
		a.Bits, ok = parseBits(suffix, hasSuffix)
	case "BLAKE2bp":
		a.Name = "blake2bp"
		a.Bits, ok = parseBits(suffix, hasSuffix)
	case "SZHASH":
		return parseSeeds(suffix, hasSuffix)
	case "BYTESUM":
		return Algorithm{Name: "bytesum", Bits: 64}, !hasSuffix
	}
	return a, ok
}

func parseBits(suffix []byte, hasSuffix bool) (bits int, ok bool) {
	if !hasSuffix {
		return 512, true
	}
	n, ok := parseNumber(suffix)
	return int(n), ok && n > 0 && n <= 512 && n%8 == 0
}

func parseSeeds(suffix []byte, hasSuffix bool) (a Algorithm, ok bool) {
	if !hasSuffix {
		return Algorithm{Name: "hash", Bits: 64, Seeds: []uint64{0}}, true
	}
	for more := true; more; {
		var number []byte
		number, suffix, more = bytes.Cut(suffix, []byte(","))
		seed, ok := parseNumber(number)
		if !ok || len(a.Seeds) == MaxSeeds {
			return Algorithm{}, false
		}
		a.Seeds = append(a.Seeds, seed)
	}
	a.Name, a.Bits = "multihash", 64*len(a.Seeds)
	if len(a.Seeds) == 1 {
		a.Name = "hash"
	}
	return a, true
}

// parseNumber reads a decimal number the way Tag writes it: without sign and leading zeros, which GNU b2sum takes for
// the mark of an octal number.
func parseNumber(digits []byte) (n uint64, ok bool) {
	if len(digits) > 1 && digits[0] == '0' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(digits), 10, 64)
	return n, err == nil
}
