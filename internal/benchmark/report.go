package benchmark

// A Report is what was measured.
type Report struct {
	Machine  Machine   `json:"machine"`
	Text     string    `json:"text"` // where the words and lines come from
	Words    Amount    `json:"words"`
	Lines    Amount    `json:"lines"`
	Seconds  float64   `json:"seconds"`
	Rounds   int       `json:"rounds"`
	Backends []Backend `json:"backends"`
	Broken   []string  `json:"broken"` // kernels that give wrong digests on this machine and were left out
	Auto     []Choice  `json:"auto"`
	Results  []Result  `json:"results"`
}

// An Amount is how many messages a corpus has.
type Amount struct {
	Messages int `json:"messages"`
	Bytes    int `json:"bytes"`
}

// A Backend is a tier of the machine's architecture.
type Backend struct {
	Name      string `json:"name"`
	Available bool   `json:"available"`
}

// A Choice is what auto takes for an operation.
type Choice struct {
	Operation  string   `json:"operation"`
	Backend    string   `json:"backend"`
	Lanes      int      `json:"lanes"`
	Candidates []string `json:"candidates"` // the backends it was chosen from
	Words      Standing `json:"words"`
	Lines      Standing `json:"lines"`
}

// A Standing is how a choice compares with what was measured.
type Standing struct {
	Fastest string  `json:"fastest"` // the backend with the highest rate
	Share   float64 `json:"share"`   // the choice's rate, as a share of that
}

// The kinds of messages.
const (
	Words  = "words"
	Lines  = "lines"
	Length = "length" // all of the same length
)

// A Result is what was measured of one contender over messages of one kind.
type Result struct {
	Messages        string  `json:"messages"` // their kind
	Length          int     `json:"length,omitempty"`
	Shape           Shape   `json:"shape,omitempty"`
	Column          string  `json:"column"` // of the tables
	Backend         string  `json:"backend"`
	Lanes           int     `json:"lanes"`
	BytesPerSecond  float64 `json:"bytes_per_second"`
	HashesPerSecond float64 `json:"hashes_per_second"`
	Spread          float64 `json:"spread"` // of the middle half of the visits, as a share of the median
}

// find returns the result of a backend for a column of a table, or nil.
func (r *Report) find(messages string, shape Shape, column, backend string) *Result {
	for i := range r.Results {
		f := &r.Results[i]
		if f.Messages == messages && f.Shape == shape && f.Column == column && f.Backend == backend {
			return f
		}
	}
	return nil
}

// standing compares the choice of a backend for a column with the backend that was fastest.
func (r *Report) standing(messages, column, choice string) Standing {
	var s Standing
	fastest, chosen := 0.0, 0.0
	for _, b := range r.Backends {
		f := r.find(messages, AsIs, column, b.Name)
		if f == nil {
			continue
		}
		if f.HashesPerSecond > fastest {
			s.Fastest, fastest = b.Name, f.HashesPerSecond
		}
		if b.Name == choice {
			chosen = f.HashesPerSecond
		}
	}
	s.Share = share(chosen, fastest)
	return s
}
