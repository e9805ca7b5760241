package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// The rows of blake2b_params.jsonl that are errors: each ends the run before a file is opened, with one line that says
// what is wrong, or GNU's two for a length, and status 1.
func TestBLAKE2Errors(t *testing.T) {
	f, err := os.Open("../../internal/kernels/testdata/blake2b_params.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var row struct {
			ID    string
			Args  []string
			Error string
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		if row.Error == "" {
			continue
		}
		rows++
		for _, program := range [][]string{{"szsum", "--blake2b"}, {"b2sum"}} {
			t.Run(program[0]+" "+row.ID, func(t *testing.T) {
				var out, messages bytes.Buffer
				argv := slices.Concat(program, row.Args, []string{"no-such-file"})
				status := run(argv, os.Stdin, &out, &messages)
				if status != 1 || out.Len() > 0 {
					t.Errorf("%q (%s): status %d, printed %q", row.Args, row.Error, status, &out)
				}
				n := strings.Count(messages.String(), "\n")
				if n < 1 || n > 2 || strings.Contains(messages.String(), "no-such-file") {
					t.Errorf("%q (%s): said %q", row.Args, row.Error, &messages)
				}
			})
		}
	}
	if rows != 60 {
		t.Errorf("%d rows, there should be 60", rows)
	}
}
