package main

import (
	"fmt"
	"iter"
	"slices"

	"github.com/spf13/pflag"

	"szsum/internal/kernels"
	"szsum/internal/pipeline"
)

// A flagDef is all there is to know of a flag: parser, help, man page and completions are made from it.
type flagDef struct {
	name, short string
	in          program // the programs that have it
	gnu         bool    // GNU's sha256sum or b2sum has it
	arg         string  // what help calls its value; empty: a switch
	help        string  // one line
	more        string  // that the man page says besides
	hidden      bool    // not told of, and not abbreviated
	choices     func() []string
	of          []kernels.Op // the algorithms that it is a parameter of; empty: no parameter

	on  func(*typed)               // a switch was given, or a flag whose value is optional without one
	set func(*typed, string) error // a value was given
}

// A section is flags that help tells of together.
type section struct {
	title string
	flags []flagDef
}

var (
	everywhere = asSzsum | asSha256sum | asB2sum
	withBlake2 = asSzsum | asB2sum
	blake2     = []kernels.Op{kernels.BLAKE2b, kernels.BLAKE2bp}
	blake2Tree = []kernels.Op{kernels.BLAKE2b}
)

// sections are all flags. Those of GNU's tools stand in the order in which GNU lists them as possibilities.
var sections = []section{
	{"Algorithm", []flagDef{
		{
			name: "algorithm", short: "a", in: asSzsum, arg: "NAME", choices: algorithmNames,
			help: "one of the following six; default sha256",
			more: "With --check, lines tagged with another algorithm are malformed then.",
			set:  (*typed).setAlgorithm,
		},
		{name: "sha256", in: asSzsum, help: "SHA-256", on: func(t *typed) { t.choose(kernels.SHA256) }},
		{name: "blake2b", in: asSzsum, help: "BLAKE2b", on: func(t *typed) { t.choose(kernels.BLAKE2b) }},
		{name: "blake2bp", in: withBlake2, help: "BLAKE2bp", on: func(t *typed) { t.choose(kernels.BLAKE2bp) }},
		{name: "hash", in: asSzsum, help: "StringZilla's 64-bit hash", on: func(t *typed) { t.choose(kernels.Hash) }},
		{
			name: "multihash", in: asSzsum, help: "the same with several seeds",
			on: func(t *typed) { t.choose(kernels.Multihash) },
		},
		{name: "bytesum", in: asSzsum, help: "the sum of all bytes", on: func(t *typed) { t.choose(kernels.Bytesum) }},
		{
			name: "length", short: "l", in: withBlake2, gnu: true, arg: "BITS", of: blake2,
			help: "digest length in bits, a multiple of 8",
			more: "It may be 8 to 512; 0 means 512. A shorter digest is one of its own, not the start of a longer one. " +
				"With --check the length comes from the lines.",
			set: (*typed).setLength,
		},
		{
			name: "seed", in: asSzsum, arg: "N", of: []kernels.Op{kernels.Hash},
			help: "seed of hash, decimal or 0x; default 0", set: (*typed).setSeed,
		},
		{
			name: "seeds", in: asSzsum, arg: "LIST", of: []kernels.Op{kernels.Multihash},
			help: "seeds of multihash: 0,42,8-15; default 0-7",
			more: "Seeds are decimal or begin with 0x, 1 to 4096 of them; a-b stands for all from a to b.",
			set:  (*typed).setSeeds,
		},
		{
			name: "key", in: withBlake2, arg: "HEX", of: blake2, help: "key, up to 64 bytes; others can see it",
			more: "An empty one is none. Other users of the machine can see it: --key-file keeps it to yourself.",
			set:  func(t *typed, v string) error { return setHex("key", v, 64, &t.blake2.Key) },
		},
		{
			name: "key-file", in: withBlake2, arg: "FILE", of: blake2, help: "take the key's bytes from FILE",
			more: "They are taken as they are, a newline at the end included; 0 to 64 of them. FILE may be -, if " +
				"standard input is not read for anything else.",
			set: func(t *typed, v string) error { t.keyFile = &v; return nil },
		},
		{
			name: "salt", in: withBlake2, arg: "HEX", of: blake2, help: "salt, up to 16 bytes",
			more: "Zeros follow a shorter one.",
			set:  func(t *typed, v string) error { return setHex("salt", v, 16, &t.blake2.Salt) },
		},
		{
			name: "personal", in: withBlake2, arg: "HEX", of: blake2, help: "personalization, up to 16 bytes",
			more: "Zeros follow a shorter one.",
			set:  func(t *typed, v string) error { return setHex("personal", v, 16, &t.blake2.Personal) },
		},
		treeFlag("fanout", "children of a node; default 1", func(b *kernels.BLAKE2) *uint8 { return &b.Fanout }),
		treeFlag("max-depth", "depth of the tree; default 1", func(b *kernels.BLAKE2) *uint8 { return &b.MaxDepth }),
		treeFlag("max-leaf-length", "bytes of a leaf; default 0", func(b *kernels.BLAKE2) *uint32 { return &b.MaxLeafLength }),
		treeFlag("node-offset", "position of the node; default 0", func(b *kernels.BLAKE2) *uint64 { return &b.NodeOffset }),
		treeFlag("node-depth", "depth of the node; default 0", func(b *kernels.BLAKE2) *uint8 { return &b.NodeDepth }),
		{
			name: "inner-hash-length", in: withBlake2, arg: "N", of: blake2Tree, help: "bytes of inner digests; default 0",
			set: func(t *typed, v string) error {
				return setNumber(t, "inner-hash-length", v, 64, &t.blake2.InnerHashLength)
			},
		},
		{
			name: "last-node", in: withBlake2, of: blake2Tree, help: "the node is the last one of its depth",
			on: func(t *typed) { t.blake2.LastNode = true },
		},
	}},
	{"What is hashed", []flagDef{
		{
			name: "recursive", short: "r", in: asSzsum, help: "each file under the folders given",
			more: "Without operands below the working directory. Hidden files count; FIFOs, sockets and devices do not. " +
				"An operand that is a link is followed, links met on the way are not. The files of an operand come in " +
				"byte order of their paths.",
			on: func(t *typed) { t.recursive = true },
		},
		{
			name: "files0-from", in: asSzsum, arg: "FILE", help: "the files named in FILE, each name ended by NUL",
			more: "FILE may be -. There can be no operands besides, and no --check.",
			set:  func(t *typed, v string) error { t.files0From = &v; return nil },
		},
		{
			name: "lines", in: asSzsum, help: "each line of each file",
			more: "It goes with --recursive and --files0-from, and with --check: see CHECKING.",
			on:   func(t *typed) { t.lines = true },
		},
		{
			name: "null-data", in: asSzsum, help: "lines end in NUL, not in newline",
			on: func(t *typed) { t.nullData = true },
		},
		{name: "strip-cr", in: asSzsum, help: "a CR before the newline is no data", on: func(t *typed) { t.stripCR = true }},
	}},
	{"Checking", []flagDef{
		{
			name: "check", short: "c", in: everywhere, gnu: true, help: "read digests from the FILEs and check them",
			more: "With --lines it checks lines: see CHECKING.",
			on:   func(t *typed) { t.check = true },
		},
		{
			name: "ignore-missing", in: everywhere, gnu: true, help: "pass over files that do not exist",
			more: "At least one listed file must be there all the same.",
			on:   func(t *typed) { t.ignoreMissing = true },
		},
		{
			name: "quiet", in: everywhere, gnu: true, help: "print no OK for good files",
			more: "Of --quiet, --status and --warn the last one counts.",
			on:   func(t *typed) { t.report = reportBad },
		},
		{
			name: "status", in: everywhere, gnu: true, help: "print nothing, the exit status tells",
			more: "Files and lists that cannot be read are told nevertheless.",
			on:   func(t *typed) { t.report = reportNothing },
		},
		{
			name: "warn", short: "w", in: everywhere, gnu: true, help: "tell of each malformed line",
			on: func(t *typed) { t.report = reportMalformed },
		},
		{
			name: "strict", in: everywhere, gnu: true, help: "exit 1 if any line is malformed",
			on: func(t *typed) { t.strict = true },
		},
		{
			name: "require", in: asSzsum, arg: "NAME", help: "exit 1 unless NAME is listed and good",
			more: "May be given several times.",
			set:  func(t *typed, v string) error { t.require = append(t.require, v); return nil },
		},
	}},
	{"What is printed", []flagDef{
		{name: "tag", in: everywhere, gnu: true, help: "lines in BSD's form", on: func(t *typed) { t.tag = true }},
		{
			name: "zero", short: "z", in: everywhere, gnu: true, help: "end lines with NUL, do not escape names",
			more: "With --check, the lines of the list end in NUL and nothing in them is escaped.",
			on:   func(t *typed) { t.zero = true },
		},
		{
			name: "binary", short: "b", in: everywhere, gnu: true, help: "mark names with '*'; all input is binary",
			on: func(t *typed) { t.marker = markBinary },
		},
		{
			name: "text", short: "t", in: everywhere, gnu: true, help: "mark names with a blank (default)",
			on: func(t *typed) { t.marker = markText },
		},
		{name: "base64", in: asSzsum, help: "digests in base64", on: func(t *typed) { t.base64 = true }},
		{
			name: "raw", in: asSzsum, help: "the digests' bytes and nothing else",
			more: "There are no names and no line ends: n digests are n rows of the same width. What cannot be read has " +
				"no row.",
			on: func(t *typed) { t.raw = true },
		},
		{
			name: "json", in: asSzsum, help: "an object of JSON a line",
			more: "Its members are name, algorithm, digest and size; of a line also its number (line, from 1) and its " +
				"offset in bytes; with --check name, algorithm, status (ok, failed, unreadable, missing), list and " +
				"line. A name that is not UTF-8 stands in name_base64. It goes with --list-backends and --stats, too.",
			on: func(t *typed) { t.json = true },
		},
		{
			name: "show-line", in: asSzsum, help: "the line after its digest; with --lines",
			on: func(t *typed) { t.showLine = true },
		},
		{
			name: "output", short: "o", in: asSzsum, arg: "FILE", help: "write to FILE, and only when all is done",
			more: "It is written under another name beside FILE, which it takes when all went out; a run that is cut " +
				"short leaves FILE as it was. A FILE that is no regular file is written to directly; of a link the " +
				"target is replaced. With --recursive FILE is not digested.",
			set: func(t *typed, v string) error { t.output = &v; return nil },
		},
		{
			name: "stats", in: asSzsum, help: "tell amounts and speed at the end",
			more: "They are amounts, time and rates, the kernels used, and with --hash how probable it is that two " +
				"different messages have the same digest.",
			on: func(t *typed) { t.stats = true },
		},
		{
			name: "progress", in: asSzsum, arg: "WHEN", choices: func() []string { return progressNames },
			help: "show progress: auto, always or never",
			more: "auto: on a terminal, after a second. always: without a terminal a line every ten seconds.",
			set:  (*typed).setProgress,
		},
	}},
	{"How it is done", []flagDef{
		{
			name: "backend", in: asSzsum, arg: "NAME", choices: backendNames, help: "instructions to use; default auto",
			more: "See BACKENDS.",
			set:  func(t *typed, v string) error { t.backend = &v; return nil },
		},
		{
			name: "list-backends", in: asSzsum, help: "tell what this machine can do",
			more: "One row an operation, one column a backend: how many messages its kernels take side by side, and " +
				"which of them auto takes.",
			on: func(t *typed) { t.listBackends = true },
		},
		{
			name: "benchmark", in: asSzsum, arg: "FILE", help: "measure all kernels, over the text of FILE",
			more: "Without FILE the text is made up. There are tables of its words and of its lines, and one of the " +
				"algorithm's kernels by the length of messages. They are in Markdown; with --json all is one object. The " +
				"machine should have nothing else to do.",
			on: func(t *typed) { t.setBenchmark("") }, set: (*typed).setBenchmarkFile,
		},
		{
			name: "benchmark-time", in: asSzsum, arg: "SECONDS", help: "how long --benchmark takes; default 30",
			more: "It is shared out among the cells of the tables.",
			set:  (*typed).setBenchmarkTime,
		},
		{
			name: "jobs", short: "j", in: asSzsum, arg: "N", help: "workers; default one a processor",
			set: (*typed).setJobs,
		},
		{
			name: "mmap", in: asSzsum, help: "map files into memory",
			more: "Without this and --no-mmap, large regular files are mapped where that is faster.",
			on:   func(t *typed) { t.mapping = pipeline.MapAlways },
		},
		{name: "no-mmap", in: asSzsum, help: "read files", on: func(t *typed) { t.mapping = pipeline.MapNever }},
	}},
	{"Help", []flagDef{
		{name: "help", in: everywhere, gnu: true, help: "print this and exit", on: func(t *typed) { t.help = true }},
		{
			name: "version", in: everywhere, gnu: true, help: "print the version and exit",
			on: func(t *typed) { t.version = true },
		},
		{
			name: "generate", in: asSzsum, hidden: true, arg: "WHAT", choices: func() []string { return generatorNames },
			help: "print the man page, a completion, or what that asks for", set: (*typed).setGenerate,
		},
	}},
}

