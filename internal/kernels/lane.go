package kernels

import "szsum/internal/sortlen"

// PieceAlign is what the length of a piece must be a multiple of, in bytes, unless the piece is its message's last.
const PieceAlign = 1024

// A Lane is a place in a Hasher for one message at a time, which comes in pieces. Whoever feeds it sets First, Piece,
// Last and Digest, and Busy; Step clears Busy when it has no more use for Piece.
type Lane struct {
	Piece  []byte // the next bytes of the message: only read; a multiple of PieceAlign long, or Last is set
	First  bool   // Piece begins a message
	Last   bool   // Piece ends a message; it may be empty
	Busy   bool   // Step has not yet used up Piece
	Digest []byte // where Step puts the digest (Slot bytes) once it is done with a piece that is Last
}

// A Hasher digests messages, many side by side. It belongs to one goroutine. None of its methods allocates, keeps or
// writes to the messages. Digests come in slots of Slot bytes, of which the first Size count.
type Hasher interface {
	// Size is the length of a digest, Slot the distance from one to the next that Window writes, both in bytes.
	// Slot bytes may be written for each digest.
	Size() int
	Slot() int

	// Window digests whole messages: the digest of the message at spans[i] in window goes to slot i of digests.
	// longest is the length of the longest message (a larger value is right, too, only slower). At most MaxWindow bytes
	// and MaxBatch messages.
	Window(digests, window []byte, spans []sortlen.Span, longest int)

	// Lanes is how many messages Step can advance side by side.
	Lanes() int

	// Step works on the lanes that are busy until one at least is so no more. The state of the message in lanes[i]
	// stays with number i. len(lanes) is Lanes or less, with no busy lane left out.
	Step(lanes []Lane)
}

const (
	MaxWindow = 1 << 28 // bytes in a window
	MaxBatch  = 4096    // messages in a window
)
