//go:build unix

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A reportCase is made from what people reported of tools like this one.
type reportCase struct {
	Title, Note string
	Setup       string // bash, in an empty folder
	Background  string // bash, started together with the program
	Argv        []string
	ArgvAlso    [][]string `json:"argv_also"` // with the same outcome
	Stdin       *struct {
		Text, File string
		Offset     int64
		Closed     bool
	}
	StdoutTo string `json:"stdout_to"`
	Env      map[string]string
	Needs    []string // "proc", "linux", "utf8"
	Heavy    bool     // some seconds of work
	Optional string   // why a program may differ
	Expect   *reportOutcome
	AnyOf    []reportOutcome `json:"any_of"`
}

// A reportOutcome says what is to come out. \xNN stands for a byte in StdoutEscaped, and in arguments.
type reportOutcome struct {
	Exit          reportExit
	Stdout        *string
	StdoutEscaped *string  `json:"stdout_escaped"`
	StdoutSHA256  string   `json:"stdout_sha256"`
	StdoutEmpty   bool     `json:"stdout_empty"`
	StdoutRegexp  []string `json:"stdout_regex"`
	StderrRegexp  []string `json:"stderr_regex"`
	StderrNot     []string `json:"stderr_not_regex"`
	StderrEmpty   bool     `json:"stderr_empty"`
	MaxSeconds    int      `json:"max_seconds"`
}

// reportExit is an exit status or a list of them.
type reportExit []int

func (e *reportExit) UnmarshalJSON(text []byte) error {
	if text[0] == '[' {
		return json.Unmarshal(text, (*[]int)(e))
	}
	*e = make([]int, 1)
	return json.Unmarshal(text, &(*e)[0])
}

func TestReports(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	var table struct{ Cases []reportCase }
	readJSON(t, "testdata/cases/reports.json", &table)
	for _, c := range table.Cases {
		for _, argv := range append([][]string{c.Argv}, c.ArgvAlso...) {
			t.Run(c.Title+"/"+strings.Join(argv[1:], " "), func(t *testing.T) {
				t.Parallel()
				c.run(t, bash, argv)
			})
		}
	}
}

func (c *reportCase) run(t *testing.T, bash string, argv []string) {
	if c.Heavy && testing.Short() {
		t.Skip("heavy")
	}
	if _, err := os.Stat("/proc/sys/kernel/ostype"); err != nil && len(c.Needs) > 0 {
		t.Skip("needs Linux with /proc")
	}
	i := invocation{name: "szsum", dir: openDir(t), stdout: nil}
	for _, a := range argv {
		i.args = append(i.args, bytesOf(a))
	}
	for name, value := range c.Env {
		i.env = append(i.env, name+"="+value)
	}
	setup := exec.Command(bash, "-eu", "-c", c.Setup)
	setup.Dir = i.dir
	if out, err := setup.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	c.feed(t, &i)
	if c.StdoutTo != "" {
		i.stdout = openFull(t)
	}
	if c.Background != "" {
		background := exec.Command(bash, "-c", c.Background)
		background.Dir = i.dir
		background.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		if err := background.Start(); err != nil {
			t.Fatal(err)
		}
		defer background.Wait()
		defer syscall.Kill(-background.Process.Pid, syscall.SIGKILL)
	}
	outcomes := c.AnyOf
	if c.Expect != nil {
		outcomes = append(outcomes, *c.Expect)
	}
	for _, e := range outcomes {
		i.limit = max(i.limit, time.Duration(e.MaxSeconds)*time.Second)
	}
	o := i.run(t)
	var least complaints
	for n, e := range outcomes {
		if wrong := e.compare(o); n == 0 || len(wrong) < len(least) {
			least = wrong
		}
	}
	least.settle(t, c.Optional)
}

// feed gives the program its standard input.
func (c *reportCase) feed(t *testing.T, i *invocation) {
	switch s := c.Stdin; {
	case s == nil:
	case s.Closed:
		i.closing = " <&-"
	case s.Text != "":
		i.stdin = strings.NewReader(s.Text)
	default:
		f, err := os.Open(filepath.Join(i.dir, s.File))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		if _, err := f.Seek(s.Offset, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		i.stdin = f
	}
}

var escapedByte = regexp.MustCompile(`\\x[0-9a-f]{2}`)

// bytesOf puts bytes in the place of \xNN.
func bytesOf(text string) string {
	return escapedByte.ReplaceAllStringFunc(text, func(e string) string {
		b, _ := hex.DecodeString(e[2:])
		return string(b)
	})
}

// crash is what no run may leave behind on standard error: traces, and control characters.
var crash = regexp.MustCompile(`(?m)^panic: |^fatal error: |goroutine \d+ \[|unexpected fault address|SIG(BUS|SEGV|ILL)|[\x1b\r]`)

func (e *reportOutcome) compare(o outcome) (wrong complaints) {
	if o.timeout {
		wrong.add("it did not end")
	}
	allowed := false
	for _, exit := range e.Exit {
		allowed = allowed || exit == o.exit
	}
	if !allowed {
		wrong.add("exit status %d, not one of %d", o.exit, e.Exit)
	}
	out := string(o.out)
	switch digest := sha256.Sum256(o.out); {
	case e.Stdout != nil && *e.Stdout != out:
		wrong.add("stdout is %.600q, not %.600q", out, *e.Stdout)
	case e.StdoutEscaped != nil && bytesOf(*e.StdoutEscaped) != out:
		wrong.add("stdout is %.600q, not %.600q", out, bytesOf(*e.StdoutEscaped))
	case e.StdoutEmpty && out != "":
		wrong.add("stdout is not empty: %.600q", out)
	case e.StdoutSHA256 != "" && e.StdoutSHA256 != hex.EncodeToString(digest[:]):
		wrong.add("stdout is other than expected: %.600q...", out)
	}
	if e.StderrEmpty && len(o.err) > 0 {
		wrong.add("stderr is not empty: %.600q", o.err)
	}
	mustMatch(&wrong, "stdout", o.out, e.StdoutRegexp, true)
	mustMatch(&wrong, "stderr", o.err, e.StderrRegexp, true)
	mustMatch(&wrong, "stderr", o.err, e.StderrNot, false)
	mustMatch(&wrong, "stderr", o.err, []string{crash.String()}, false)
	return wrong
}

// mustMatch complains of each pattern that text matches, or does not.
func mustMatch(wrong *complaints, stream string, text []byte, patterns []string, want bool) {
	for _, p := range patterns {
		if regexp.MustCompile(`(?m)`+p).Match(text) != want {
			wrong.add("%s matches %q: %v: %.600q", stream, p, !want, text)
		}
	}
}
