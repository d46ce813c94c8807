package serve

import (
	"context"
	"errors"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// serveStdio serves one client on standard input and output, until the client closes it or the
// context ends and the calls in progress have finished.
func (s *service) serveStdio(ctx context.Context) error {
	endAdmin, err := s.serveAdmin()
	if err != nil {
		return err
	}
	defer endAdmin()
	session, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	stop := context.AfterFunc(ctx, func() {
		s.stopping.Store(true)
		s.calls.drain(shutdownTimeout)
		time.Sleep(flushTime)
		cancel()
	})
	defer stop()
	err = s.gateway.Load().Server().Run(session, &mcp.StdioTransport{})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// flushTime is how long the SDK may take to write the response of a call that has finished.
const flushTime = 100 * time.Millisecond
