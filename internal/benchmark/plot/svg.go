package main

import (
	"fmt"
	"strings"
)

const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" font-family="system-ui, sans-serif" font-size="13">
<title>%s</title>
<style>
.text { fill: #6e7781 }
@media (prefers-color-scheme: dark) { .text { fill: #9198a1 } }
</style>
`

// svg draws it.
func (c *chart) svg() []byte {
	ticks := c.widen()
	c.placeLabels()
	text := fmt.Appendf(nil, head, width, height, width, height, escape(c.title))
	text = fmt.Appendf(text, "<text class=\"text\" x=\"%d\" y=\"28\" font-size=\"17\" font-weight=\"600\">%s</text>\n", left, escape(c.title))
	text = fmt.Appendf(text, "<text class=\"text\" x=\"%d\" y=\"50\">%s</text>\n", left, escape(c.note))
	for _, tick := range ticks {
		y := c.y(tick)
		text = fmt.Appendf(text, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"%s\" stroke-opacity=\"0.3\"/>\n", left, y, right, y, grey)
		text = fmt.Appendf(text, "<text class=\"text\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.4g</text>\n", left-8, y+4, tick)
	}
	for i, n := range c.lengths {
		text = fmt.Appendf(text, "<text class=\"text\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", c.x(i), bottom+22, size(n))
	}
	for i := range c.lines {
		text = c.draw(text, &c.lines[i])
	}
	return append(text, "</svg>\n"...)
}

// draw appends a line with its points and its name.
func (c *chart) draw(text []byte, l *line) []byte {
	var path, dots []byte
	for i, speed := range l.speeds {
		x, y := c.x(i), c.y(speed)
		path = fmt.Appendf(path, "%.1f,%.1f ", x, y)
		dots = fmt.Appendf(dots, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>", x, y)
	}
	dash := ""
	if l.dashed {
		dash = ` stroke-dasharray="6 4"`
	}
	return fmt.Appendf(text, "<g fill=\"%s\"><polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s/>%s"+
		"<text x=\"%d\" y=\"%.1f\">%s</text></g>\n",
		l.colour, strings.TrimSpace(string(path)), l.colour, dash, dots, right+12, l.label+4, escape(l.name))
}

// size is a length of messages.
func size(n int) string {
	if n >= 1024 && n%1024 == 0 {
		return fmt.Sprintf("%d KiB", n/1024)
	}
	return fmt.Sprintf("%d B", n)
}

func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}
