package kernels

// A BLAKE2bJob is a message with its parameters.
type BLAKE2bJob struct {
	Params *BLAKE2
	Input  []byte
	Digest []byte // gets the digest, Params.DigestLength bytes
}

// A BLAKE2bMany works on many messages side by side that may differ in everything: length, key, the other parameters,
// how far they have come. It belongs to one goroutine.
type BLAKE2bMany struct {
	h       *blake2bHasher
	lanes   []Lane
	numbers [maxLanes]int // of the job in each lane
	digests [maxLanes][64]byte
}

// NewBLAKE2bMany makes one that uses the kernels chosen for d, whose parameters do not matter but for the algorithm,
// BLAKE2b.
func NewBLAKE2bMany(d *Digester) *BLAKE2bMany {
	h := newBLAKE2bHasher(d).(*blake2bHasher)
	return &BLAKE2bMany{h: h, lanes: make([]Lane, maxLanes)}
}

// Degree is how many messages are worked on side by side.
func (m *BLAKE2bMany) Degree() int { return m.h.Lanes() }

// Sum digests the message of every job. It does nothing if parameters are not valid.
func (m *BLAKE2bMany) Sum(jobs []BLAKE2bJob) error {
	for i := range jobs {
		if err := jobs[i].Params.validate(); err != nil {
			return err
		}
	}
	begin := func(lane, i int) {
		m.h.lanes[lane] = &m.h.own[lane]
		m.h.own[lane].beginFresh(jobs[i].Params)
		m.lanes[lane] = Lane{Piece: jobs[i].Input, Last: true, Busy: true, Digest: m.digests[lane][:]}
	}
	end := func(lane, i int) { copy(jobs[i].Digest[:jobs[i].Params.DigestLength], m.digests[lane][:]) }
	m.run(len(jobs), begin, end)
	return nil
}

// Update adds inputs[i] to the message of states[i]. The states must be different ones.
func (m *BLAKE2bMany) Update(states []*BLAKE2bState, inputs [][]byte) {
	begin := func(lane, i int) {
		m.h.lanes[lane] = &states[i].lane
		m.lanes[lane] = Lane{Piece: inputs[i], Busy: true}
	}
	m.run(len(states), begin, func(int, int) {})
}

// run takes jobs through the lanes: a lane that is done takes the next.
func (m *BLAKE2bMany) run(jobs int, begin, end func(lane, job int)) {
	lanes := m.lanes[:m.h.Lanes()]
	for next, live := 0, 0; next < jobs || live > 0; {
		for i := range lanes {
			if next < jobs && !lanes[i].Busy {
				begin(i, next)
				m.numbers[i] = next
				next++
				live++
			}
		}
		was := busySet(lanes)
		m.h.step(lanes)
		for i := range lanes {
			if was[i] && !lanes[i].Busy {
				end(i, m.numbers[i])
				live--
			}
		}
	}
	clear(m.lanes)
}

func busySet(lanes []Lane) (set [maxLanes]bool) {
	for i := range lanes {
		set[i] = lanes[i].Busy
	}
	return set
}
