package main

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The test binary is szsum when it is called by one of its names.
func TestMain(m *testing.M) {
	testscript.Main(tidy{m}, map[string]func(){"szsum": main, "sha256sum": main, "b2sum": main})
}

// tidy runs the tests and cleans up behind them.
type tidy struct{ *testing.M }

func (t tidy) Run() int {
	status := t.M.Run()
	for _, dir := range leftBehind {
		os.RemoveAll(dir)
	}
	return status
}

// leftBehind are folders that tests share.
var leftBehind []string

var update = flag.Bool("update", false, "write what scripts and generated files are to have")

// The scripts in testdata/script read like a terminal, each headed by what it shows.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update})
}
