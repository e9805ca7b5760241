package main

import (
	"encoding/base64"
	"encoding/json"
	"testing"
)

// Whatever a name is made of, a parser gets it back.
func FuzzObjectName(f *testing.F) {
	for _, name := range []string{"", "a", "\"\\\n\x00\x1f\x7f", "é\u2028😀", "\xff", "é\xff"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		j := newObject(nil)
		j.name("name", []byte(name))
		j.number("n", -1)
		line := j.end('\n')
		var got struct {
			Name       string `json:"name"`
			NameBase64 string `json:"name_base64"`
			N          int    `json:"n"`
		}
		if err := json.Unmarshal(line, &got); err != nil || got.N != -1 {
			t.Fatalf("%s: %v", line, err)
		}
		if got.NameBase64 != "" {
			b, err := base64.StdEncoding.DecodeString(got.NameBase64)
			if err != nil {
				t.Fatal(err)
			}
			got.Name = string(b)
		}
		if got.Name != name {
			t.Errorf("%q comes back as %q", name, got.Name)
		}
	})
}

func TestObject(t *testing.T) {
	j := newObject([]byte("before "))
	j.list("none", 0, nil)
	j.list("two", 2, func(i int) {
		j.number("i", int64(i))
		j.texts("t", []string{"a", "b"})
	})
	j.numbers("numbers", []int{1, 2})
	j.truth("true", true)
	j.real("real", 0.25)
	j.hex("hex", []byte{0x0a, 0xff})
	const want = `before {"none":[],"two":[{"i":0,"t":["a","b"]},{"i":1,"t":["a","b"]}],"numbers":[1,2],"true":true,` +
		`"real":0.25,"hex":"0aff"}` + "\x00"
	if got := string(j.end(0)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
