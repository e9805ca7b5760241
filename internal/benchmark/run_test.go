package benchmark

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/cpuid/v2"

	"szsum/internal/kernels"
	"szsum/internal/sortlen"
)

// A sleeper takes as long as its text says.
type sleeper struct{ times []time.Duration }

func (s *sleeper) Slot() int { return 8 }

func (s *sleeper) Window(_, _ []byte, _ []sortlen.Span, _ int) {
	time.Sleep(s.times[0])
	s.times = append(s.times[1:], s.times[0])
}

// A visit's median passes over windows that were disturbed, and the first one.
func TestVisit(t *testing.T) {
	const ms = time.Millisecond
	c := splitText([]byte("12345 12345"), isBlank)
	tasks := []task{{contender: &sleeper{[]time.Duration{100 * ms, 10 * ms, 10 * ms, 60 * ms}}, corpus: c, digests: 3}}
	tasks[0].visit(newBench(tasks), 175*ms)
	r := tasks[0].measured()
	if slow, fast := 6/0.030, 6/0.010; r.HashesPerSecond < slow || r.HashesPerSecond > fast || math.Abs(r.BytesPerSecond-5*r.HashesPerSecond) > 5 {
		t.Errorf("%v hashes, %v bytes a second", r.HashesPerSecond, r.BytesPerSecond)
	}
}

func TestMeasured(t *testing.T) {
	var c task
	for _, x := range []float64{5, 1, 4, 2, 3} {
		c.visits.add(10*x, x)
	}
	if r := c.measured(); r.BytesPerSecond != 30 || r.HashesPerSecond != 3 || r.Spread != 0.6667 {
		t.Errorf("%+v", r)
	}
}

// Every task gets a visit in every round.
func TestMeasure(t *testing.T) {
	c := splitText([]byte("word"), isBlank)
	tasks := make([]task, 5)
	for i := range tasks {
		tasks[i] = task{contender: &sleeper{[]time.Duration{0}}, corpus: c, digests: 1}
	}
	calls := 0
	n, hertz := measure(tasks, 20*time.Millisecond, func(share float64) {
		if calls++; share < 0 || share > 1 {
			t.Errorf("share %v", share)
		}
	})
	for i := range tasks {
		if got := len(tasks[i].visits.hashes); got != n {
			t.Errorf("task %d: %d visits in %d rounds", i, got, n)
		}
	}
	if calls != n*len(tasks) || hertz < 1e7 || hertz > 1e11 {
		t.Errorf("%d calls, %v Hz", calls, hertz)
	}
}

// Each column has the standard, and each tier that has kernels of its own; each choice of auto is there.
func TestRun(t *testing.T) {
	r, err := Run(Plan{
		Rows: kernels.Table(), CPU: &cpuid.CPU, Params: kernels.Params{Algorithm: kernels.Bytesum},
		Text: []byte("some words\n"), Source: "here", Time: 1, Progress: func(float64) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, messages := range []string{Words, Lines} {
		for _, c := range columns() {
			if f := r.find(messages, AsIs, c.name, "serial"); f == nil || f.BytesPerSecond <= 0 {
				t.Errorf("%s, %s: %+v", messages, c.name, f)
			}
		}
		for _, c := range shapedColumns() {
			for _, s := range []Shape{OneShort, OneLong, Sorted} {
				if r.find(messages, s, c.name, "serial") == nil {
					t.Errorf("%s, %s, %s is not there", messages, c.name, s)
				}
			}
		}
	}
	if r.Text != "here" || r.Rounds != 1 || r.Broken == nil || len(r.byLength()) != 1+len(lengths) {
		t.Errorf("%q, %d rounds, broken %v, %d lengths", r.Text, r.Rounds, r.Broken, len(r.byLength())-1)
	}
	for _, a := range r.Auto {
		if !slices.Contains(a.Candidates, a.Backend) || a.Lines.Share <= 0 || a.Lines.Share > 1 {
			t.Errorf("%+v", a)
		}
	}
}

func TestNoWords(t *testing.T) {
	_, err := Run(Plan{Rows: kernels.Table(), CPU: &cpuid.CPU, Text: []byte(" \n"), Progress: func(float64) {}})
	if err == nil || !strings.Contains(err.Error(), "no words") {
		t.Error(err)
	}
}
