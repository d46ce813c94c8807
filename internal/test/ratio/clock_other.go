//go:build !unix

package ratio

import "time"

func now() time.Duration { return time.Since(start) }
