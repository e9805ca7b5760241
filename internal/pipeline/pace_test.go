package pipeline

import (
	"testing"
	"time"
)

// TestPace takes pieces whose time depends on the way alone.
func TestPace(t *testing.T) {
	const piece, total = 1 << 20, 1 << 30
	for _, c := range []struct {
		mapped, copied time.Duration // a piece
		copies         bool          // the faster way
	}{
		{100, 50, true},
		{50, 100, false},
		{95, 100, true}, // not clearly better
		{100, 100, true},
	} {
		p := newPace(MapAuto)
		var now time.Duration
		var wrong, tries int
		for at := 0; at < total; at += piece {
			before := p.trial
			copied := p.choose(now)
			if p.trial && !before {
				tries++
			}
			if copied != c.copies {
				wrong += piece
			}
			p.took(piece)
			if now += c.mapped; copied {
				now += c.copied - c.mapped
			}
		}
		if p.copies != c.copies {
			t.Errorf("mapped in %d, copied in %d: copies is %v", c.mapped, c.copied, p.copies)
		}
		if wrong > total/16 || tries < total/lastTrial {
			t.Errorf("mapped in %d, copied in %d: %d bytes the other way, %d trials", c.mapped, c.copied, wrong, tries)
		}
	}
}

// TestPaceOfChange: what was slow becomes fast in the middle of a file.
func TestPaceOfChange(t *testing.T) {
	p := newPace(MapAuto)
	var now time.Duration
	for i := range 1000 {
		copied := p.choose(now)
		p.took(1 << 20)
		if copied == (i < 500) {
			now += 10
		} else {
			now += 20
		}
	}
	if p.copies {
		t.Error("still copies")
	}
}

// TestPaceOfPolicy: all is mapped if that was asked for.
func TestPaceOfPolicy(t *testing.T) {
	p := newPace(MapAlways)
	var now time.Duration
	for range 1000 {
		if p.choose(now) {
			t.Fatal("copies")
		}
		p.took(mapWindow)
		now += time.Second
	}
}
