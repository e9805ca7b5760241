package main

import (
	"errors"
	"io"
	"slices"

	"github.com/spf13/pflag"

	"szsum/internal/kernels"
	"szsum/internal/pipeline"
)

// typed is what was given on the command line, flag by flag. A pointer is nil where the flag was not given.
type typed struct {
	program   program
	quote     quoter
	lookupEnv func(string) (string, bool)
	stdin     io.Reader
	flags     *pflag.FlagSet // tells which flags were given
	operands  []string

	algorithm *kernels.Op
	length    string   // digits, empty if not given
	seeds     []uint64 // or the seed; nil if not given
	keyFile   *string
	blake2    kernels.BLAKE2 // Key is nil if not given

	recursive, lines, nullData, stripCR bool
	files0From                          *string

	check, ignoreMissing, strict bool
	report                       report
	require                      []string

	tag, zero, base64, raw, json, showLine, stats bool

	marker   marker
	output   *string
	progress progress

	backend                     *string
	jobs                        int // 0 if not given
	mapping                     pipeline.MapPolicy
	listBackends, help, version bool
	benchmark                   benchmarkOptions
	generate                    string // empty if not given
}

// newTyped is nothing typed yet. A key may come from stdin, and variables of the environment stand in for flags.
func newTyped(argv0 string, q quoter, lookupEnv func(string) (string, bool), stdin io.Reader) *typed {
	return &typed{
		program: programOf(argv0), quote: q, lookupEnv: lookupEnv, stdin: stdin, blake2: kernels.DefaultBLAKE2(),
	}
}

// A report is how much a check tells. The flags that choose it replace one another.
type report uint8

const (
	reportAll report = iota
	reportBad
	reportNothing
	reportMalformed // all, and each malformed line
)

// A marker is what stands before a name. The flags that choose it replace one another.
type marker uint8

const (
	markDefault marker = iota
	markText
	markBinary
)

// progress is when progress is shown.
type progress uint8

const (
	progressAuto progress = iota
	progressAlways
	progressNever
)

var progressNames = []string{progressAuto: "auto", progressAlways: "always", progressNever: "never"}

func (t *typed) choose(op kernels.Op) { t.algorithm = &op }

// algorithms are those that can be asked for.
var algorithms = []kernels.Op{
	kernels.SHA256, kernels.BLAKE2b, kernels.BLAKE2bp, kernels.Hash, kernels.Multihash, kernels.Bytesum,
}

func algorithmNames() []string {
	var names []string
	for _, op := range algorithms {
		names = append(names, op.String())
	}
	return names
}

func (t *typed) setAlgorithm(value string) error {
	names := algorithmNames()
	if err := parseChoice(t.quote, "algorithm", value, names); err != nil {
		return err
	}
	t.choose(algorithms[slices.Index(names, value)])
	return nil
}

func (t *typed) setProgress(value string) error {
	t.progress = progress(max(slices.Index(progressNames, value), 0))
	return parseChoice(t.quote, "progress", value, progressNames)
}

func (t *typed) setGenerate(value string) error {
	t.generate = value
	return parseChoice(t.quote, "generate", value, generatorNames)
}

func (t *typed) setLength(value string) (err error) {
	t.length, err = parseLength(t.quote, value)
	return err
}

func (t *typed) setSeed(value string) error {
	seed, err := parseSeed(t.quote, "seed", value)
	t.seeds = []uint64{seed}
	return err
}

func (t *typed) setSeeds(value string) (err error) {
	t.seeds, err = parseSeeds(t.quote, value)
	return err
}

// setHex fills field with the value's bytes.
func setHex(flag, value string, limit int, field *[]byte) (err error) {
	*field, err = parseHex(flag, value, limit)
	return err
}

func (t *typed) setBenchmark(file string) { t.benchmark.wanted, t.benchmark.file = true, file }

func (t *typed) setBenchmarkFile(value string) error {
	if value == "" {
		return errors.New("invalid --benchmark: the name is empty")
	}
	t.setBenchmark(value)
	return nil
}

func (t *typed) setBenchmarkTime(value string) (err error) {
	t.benchmark.time, err = parseSeconds(t.quote, "benchmark-time", value)
	return err
}

func (t *typed) setJobs(value string) (err error) {
	t.jobs, err = parseJobs(t.quote, "--jobs", value)
	return err
}

// setNumber fills field with a number up to limit.
func setNumber[N uint8 | uint32 | uint64](t *typed, flag, value string, limit uint64, field *N) error {
	n, err := parseNumber(t.quote, flag, value, limit)
	*field = N(n)
	return err
}
