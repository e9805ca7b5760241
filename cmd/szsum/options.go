package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/klauspost/cpuid/v2"

	"szsum/internal/checklist"
	"szsum/internal/kernels"
	"szsum/internal/pipeline"
)

// options is what a run is to do. It is made of what was typed, once, and nothing after that looks at flags.
type options struct {
	mode     mode
	operands []string // files, folders, or lists; at least one in the modes that read, "-" is standard input
	program  program

	algorithm kernels.Params
	anyTag    bool // no algorithm was asked for, so a tagged line of a list may be of any

	recursive bool
	namesFrom string // the file with the names of what to hash, empty if they are operands
	lineEnd   byte
	stripCR   bool

	ignoreMissing, strict bool
	report                report
	require               []string

	form     checklist.Form
	style    style
	generate string
	showLine bool
	output   string // the file to write to, empty for standard output
	stats    bool
	progress progress

	benchmark benchmarkOptions

	backend kernels.Backend
	jobs    int
	mapping pipeline.MapPolicy
}

// gnu tells whether all is to be exactly as with GNU's sha256sum or b2sum: none of szsum's own ways to read lists and to
// tell of changes.
func (o *options) gnu() bool { return o.program != asSzsum }

// A mode is one of the things that the program does.
type mode uint8

const (
	modeFiles mode = iota
	modeLines
	modeCheck
	modeCheckLines
	modeBackends
	modeBenchmark
	modeGenerate
	modeHelp
	modeVersion
)

// reads tells whether the run has anything to digest.
func (o *options) reads() bool { return o.mode <= modeCheckLines }

// A style is how results are written.
type style uint8

const (
	styleList style = iota // lines as in check lists
	styleRaw
	styleJSON
)

// options checks what was typed and makes of it what is to be done.
func (t *typed) options() (options, error) {
	switch {
	case t.help:
		return options{mode: modeHelp, program: t.program}, nil
	case t.version:
		return options{mode: modeVersion, program: t.program}, nil
	}
	o := options{
		mode: t.mode(), program: t.program, anyTag: t.program == asSzsum && t.algorithm == nil,
		recursive: t.recursive, stripCR: t.stripCR, lineEnd: '\n',
		ignoreMissing: t.ignoreMissing, strict: t.strict, report: t.report, require: t.require,
		showLine: t.showLine, generate: t.generate, stats: t.stats, progress: t.progress, benchmark: t.benchmark,
		mapping: t.mapping,
	}
	if t.nullData {
		o.lineEnd = 0
	}
	if t.report == reportBad || t.report == reportNothing {
		o.progress = progressNever
	}
	for _, step := range []func(*options) error{
		t.setParameters, t.conflict, t.setForm, t.setSources, t.setBackend, t.setKeyFile,
	} {
		if err := step(&o); err != nil {
			return options{}, err
		}
	}
	return o, nil
}

func (t *typed) mode() mode {
	switch {
	case t.generate != "":
		return modeGenerate
	case t.listBackends:
		return modeBackends
	case t.benchmark.wanted:
		return modeBenchmark
	case t.check && t.lines:
		return modeCheckLines
	case t.check:
		return modeCheck
	case t.lines:
		return modeLines
	}
	return modeFiles
}

// setParameters settles the algorithm. The length is judged here, before all conflicts, as in b2sum.
func (t *typed) setParameters(o *options) error {
	op := t.program.algorithm()
	if t.algorithm != nil {
		op = *t.algorithm
	}
	if err := t.misplaced(op); err != nil {
		return err
	}
	o.algorithm = defaultParams(op)
	if op == kernels.BLAKE2b || op == kernels.BLAKE2bp {
		o.algorithm.BLAKE2 = t.blake2
	}
	if t.length != "" {
		bits, err := blake2Bits(t.quote, t.length)
		if err != nil {
			return err
		}
		o.algorithm.BLAKE2.DigestLength = bits / 8
	}
	if t.seeds != nil {
		o.algorithm.Seeds = t.seeds
	}
	return nil
}

func (t *typed) setForm(o *options) error {
	o.form = checklist.Form{Binary: t.marker == markBinary, Zero: t.zero, Base64: t.base64}
	if t.tag {
		o.form.Tag = tagged(&o.algorithm).Tag()
	}
	switch {
	case t.raw:
		o.style = styleRaw
	case t.json:
		o.style = styleJSON
	}
	if t.output != nil {
		if *t.output == "" {
			return errors.New("invalid --output: the name is empty")
		}
		o.output = *t.output
	}
	return nil
}

// setSources gives operands to a run that got none.
func (t *typed) setSources(o *options) error {
	switch {
	case t.files0From != nil:
		if *t.files0From == "" {
			return errors.New("invalid --files0-from: the name is empty")
		}
		o.namesFrom = *t.files0From
	case len(t.operands) > 0:
		o.operands = t.operands
	case o.mode == modeBackends, o.mode == modeBenchmark:
	case o.recursive:
		o.operands = []string{"."}
	default:
		o.operands = []string{"-"}
	}
	return nil
}

// setBackend settles which kernels are used and by how many workers. Variables stand in for options not given.
func (t *typed) setBackend(o *options) (err error) {
	o.jobs = t.jobs
	if value, _ := t.lookupEnv("SZSUM_JOBS"); o.jobs == 0 && value != "" {
		if o.jobs, err = parseJobs(t.quote, "SZSUM_JOBS", value); err != nil {
			return err
		}
	}
	if o.jobs == 0 {
		o.jobs = runtime.GOMAXPROCS(0)
	}
	name, what := "auto", ""
	if value, _ := t.lookupEnv("SZSUM_BACKEND"); value != "" {
		name, what = value, "SZSUM_BACKEND: "
	}
	if t.backend != nil {
		name, what = *t.backend, ""
	}
	if o.backend, err = kernels.ParseBackend(name, &cpuid.CPU, runtime.GOARCH); err != nil {
		return fmt.Errorf("%s%w", what, err)
	}
	return nil
}

func backendNames() []string {
	return append([]string{"auto"}, kernels.BackendNames(runtime.GOARCH)...)
}

// setKeyFile reads the key, unless it was on the command line. One from standard input would be taken from the data.
func (t *typed) setKeyFile(o *options) error {
	if t.keyFile == nil {
		return nil
	}
	name, file := *t.keyFile, t.stdin
	if name == "-" && (o.namesFrom == "-" || slices.Contains(o.operands, "-")) {
		return usageError("--key-file=- is not supported when standard input is read for something else")
	}
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return fmt.Errorf("%s: %s", t.quote.name(name), reason(err))
		}
		defer f.Close()
		file = f
	}
	key, err := io.ReadAll(io.LimitReader(file, 65))
	if err != nil {
		return fmt.Errorf("%s: %s", t.quote.name(name), reason(err))
	}
	if len(key) > 64 {
		return fmt.Errorf("invalid --key-file: %s has more than 64 bytes, the maximum", t.quote.name(name))
	}
	o.algorithm.BLAKE2.Key = key
	return nil
}
