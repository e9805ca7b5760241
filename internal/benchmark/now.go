//go:build !windows

package benchmark

import "time"

var epoch = time.Now()

// now is the time since some moment.
func now() time.Duration { return time.Since(epoch) }
