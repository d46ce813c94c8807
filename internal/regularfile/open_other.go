//go:build !unix

package regularfile

// nonBlocking is zero on systems whose file systems have no named pipes.
const nonBlocking = 0
