package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"szsum/internal/kernels"
	"szsum/internal/pipeline"
)

// typedAs parses a command line, words split at blanks, the first one the program.
func typedAs(line string, env map[string]string) (*typed, options, error) {
	argv := strings.Fields(line)
	lookup := func(name string) (string, bool) { v, ok := env[name]; return v, ok }
	t := newTyped(argv[0], quoter{}, lookup, strings.NewReader("key from stdin"))
	o, err := t.parse(argv)
	return t, o, err
}

// refusal is what the program says of a command line, without its name, empty if nothing.
func refusal(line string, env map[string]string) string {
	_, _, err := typedAs(line, env)
	if err == nil {
		return ""
	}
	var b bytes.Buffer
	r := reporter{argv0: strings.Fields(line)[0], stderr: &b}
	r.refuse(err)
	return b.String()
}

// The errors that GNU's parser finds, word for word.
func TestParserErrors(t *testing.T) {
	for line, want := range map[string]string{
		"sha256sum --nope":              "unrecognized option '--nope'",
		"sha256sum --nope=1":            "unrecognized option '--nope=1'",
		"sha256sum ---":                 "unrecognized option '---'",
		"sha256sum -by":                 "invalid option -- 'y'",
		"sha256sum -\xff":               "invalid option -- '\xff'",
		"sha256sum -h":                  "invalid option -- 'h'",
		"sha256sum -l 8":                "invalid option -- 'l'",
		"sha256sum --length=8":          "unrecognized option '--length=8'",
		"sha256sum --blake2b":           "unrecognized option '--blake2b'",
		"sha256sum --st":                "option '--st' is ambiguous; possibilities: '--status' '--strict'",
		"sha256sum --st=1":              "option '--st=1' is ambiguous; possibilities: '--status' '--strict'",
		"sha256sum --t":                 "option '--t' is ambiguous; possibilities: '--tag' '--text'",
		"sha256sum --check=true":        "option '--check' doesn't allow an argument",
		"sha256sum --chec=":             "option '--check' doesn't allow an argument",
		"sha256sum --help=x":            "option '--help' doesn't allow an argument",
		"b2sum --length":                "option '--length' requires an argument",
		"b2sum --len":                   "option '--length' requires an argument",
		"b2sum -bl":                     "option requires an argument -- 'l'",
		"sha256sum --nonsense --help":   "unrecognized option '--nonsense'",
		"./path/b2sum --nope":           "unrecognized option '--nope'",
		"b2sum --ma":                    "option '--ma' is ambiguous; possibilities: '--max-depth' '--max-leaf-length'",
		"b2sum --s":                     "option '--s' is ambiguous; possibilities: '--status' '--strict'",
		"szsum --stat":                  "option '--stat' is ambiguous; possibilities: '--status' '--stats'",
		"szsum --hash=1":                "option '--hash' doesn't allow an argument",
		"szsum --hel --nope -l --check": "",
		"szsum a --version --nope":      "",
		"b2sum -- --nope":               "",
		"b2sum - --l=16 --sa 00":        "",
	} {
		got := refusal(line, nil)
		if want != "" {
			name := strings.Fields(line)[0]
			want = name + ": " + want + "\nTry '" + name + " --help' for more information.\n"
		}
		if want == "" && got != "" || want != "" && !strings.HasSuffix(got, want) {
			t.Errorf("%s:\ngot  %q\nwant %q", line, got, want)
		}
	}
}

