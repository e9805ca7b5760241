package kernels

import "math"

// A plan tells which kernel takes the next messages when n of them are left: plan[n] is its number. plan[maxLanes] is
// for that many and more.
type plan [maxLanes + 1]uint8

// newPlan makes the plan that takes the least time. times[i] is what kernel i takes for a group, full or not, in any
// unit; infinity rules it out. All full groups are for the kernel bulk; if that is negative, for the one that takes the
// least time a message.
func newPlan(kernels []Kernel, times []float64, bulk int) *plan {
	var p plan
	var total [maxLanes + 1]float64 // time for so many messages
	for n := 1; n <= maxLanes; n++ {
		total[n] = math.Inf(1)
		for i, k := range kernels {
			if t := times[i] + total[max(n-k.Lanes, 0)]; t < total[n] {
				total[n], p[n] = t, uint8(i)
			}
		}
	}
	if bulk < 0 {
		p[maxLanes] = fastest(kernels, times)
		return &p
	}
	for n := kernels[bulk].Lanes; n <= maxLanes; n++ {
		p[n] = uint8(bulk)
	}
	return &p
}

// fastest is the number of the kernel that takes the least time a message. One further back in the list has to be faster
// by more than a measurement is uncertain.
func fastest(kernels []Kernel, times []float64) (best uint8) {
	for i, k := range kernels {
		if times[i]/float64(k.Lanes) < 0.97*times[best]/float64(kernels[best].Lanes) {
			best = uint8(i)
		}
	}
	return best
}

// guesses are times to go by as long as nothing has been measured: a lane more costs a kernel in assembly little, and
// portable code is several times slower.
func guesses(chain []Kernel) []float64 {
	times := make([]float64, len(chain))
	for i, k := range chain {
		times[i] = float64(4 + k.Lanes)
		if k.Tier == Serial {
			times[i] = 20
		}
	}
	return times
}

// links are the kernels of a Digester as a Hasher calls them.
type links[F any] struct {
	d    *Digester
	list []link[F]
}

// A link is a kernel of links.
type link[F any] struct {
	lanes int
	call  F
}

func newLinks[F any](d *Digester) links[F] {
	l := links[F]{d: d}
	for _, k := range d.kernels {
		l.list = append(l.list, link[F]{k.Lanes, k.Func.(F)})
	}
	return l
}

// bulk is the kernel for many messages.
func (l *links[F]) bulk() *link[F] { return &l.list[l.d.plan.Load()[maxLanes]] }

// next is the kernel for the next messages when n are left, and how many groups of them it is to take; a single one may
// be a partial one.
func (l *links[F]) next(n int) (k *link[F], groups int) {
	k = &l.list[l.d.plan.Load()[min(n, maxLanes)]]
	return k, max((n-maxLanes)/k.lanes+1, 1)
}
