package benchmark

import (
	"errors"
	"runtime"
	"slices"
	"time"

	"github.com/klauspost/cpuid/v2"

	"szsum/internal/clock"
	"szsum/internal/kernels"
)

// A Plan is what to measure.
type Plan struct {
	Rows     []kernels.Kernel
	CPU      *cpuid.CPUInfo
	Params   kernels.Params      // the algorithm whose kernels are compared by message length
	Text     []byte              // for words and lines; nil: one that is built in
	Source   string              // where Text is from
	Time     time.Duration       // about how long it may take
	Progress func(share float64) // is called before each visit of a task
}

// A runner puts the tasks together.
type runner struct {
	Plan
	report Report
	tasks  []task
}

// Run measures.
func Run(p Plan) (*Report, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	r := &runner{Plan: p, report: Report{Machine: newMachine(p.CPU), Broken: []string{}, Text: p.Source}}
	if r.Text == nil {
		r.Text, r.report.Text = builtinText(), "built in"
	}
	for len(r.Text) < lengthWindow { // repeat what is too short to be measured
		r.Text = slices.Concat(r.Text, []byte("\n"), r.Text)
	}
	for _, t := range kernels.Tiers(runtime.GOARCH) {
		r.report.Backends = append(r.report.Backends, Backend{t.String(), t.Available(p.CPU)})
	}
	for _, step := range []func() error{r.choose, r.addCorpora, r.addLengths} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	start := clock.Now()
	r.report.Rounds, r.report.Machine.Clock = measure(r.tasks, r.Time, r.Progress)
	r.report.Seconds = (clock.Now() - start).Seconds()
	for i := range r.tasks {
		r.report.Results = append(r.report.Results, r.tasks[i].measured())
	}
	r.compare()
	return &r.report, nil
}

// choose finds out what auto takes, and leaves out kernels that do not work.
func (r *runner) choose() error {
	for _, c := range columns() {
		if c.single {
			continue
		}
		d, err := kernels.Open(r.Rows, r.CPU, c.params, kernels.Backend{Auto: true}, func(k kernels.Kernel) {
			r.report.Broken = append(r.report.Broken, k.String())
			r.Rows = slices.DeleteFunc(slices.Clone(r.Rows), func(o kernels.Kernel) bool { return o.String() == k.String() })
		})
		if err != nil {
			return err
		}
		d.Settle()
		widest := d.Kernel()
		choice := Choice{Operation: widest.Op.String(), Backend: widest.Tier.String(), Lanes: widest.Lanes}
		for _, k := range kernels.Candidates(r.Rows, r.CPU, widest.Op) {
			if name := k.Tier.String(); !slices.Contains(choice.Candidates, name) {
				choice.Candidates = append(choice.Candidates, name)
			}
		}
		r.report.Auto = append(r.report.Auto, choice)
	}
	return nil
}

// addCorpora adds the tables of words and of lines.
func (r *runner) addCorpora() error {
	words, lines := splitText(r.Text, isBlank), splitText(r.Text, isLineEnd)
	if words == nil {
		return errors.New("there are no words to measure with")
	}
	r.report.Words.Messages, r.report.Words.Bytes = words.totals()
	r.report.Lines.Messages, r.report.Lines.Bytes = lines.totals()
	for _, kind := range []struct {
		name   string
		corpus corpus
	}{{Words, words}, {Lines, lines}} {
		if err := r.addTable(Result{Messages: kind.name}, kind.corpus, columns()); err != nil {
			return err
		}
		for _, s := range []Shape{OneShort, OneLong, Sorted} {
			if err := r.addTable(Result{Messages: kind.name, Shape: s}, kind.corpus.shaped(s), shapedColumns()); err != nil {
				return err
			}
		}
	}
	return nil
}

// addTable adds the cells of a table, column by column: the standard, and each tier that has kernels of its own.
func (r *runner) addTable(cell Result, messages corpus, columns []column) error {
	for _, c := range columns {
		cell.Column = c.name
		if s := newStandard(&c.params); s != nil {
			r.add(cell, Standard, 1, s, messages, &c.params)
		}
		rows := r.Rows
		if c.single {
			rows = slices.DeleteFunc(slices.Clone(rows), func(k kernels.Kernel) bool { return k.Lanes > 1 })
		}
		for _, t := range r.tiers() {
			d, err := kernels.Open(rows, r.CPU, c.params, kernels.Backend{Tier: t}, nil)
			if err != nil {
				return err
			}
			if widest := d.Kernel(); widest.Tier == t {
				r.add(cell, t.String(), widest.Lanes, d.NewHasher(), messages, &c.params)
			}
		}
	}
	return nil
}

// addLengths adds the table by message length: the standard, and each kernel by itself.
func (r *runner) addLengths() error {
	digests := digests(&r.Params)
	for _, n := range lengths {
		messages := sameLength(r.Text, n, digests)
		cell := Result{Messages: Length, Length: n, Column: r.Params.Algorithm.String()}
		if s := newStandard(&r.Params); s != nil {
			r.add(cell, Standard, 1, s, messages, &r.Params)
		}
		for _, t := range r.tiers() {
			for _, k := range r.Rows {
				if k.Op != r.Params.Algorithm || k.Tier != t {
					continue
				}
				d, err := kernels.Open([]kernels.Kernel{k}, r.CPU, r.Params, kernels.Backend{Tier: t}, nil)
				if err != nil {
					return err
				}
				r.add(cell, t.String(), k.Lanes, d.NewHasher(), messages, &r.Params)
			}
		}
	}
	return nil
}

// tiers are those that the machine has.
func (r *runner) tiers() []kernels.Tier {
	return slices.DeleteFunc(kernels.Tiers(runtime.GOARCH), func(t kernels.Tier) bool { return !t.Available(r.CPU) })
}

func (r *runner) add(cell Result, backend string, lanes int, c contender, messages corpus, p *kernels.Params) {
	cell.Backend, cell.Lanes = backend, lanes
	r.tasks = append(r.tasks, task{result: cell, contender: c, corpus: messages, digests: digests(p)})
}

// compare holds what auto takes against what was measured.
func (r *runner) compare() {
	for i := range r.report.Auto {
		a := &r.report.Auto[i]
		for _, c := range columns() {
			if !c.single && c.params.Algorithm.String() == a.Operation {
				a.Words = r.report.standing(Words, c.name, a.Backend)
				a.Lines = r.report.standing(Lines, c.name, a.Backend)
			}
		}
	}
}
