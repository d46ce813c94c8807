package serve

import (
	"context"
	"net"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/mcphost"
)

// shutdownTimeout is how long calls may take to finish once the gateway is told to stop.
const shutdownTimeout = 30 * time.Second

// serveHTTP answers over HTTP until the context ends. It has no sessions, so that old and new
// versions of the protocol share one address.
func serveHTTP(ctx context.Context, g *mcphost.Gateway, opts Options) error {
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return g.Server() },
		&mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true, Logger: opts.Logger})
	server := &http.Server{
		Handler:           mcphost.Handler(handler),
		ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute,
	}
	listener, err := net.Listen("tcp", opts.HTTP)
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	opts.Logger.Info("the gateway serves HTTP", "address", listener.Addr().String())
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil { // streams to clients do not end by themselves
		return server.Close()
	}
	return nil
}
