package benchmark

import (
	"cmp"
	"math"
	"runtime"
	"time"

	"github.com/klauspost/cpuid/v2"

	"szsum/internal/clock"
)

// A Machine is what the measurements were made on and with.
type Machine struct {
	Processor string  `json:"processor"`
	Clock     float64 `json:"clock_hz"` // as measured, the median of all rounds
	OS        string  `json:"os"`
	Arch      string  `json:"arch"`
	Go        string  `json:"go"`
}

func newMachine(cpu *cpuid.CPUInfo) Machine {
	return Machine{
		Processor: cmp.Or(cpu.BrandName, "unknown processor"),
		OS:        runtime.GOOS, Arch: runtime.GOARCH, Go: runtime.Version(),
	}
}

// clockRate is the processor's clock in Hz: how fast it takes steps each of which needs the one before and a cycle. What
// interrupts it makes it seem slower, so the fastest of some tries counts.
func clockRate() float64 {
	const turns, tries = 4096, 8
	shortest := time.Duration(math.MaxInt64)
	for i := range tries {
		start := clock.Now()
		clockSink = steps(uint64(i), clockSink|1, turns)
		shortest = min(shortest, max(clock.Now()-start, 1))
	}
	return math.Round(stepsATurn * turns / shortest.Seconds())
}

var clockSink uint64 // keeps the steps from being left out

const stepsATurn = 16

// steps adds and flips by turns, so that no compiler can put steps together.
//
//go:noinline
func steps(x, y uint64, turns int) uint64 {
	for range turns {
		x += y
		x ^= y
		x += y
		x ^= y
		x += y
		x ^= y
		x += y
		x ^= y
		x += y
		x ^= y
		x += y
		x ^= y
		x += y
		x ^= y
		x += y
		x ^= y
	}
	return x
}
