//go:build unix

package cond_test

import (
	"syscall"
	"time"
)

// processorTime returns the processor time of this process. Unlike the elapsed time, it does not
// depend on other processes.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
