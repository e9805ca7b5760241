package benchmark

import (
	"fmt"
	"slices"
	"strings"
)

// notes tell what the tables show, on what they were measured, and what auto takes.
func (r *Report) notes() []byte {
	text := fmt.Appendf(nil, "%s, %.2f GHz as measured, %s/%s, %s. One thread, the median of %d rounds in %.0f s; half of the visits "+
		"to a cell lie within %.0f %%.\n\n", r.Machine.Processor, r.Machine.Clock/1e9, r.Machine.OS, r.Machine.Arch, r.Machine.Go,
		r.Rounds, r.Seconds, 100*r.spread())
	text = fmt.Appendf(text, "The text is %s: %d words of %.1f bytes, %d lines of %.0f bytes. Standard is a plain loop, "+
		"hash/maphash and crypto/sha256, one message after the other. ↑: no kernel of its own, it uses the nearest one above. "+
		"–: the machine lacks it. A message with eight seeds is eight hashes. One short: the first of each sixteen is cut to "+
		"21 bytes; one long: the others are cut to an eighth.\n\n", r.Text, r.Words.Messages, r.Words.mean(), r.Lines.Messages,
		r.Lines.mean())
	for i := range r.Auto {
		text = append(text, r.Auto[i].note()...)
	}
	return text
}

func (a *Amount) mean() float64 { return float64(a.Bytes) / float64(a.Messages) }

// spread is the median of the spreads.
func (r *Report) spread() float64 {
	var all []float64
	for _, f := range r.Results {
		all = append(all, f.Spread)
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// note tells what auto takes, why, and whether that was right.
func (c *Choice) note() string {
	text := fmt.Sprintf("* `auto` takes %s x%d for %s: ", title(c.Backend), c.Lanes, c.Operation)
	if len(c.Candidates) == 1 {
		return text + "there is no other.\n"
	}
	var names []string
	for _, name := range c.Candidates {
		names = append(names, title(name))
	}
	return text + fmt.Sprintf("the fastest when it tried %s. Here it is %s over words, %s over lines.\n",
		strings.Join(names, ", "), c.Words.note(c.Backend), c.Lines.note(c.Backend))
}

func (s *Standing) note(choice string) string {
	if s.Fastest == choice {
		return "the fastest"
	}
	return fmt.Sprintf("at %.0f %% of %s", 100*s.Share, title(s.Fastest))
}
