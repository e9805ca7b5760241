package main

import (
	"flag"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The test binary is szsum when it is called by one of its names.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"szsum": main, "sha256sum": main, "b2sum": main})
}

var update = flag.Bool("update", false, "write what scripts and generated files are to have")

// The scripts in testdata/script read like a terminal, each headed by what it shows.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update})
}
