package pipeline

import (
	"math"
	"time"
)

// A pace finds out whether the bytes of a large file are sooner digested where they are mapped, or when they have been
// copied. Where the kernel keeps a file in large pages to map it is for nothing, and where it keeps it in small ones it
// can take longer than the digest, above all in a virtual machine. So the other way is tried from time to time.
type pace struct {
	copies bool // the way in use
	trial  bool // of the other one
	every  int  // bytes between two trials

	asked  time.Duration // when the last piece was asked for
	piece  int           // bytes of it
	copied bool

	spent time.Duration // since the trial began or ended
	bytes int
	usual float64 // nanoseconds a byte before the trial
}

const (
	trialPiece = mapWindow // bytes of a trial
	firstTrial = 4 << 20   // bytes before the first one
	lastTrial  = 64 << 20  // bytes between two, at most
)

// newPace begins to copy, for this is never very slow, unless all is to be mapped.
func newPace(policy MapPolicy) pace {
	if policy == MapAlways {
		return pace{every: math.MaxInt}
	}
	return pace{copies: true, every: firstTrial}
}

// choose tells whether the next piece is to be copied. It is called when that before has been digested.
func (p *pace) choose(now time.Duration) (copied bool) {
	if p.piece > 0 {
		p.spent += now - p.asked
		p.bytes += p.piece
	}
	p.asked, p.piece = now, 0
	switch {
	case p.trial && p.bytes >= trialPiece:
		p.judge()
	case !p.trial && p.bytes >= p.every:
		p.usual = p.cost()
		p.begin(true)
	}
	p.copied = p.copies != p.trial
	return p.copied
}

// took is told the size of the piece in bytes.
func (p *pace) took(n int) { p.piece = n }

// judge ends a trial. The other way has to be clearly better.
func (p *pace) judge() {
	if p.cost() < 0.9*p.usual {
		p.copies, p.every = !p.copies, firstTrial
	} else {
		p.every = min(2*p.every, lastTrial)
	}
	p.begin(false)
}

func (p *pace) begin(trial bool) { p.trial, p.spent, p.bytes = trial, 0, 0 }

func (p *pace) cost() float64 { return float64(p.spent) / float64(p.bytes) }
