package main

import (
	"errors"
	"fmt"
	"os"

	"szsum/internal/kernels"
	"szsum/internal/pipeline"
	"szsum/internal/walk"
)

// sumFiles prints the digests of files.
func sumFiles(o *options, s streams, r *reporter) error {
	d, err := openDigester(o.algorithm, o.backend, r)
	if err != nil {
		return err
	}
	source, err := o.source(o.operands, s, r)
	if err != nil {
		return err
	}
	files := o.files(s, r)
	files.Source = source
	files.Digesters = []*kernels.Digester{d}
	files.Format = o.fileFormat()
	files.Failed = func(f *pipeline.FileResult) {
		r.unread++
		r.failName(o.blame(string(f.Name), f.Item, f.Err))
	}
	return files.Run()
}

// files is the pipeline for files as options set it.
func (o *options) files(s streams, r *reporter) *pipeline.Files {
	return &pipeline.Files{
		Jobs: o.jobs, Stdin: s.in, Map: o.mapping, Watch: !o.gnu(), Out: s.out, Counters: &r.counters,
	}
}

var errNamesOnStdin = errors.New("standard input has the names of the files")

// source is what is to be digested.
func (o *options) source(operands []string, s streams, r *reporter) (walk.Source, error) {
	how := walk.Options{Recursive: o.recursive, Skip: s.written}
	switch o.namesFrom {
	case "":
		return walk.Operands(operands, how), nil
	case "-":
		how.Stdin = errNamesOnStdin
		return walk.NameList(s.in, how), nil
	}
	list, err := os.Open(o.namesFrom)
	if err != nil {
		return nil, r.named(o.namesFrom, err)
	}
	return walk.NameList(list, how), nil
}

// blame says whose fault it is that an input was not digested: its own, or that of the list of names.
func (o *options) blame(name string, item int, err error) (string, error) {
	var list *walk.ListError
	switch {
	case err == walk.ErrEmptyName:
		return o.namesFrom, fmt.Errorf("name %d is empty", item+1)
	case errors.As(err, &list):
		return o.namesFrom, list.Err
	}
	return name, err
}
