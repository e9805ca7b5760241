package main

import (
	"testing"
	"time"
	"unicode/utf8"
)

func TestProgressLine(t *testing.T) {
	known := reading{
		unit: "files", messages: 501, bytes: 2 << 30, elapsed: 2 * time.Second, rate: 981 << 20, left: 2 * time.Second,
		total: total{1000, 4 << 30, totalKnown},
	}
	counting := known
	counting.total.state = totalCounting
	unknown := known
	unknown.unit, unknown.total.state = "lines", totalUnknown
	for _, c := range []struct {
		reading reading
		width   int
		want    string
	}{
		{known, 100, "501/1,000 files  2.0 GiB / 4.0 GiB  [==================>------------------]  50 %  981 MiB/s  ETA 2s"},
		{known, 79, "501/1,000 files  2.0 GiB / 4.0 GiB  [========>-------]  50 %  981 MiB/s  ETA 2s"},
		{known, 70, "501/1,000 files  2.0 GiB / 4.0 GiB  50 %  981 MiB/s  ETA 2s"},
		{known, 50, "501/1,000 files  2.0 GiB / 4.0 GiB  50 %  ETA 2s"},
		{known, 40, "2.0 GiB / 4.0 GiB  50 %  ETA 2s"},
		{known, 20, "50 %  ETA 2s"},
		{counting, 100, "501/≥1,000 files  2.0 GiB / ≥4.0 GiB  981 MiB/s  2s"},
		{unknown, 100, "501 lines  2.0 GiB  981 MiB/s  2s"},
		{unknown, 20, "2.0 GiB  2s"},
	} {
		got := c.reading.line(c.width, "≥")
		if got != c.want || utf8.RuneCountInString(got) > c.width {
			t.Errorf("width %d:\ngot  %s\nwant %s", c.width, got, c.want)
		}
	}
	if got, want := known.plain(">="), "501/1,000 files, 2.0 GiB / 4.0 GiB, 50 %, 981 MiB/s, ETA 2s"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// At an even pace the time left is right from the start, and in the middle of a run of small files, too.
func TestTimeLeft(t *testing.T) {
	const files = 100
	var m meter
	for second := range 10 {
		r := reading{
			unit: "files", messages: int64(second * files / 10), bytes: int64(second * 1000), elapsed: time.Duration(second) * time.Second,
			total: total{files, 10000, totalKnown},
		}
		m.update(&r)
		want := time.Duration(10-second) * time.Second
		if second > 0 && (r.left-want).Abs() > 10*time.Millisecond {
			t.Errorf("after %v: %v left, want %v", r.elapsed, r.left, want)
		}
		if second > 0 && (r.rate < 990 || r.rate > 1010) {
			t.Errorf("after %v: %v bytes a second", r.elapsed, r.rate)
		}
	}
}
