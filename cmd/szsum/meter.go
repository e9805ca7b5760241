package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dustin/go-humanize"
)

// A reading is how far a run has come.
type reading struct {
	unit     string // "files" or "lines"
	messages int64
	bytes    int64
	elapsed  time.Duration
	total    total
	rate     float64 // bytes a second, lately
	left     time.Duration
}

// A meter makes readings one after the other.
type meter struct {
	last time.Duration // when the last one was made
	done float64       // units of work by then
	pace float64       // units of work a second, lately
	rate float64       // bytes a second, lately
	read int64
}

// fileWork is what a file costs besides its bytes, in bytes.
const fileWork = 64 << 10

// memory is how long the pace of the past counts.
const memory = 3 * time.Second

// update settles the rate of a reading and the time left.
func (m *meter) update(r *reading) {
	done, all := float64(r.bytes), float64(r.total.bytes)
	if r.unit == "files" {
		done += fileWork * float64(r.messages)
		all += fileWork * float64(r.total.files)
	}
	seconds := (r.elapsed - m.last).Seconds()
	if seconds > 0 {
		keep := math.Exp(-seconds / memory.Seconds())
		if m.last == 0 {
			keep = 0
		}
		m.pace = keep*m.pace + (1-keep)*(done-m.done)/seconds
		m.rate = keep*m.rate + (1-keep)*float64(r.bytes-m.read)/seconds
		m.last, m.done, m.read = r.elapsed, done, r.bytes
	}
	r.rate = m.rate
	if m.pace > 0 {
		r.left = time.Duration(max(all-done, 0) / m.pace * float64(time.Second))
	}
}

// share is how much of the bytes is done.
func (r *reading) share() float64 {
	if r.total.bytes == 0 {
		return 1
	}
	return min(float64(r.bytes)/float64(r.total.bytes), 1)
}

// The fields of a line of progress, in their order.
const (
	fieldMessages = iota
	fieldBytes
	fieldBar
	fieldShare
	fieldRate
	fieldTime
	fieldCount
)

// droppable are the fields that a narrow line leaves out, in that order.
var droppable = []int{fieldBar, fieldRate, fieldMessages, fieldBytes}

// fields are the fields of a reading without its bar; empty are those that cannot be known.
func (r *reading) fields(atLeast string) (f [fieldCount]string) {
	f[fieldMessages], f[fieldBytes] = humanize.Comma(r.messages), humanize.IBytes(uint64(r.bytes))
	if r.total.state == totalKnown {
		atLeast = ""
		f[fieldShare] = fmt.Sprintf("%.0f %%", math.Floor(100*r.share()))
	}
	if r.total.state != totalUnknown {
		if r.unit == "files" {
			f[fieldMessages] += "/" + atLeast + humanize.Comma(r.total.files)
		}
		f[fieldBytes] += " / " + atLeast + humanize.IBytes(uint64(r.total.bytes))
	}
	f[fieldMessages] += " " + r.unit
	f[fieldRate] = humanize.IBytes(uint64(r.rate)) + "/s"
	f[fieldTime] = r.elapsed.Round(time.Second).String()
	if r.total.state == totalKnown {
		f[fieldTime] = "ETA " + r.left.Round(time.Second).String()
	}
	return f
}

// plain is the reading as text.
func (r *reading) plain(atLeast string) string {
	f := r.fields(atLeast)
	return joined(f, ", ")
}

// line is the reading as a line of at most width columns.
func (r *reading) line(width int, atLeast string) string {
	const gap, barMin, barMax = "  ", 12, 42
	f := r.fields(atLeast)
	if room := width - utf8.RuneCountInString(joined(f, gap)+gap); f[fieldShare] != "" && room >= barMin {
		f[fieldBar] = bar(r.share(), min(room, barMax))
	}
	for _, i := range droppable {
		if utf8.RuneCountInString(joined(f, gap)) <= width {
			break
		}
		f[i] = ""
	}
	return joined(f, gap)
}

func joined(f [fieldCount]string, gap string) string {
	return strings.Join(slices.DeleteFunc(f[:], func(s string) bool { return s == "" }), gap)
}

// bar shows a share in a number of columns.
func bar(share float64, columns int) string {
	inside := columns - 2
	done := int(share * float64(inside))
	text := strings.Repeat("=", done)
	if done < inside {
		text += ">" + strings.Repeat("-", inside-done-1)
	}
	return "[" + text + "]"
}
