// Plot draws a picture of a benchmark: how fast each kernel is, by the length of messages.
//
//	szsum --benchmark --json -o benchmark.json
//	go run ./internal/benchmark/plot benchmark.json benchmark.svg
package main

//go:generate go run . benchmark.json benchmark.svg

import (
	"encoding/json"
	"fmt"
	"os"

	"szsum/internal/benchmark"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "plot:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("want two arguments: the benchmark's JSON and the picture to write")
	}
	text, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	var r benchmark.Report
	if err := json.Unmarshal(text, &r); err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	c := newChart(&r)
	if c.lines == nil {
		return fmt.Errorf("%s: nothing was measured by message length", args[0])
	}
	return os.WriteFile(args[1], c.svg(), 0o644)
}
