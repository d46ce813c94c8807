//go:build unix

package ratio

import (
	"syscall"
	"time"
)

// now returns the processor time that this process has used, the garbage collector's included.
func now() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return time.Since(start)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
