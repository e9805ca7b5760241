package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"szsum/internal/checklist"
)

// parseLength reads the digits of a length in bits as GNU does: after blanks and one plus sign, before nothing.
// Whether the number will do is not asked here.
func parseLength(q quoter, value string) (digits string, err error) {
	digits = strings.TrimPrefix(strings.TrimLeft(value, " \t\n\v\f\r"), "+")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return "", fmt.Errorf("invalid length: %s", q.value(value))
	}
	return digits, nil
}

// blake2Bits is the digest length that digits ask for. 0 means the longest.
func blake2Bits(q quoter, digits string) (int, error) {
	bits, err := strconv.Atoi(digits)
	switch {
	case err != nil || bits > 512:
		return 0, errors.Join(fmt.Errorf("invalid length: %s", q.value(digits)),
			fmt.Errorf("maximum digest length for %s is 512 bits", q.value("BLAKE2b")))
	case bits%8 != 0:
		return 0, errors.Join(fmt.Errorf("invalid length: %s", q.value(digits)), errors.New("length is not a multiple of 8"))
	case bits == 0:
		return 512, nil
	}
	return bits, nil
}

// parseHex reads at most limit bytes. Its errors do not repeat the value, which may be a key.
func parseHex(flag, value string, limit int) ([]byte, error) {
	b, err := hex.DecodeString(value)
	var digit hex.InvalidByteError
	switch {
	case errors.As(err, &digit):
		return nil, fmt.Errorf("invalid --%s: it must have hexadecimal digits only", flag)
	case err != nil:
		return nil, fmt.Errorf("invalid --%s: it has an odd number of hexadecimal digits", flag)
	case len(b) > limit:
		return nil, fmt.Errorf("invalid --%s: it has %d bytes, the maximum is %d", flag, len(b), limit)
	}
	return b, nil
}

// parseNumber reads a decimal number up to limit.
func parseNumber(q quoter, flag, value string, limit uint64) (uint64, error) {
	n, err := strconv.ParseUint(value, 10, 64)
	if err != nil || n > limit {
		return 0, fmt.Errorf("invalid --%s: %s is not a number from 0 to %d", flag, q.value(value), limit)
	}
	return n, nil
}

// maxJobs is the most workers there will be. More would be of no use to any machine, and take long to start.
const maxJobs = 1024

// parseJobs reads a number of workers. what says where it came from.
func parseJobs(q quoter, what, value string) (int, error) {
	n, err := strconv.ParseUint(value, 10, 31)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("invalid %s: %s is not a number of workers, which is 1 or more", what, q.value(value))
	}
	return int(min(n, maxJobs)), nil
}

// parseSeconds reads a time in seconds, which may have a fraction.
func parseSeconds(q quoter, flag, value string) (time.Duration, error) {
	const most = 24 * time.Hour
	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil || !(seconds > 0 && seconds <= most.Seconds()) {
		return 0, fmt.Errorf("invalid --%s: %s is not a number of seconds, which is above 0 and up to %.0f", flag, q.value(value), most.Seconds())
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

// parseSeed reads a seed in decimal, or in hexadecimal after 0x.
func parseSeed(q quoter, flag, value string) (uint64, error) {
	digits, base := value, 10
	if strings.HasPrefix(value, "0x") || strings.HasPrefix(value, "0X") {
		digits, base = value[2:], 16
	}
	seed, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		return 0, fmt.Errorf("invalid --%s: %s is not a number of 64 bits, decimal or with 0x", flag, q.value(value))
	}
	return seed, nil
}

// parseSeeds reads a list of seeds and ranges, like 0,0x2a,100-107.
func parseSeeds(q quoter, value string) ([]uint64, error) {
	var seeds []uint64
	for item := range strings.SplitSeq(value, ",") {
		first, last, isRange := strings.Cut(item, "-")
		from, err := parseSeed(q, "seeds", first)
		to := from
		if err == nil && isRange {
			to, err = parseSeed(q, "seeds", last)
		}
		switch {
		case err != nil && isRange:
			return nil, fmt.Errorf("invalid --seeds: %s is not a range of numbers of 64 bits, decimal or with 0x", q.value(item))
		case err != nil:
			return nil, err
		case to < from:
			return nil, fmt.Errorf("invalid --seeds: the range %s runs backwards", q.value(item))
		case to-from >= uint64(checklist.MaxSeeds-len(seeds)):
			return nil, fmt.Errorf("invalid --seeds: there are more than %d", checklist.MaxSeeds)
		}
		for n := to - from + 1; n > 0; n-- {
			seeds = append(seeds, from)
			from++
		}
	}
	return seeds, nil
}

// parseChoice refuses what is not among names, as GNU does.
func parseChoice(q quoter, flag, value string, names []string) error {
	if slices.Contains(names, value) {
		return nil
	}
	list := ""
	for _, name := range names {
		list += "\n  - " + q.value(name)
	}
	return usageError(fmt.Sprintf("invalid argument %s for %s\nValid arguments are:%s", q.value(value), q.value("--"+flag), list))
}
