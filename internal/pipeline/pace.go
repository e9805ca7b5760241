package pipeline

import (
	"math"
	"time"
)

// A pace finds out whether the bytes of a large file are sooner digested where they are mapped, or when they have been
// copied. What the kernel keeps in large pages is mapped for nothing; to map what it keeps in small ones can take longer
// than the digest, above all in a virtual machine; and a file may lie in both.
//
// So copies are timed, then the file is mapped, and mapped for as long as no window takes longer than copies did.
type pace struct {
	mapped bool // the way in use
	until  int  // bytes to be copied before mapping is tried

	asked time.Duration // when the last piece was asked for
	piece int           // bytes of it
	cycle time.Duration // from when the piece before was asked for
	wait  time.Duration // for the windows of late

	spent time.Duration // in this way so far
	bytes int
	copy  float64 // nanoseconds a byte when copied last; infinite: copies are not to be made
}

const (
	firstTrial = 4 << 20  // bytes copied before mapping is tried for the first time
	lastTrial  = 64 << 20 // bytes copied between two trials, at most, or mapped before copies are timed again

	wakeTime = 50 * time.Microsecond // that it takes at most to have a sleeping processor at work
)

// newPace begins to copy, for this is never very slow, unless all is to be mapped.
func newPace(policy MapPolicy) pace {
	if policy == MapAlways {
		return pace{mapped: true, copy: math.Inf(1)}
	}
	return pace{until: firstTrial}
}

// choose tells whether the next piece is to be mapped. It is called when that before has been digested.
func (p *pace) choose(now time.Duration) (mapped bool) {
	spent, bytes := now-p.asked, p.piece
	p.asked, p.piece, p.cycle = now, 0, spent
	if bytes == 0 || math.IsInf(p.copy, 1) {
		return p.mapped
	}
	p.spent += spent
	p.bytes += bytes
	switch {
	case !p.mapped && p.bytes >= p.until:
		p.copy = float64(p.spent) / float64(p.bytes)
		p.use(true)
	case p.mapped && float64(spent) > p.copy*float64(bytes):
		if p.bytes <= p.until { // it was not worth the trial
			p.until = min(2*p.until, lastTrial)
		} else {
			p.until = firstTrial
		}
		p.use(false)
	case p.mapped && p.bytes >= lastTrial:
		p.until = firstTrial
		p.use(false)
	}
	return p.mapped
}

func (p *pace) use(mapped bool) { p.mapped, p.spent, p.bytes = mapped, 0, 0 }

// took is told the size of the piece in bytes.
func (p *pace) took(n int) { p.piece = n }

// aheadPays tells whether another processor had better get the next window meanwhile: to wake it takes its time as well.
// It is told how long it took to get the last window. A disk gives several in no time, and then makes one wait for a long
// time, so that is forgotten slowly.
func (p *pace) aheadPays(took time.Duration) bool {
	p.wait = max(took, p.wait-p.wait/16)
	return p.mapped && p.wait > max(p.cycle/4, wakeTime)
}
