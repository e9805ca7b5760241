package benchmark

import (
	"strings"
	"testing"
)

// sampleReport is that of a machine that lacks AVX-512.
func sampleReport() *Report {
	r := &Report{
		Machine: Machine{Processor: "Some CPU", Clock: 3.456e9, OS: "linux", Arch: "amd64", Go: "go1.0"}, Text: "built in",
		Words: Amount{1000, 5000}, Lines: Amount{100, 13000}, Seconds: 30.4, Rounds: 15,
		Backends: []Backend{{"serial", true}, {"goldmont", true}, {"haswell", true}, {"icelake", false}},
		Auto: []Choice{{
			Operation: "sha256", Backend: "goldmont", Lanes: 3, Candidates: []string{"haswell", "goldmont", "serial"},
			Words: Standing{"goldmont", 1}, Lines: Standing{"haswell", 0.9},
		}},
	}
	r.Results = []Result{
		{Messages: Words, Column: "sha256_multistate", Backend: Standard, Lanes: 1, BytesPerSecond: 0.0221e9, HashesPerSecond: 4.6e6},
		{Messages: Words, Column: "sha256_multistate", Backend: "serial", Lanes: 1, BytesPerSecond: 0.012e9, HashesPerSecond: 2.5e6},
		{Messages: Words, Column: "sha256_multistate", Backend: "haswell", Lanes: 8, BytesPerSecond: 12.34e9, HashesPerSecond: 1234e6},
		{Messages: Length, Length: 5, Column: "sha256", Backend: Standard, Lanes: 1, BytesPerSecond: 1e9, HashesPerSecond: 2e8, Spread: 0.25},
		{Messages: Length, Length: 5, Column: "sha256", Backend: "haswell", Lanes: 8, BytesPerSecond: 2e9, HashesPerSecond: 4e8},
		{Messages: Length, Length: 64, Column: "sha256", Backend: Standard, Lanes: 1, BytesPerSecond: 3e9, HashesPerSecond: 5e7},
		{Messages: Length, Length: 64, Column: "sha256", Backend: "haswell", Lanes: 8, BytesPerSecond: 4e9, HashesPerSecond: 6e7},
	}
	return r
}

// The tables have the same width in every row, and say which backend has a kernel and which only uses one.
func TestTables(t *testing.T) {
	r := sampleReport()
	for name, rows := range map[string][][]string{"words": r.table(Words), "shapes": r.shapes(Lines), "lengths": r.byLength()} {
		lines := strings.Split(strings.TrimSpace(string(aligned(rows))), "\n")
		for _, line := range lines {
			if got, want := len([]rune(line)), len([]rune(lines[0])); got != want {
				t.Errorf("%s: %q has %d columns, want %d", name, line, got, want)
			}
		}
	}
	const column = 5 // Multi-state SHA-256
	for i, want := range []string{
		"Multi-state SHA-256", "0.022 GB/s · 4.60 Mhash/s", "0.012 GB/s · 2.50 Mhash/s", "↑", "12.3 GB/s · 1234 Mhash/s", "–",
	} {
		if got := r.table(Words)[i][column]; got != want {
			t.Errorf("row %d: %q, want %q", i, got, want)
		}
	}
}

func TestByLength(t *testing.T) {
	want := `| Bytes |                 Standard |               Haswell x8 |
| :---- | -----------------------: | -----------------------: |
| 5     |  1.00 GB/s · 200 Mhash/s |  2.00 GB/s · 400 Mhash/s |
| 64    | 3.00 GB/s · 50.0 Mhash/s | 4.00 GB/s · 60.0 Mhash/s |
`
	if got := string(aligned(sampleReport().byLength())); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestNotes(t *testing.T) {
	notes := string(sampleReport().notes())
	for _, want := range []string{
		"Some CPU, 3.46 GHz as measured, linux/amd64, go1.0. One thread, the median of 15 rounds in 30 s",
		"The text is built in: 1000 words of 5.0 bytes, 100 lines of 130 bytes.",
		"* `auto` takes Goldmont x3 for sha256: the fastest when it tried Haswell, Goldmont, Serial. Here it is the fastest over words, " +
			"at 90 % of Haswell over lines.\n",
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("%q is not in\n%s", want, notes)
		}
	}
}

func TestFigure(t *testing.T) {
	for x, want := range map[float64]string{0: "0.000", 0.0004: "0.000", 0.0221: "0.022", 0.5: "0.500", 1.005: "1.00", 23.66: "23.7", 415.2: "415", 1105: "1105"} {
		if got := figure(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}
