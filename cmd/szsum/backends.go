package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/klauspost/cpuid/v2"

	"szsum/internal/kernels"
)

// An arsenal is the kernels of this build, and what a processor makes of them.
type arsenal struct {
	cpu   *cpuid.CPUInfo
	rows  []kernels.Kernel
	ops   []kernels.Op
	tiers []kernels.Tier
	auto  []kernels.Kernel // what auto takes for each of ops when it has many messages
}

// listBackends prints which kernels there are and which of them are used.
func listBackends(o *options, s streams, r *reporter) error {
	a, err := newArsenal(r)
	switch {
	case err != nil:
		return err
	case o.style == styleJSON:
		return write(s.out, a.object())
	}
	return write(s.out, a.table())
}

func newArsenal(r *reporter) (*arsenal, error) {
	a := &arsenal{cpu: &cpuid.CPU, rows: kernels.Table(), tiers: kernels.Tiers(runtime.GOARCH)}
	for _, row := range a.rows {
		if !slices.Contains(a.ops, row.Op) {
			a.ops = append(a.ops, row.Op)
		}
	}
	slices.Sort(a.ops)
	for _, op := range a.ops {
		k, err := a.fastest(op, r)
		if err != nil {
			return nil, err
		}
		a.auto = append(a.auto, k)
	}
	return a, nil
}

// fastest is the kernel that auto takes.
func (a *arsenal) fastest(op kernels.Op, r *reporter) (kernels.Kernel, error) {
	if !slices.Contains(algorithms, op) {
		return kernels.Candidates(a.rows, a.cpu, op)[0], nil
	}
	d, err := openDigester(defaultParams(op), kernels.Backend{Auto: true}, r)
	if err != nil {
		return kernels.Kernel{}, err
	}
	d.Settle()
	return d.Kernel(), nil
}

// own are the lanes of the kernels that a tier has itself, widest first.
func (a *arsenal) own(op kernels.Op, tier kernels.Tier) []int {
	var lanes []int
	for _, k := range a.rows {
		if k.Op == op && k.Tier == tier {
			lanes = append(lanes, k.Lanes)
		}
	}
	slices.Sort(lanes)
	slices.Reverse(lanes)
	return lanes
}

// table has a row for each operation and a column for each tier.
func (a *arsenal) table() []byte {
	head := []string{""}
	for _, t := range a.tiers {
		head = append(head, t.String())
	}
	rows := [][]string{append(head, "auto")}
	for i, op := range a.ops {
		row := []string{op.String()}
		for _, t := range a.tiers {
			row = append(row, a.cell(op, t))
		}
		k := a.auto[i]
		rows = append(rows, append(row, fmt.Sprintf("%v x%d", k.Tier, k.Lanes)))
	}
	text := align(rows)
	text = fmt.Appendf(text, "\nx4: messages side by side; <-: as the nearest backend to the left that has a kernel\n")
	for _, t := range a.tiers {
		if missing := t.Missing(a.cpu); missing != nil {
			text = fmt.Appendf(text, "%v is not available: this processor lacks %s\n", t, strings.Join(missing, ", "))
		}
	}
	return text
}

func (a *arsenal) cell(op kernels.Op, tier kernels.Tier) string {
	lanes := a.own(op, tier)
	switch {
	case !tier.Available(a.cpu):
		return "-"
	case lanes == nil:
		return "<-"
	}
	return "x" + strings.Trim(strings.ReplaceAll(fmt.Sprint(lanes), " ", " x"), "[]")
}

// align makes columns of rows.
func align(rows [][]string) (text []byte) {
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			width := 0
			for _, r := range rows {
				width = max(width, len(r[i]))
			}
			line += fmt.Sprintf("%-*s", width+2, cell)
		}
		text = append(append(text, strings.TrimRight(line, " ")...), '\n')
	}
	return text
}

// object is the same as the table, as an object of JSON.
func (a *arsenal) object() []byte {
	j := newObject(nil)
	j.list("backends", len(a.tiers), func(i int) {
		t := a.tiers[i]
		j.text("name", t.String())
		j.truth("available", t.Available(a.cpu))
		j.texts("missing", t.Missing(a.cpu))
	})
	j.list("operations", len(a.ops), func(i int) {
		op := a.ops[i]
		j.text("name", op.String())
		j.list("backends", len(a.tiers), func(i int) { a.use(&j, op, a.tiers[i]) })
		j.text("auto", a.auto[i].Tier.String())
		j.number("auto_lanes", int64(a.auto[i].Lanes))
	})
	return j.end('\n')
}

// use says what an operation uses in a tier: kernels of its own, or those of another one.
func (a *arsenal) use(j *object, op kernels.Op, tier kernels.Tier) {
	j.text("name", tier.String())
	j.numbers("lanes", a.own(op, tier))
	if chain := kernels.Chain(a.rows, a.cpu, op, tier); tier.Available(a.cpu) && chain != nil {
		j.text("uses", chain[0].Tier.String())
	}
}
