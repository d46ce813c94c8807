//go:build !unix

package regularfile

// nonBlocking is empty where no file system has pipes that can be opened by their path.
const nonBlocking = 0
