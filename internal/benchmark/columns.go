package benchmark

import "szsum/internal/kernels"

// A column is an operation as the tables show it.
type column struct {
	name   string // for machines: as StringZilla's benchmark calls it
	title  string
	params kernels.Params
	single bool // only kernels that take one message at a time
}

// columns are those of the tables of words and lines.
func columns() []column {
	eight := kernels.Params{Algorithm: kernels.Multihash, Seeds: []uint64{0, 1, 2, 3, 4, 5, 6, 7}}
	sha256 := kernels.Params{Algorithm: kernels.SHA256}
	blake2b := kernels.Params{Algorithm: kernels.BLAKE2b, BLAKE2: kernels.DefaultBLAKE2()}
	return []column{
		{"bytesum", "Byte Sum", kernels.Params{Algorithm: kernels.Bytesum}, false},
		{"hash", "Hash", kernels.Params{Algorithm: kernels.Hash}, false},
		{"hash_multiseed", "Multi-seed Hash", eight, false},
		{"sha256", "SHA-256", sha256, true},
		{"sha256_multistate", "Multi-state SHA-256", sha256, false},
		{"blake2b", "BLAKE2b", blake2b, true},
		{"blake2b_multistate", "Multi-state BLAKE2b", blake2b, false},
		{"blake2bp", "BLAKE2bp", kernels.Params{Algorithm: kernels.BLAKE2bp, BLAKE2: kernels.DefaultBLAKE2()}, false},
	}
}

// Title is an operation as people write it.
func Title(operation string) string {
	for _, c := range columns() {
		if c.params.Algorithm.String() == operation {
			return c.title
		}
	}
	return operation
}

// shapedColumns are those whose kernels have lanes that other shapes of messages leave idle.
func shapedColumns() []column {
	var list []column
	for _, c := range columns() {
		if op := c.params.Algorithm; !c.single && (op == kernels.SHA256 || op == kernels.BLAKE2b) {
			list = append(list, c)
		}
	}
	return list
}

// digests is how many digests are made of each message.
func digests(p *kernels.Params) int { return max(len(p.Seeds), 1) }

// lengths are those of the table by length: within a block of SHA-256 and at its end, lines, files.
var lengths = []int{5, 16, 32, 55, 64, 130, 256, 1 << 10, 4 << 10, 64 << 10}
