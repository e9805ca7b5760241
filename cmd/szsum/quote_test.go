package main

import "testing"

func TestQuoteName(t *testing.T) {
	for name, want := range map[string][2]string{ // in the C locale, in UTF-8
		"":              {"''", "''"},
		"a-b_c.d/e,f+g": {"a-b_c.d/e,f+g", "a-b_c.d/e,f+g"},
		"a@h%i]":        {"a@h%i]", "a@h%i]"},
		"h#":            {"h#", "h#"},
		"t~":            {"t~", "t~"},
		"x{y}":          {"x{y}", "x{y}"},
		"{":             {"'{'", "'{'"},
		"}":             {"'}'", "'}'"},
		"{}":            {"{}", "{}"},
		"#h":            {"'#h'", "'#h'"},
		"~t":            {"'~t'", "'~t'"},
		"x y":           {"'x y'", "'x y'"},
		"a:b":           {"'a:b'", "'a:b'"},
		"a\\b":          {"'a\\b'", "'a\\b'"},
		"it's":          {`"it's"`, `"it's"`},
		"~it's #1":      {`'~it'\''s #1'`, `'~it'\''s #1'`},
		"#it's":         {`"#it's"`, `"#it's"`},
		"a'b\"c":        {`'a'\''b"c'`, `'a'\''b"c'`},
		"a'{":           {`'a'\''{'`, `'a'\''{'`},
		"a\tb":          {`'a'$'\t''b'`, `'a'$'\t''b'`},
		"\tb":           {`''$'\t''b'`, `''$'\t''b'`},
		"a\t":           {`'a'$'\t'`, `'a'$'\t'`},
		"\x01\x7f\a1":   {`''$'\001\177\a''1'`, `''$'\001\177\a''1'`},
		"x\t'z":         {`'x'$'\t'\''z'`, `'x'$'\t'\''z'`},
		"é":             {`''$'\303\251'`, "é"},
		"é's":           {`''$'\303\251'\''s'`, `"é's"`},
		"a\xff":         {`'a'$'\377'`, `'a'$'\377'`},
		"\u2028":        {`''$'\342\200\250'`, `''$'\342\200\250'`},
		"\u0378x":       {`''$'\315\270''x'`, `''$'\315\270''x'`},
		"\ufffd":        {`''$'\357\277\275'`, "\ufffd"},
	} {
		if got := (quoter{}).name(name); got != want[0] {
			t.Errorf("C: %q is %s, want %s", name, got, want[0])
		}
		if got := (quoter{utf8: true}).name(name); got != want[1] {
			t.Errorf("UTF-8: %q is %s, want %s", name, got, want[1])
		}
	}
}

func TestQuoteValue(t *testing.T) {
	for value, want := range map[string][2]string{
		"":      {"''", "‘’"},
		"=16":   {"'=16'", "‘=16’"},
		"a'b":   {`'a\'b'`, "‘a'b’"},
		"’":     {`'\342\200\231'`, `‘\’’`},
		"a\n\\": {`'a\n\\'`, `‘a\n\\’`},
	} {
		if got := (quoter{}).value(value); got != want[0] {
			t.Errorf("C: %q is %s, want %s", value, got, want[0])
		}
		if got := (quoter{utf8: true}).value(value); got != want[1] {
			t.Errorf("UTF-8: %q is %s, want %s", value, got, want[1])
		}
	}
}

func TestLocale(t *testing.T) {
	for _, c := range []struct {
		all, ctype, lang string
		want             bool
	}{
		{"", "", "", false},
		{"C", "", "en_US.UTF-8", false},
		{"", "POSIX", "en_US.UTF-8", false},
		{"", "", "en_US.UTF-8", true},
		{"", "C.utf8", "C", true},
		{"de_DE.UTF-8@euro", "", "", true},
		{"de_DE.ISO-8859-1", "", "", false},
		{"de_DE", "", "", false},
	} {
		env := map[string]string{"LC_ALL": c.all, "LC_CTYPE": c.ctype, "LANG": c.lang}
		if got := newQuoter(func(name string) string { return env[name] }); got.utf8 != c.want {
			t.Errorf("%v: UTF-8 is %v", env, got.utf8)
		}
	}
}
