//go:build !windows

// Package clock tells the time in steps that are fine enough to measure kernels with.
package clock

import "time"

var epoch = time.Now()

// Now is the time since some moment.
func Now() time.Duration { return time.Since(epoch) }
