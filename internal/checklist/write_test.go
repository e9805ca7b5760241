package checklist

import "testing"

func TestAppendLine(t *testing.T) {
	digest := []byte{0x00, 0xab, 0xcd, 0xef}
	for name, c := range map[string]struct {
		form Form
		file string
		want string
	}{
		"default":           {Form{}, "a b", "00abcdef  a b\n"},
		"binary":            {Form{Binary: true}, "a", "00abcdef *a\n"},
		"tag":               {Form{Tag: "BLAKE2b-32"}, "a", "BLAKE2b-32 (a) = 00abcdef\n"},
		"tag and binary":    {Form{Tag: "BLAKE2b-32", Binary: true}, "a", "BLAKE2b-32 (a) = 00abcdef\n"},
		"base64":            {Form{Base64: true}, "a", "AKvN7w==  a\n"},
		"base64 tag":        {Form{Tag: "T", Base64: true}, "a", "T (a) = AKvN7w==\n"},
		"zero":              {Form{Zero: true}, "a\n\\b", "00abcdef  a\n\\b\x00"},
		"zero tag":          {Form{Tag: "T", Zero: true}, "a\r", "T (a\r) = 00abcdef\x00"},
		"escaped":           {Form{}, "a\nb\\c\rd", "\\00abcdef  a\\nb\\\\c\\rd\n"},
		"escaped binary":    {Form{Binary: true}, "\\", "\\00abcdef *\\\\\n"},
		"escaped tag":       {Form{Tag: "T"}, "\n", "\\T (\\n) = 00abcdef\n"},
		"others as is":      {Form{}, "\t'\"\x01\xff ", "00abcdef  \t'\"\x01\xff \n"},
		"standard input":    {Form{}, "-", "00abcdef  -\n"},
		"parentheses in it": {Form{Tag: "T"}, "a) = b", "T (a) = b) = 00abcdef\n"},
	} {
		t.Run(name, func(t *testing.T) {
			got := c.form.AppendLine([]byte("before "), digest, []byte(c.file))
			if string(got) != "before "+c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