// treeFlag is the flag of a numeric tree parameter.
func treeFlag[N uint8 | uint32 | uint64](name, help string, field func(*kernels.BLAKE2) *N) flagDef {
	return flagDef{
		name: name, in: withBlake2, arg: "N", of: blake2Tree, help: help,
		set: func(t *typed, v string) error {
			return setNumber(t, name, v, uint64(^N(0)), field(&t.blake2))
		},
	}
}

// flagsOf are the flags that a program has.
func flagsOf(p program) iter.Seq[*flagDef] {
	return func(yield func(*flagDef) bool) {
		for _, s := range sections {
			for i := range s.flags {
				if f := &s.flags[i]; f.in&p != 0 && !yield(f) {
					return
				}
			}
		}
	}
}

// defineFlags adds the flags of the program to a set, so that parsing fills t.
func (t *typed) defineFlags(flags *pflag.FlagSet) {
	t.flags = flags
	flags.SortFlags = false
	for def := range flagsOf(t.program) {
		f := flags.VarPF(&flagValue{t, def}, def.name, def.short, def.help)
		f.Hidden = def.hidden
		if def.on != nil {
			f.NoOptDefVal = withoutValue
		}
	}
}

// withoutValue is what flags that were given without a value get. No argument can have it as its value.
const withoutValue = "\x00"

