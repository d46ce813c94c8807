//go:build unix

package regularfile

import "syscall"

// nonBlocking makes opening a pipe that nobody writes to return at once.
const nonBlocking = syscall.O_NONBLOCK
