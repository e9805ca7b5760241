package kernels

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A blake2Row is a row of blake2b.jsonl, blake2b_params.jsonl and blake2bp.jsonl: an input, parameters and the digest,
// made with Python's hashlib and the BLAKE2 reference package.
type blake2Row struct {
	ID       string `json:"id"`
	Alg      string `json:"alg"`
	Pattern  string `json:"p"`
	Seed     uint64 `json:"seed"`
	Len      int    `json:"len"`
	Bits     int    `json:"bits"`
	Key      string `json:"key"`
	Salt     string `json:"salt"`
	Personal string `json:"personal"`
	Fanout   *uint8 `json:"fanout"`
	MaxDepth *uint8 `json:"max_depth"`
	MaxLeaf  uint32 `json:"max_leaf_length"`
	Offset   string `json:"node_offset"`
	Depth    uint8  `json:"node_depth"`
	Inner    uint8  `json:"inner_hash_length"`
	LastNode bool   `json:"last_node"`
	Out      string `json:"out"`
	Error    string `json:"error"` // a row for the command line
}

// A blake2Case is a row in Go's terms.
type blake2Case struct {
	id              string
	params          Params
	message, digest []byte
}

// blake2Cases reads a file of vectors, leaving out those for the command line.
func blake2Cases(t *testing.T, name string, op Op) []blake2Case {
	t.Helper()
	var cases []blake2Case
	for _, r := range readVectors[blake2Row](t, name) {
		if r.Error != "" {
			continue
		}
		if r.Alg != op.String() {
			t.Fatalf("%s: algorithm %s", r.ID, r.Alg)
		}
		p := DefaultBLAKE2()
		p.DigestLength = r.Bits / 8
		p.Key, p.Salt, p.Personal = unhex(t, r.Key), unhex(t, r.Salt), unhex(t, r.Personal)
		if r.Fanout != nil {
			p.Fanout = *r.Fanout
		}
		if r.MaxDepth != nil {
			p.MaxDepth = *r.MaxDepth
		}
		p.MaxLeafLength, p.NodeDepth, p.InnerHashLength, p.LastNode = r.MaxLeaf, r.Depth, r.Inner, r.LastNode
		if r.Offset != "" {
			n, err := strconv.ParseUint(r.Offset, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			p.NodeOffset = n
		}
		cases = append(cases, blake2Case{r.ID, Params{Algorithm: op, BLAKE2: p}, r.input(t), unhex(t, r.Out)})
	}
	return cases
}

func (r *blake2Row) input(t *testing.T) []byte {
	t.Helper()
	if r.Pattern == "sm64" {
		return splitMix64(r.Seed, r.Len)
	}
	b := make([]byte, r.Len)
	for i := range b {
		switch r.Pattern {
		case "inc":
			b[i] = byte(i)
		case "ff":
			b[i] = 0xff
		case "zero":
		default:
			t.Fatalf("%s: pattern %q", r.ID, r.Pattern)
		}
	}
	return b
}

// A blake2Group is the cases that have the same parameters.
type blake2Group struct {
	params Params
	corpus corpus
}

// blake2Groups puts cases with the same parameters together, since those of a window share them.
func blake2Groups(cases []blake2Case) []*blake2Group {
	groups := map[string]*blake2Group{}
	var list []*blake2Group
	for _, c := range cases {
		name := fmt.Sprintf("%v%x", c.params, c.params.BLAKE2.Key)
		g := groups[name]
		if g == nil {
			g = &blake2Group{params: c.params}
			groups[name] = g
			list = append(list, g)
		}
		g.corpus.add(c.message, c.digest)
	}
	return list
}

// threeOrders calls body with 0 to n-1 in order, reversed and shuffled.
func threeOrders(n int, body func(numbers []int)) {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	body(numbers)
	slices.Reverse(numbers)
	body(numbers)
	rng := rand.New(rand.NewPCG(3, 3))
	rng.Shuffle(n, func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
	body(numbers)
}

func TestBLAKE2Limits(t *testing.T) {
	for _, c := range []struct {
		name  string
		alter func(p *BLAKE2)
		b, bp string // part of the error
	}{
		{"default", func(p *BLAKE2) {}, "", ""},
		{"shortest", func(p *BLAKE2) { p.DigestLength = 1 }, "", ""},
		{"no digest", func(p *BLAKE2) { p.DigestLength = 0 }, "0 bytes", "0 bytes"},
		{"long digest", func(p *BLAKE2) { p.DigestLength = 65 }, "65 bytes", "65 bytes"},
		{"longest key", func(p *BLAKE2) { p.Key = make([]byte, 64) }, "", ""},
		{"long key", func(p *BLAKE2) { p.Key = make([]byte, 65) }, "key of 65", "key of 65"},
		{"longest salt", func(p *BLAKE2) { p.Salt = make([]byte, 16) }, "", ""},
		{"long salt", func(p *BLAKE2) { p.Salt = make([]byte, 17) }, "salt of 17", "salt of 17"},
		{"longest personalisation", func(p *BLAKE2) { p.Personal = make([]byte, 16) }, "", ""},
		{"long personalisation", func(p *BLAKE2) { p.Personal = make([]byte, 17) }, "personalisation of 17", "personalisation of 17"},
		{"longest inner hash", func(p *BLAKE2) { p.InnerHashLength = 64 }, "", "tree"},
		{"long inner hash", func(p *BLAKE2) { p.InnerHashLength = 65 }, "inner hash length of 65", "tree"},
		{"fanout", func(p *BLAKE2) { p.Fanout = 255 }, "", "tree"},
		{"depth", func(p *BLAKE2) { p.MaxDepth = 0 }, "", "tree"},
		{"leaf length", func(p *BLAKE2) { p.MaxLeafLength = 1 }, "", "tree"},
		{"node offset", func(p *BLAKE2) { p.NodeOffset = 1 << 63 }, "", "tree"},
		{"node depth", func(p *BLAKE2) { p.NodeDepth = 1 }, "", "tree"},
		{"last node", func(p *BLAKE2) { p.LastNode = true }, "", "tree"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := DefaultBLAKE2()
			c.alter(&p)
			for op, want := range map[Op]string{BLAKE2b: c.b, BLAKE2bp: c.bp} {
				params := Params{Algorithm: op, BLAKE2: p}
				_, err := Open(genericKernels(), nil, params, Backend{Tier: Serial}, nil)
				if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
					t.Errorf("%v: got %v, want %q", op, err, want)
				}
			}
		})
	}
}

// Neither parameters nor states show a key when they are printed, whatever the verb.
func TestBLAKE2Secrets(t *testing.T) {
	p := DefaultBLAKE2()
	p.Key = []byte("\x81\x82\x83secret")
	for _, secret := range []any{p, &p, Params{Algorithm: BLAKE2b, BLAKE2: p}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%d", "%q"} {
			text := fmt.Sprintf(verb, secret)
			for _, leak := range []string{"secret", "818283", "129 130", "81, 0x82", "736563"} {
				if strings.Contains(text, leak) {
					t.Errorf("%s of a %T: %s", verb, secret, text)
				}
			}
		}
	}
}
