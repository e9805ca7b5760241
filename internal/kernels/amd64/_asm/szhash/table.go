package szhash

// The table of seeds that kernels for several seeds get has a part of 704 bytes for every four of them, aligned to 64
// bytes:
const (
	TableSeeds  = 0   // each seed twice, 16 bytes
	TableAES    = 64  // the AES vector of the first lane of each seed, at the start
	TableSums   = 128 // the sum vector of the first lane of each seed, at the start, after its first permutation
	TableStates = 192 // the state of each seed at the start, the sum vectors after their first permutation
	TablePart   = 704
)

// A state has the AES vectors of its four lanes, then the sum vectors.
const (
	StateSums = 64
	StateSize = 128
)
