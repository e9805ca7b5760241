package kernels

// A hashStream is a message that comes in parts, cut anywhere, with its states for one seed or several. Which of two
// schedules a message goes by is known only when it ends or grows past 64 bytes, and the end of a long one is padded;
// so the newest bytes, up to 64, are held back.
type hashStream struct {
	table  []hashSeeds
	seeds  int
	states []hashState // of each seed, and more to fill a group of four; they have absorbed all but what is held
	held   [64]byte
	count  int // how many bytes are held: 1 to 64, and 0 only when there were none at all
	total  uint64
}

func newHashStream(table []hashSeeds, seeds int) hashStream {
	return hashStream{table: table, seeds: seeds, states: alignedSlice[hashState](4 * len(table))}
}

// reset begins another message.
func (s *hashStream) reset() {
	for i := range s.states {
		s.states[i].start(s.table[i/4].seeds[i%4][0])
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
	pieces := maxPieces / min(s.seeds, maxSeedsCall)
	for len(data) > 0 {
		n := min(pieces, len(data)/64)
		for i := 0; i < s.seeds; i += maxSeedsCall {
			f.absorb(s.states[i].words(), uint64(min(maxSeedsCall, s.seeds-i)), &data[0], uint64(n))
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
	for i := 0; i < s.seeds; i += maxSeedsCall {
		n := min(maxSeedsCall, s.seeds-i)
		f.finish(s.states[i].words(), s.table[i/4].words(), uint64(n), &s.held, s.total, &digests[8*i])
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
