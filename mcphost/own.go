package mcphost

import "context"

type ownKey struct{}

// isOwn says whether a request comes from Own, which asks a server for its tools as they are.
func isOwn(ctx context.Context) bool { return ctx.Value(ownKey{}) != nil }