// Everything else that is wrong with a command line. Where the message points at --help the line here ends in TRY.
func TestRefusals(t *testing.T) {
	const only = "the --%s option is meaningful only when verifying checksums TRY"
	onlyChecking := func(flag string) string { return strings.Replace(only, "%s", flag, 1) }
	for line, want := range map[string]string{
		"b2sum -l 9 -l 16":    "",
		"b2sum -l0":           "",
		"b2sum -l +16":        "",
		"b2sum -l 016":        "",
		"b2sum --length=":     "invalid length: ''",
		"b2sum -l -- --nope":  "invalid length: '--'",
		"b2sum -l=16":         "invalid length: '=16'",
		"b2sum -l 0x10":       "invalid length: '0x10'",
		"b2sum -l 16k --nope": "invalid length: '16k'",
		"b2sum -l x --help":   "invalid length: 'x'",
		"b2sum --help -l x":   "",
		"b2sum -l -8":         "invalid length: '-8'",
		"b2sum -l 12":         "invalid length: '12'\nlength is not a multiple of 8",
		"b2sum -l 520 -c -z":  "invalid length: '520'\nmaximum digest length for 'BLAKE2b' is 512 bits",
		"b2sum -l 99999999999999999999999": "invalid length: '99999999999999999999999'\n" +
			"maximum digest length for 'BLAKE2b' is 512 bits",

		"sha256sum -cbz --tag":            "the --zero option is not supported when verifying checksums TRY",
		"sha256sum -cb --tag":             "the --tag option is meaningless when verifying checksums TRY",
		"sha256sum -cb":                   "the --binary and --text options are meaningless when verifying checksums TRY",
		"sha256sum -ct":                   "the --binary and --text options are meaningless when verifying checksums TRY",
		"sha256sum --strict --ignore-mis": onlyChecking("ignore-missing"),
		"sha256sum --strict --status":     onlyChecking("status"),
		"sha256sum --status --warn":       onlyChecking("warn"),
		"sha256sum --status -w --quiet":   onlyChecking("quiet"),
		"sha256sum --strict":              onlyChecking("strict"),
		"sha256sum --strict --tag -t":     onlyChecking("strict"),
		"sha256sum --tag -t":              "--tag does not support --text mode TRY",
		"sha256sum -t --tag":              "--tag does not support --text mode TRY",
		"sha256sum -t -b --tag":           "",

		"szsum -l 8":                                     "--length is not supported with --sha256, only with --blake2b or --blake2bp",
		"szsum --bytesum --seed 0":                       "--seed is not supported with --bytesum, only with --hash",
		"szsum --multihash --seed 1":                     "--seed is not supported with --multihash, only with --hash",
		"szsum --hash --seeds 1":                         "--seeds is not supported with --hash, only with --multihash",
		"szsum -c --key 00":                              "--key is not supported with --sha256, only with --blake2b or --blake2bp",
		"szsum --blake2bp --last-node":                   "--last-node is not supported with --blake2bp, only with --blake2b",
		"b2sum --blake2bp --fanout=1":                    "--fanout is not supported with --blake2bp, only with --blake2b",
		"b2sum --blake2bp --salt 00":                     "",
		"szsum --blake2b --sha256 -l 8":                  "--length is not supported with --sha256, only with --blake2b or --blake2bp",
		"b2sum --key 0g":                                 "invalid --key: it must have hexadecimal digits only",
		"b2sum --key 0":                                  "invalid --key: it has an odd number of hexadecimal digits",
		"b2sum --salt 0x00":                              "invalid --salt: it must have hexadecimal digits only",
		"b2sum --fanout 256":                             "invalid --fanout: '256' is not a number from 0 to 255",
		"b2sum --max-depth -1":                           "invalid --max-depth: '-1' is not a number from 0 to 255",
		"b2sum --node-depth=":                            "invalid --node-depth: '' is not a number from 0 to 255",
		"b2sum --inner-hash-length 65":                   "invalid --inner-hash-length: '65' is not a number from 0 to 64",
		"b2sum --max-leaf-length 0x1":                    "invalid --max-leaf-length: '0x1' is not a number from 0 to 4294967295",
		"b2sum --node-offset 1e3":                        "invalid --node-offset: '1e3' is not a number from 0 to 18446744073709551615",
		"b2sum --key 00 --key-file f":                    "--key and --key-file are mutually exclusive TRY",
		"b2sum --key-file=-":                             "--key-file=- is not supported when standard input is read for something else TRY",
		"b2sum --key-file=- -c a -":                      "--key-file=- is not supported when standard input is read for something else TRY",
		"b2sum --key-file=- a":                           "",
		"szsum --hash --seed 42x":                        "invalid --seed: '42x' is not a number of 64 bits, decimal or with 0x",
		"szsum --hash --seed 0x":                         "invalid --seed: '0x' is not a number of 64 bits, decimal or with 0x",
		"szsum --multihash --seeds 1,-2":                 "invalid --seeds: '-2' is not a range of numbers of 64 bits, decimal or with 0x",
		"szsum --multihash --seeds 1,,2":                 "invalid --seeds: '' is not a number of 64 bits, decimal or with 0x",
		"szsum --multihash --seeds 7-0":                  "invalid --seeds: the range '7-0' runs backwards",
		"szsum --multihash --seeds 0-0xffffffffffffffff": "invalid --seeds: there are more than 4096",
		"szsum --multihash --seeds 0-4095,1":             "invalid --seeds: there are more than 4096",
		"szsum --multihash --seeds 0-4095":               "",
		"szsum -a SHA256": "invalid argument 'SHA256' for '--algorithm'\nValid arguments are:\n  - 'sha256'\n  - 'blake2b'\n" +
			"  - 'blake2bp'\n  - 'hash'\n  - 'multihash'\n  - 'bytesum' TRY",
		"szsum --progress=yes": "invalid argument 'yes' for '--progress'\nValid arguments are:\n  - 'auto'\n  - 'always'\n" +
			"  - 'never' TRY",
		"szsum -j 0":          "invalid --jobs: '0' is not a number of workers, which is 1 or more",
		"szsum -j x":          "invalid --jobs: 'x' is not a number of workers, which is 1 or more",
		"szsum --output=":     "invalid --output: the name is empty",
		"szsum --files0-from": "option '--files0-from' requires an argument TRY",

		"szsum -cz":                        "",
		"szsum -c --base64":                "",
		"szsum -cr":                        "the --recursive option is meaningless when verifying checksums TRY",
		"szsum -c --files0-from=f":         "the --files0-from option is meaningless when verifying checksums TRY",
		"szsum --require=x":                onlyChecking("require"),
		"szsum --base64 --tag":             "",
		"szsum --base64 --raw":             "--base64 and --raw are mutually exclusive TRY",
		"szsum --base64 --json":            "--base64 and --json are mutually exclusive TRY",
		"szsum --raw --json":               "--raw and --json are mutually exclusive TRY",
		"szsum --raw --tag":                "--raw and --tag are mutually exclusive TRY",
		"szsum --json --tag":               "--json and --tag are mutually exclusive TRY",
		"szsum --lines --tag":              "the --tag option is not supported with --lines TRY",
		"szsum --lines -b":                 "the --binary and --text options are not supported with --lines TRY",
		"szsum --lines -t":                 "the --binary and --text options are not supported with --lines TRY",
		"szsum --lines -z --base64":        "",
		"szsum --lines --show-line":        "",
		"szsum --show-line":                "the --show-line option is meaningful only with --lines TRY",
		"szsum --strip-cr":                 "the --strip-cr option is meaningful only with --lines TRY",
		"szsum --null-data":                "the --null-data option is meaningful only with --lines TRY",
		"szsum --lines --show-line --raw":  "--show-line and --raw are mutually exclusive TRY",
		"szsum --lines --show-line --json": "--show-line and --json are mutually exclusive TRY",
		"szsum --lines -c":                 "--lines with --check needs a list as its first operand TRY",
		"szsum --lines -c -":               "--lines with --check needs a list other than standard input, where the lines come from TRY",
		"szsum --lines -c - f":             "",
		"szsum --files0-from=f g":          "file operands cannot be combined with --files0-from TRY",
		"szsum --list-backends f":          "the --list-backends option takes no operands TRY",
		"szsum --benchmark f":              "the --benchmark option takes no operands; a file goes with it as --benchmark=FILE TRY",
		"szsum --benchmark=":               "invalid --benchmark: the name is empty",
		"szsum --benchmark-time=1":         "the --benchmark-time option is meaningful only with --benchmark TRY",
		"szsum --benchmark-time=x":         "invalid --benchmark-time: 'x' is not a number of seconds, which is above 0 and up to 86400",
		"szsum --benchmark-time=nan":       "invalid --benchmark-time: 'nan' is not a number of seconds, which is above 0 and up to 86400",
	} {
		t.Run(line, func(t *testing.T) {
			name := strings.Fields(line)[0]
			got := strings.TrimSuffix(strings.ReplaceAll("\n"+refusal(line, nil), "\n"+name+": ", "\n"), "\n")
			got = strings.Replace(got, "\nTry '"+name+" --help' for more information.", " TRY", 1)
			if got := strings.TrimPrefix(got, "\n"); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestEnvironment(t *testing.T) {
	for _, c := range []struct{ line, variable, value, want string }{
		{"szsum", "SZSUM_JOBS", "0", "szsum: invalid SZSUM_JOBS: '0' is not a number of workers, which is 1 or more\n"},
		{"b2sum", "SZSUM_JOBS", "x", "b2sum: invalid SZSUM_JOBS: 'x' is not a number of workers, which is 1 or more\n"},
		{"szsum -j1", "SZSUM_JOBS", "x", ""},
		{"sha256sum", "SZSUM_JOBS", "", ""},
		{"sha256sum --help", "SZSUM_JOBS", "x", ""},
		{"sha256sum", "SZSUM_BACKEND", "serial", ""},
		{"sha256sum", "SZSUM_BACKEND", "nope", "sha256sum: SZSUM_BACKEND: unknown backend 'nope'; there are: auto, " +
			"serial, westmere, goldmont, haswell, skylake, icelake, neon, neonaes, neonsha, sve, sve2aes\n"},
		{"szsum --backend=auto", "SZSUM_BACKEND", "nope", ""},
	} {
		if got := refusal(c.line, map[string]string{c.variable: c.value}); got != c.want {
			t.Errorf("%s with %s=%s: got %q", c.line, c.variable, c.value, got)
		}
	}
}

func TestOperands(t *testing.T) {
	posix := map[string]string{"POSIXLY_CORRECT": ""}
	for _, c := range []struct {
		line string
		env  map[string]string
		want string
	}{
		{"sha256sum", nil, "-"},
		{"szsum -r", nil, "."},
		{"szsum -r -", nil, "-"},
		{"szsum --files0-from=x", nil, ""},
		{"sha256sum a --tag b", nil, "a b"},
		{"sha256sum a --tag b", posix, "a --tag b"},
		{"sha256sum --tag a -- b", posix, "a -- b"},
		{"sha256sum a -- b -- --check", nil, "a b -- --check"},
		{"b2sum -l -- a", nil, ""},
		{"b2sum -bl8 - a", nil, "- a"},
		{"szsum help completion __complete version", nil, "help completion __complete version"},
		{"szsum __complete --help=", nil, ""},
		{"szsum -- -h", nil, "-h"},
	} {
		_, o, _ := typedAs(c.line, c.env)
		if got := strings.Join(o.operands, " "); got != c.want {
			t.Errorf("%s: operands %q, want %q", c.line, got, c.want)
		}
	}
}

func TestOptions(t *testing.T) {
	for line, check := range map[string]func(options) bool{
		"szsum":            func(o options) bool { return o.mode == modeFiles && o.anyTag && !o.gnu() && o.jobs > 0 },
		"szsum --sha256":   func(o options) bool { return !o.anyTag && o.algorithm.Algorithm == kernels.SHA256 },
		"szsum -a blake2b": func(o options) bool { return o.algorithm.Algorithm == kernels.BLAKE2b && o.algorithm.Size() == 64 },
		"/x/sha256sum":     func(o options) bool { return o.gnu() && !o.anyTag && o.algorithm.Algorithm == kernels.SHA256 },
		"b2sum -l 16":      func(o options) bool { return o.algorithm.Size() == 2 && o.algorithm.BLAKE2.MaxDepth == 1 },
		"b2sum --fanout 3": func(o options) bool { return o.algorithm.BLAKE2.Fanout == 3 },
		"b2sum --key= --salt 0102": func(o options) bool {
			return o.algorithm.BLAKE2.Key != nil && string(o.algorithm.BLAKE2.Salt) == "\x01\x02"
		},
		"b2sum --salt 01 --salt=":             func(o options) bool { return len(o.algorithm.BLAKE2.Salt) == 0 },
		"b2sum --key-file - x":                func(o options) bool { return string(o.algorithm.BLAKE2.Key) == "key from stdin" },
		"b2sum --max-leaf-length=4294967295":  func(o options) bool { return o.algorithm.BLAKE2.MaxLeafLength == 1<<32-1 },
		"b2sum --tag -l 8":                    func(o options) bool { return o.form.Tag == "BLAKE2b-8" },
		"szsum --hash --seed 0x2A --tag":      func(o options) bool { return o.form.Tag == "SZHASH-42" },
		"szsum --multihash --tag":             func(o options) bool { return o.form.Tag == "SZHASH-0,1,2,3,4,5,6,7" },
		"szsum --multihash --seeds 5,0x1-3,5": func(o options) bool { return reflect.DeepEqual(o.algorithm.Seeds, []uint64{5, 1, 2, 3, 5}) },
		"szsum --multihash --seeds 18446744073709551615-18446744073709551615": func(o options) bool { return len(o.algorithm.Seeds) == 1 },
		"sha256sum -bt":                    func(o options) bool { return !o.form.Binary },
		"sha256sum -tb":                    func(o options) bool { return o.form.Binary },
		"sha256sum -c --quiet --warn":      func(o options) bool { return o.report == reportMalformed },
		"sha256sum -c --warn --status":     func(o options) bool { return o.report == reportNothing && o.progress == progressNever },
		"szsum --lines --null-data":        func(o options) bool { return o.mode == modeLines && o.lineEnd == 0 },
		"szsum --lines -c l":               func(o options) bool { return o.mode == modeCheckLines },
		"szsum -z --json":                  func(o options) bool { return o.style == styleJSON && o.form.Zero },
		"szsum --mmap --no-mmap":           func(o options) bool { return o.mapping == pipeline.MapNever },
		"szsum --progress never":           func(o options) bool { return o.progress == progressNever },
		"szsum -j 3":                       func(o options) bool { return o.jobs == 3 },
		"szsum -c --require a --require b": func(o options) bool { return len(o.require) == 2 },
		"szsum --backend serial":           func(o options) bool { return !o.backend.Auto && o.backend.Tier == kernels.Serial },
		"szsum --vers":                     func(o options) bool { return o.mode == modeVersion },
		"szsum x --help":                   func(o options) bool { return o.mode == modeHelp },
		"szsum --benchmark": func(o options) bool {
			return o.mode == modeBenchmark && o.operands == nil && o.benchmark.file == ""
		},
		"szsum --benchmark=f --benchmark-time 0.5": func(o options) bool {
			return o.benchmark.file == "f" && o.benchmark.time == 500*time.Millisecond
		},
		"szsum --list-backends --json": func(o options) bool { return o.mode == modeBackends && o.operands == nil },
	} {
		if _, o, err := typedAs(line, nil); err != nil || !check(o) {
			t.Errorf("%s: %+v, %v", line, o, err)
		}
	}
}

func TestKeyFile(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, n int) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, bytes.Repeat([]byte{'k'}, n), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if _, o, err := typedAs("b2sum --key-file "+file("full", 64), nil); err != nil || len(o.algorithm.BLAKE2.Key) != 64 {
		t.Errorf("64 bytes: %v", err)
	}
	long, gone := file("long", 65), filepath.Join(dir, "gone")
	for path, want := range map[string]string{
		long: "b2sum: invalid --key-file: " + long + " has more than 64 bytes, the maximum\n",
		gone: "b2sum: " + gone + ": No such file or directory\n",
		dir:  "b2sum: " + dir + ": Is a directory\n",
	} {
		if got := refusal("b2sum --key-file "+path, nil); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// No arguments make parsing fail other than by a message of ours.
func FuzzParse(f *testing.F) {
	for _, line := range []string{"--tag -b x", "-l 8 --", "-cw --st", "--seeds=0-7,9 --multihash", "--", "-", "---", "--=x", "-j9z"} {
		f.Add(line, uint8(0))
		f.Add(line, uint8(2))
	}
	f.Fuzz(func(t *testing.T, line string, program uint8) {
		name := []string{"szsum", "sha256sum", "b2sum"}[program%3]
		if strings.Contains(line, "key-f") || strings.Contains(line, "\x00") {
			t.Skip("would read files")
		}
		got := refusal(name+" "+line, nil)
		for _, foreign := range []string{"flag", "%!", "pflag", "strconv"} {
			if strings.Contains(got, foreign) && !strings.Contains(line, foreign) {
				t.Errorf("%q: %q", line, got)
			}
		}
	})
}
