//go:build unix

package regularfile

import "syscall"

// nonBlocking prevents opening a pipe without a writer from blocking.
const nonBlocking = syscall.O_NONBLOCK
