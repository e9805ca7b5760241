// Package sortlen orders messages by length, so that kernels that advance several side by side get groups of like
// length. It is arithmetic only: it sees lengths, never bytes.
package sortlen

// A Span says where a message lies in its window: the offset in the low 32 bits, the length in the high 32 bits, both
// in bytes.
type Span uint64

// NewSpan returns the span of n bytes at offset.
func NewSpan(offset, n int) Span { return Span(uint32(offset)) | Span(n)<<32 }

// Offset is where the message starts, in bytes from the start of the window.
func (s Span) Offset() int { return int(uint32(s)) }

// Len is the length of the message in bytes.
func (s Span) Len() int { return int(s >> 32) }
