package serve

import (
	"context"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// inflight is the calls in progress. The zero value has none.
type inflight struct {
	mu sync.RWMutex // held for reading by each call, for writing once no more are admitted
}

// middleware counts calls, and refuses those that arrive while the gateway stops.
func (i *inflight) middleware(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method != "tools/call" {
			return next(ctx, method, req)
		}
		if !i.mu.TryRLock() {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError,
				Message: "the gateway is stopping: try again later"}
		}
		defer i.mu.RUnlock()
		return next(ctx, method, req)
	}
}

// drain waits until all calls have finished, for timeout at most. From then on none is admitted.
func (i *inflight) drain(timeout time.Duration) {
	done := make(chan struct{})
	go func() {
		i.mu.Lock()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(timeout):
	}
}
