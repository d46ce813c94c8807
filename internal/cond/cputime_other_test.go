//go:build !unix

package cond_test

import "time"

var begin = time.Now()

// processorTime returns the time of day where the processor's is not to be had.
func processorTime() time.Duration { return time.Since(begin) }
