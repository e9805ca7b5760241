// Szsum digests files, trees of files and every line of a corpus, and verifies lists of digests.
package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"szsum/internal/pipeline"
)

func main() { os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr)) }

// run is the whole program. It returns the exit status.
func run(argv []string, stdin *os.File, stdout, stderr io.Writer) int {
	if len(argv) == 0 {
		argv = []string{"szsum"}
	}
	r := &reporter{quote: newQuoter(os.Getenv), argv0: argv[0], stderr: stderr, started: time.Now()}
	endBySignals(programOf(argv[0]))
	if programOf(argv[0]) == asSzsum {
		r.answerSignals()
	}
	t := newTyped(argv[0], r.quote, os.LookupEnv, stdin)
	o, err := t.parse(argv)
	if err == nil {
		err = o.run(streams{in: stdin, out: stdout}, r)
	}
	if err != nil {
		r.refuse(err)
	}
	r.interrupts.between(func() {}) // or the run ends by the signal that came
	return r.status()
}

// streams are what a run reads, besides files, and what its results are written to.
type streams struct {
	in      *os.File
	out     io.Writer
	written []fs.FileInfo // files that are no input where a folder is, since they are written to
}

// run does what the options ask for. An error ends the run; what concerns single inputs is told as it is met.
func (o *options) run(s streams, r *reporter) error {
	if o.mode == modeLines || o.mode == modeCheckLines {
		r.countIn("lines")
	} else {
		r.countIn("files")
	}
	if o.output == "" {
		return o.observed(s, r)
	}
	r.interrupts.catch(syscall.SIGPIPE)
	file, err := openOutput(o.output, &r.interrupts)
	if err != nil {
		return r.named(o.output, err)
	}
	s.out, s.written = file.File, file.files
	if err := o.observed(s, r); err != nil {
		file.discard()
		return err
	}
	r.interrupts.between(r.interrupts.letArrive)
	r.interrupts.between(func() { err = file.keep() })
	if err != nil {
		return r.named(o.output, err)
	}
	return nil
}

// observed does it under the eyes of those who asked for progress and figures.
func (o *options) observed(s streams, r *reporter) error {
	s, stop := startProgress(o, s, r)
	err := o.perform(s, r)
	stop()
	if o.stats && o.reads() {
		o.tellStats(r)
	}
	return err
}

// perform does it in one of the modes.
func (o *options) perform(s streams, r *reporter) error {
	switch o.mode {
	case modeHelp:
		return writeHelp(s.out, o.program, r.argv0)
	case modeVersion:
		return writeVersion(s.out, r.name())
	case modeGenerate:
		return write(s.out, generate(o.generate))
	case modeBackends:
		return listBackends(o, s, r)
	case modeBenchmark:
		return runBenchmark(o, s, r)
	case modeLines:
		return sumLines(o, s, r)
	case modeCheck:
		return checkLists(o, s, r)
	case modeCheckLines:
		return checkLines(o, s, r)
	}
	return sumFiles(o, s, r)
}

// write writes what is not the result of a pipeline.
func write(w io.Writer, text []byte) error {
	if _, err := w.Write(text); err != nil {
		return &pipeline.WriteError{Err: err}
	}
	return nil
}

// parse makes options of the arguments. To cobra there is one command without subcommands, since any word may be the
// name of a file.
func (t *typed) parse(argv []string) (o options, err error) {
	var misspelled error // told only if the values before it are good
	c := &cobra.Command{Use: argv[0], SilenceErrors: true, SilenceUsage: true}
	c.RunE = func(_ *cobra.Command, operands []string) (err error) {
		if misspelled != nil {
			return misspelled
		}
		t.operands = operands
		o, err = t.options()
		return err
	}
	t.defineFlags(c.Flags())
	_, posix := t.lookupEnv("POSIXLY_CORRECT")
	g := gnuArgs{flags: c.Flags(), isGNU: t.program.isGNU, posix: posix}
	var args []string
	args, misspelled = g.canonical(argv[1:])
	c.SetArgs(args)
	err = c.Execute()
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		err = invalid.Unwrap()
	}
	return o, err
}
