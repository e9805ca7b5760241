package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"szsum/internal/benchmark"
)

// A chart is lines over message lengths, which have all the same distance: the step from one block to two, at 55 bytes
// for SHA-256, would be lost on a true scale.
type chart struct {
	title, note string
	lengths     []int
	lines       []line
	low, high   float64 // bounds of the scale, in GB/s
}

// A line is a kernel.
type line struct {
	name   string
	colour string
	dashed bool
	speeds []float64 // GB/s, one a length
	label  float64   // where its name stands, in GB/s' place on the picture
}

// colours can be told from one another and read on white and on black.
var colours = []string{"#2f81f7", "#2da44e", "#e5534b", "#bf8700", "#a371f7", "#1b9aaa", "#d4569f", "#7a8f2a", "#c8703a"}

const grey = "#848d97"

func newChart(r *benchmark.Report) *chart {
	c := &chart{low: math.Inf(1)}
	for i := range r.Results {
		f := &r.Results[i]
		if f.Messages != benchmark.Length {
			continue
		}
		c.title = fmt.Sprintf("%s, GB/s by length of message, one thread", benchmark.Title(f.Column))
		if !slices.Contains(c.lengths, f.Length) {
			c.lengths = append(c.lengths, f.Length)
		}
		name, standard := f.Kernel(), f.Backend == benchmark.Standard
		if standard {
			name = benchmark.StandardOf(f.Column)
		}
		l := c.line(name)
		l.dashed = standard
		speed := f.BytesPerSecond / 1e9
		l.speeds = append(l.speeds, speed)
		c.low, c.high = min(c.low, speed), max(c.high, speed)
	}
	c.colour()
	c.note = fmt.Sprintf("%s, %.1f GHz, %s/%s, %s", r.Machine.Processor, r.Machine.Clock/1e9, r.Machine.OS, r.Machine.Arch, r.Machine.Go)
	return c
}

// line is the one of that name, a new one if there is none yet.
func (c *chart) line(name string) *line {
	i := slices.IndexFunc(c.lines, func(l line) bool { return l.name == name })
	if i < 0 {
		i = len(c.lines)
		c.lines = append(c.lines, line{name: name})
	}
	return &c.lines[i]
}

func (c *chart) colour() {
	next := 0
	for i := range c.lines {
		if l := &c.lines[i]; l.dashed {
			l.colour = grey
		} else {
			l.colour = colours[next%len(colours)]
			next++
		}
	}
}

// The picture's measures, in pixels: the whole, and the field with the lines in it.
const (
	width, height            = 860, 480
	left, right, top, bottom = 60, 700, 72, 430
	labelHeight              = 17
)

func (c *chart) x(i int) float64 {
	return left + float64(i)*(right-left)/float64(max(len(c.lengths)-1, 1))
}

// y is the place of a speed; the scale is logarithmic.
func (c *chart) y(speed float64) float64 {
	return bottom - (bottom-top)*math.Log(speed/c.low)/math.Log(c.high/c.low)
}

// widen moves the bounds of the scale to ticks, and returns all ticks: 1, 2 and 5 of each power of ten.
func (c *chart) widen() []float64 {
	var ticks []float64
	for exponent := -6; exponent <= 6; exponent++ {
		for _, digit := range []float64{1, 2, 5} {
			ticks = append(ticks, digit*math.Pow10(exponent))
		}
	}
	first, _ := slices.BinarySearch(ticks, c.low*1.0001)
	last, _ := slices.BinarySearch(ticks, c.high)
	ticks = ticks[max(first-1, 0):min(last+1, len(ticks))]
	c.low, c.high = ticks[0], ticks[len(ticks)-1]
	return ticks
}

// placeLabels puts the names at the ends of their lines, as near as they can be without lying upon each other.
func (c *chart) placeLabels() {
	var order []*line
	for i := range c.lines {
		l := &c.lines[i]
		l.label = c.y(l.speeds[len(l.speeds)-1])
		order = append(order, l)
	}
	slices.SortFunc(order, func(a, b *line) int { return cmp.Compare(a.label, b.label) })
	for i := 1; i < len(order); i++ {
		order[i].label = max(order[i].label, order[i-1].label+labelHeight)
	}
	order[len(order)-1].label = min(order[len(order)-1].label, bottom)
	for i := len(order) - 2; i >= 0; i-- {
		order[i].label = min(order[i].label, order[i+1].label-labelHeight)
	}
}
