package main

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"

	"szsum/internal/benchmark"
)

// sample is a report in which two kernels are equally fast at the end.
func sample() *benchmark.Report {
	r := &benchmark.Report{Machine: benchmark.Machine{Processor: "A & B", Clock: 3.21e9, OS: "linux", Arch: "amd64", Go: "go1.0"}}
	for i, n := range []int{5, 55, 65536} {
		for _, k := range []benchmark.Result{
			{Backend: benchmark.Standard, Lanes: 1, BytesPerSecond: []float64{0.04e9, 0.4e9, 1.5e9}[i]},
			{Backend: "goldmont", Lanes: 3, BytesPerSecond: []float64{0.3e9, 2e9, 3.6e9}[i]},
			{Backend: "goldmont", Lanes: 2, BytesPerSecond: []float64{0.2e9, 1e9, 3.6e9}[i]},
		} {
			k.Messages, k.Length, k.Column = benchmark.Length, n, "sha256"
			r.Results = append(r.Results, k)
		}
	}
	r.Results = append(r.Results, benchmark.Result{Messages: benchmark.Words, Column: "sha256", Backend: "serial", BytesPerSecond: 1})
	return r
}

func TestSVG(t *testing.T) {
	svg := newChart(sample()).svg()
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{
		"SHA-256, GB/s by length", "A &amp; B, 3.2 GHz", ">crypto/sha256<", ">Goldmont x3<", ">64 KiB<", ">0.02<", ">5<", "stroke-dasharray",
	} {
		if !strings.Contains(string(svg), want) {
			t.Errorf("%s is not in\n%s", want, svg)
		}
	}
	if strings.Contains(string(svg), "Serial") {
		t.Error("a result over words has a line")
	}
}

// No name lies upon another or outside the field, however near the lines end.
func TestLabels(t *testing.T) {
	c := newChart(sample())
	c.widen()
	c.placeLabels()
	var places []float64
	for _, l := range c.lines {
		places = append(places, l.label)
	}
	slices.Sort(places)
	for i := 1; i < len(places); i++ {
		if places[i]-places[i-1] < labelHeight {
			t.Errorf("names at %v", places)
		}
	}
	if places[0] < top || places[len(places)-1] > bottom {
		t.Errorf("names at %v", places)
	}
}
