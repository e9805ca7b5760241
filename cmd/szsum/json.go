package main

import (
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"unicode/utf8"
)

// An object is an object of JSON on its way into a buffer, member by member. (The standard library's encoder would
// replace what is not valid UTF-8 in names.)
type object struct {
	dst   []byte
	begun bool // a comma goes before the next member
}

func newObject(dst []byte) object { return object{dst: append(dst, '{')} }

// end closes the object and appends the byte that ends its line.
func (j *object) end(end byte) []byte { return append(j.dst, '}', end) }

func (j *object) key(key string) {
	if j.begun {
		j.dst = append(j.dst, ',')
	}
	j.begun = true
	j.dst = append(append(append(j.dst, '"'), key...), `":`...) // there is nothing to escape in ours
}

func (j *object) number(key string, n int64) {
	j.key(key)
	j.dst = strconv.AppendInt(j.dst, n, 10)
}

func (j *object) real(key string, x float64) {
	j.key(key)
	j.dst = strconv.AppendFloat(j.dst, x, 'g', 6, 64)
}

func (j *object) truth(key string, t bool) {
	j.key(key)
	j.dst = strconv.AppendBool(j.dst, t)
}

func (j *object) hex(key string, b []byte) {
	j.key(key)
	j.dst = append(hex.AppendEncode(append(j.dst, '"'), b), '"')
}

// text appends a string that is valid UTF-8.
func (j *object) text(key, text string) {
	j.key(key)
	j.string(text)
}

// name appends a name, in base64 and under another key if it is not valid UTF-8.
func (j *object) name(key string, name []byte) {
	if utf8.Valid(name) {
		j.text(key, string(name))
		return
	}
	j.key(key + "_base64")
	j.dst = append(base64.StdEncoding.AppendEncode(append(j.dst, '"'), name), '"')
}

// list appends a list of n objects. Each is filled by a call of member.
func (j *object) list(key string, n int, member func(i int)) {
	j.array(key, n, func(i int) {
		j.dst, j.begun = append(j.dst, '{'), false
		member(i)
		j.dst, j.begun = append(j.dst, '}'), true
	})
}

func (j *object) texts(key string, texts []string) {
	j.array(key, len(texts), func(i int) { j.string(texts[i]) })
}

func (j *object) numbers(key string, numbers []int) {
	j.array(key, len(numbers), func(i int) { j.dst = strconv.AppendInt(j.dst, int64(numbers[i]), 10) })
}

func (j *object) array(key string, n int, element func(i int)) {
	j.key(key)
	j.dst = append(j.dst, '[')
	for i := range n {
		if i > 0 {
			j.dst = append(j.dst, ',')
		}
		element(i)
	}
	j.dst = append(j.dst, ']')
}

func (j *object) string(text string) {
	j.dst = append(j.dst, '"')
	for _, c := range []byte(text) {
		switch {
		case c == '"' || c == '\\':
			j.dst = append(j.dst, '\\', c)
		case c < ' ':
			j.dst = append(append(j.dst, `\u00`...), hexDigits[c>>4], hexDigits[c&15])
		default:
			j.dst = append(j.dst, c)
		}
	}
	j.dst = append(j.dst, '"')
}

const hexDigits = "0123456789abcdef"
