package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"github.com/klauspost/cpuid/v2"

	"szsum/internal/benchmark"
	"szsum/internal/kernels"
)

// benchmarkOptions is what a benchmark is to do.
type benchmarkOptions struct {
	wanted bool
	file   string        // with the words and lines, empty: those that are built in
	time   time.Duration // 0: benchmarkTime
}

// benchmarkTime is how long a benchmark takes if nobody says so.
const benchmarkTime = 30 * time.Second

// runBenchmark prints what the kernels of this machine are worth.
func runBenchmark(o *options, s streams, r *reporter) error {
	plan := benchmark.Plan{
		Rows: kernels.Table(), CPU: &cpuid.CPU, Params: o.algorithm, Source: o.benchmark.file, Time: o.benchmark.time,
	}
	if plan.Time == 0 {
		plan.Time = benchmarkTime
	}
	if plan.Source != "" {
		var err error
		if plan.Text, err = readText(plan.Source, s.in); err != nil {
			return r.named(plan.Source, err)
		}
	}
	var stop func()
	plan.Progress, stop = benchmarkProgress(o.progress, plan.Time, r)
	report, err := benchmark.Run(plan)
	stop()
	if err != nil {
		return err
	}
	for _, name := range report.Broken {
		r.tellBroken(name)
	}
	if o.style != styleJSON {
		return write(s.out, report.Markdown())
	}
	text, err := json.Marshal(report)
	if err != nil {
		return err
	}
	return write(s.out, append(text, '\n'))
}

// readText reads as much of a file as counts.
func readText(name string, stdin *os.File) ([]byte, error) {
	file := stdin
	if name != "-" {
		var err error
		if file, err = os.Open(name); err != nil {
			return nil, err
		}
		defer file.Close()
	}
	return io.ReadAll(io.LimitReader(file, benchmark.MaxText))
}

// benchmarkProgress returns what shows how much of a benchmark is done, and what puts an end to that. It has no
// goroutine, which would disturb the measurements.
func benchmarkProgress(when progress, limit time.Duration, r *reporter) (update func(share float64), stop func()) {
	terminal := terminalOf(r.stderr)
	if when == progressNever || when == progressAuto && terminal == nil {
		return func(float64) {}, func() {}
	}
	show, stop, pause := func(text string) { r.tell("%s", text) }, func() {}, 10*time.Second
	if terminal != nil {
		s := &screen{w: terminal}
		r.interrupts.add(s.close)
		show, stop, pause = s.show, s.close, 100*time.Millisecond
	}
	next := time.Now().Add(pause)
	return func(share float64) {
		if time.Now().Before(next) {
			return
		}
		next = time.Now().Add(pause)
		left := time.Duration((1 - share) * float64(limit))
		show(fmt.Sprintf("benchmark: %.0f %%, ETA %v", math.Floor(100*share), left.Round(time.Second)))
	}, stop
}
