//go:build !unix

package cond_test

import "time"

var begin = time.Now()

// processorTime returns the elapsed time, since the processor time is not available.
func processorTime() time.Duration { return time.Since(begin) }