// A flagValue hands over what was given for a flag. It keeps nothing: a switch is always off to cobra, which asks for
// help's value and would act on it before the mistakes in other flags are found.
type flagValue struct {
	typed *typed
	def   *flagDef
}

// Set implements pflag.Value.
func (v *flagValue) Set(text string) error {
	if text == withoutValue {
		v.def.on(v.typed)
		return nil
	}
	return v.def.set(v.typed, text)
}

// Type implements pflag.Value.
func (v *flagValue) Type() string {
	if v.def.set == nil {
		return "bool"
	}
	return "string"
}

// String implements pflag.Value.
func (v *flagValue) String() string {
	if v.def.set == nil {
		return "false"
	}
	return ""
}

// misplaced finds a parameter that was given for an algorithm which has no such parameter.
func (t *typed) misplaced(algorithm kernels.Op) error {
	for f := range flagsOf(t.program) {
		if f.isFor(algorithm) || !t.flags.Changed(f.name) {
			continue
		}
		list := "--" + f.of[0].String()
		for _, op := range f.of[1:] {
			list += " or --" + op.String()
		}
		return fmt.Errorf("--%s is not supported with --%v, only with %s", f.name, algorithm, list)
	}
	return nil
}

func (f *flagDef) isFor(algorithm kernels.Op) bool {
	return len(f.of) == 0 || slices.Contains(f.of, algorithm)
}
