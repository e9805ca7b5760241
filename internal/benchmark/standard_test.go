package benchmark

import (
	"testing"

	"github.com/klauspost/cpuid/v2"

	"szsum/internal/kernels"
)

// Where standard and kernels compute the same, they agree.
func TestStandard(t *testing.T) {
	w := splitText(builtinText(), isLineEnd)[0]
	for _, op := range []kernels.Op{kernels.Bytesum, kernels.SHA256} {
		p := kernels.Params{Algorithm: op}
		d, err := kernels.Open(kernels.Table(), &cpuid.CPU, p, kernels.Backend{Tier: kernels.Serial}, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, h := newStandard(&p), d.NewHasher()
		got, want := make([]byte, s.Slot()*len(w.spans)), make([]byte, h.Slot()*len(w.spans))
		s.Window(got, w.text, w.spans, w.longest)
		h.Window(want, w.text, w.spans, w.longest)
		if string(got) != string(want) {
			t.Errorf("%v: the digests differ", op)
		}
	}
}

// A hash with eight seeds is eight hashes.
func TestMaphash(t *testing.T) {
	p := columns()[2].params
	s := newStandard(&p)
	w := splitText([]byte("a b a"), isBlank)[0]
	sums := make([]byte, s.Slot()*len(w.spans))
	s.Window(sums, w.text, w.spans, w.longest)
	seen := map[string]int{}
	for i := range 3 * digests(&p) {
		seen[string(sums[8*i:][:8])]++
	}
	if len(seen) != 16 {
		t.Errorf("%d different hashes of two words with eight seeds", len(seen))
	}
}
