package kernels

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"os"
	"strconv"
	"testing"

	"szsum/internal/sortlen"
)

// readVectors reads a file of testdata, one JSON object a line.
func readVectors[T any](t *testing.T, name string) []T {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var row T
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("%s, row %d: %v", name, len(rows)+1, err)
		}
		rows = append(rows, row)
	}
	if err := lines.Err(); err != nil || len(rows) == 0 {
		t.Fatalf("%s: %d rows, %v", name, len(rows), err)
	}
	return rows
}

// A vectorInput is the input of a row: the bytes in hex, one byte len times, or the generator from a start value.
type vectorInput struct {
	Len  int    `json:"len"`
	Hex  string `json:"hex"`
	Fill *byte  `json:"fill"`
	Gen  string `json:"gen"`
}

func (v *vectorInput) bytes(t *testing.T) []byte {
	t.Helper()
	switch {
	case v.Fill != nil:
		b := make([]byte, v.Len)
		for i := range b {
			b[i] = *v.Fill
		}
		return b
	case v.Gen != "":
		g, err := strconv.ParseUint(v.Gen, 0, 64)
		if err != nil {
			t.Fatal(err)
		}
		return splitMix64(g, v.Len)
	}
	return unhex(t, v.Hex)
}

// splitMix64 is n bytes of the SplitMix64 generator started at g, little-endian.
func splitMix64(g uint64, n int) []byte {
	b := make([]byte, 0, n+8)
	for len(b) < n {
		g += 0x9E3779B97F4A7C15
		z := g
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		b = binary.LittleEndian.AppendUint64(b, z^z>>31)
	}
	return b[:n]
}

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A corpus is messages and what their digests must be.
type corpus struct {
	messages, digests [][]byte
}

func (c *corpus) add(message, digest []byte) {
	c.messages = append(c.messages, message)
	c.digests = append(c.digests, digest)
}

// window puts the messages, in the order that numbers tells, behind each other.
func (c *corpus) window(numbers []int) (window []byte, spans []sortlen.Span, longest int) {
	for _, i := range numbers {
		spans = append(spans, sortlen.NewSpan(len(window), len(c.messages[i])))
		window = append(window, c.messages[i]...)
		longest = max(longest, len(c.messages[i]))
	}
	return window, spans, longest
}

// checkWindows digests the corpus in windows of up to MaxBatch messages, in the order that numbers tells.
func (c *corpus) checkWindows(t *testing.T, h Hasher, numbers []int) {
	t.Helper()
	for len(numbers) > 0 {
		batch := numbers[:min(len(numbers), MaxBatch)]
		numbers = numbers[len(batch):]
		window, spans, longest := c.window(batch)
		digests := make([]byte, h.Slot()*len(batch))
		h.Window(digests, window, spans, longest)
		for j, i := range batch {
			c.checkDigest(t, i, digests[h.Slot()*j:][:h.Size()])
		}
	}
}

// checkLanes digests the corpus in lanes, in the order that numbers tells, in pieces of piece bytes, a multiple of
// PieceAlign.
func (c *corpus) checkLanes(t *testing.T, h Hasher, numbers []int, piece int) {
	t.Helper()
	type place struct {
		number int
		rest   []byte
	}
	lanes := make([]Lane, h.Lanes())
	places := make([]place, len(lanes))
	for i := range places {
		places[i].number = -1
	}
	for live := 0; live > 0 || len(numbers) > 0; {
		for i := range lanes {
			l, p := &lanes[i], &places[i]
			if l.Busy {
				continue
			}
			if p.number >= 0 && l.Last {
				c.checkDigest(t, p.number, l.Digest[:h.Size()])
				p.number = -1
				live--
			}
			if p.number < 0 {
				if len(numbers) == 0 {
					continue
				}
				p.number, numbers = numbers[0], numbers[1:]
				p.rest = c.messages[p.number]
				*l = Lane{First: true, Digest: make([]byte, h.Slot())}
				live++
			}
			n := min(piece, len(p.rest))
			l.Piece, p.rest = p.rest[:n:n], p.rest[n:]
			l.Last, l.Busy = n < piece, true // an empty last piece where the message is a multiple of piece
		}
		h.Step(lanes)
	}
}

func (c *corpus) checkDigest(t *testing.T, i int, got []byte) {
	t.Helper()
	if string(got) != string(c.digests[i]) {
		t.Fatalf("message %d of %d bytes: got %x, want %x", i, len(c.messages[i]), got, c.digests[i])
	}
}
