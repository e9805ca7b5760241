package kernels

import "fmt"

// An Op is something that kernels do.
type Op uint8

const (
	SHA256    Op = iota // FIPS 180-4
	BLAKE2b             // RFC 7693, with all parameters
	BLAKE2bp            // four BLAKE2b leaves and a root over one message
	Hash                // StringZilla's 64-bit hash
	Multihash           // the same with several seeds
	Bytesum             // the sum of all bytes
	Split               // positions of line ends
	Hex                 // digests to lines of hexadecimal digits
)

var opNames = [...]string{
	SHA256: "sha256", BLAKE2b: "blake2b", BLAKE2bp: "blake2bp", Hash: "hash", Multihash: "multihash", Bytesum: "bytesum",
	Split: "split", Hex: "hex",
}

// String is the operation's name; for an algorithm, as --algorithm takes it.
func (op Op) String() string { return opNames[op] }

// A Kernel is a row of the table: a function that does an operation on processors of a tier.
type Kernel struct {
	Op    Op
	Tier  Tier
	Lanes int // how many messages it advances side by side
	Func  any // of the operation's function type: sha256Func, splitFunc, ...
}

// Table lists the kernels of this build, for each operation best first as far as that can be said of every processor.
func Table() []Kernel { return append(archKernels(), genericKernels()...) }

// genericKernels are the kernels in portable Go.
func genericKernels() []Kernel {
	return []Kernel{
		{SHA256, Serial, 1, sha256Func{sha256x1Generic, sha256BlocksGeneric}},
		{Hash, Serial, 1, hashFunc{nil, nil, hashGeneric, hashGeneric, hashStreamFunc{hashAbsorbGeneric, hashFinishGeneric}}},
		{Multihash, Serial, 1, multihashFunc{nil, multihashGeneric, hashStreamFunc{hashAbsorbGeneric, hashFinishGeneric}}},
		{Bytesum, Serial, 1, bytesumFunc{bytesumGeneric, bytesumPartGeneric}},
		{BLAKE2b, Serial, 1, blake2bFunc{blake2bx1Generic, blake2bBlocksGeneric}},
		{BLAKE2bp, Serial, 1, blake2bpFunc{blake2bFunc{blake2bx1Generic, blake2bBlocksGeneric}, 1}},
		{Split, Serial, 1, splitFunc(splitGeneric)},
		{Hex, Serial, 1, hexFunc(hexGeneric)},
	}
}

// String names the row as tests and benchmarks do: operation, tier and lanes.
func (k Kernel) String() string { return fmt.Sprintf("%v/%v/x%d", k.Op, k.Tier, k.Lanes) }

// is tells whether both are the same row.
func (k Kernel) is(o Kernel) bool { return k.Op == o.Op && k.Tier == o.Tier && k.Lanes == o.Lanes }
