package main

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"szsum/internal/kernels"
)

// A summary is what a run has done.
type summary struct {
	unit     string
	messages int64
	bytes    int64
	elapsed  time.Duration
	widest   []kernels.Kernel // in use, one an algorithm
	odds     float64          // of a collision; 0: that cannot be said
}

// tellStats tells what the run did and how fast.
func (o *options) tellStats(r *reporter) {
	now := r.reading()
	s := summary{unit: r.unit, messages: now.messages - r.unread, bytes: now.bytes, elapsed: now.elapsed}
	for _, d := range r.used {
		k := d.Kernel()
		if !s.has(k.Op) {
			s.widest = append(s.widest, k)
		}
	}
	if s.has(kernels.Hash) {
		s.odds = collision(s.messages, 64)
	}
	if o.style == styleJSON {
		r.write("%s", s.object())
		return
	}
	r.tell("%s", s.amounts())
	for _, k := range s.widest {
		r.tell("%v: backend %v, %d side by side", k.Op, k.Tier, k.Lanes)
	}
	if s.odds > 0 {
		r.tell("odds of a collision: %s", oddsText(s.odds))
	}
}

func (s *summary) has(op kernels.Op) bool {
	for _, k := range s.widest {
		if k.Op == op {
			return true
		}
	}
	return false
}

func (s *summary) perSecond(n int64) float64 { return float64(n) / max(s.elapsed.Seconds(), 1e-9) }

func (s *summary) amounts() string {
	return fmt.Sprintf("%s, %s in %.3f s: %s/s, %s %s/s", counted(s.messages, s.unit),
		humanize.Bytes(uint64(s.bytes)), s.elapsed.Seconds(), humanize.Bytes(uint64(s.perSecond(s.bytes))),
		humanize.Comma(int64(s.perSecond(s.messages))), s.unit)
}

// counted is a number of units, the word for which is in the plural.
func counted(n int64, units string) string {
	if n == 1 {
		units = strings.TrimSuffix(units, "s")
	}
	return humanize.Comma(n) + " " + units
}

// object is the summary as an object of JSON.
func (s *summary) object() []byte {
	j := newObject(nil)
	j.number(s.unit, s.messages)
	j.number("bytes", s.bytes)
	j.real("seconds", s.elapsed.Seconds())
	j.real("bytes_per_second", s.perSecond(s.bytes))
	j.real(s.unit+"_per_second", s.perSecond(s.messages))
	j.list("algorithms", len(s.widest), func(i int) {
		j.text("name", s.widest[i].Op.String())
		j.text("backend", s.widest[i].Tier.String())
		j.number("lanes", int64(s.widest[i].Lanes))
	})
	if s.odds > 0 {
		j.real("odds_of_collision", s.odds)
	}
	return j.end('\n')
}

// collision is how probable it is that of n different messages two have the same digest of so many bits.
func collision(n int64, bits int) float64 {
	pairs := float64(n) * float64(n-1) / 2
	return -math.Expm1(-math.Ldexp(pairs, -bits))
}

// oddsText is a probability in words.
func oddsText(p float64) string {
	switch {
	case p >= 0.001:
		return fmt.Sprintf("%.1f %%", 100*p)
	case p >= 1e-15:
		return "1 in " + humanize.Comma(int64(math.Round(1/p)))
	}
	return fmt.Sprintf("1 in %.1e", 1/p)
}
