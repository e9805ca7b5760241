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

	spent time.Duration // in this way so far
	bytes int
	copy  float64 // nanoseconds a byte when copied last; infinite: copies are not to be made
}

const (
	firstTrial = 4 << 20  // bytes copied before mapping is tried for the first time
	lastTrial  = 64 << 20 // bytes copied between two trials, at most, or mapped before copies are timed again
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
	p.asked, p.piece = now, 0
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
