package szhash

// The table of seeds that kernels for several seeds get has a part of 576 bytes for every four of them, aligned to 64
// bytes. Of each vector it has those of all four seeds side by side, 64 bytes:
const (
	TableSeeds = 0   // each seed twice
	TableAES   = 64  // the AES vectors at the start, lane by lane
	TableSums  = 320 // the sum vectors at the start, after their first permutation, lane by lane
	TablePart  = 576
)

// A state has the AES vectors of its four lanes, then the sum vectors.
const (
	StateSums = 64
	StateSize = 128
)
