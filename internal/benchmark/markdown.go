package benchmark

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Markdown is the report for people.
func (r *Report) Markdown() []byte {
	var text []byte
	for _, kind := range []struct{ title, messages string }{{"Short Words", Words}, {"Long Lines", Lines}} {
		text = fmt.Appendf(text, "### %s\n\n%s\n", kind.title, aligned(r.table(kind.messages)))
		text = fmt.Appendf(text, "### %s, multi-state, in other shapes\n\n%s\n", kind.title, aligned(r.shapes(kind.messages)))
	}
	text = fmt.Appendf(text, "### %s by message length, each kernel by itself\n\n%s\n", Title(r.operation()), aligned(r.byLength()))
	return append(text, r.notes()...)
}

// table has a row for each backend and a column for each operation.
func (r *Report) table(messages string) [][]string {
	rows := [][]string{{"Backend"}}
	for _, c := range columns() {
		rows[0] = append(rows[0], c.title)
	}
	for _, b := range r.rows() {
		row := []string{title(b.Name)}
		for _, c := range columns() {
			row = append(row, r.cell(messages, AsIs, c.name, b))
		}
		rows = append(rows, row)
	}
	return rows
}

// shapes has a row for each backend and for each operation with lanes a column for each shape.
func (r *Report) shapes(messages string) [][]string {
	rows := [][]string{{"Backend"}}
	for _, b := range r.rows() {
		rows = append(rows, []string{title(b.Name)})
	}
	for _, c := range shapedColumns() {
		name := strings.TrimPrefix(c.title, "Multi-state ")
		for _, s := range []struct {
			shape Shape
			title string
		}{{OneShort, "one short"}, {OneLong, "one long"}, {Sorted, "by length"}} {
			rows[0] = append(rows[0], name+", "+s.title)
			for i, b := range r.rows() {
				rows[i+1] = append(rows[i+1], r.cell(messages, s.shape, c.name, b))
			}
		}
	}
	return rows
}

// rows are the backends that have a row.
func (r *Report) rows() []Backend { return append([]Backend{{Standard, false}}, r.Backends...) }

// cell is what was measured, an arrow up to the backend whose kernels are used, or a dash.
func (r *Report) cell(messages string, shape Shape, column string, b Backend) string {
	switch f := r.find(messages, shape, column, b.Name); {
	case f != nil:
		return f.cell()
	case b.Available:
		return "↑"
	}
	return "–"
}

func (f *Result) cell() string {
	return fmt.Sprintf("%s GB/s · %s Mhash/s", figure(f.BytesPerSecond/1e9), figure(f.HashesPerSecond/1e6))
}

// figure is a number with three digits, but no more than three places.
func figure(x float64) string {
	places := 3
	if x > 0 {
		places = min(max(2-int(math.Floor(math.Log10(x))), 0), 3)
	}
	return fmt.Sprintf("%.*f", places, x)
}

// operation is that of the table by message length, which comes last.
func (r *Report) operation() string { return r.Results[len(r.Results)-1].Column }

// byLength has a row for each length and a column for each kernel.
func (r *Report) byLength() [][]string {
	head := []string{"Bytes"}
	var rows [][]string
	for i := range r.Results {
		f := &r.Results[i]
		if f.Messages != Length {
			continue
		}
		if n := fmt.Sprint(f.Length); rows == nil || rows[len(rows)-1][0] != n {
			rows = append(rows, []string{n})
		}
		if name := f.Kernel(); !slices.Contains(head, name) {
			head = append(head, name)
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], f.cell())
	}
	return append([][]string{head}, rows...)
}

// Kernel is what the kernel measured is called.
func (f *Result) Kernel() string {
	if f.Backend == Standard {
		return title(f.Backend)
	}
	return fmt.Sprintf("%s x%d", title(f.Backend), f.Lanes)
}

// title is the name of a backend as the tables show it.
func title(backend string) string {
	switch backend {
	case "icelake":
		return "Ice Lake"
	case "neon", "sve":
		return strings.ToUpper(backend)
	case "neonaes":
		return "NEON AES"
	case "neonsha":
		return "NEON SHA"
	case "sve2aes":
		return "SVE2 AES"
	}
	return strings.ToUpper(backend[:1]) + backend[1:]
}

// aligned makes a table of rows, the first of which is its head.
func aligned(rows [][]string) []byte {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell), 3)
		}
	}
	var text []byte
	for i, row := range rows {
		for j, cell := range row {
			pad := strings.Repeat(" ", widths[j]-utf8.RuneCountInString(cell))
			if j == 0 {
				cell, pad = pad, cell
			}
			text = append(text, "| "+pad+cell+" "...)
		}
		text = append(text, "|\n"...)
		if i == 0 {
			for j, width := range widths {
				rule := strings.Repeat("-", width-1)
				if j == 0 {
					rule = ":" + rule
				} else {
					rule += ":"
				}
				text = append(text, "| "+rule+" "...)
			}
			text = append(text, "|\n"...)
		}
	}
	return text
}
