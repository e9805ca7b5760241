package main

import (
	"os"

	"github.com/klauspost/cpuid/v2"

	"szsum/internal/kernels"
	"szsum/internal/pipeline"
	"szsum/internal/walk"
)

// sumLines prints the digests of all lines of files.
func sumLines(o *options, s streams, r *reporter) error {
	lines, err := o.linePipeline(o.operands, s, r)
	if err != nil {
		return err
	}
	lines.Out = s.out
	lines.Format = o.lineFormat()
	lines.Number = o.style == styleJSON
	lines.KeepLong = o.showLine
	return lines.Run()
}

// linePipeline is the pipeline for lines as options set it, but for what becomes of the digests.
func (o *options) linePipeline(operands []string, s streams, r *reporter) (*pipeline.Lines, error) {
	d, err := openDigester(o.algorithm, o.backend, r)
	if err != nil {
		return nil, err
	}
	source, err := o.source(operands, s, r)
	if err != nil {
		return nil, err
	}
	inputs := &lineInputs{options: o, source: source, stdin: s.in}
	return &pipeline.Lines{
		Next: inputs.next, Digester: d, Split: kernels.NewSplitter(kernels.Table(), &cpuid.CPU, o.backend),
		Separator: o.lineEnd, StripCR: o.stripCR, Jobs: o.jobs, Failed: r.failName, Counters: &r.counters,
	}, nil
}

// lineInputs opens the files of a source, one at a time.
type lineInputs struct {
	*options
	source walk.Source
	stdin  *os.File
	batch  walk.Batch
	at     int  // the entry of the batch that is next
	ended  bool // the source has no more
}

func (l *lineInputs) next() (in pipeline.Input, ok bool) {
	for l.at == len(l.batch.Entries) {
		if l.ended {
			return in, false
		}
		l.batch.Release()
		l.batch.Reset()
		l.at = 0
		l.ended = !l.source.Next(&l.batch)
	}
	e := &l.batch.Entries[l.at]
	in.Name = string(l.batch.Name(l.at))
	l.at++
	switch {
	case e.Err != nil:
		in.Name, in.Err = l.blame(in.Name, e.Item, e.Err)
	case e.Stdin:
		in.File = l.stdin
	default:
		in.File, in.Err = os.Open(in.Name)
	}
	return in, true
}
