package kernels

// A hashStream is a message that comes in parts, cut anywhere, with its states for one seed or several. Which of two
// schedules a message goes by is known only when it ends or grows past 64 bytes, and the end of a long one is padded;
// so the newest bytes, up to 64, are held back.
type hashStream struct {
	table  []hashSeeds
	states []hashState // of each seed; they have absorbed all but what is held
	held   [64]byte
	count  int // how many bytes are held: 1 to 64, and 0 only when there were none at all
	total  uint64
}

func newHashStream(table []hashSeeds, seeds int) hashStream {
	return hashStream{table: table, states: alignedSlice[hashState](seeds)}
}

// reset begins another message.
func (s *hashStream) reset() {
	for i := range s.states {
		s.states[i].start(s.table[0].at(uint64(i)))
	}
	s.count, s.total = 0, 0
}

// write takes the next bytes of the message.
func (s *hashStream) write(f *hashStreamFunc, data []byte) {
	s.total += uint64(len(data))
	if s.count > 0 && s.count+len(data) > 64 {
		data = data[copy(s.held[s.count:], data):]
		s.absorb(f, s.held[:])
		s.count = 0
	}
	if whole := (len(data) - 1) / 64 * 64; whole > 0 {
		s.absorb(f, data[:whole])
		data = data[whole:]
	}
	s.count += copy(s.held[s.count:], data)
}

// absorb takes whole pieces, in calls that are short enough.
func (s *hashStream) absorb(f *hashStreamFunc, data []byte) {
	pieces := max(maxPieces/len(s.states), 64)
	seeds := maxPieces / pieces
	for len(data) > 0 {
		n := min(pieces, len(data)/64)
		for i := 0; i < len(s.states); i += seeds {
			f.absorb(&s.states[i], uint64(min(seeds, len(s.states)-i)), &data[0], uint64(n))
		}
		data = data[64*n:]
	}
}

// whole returns the message if all of it is held, as it is up to 64 bytes; the stream must not be asked for its digest
// then.
func (s *hashStream) whole() ([]byte, bool) { return s.held[:s.count], s.total <= 64 }

// digest writes the digests of what has been written so far, more than 64 bytes. More may be written afterwards.
func (s *hashStream) digest(f *hashStreamFunc, digests []byte) {
	clear(s.held[s.count:])
	for i := 0; i < len(s.states); i += maxSeedsCall {
		n := min(maxSeedsCall, len(s.states)-i)
		f.finish(&s.states[i], &s.table[i/4], uint64(n), &s.held, s.total, &digests[8*i])
	}
}

// take works on a lane's piece. A message that comes in one piece, and one of up to 64 bytes that has ended, is
// returned instead, to be digested as a whole.
func (s *hashStream) take(f *hashStreamFunc, l *Lane) (message []byte, whole bool) {
	l.Busy = false
	if l.First {
		l.First = false
		if l.Last {
			return l.Piece, true
		}
		s.reset()
	}
	s.write(f, l.Piece)
	if !l.Last {
		return nil, false
	}
	if message, whole = s.whole(); !whole {
		s.digest(f, l.Digest)
	}
	return message, whole
}
