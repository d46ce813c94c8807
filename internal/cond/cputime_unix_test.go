//go:build unix

package cond_test

import (
	"syscall"
	"time"
)

// processorTime returns how long this process has kept a processor busy: unlike the time of day it
// does not run on while other processes have the machine.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
