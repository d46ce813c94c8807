package serve

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/gateway/internal/web"
	"github.com/toolrules/toolrules/mcphost"
)

// shutdownTimeout is how long calls may take to finish once the gateway is told to stop.
const shutdownTimeout = 30 * time.Second

// sessionTimeout is how long a session without requests is kept.
const sessionTimeout = 30 * time.Minute

func isLoopback(address string) bool { return web.IsLoopback(address) }

// hosts returns the hosts by which clients may reach the main listener.
func (s *service) hosts() []string {
	hosts := s.config.Hosts
	if host := s.verifier.Host(); host != "" {
		hosts = append(hosts[:len(hosts):len(hosts)], host)
	}
	if isLoopback(s.opts.HTTP) {
		hosts = append(hosts[:len(hosts):len(hosts)], web.Loopback...)
	}
	return hosts
}

// serveHTTP serves until the context ends and the calls in progress have finished.
func (s *service) serveHTTP(ctx context.Context) error {
	endAdmin, err := s.serveAdmin()
	if err != nil {
		return err
	}
	defer endAdmin()
	listener, err := net.Listen("tcp", s.opts.HTTP)
	if err != nil {
		return err
	}
	server := web.NewServer(s.handler(ctx))
	ended := make(chan error, 1)
	go func() {
		if s.config.TLS.Cert != "" {
			ended <- server.ServeTLS(listener, s.config.TLS.Cert, s.config.TLS.Key)
			return
		}
		ended <- server.Serve(listener)
	}()
	s.logger.Info("the gateway serves HTTP", "address", listener.Addr().String())
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	s.stopping.Store(true)
	s.logger.Info("the gateway stops: it waits for calls in progress")
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		return errors.Join(errors.New("not all calls have finished in time"), server.Close())
	}
	return nil
}

// handler returns the handler of the main listener. Streams to clients end with stop.
func (s *service) handler(stop context.Context) http.Handler {
	options := &mcp.StreamableHTTPOptions{
		Stateless: !s.config.Sessions, PropagateRequestCancellation: true, Logger: s.logger,
		DisableLocalhostProtection: true, // web.Hosts is stricter
	}
	if s.config.Sessions {
		options.SessionTimeout = sessionTimeout
	}
	sdk := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.gateway.Load().Server() }, options)
	mux := http.NewServeMux()
	if path, metadata := s.verifier.Metadata(); metadata != nil {
		mux.Handle(path, metadata)
		mux.Handle(path+"/", metadata)
	}
	s.addProbes(mux, !s.verifier.Required() && isLoopback(s.opts.HTTP))
	mux.Handle("/", s.verifier.Handler(web.Bodies(endStreams(stop, mcphost.Handler(sdk, s.config.Origins...)))))
	return web.Hosts(web.Origins(tracedHandler(mux), s.config.Origins), s.hosts())
}

// endStreams ends the streams of next, which clients keep open, with stop.
func endStreams(stop context.Context, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet || r.Header.Get("Mcp-Method") == "subscriptions/listen" {
			ctx, cancel := context.WithCancel(r.Context())
			defer cancel()
			defer context.AfterFunc(stop, cancel)()
			r = r.WithContext(ctx)
		}
		next.ServeHTTP(w, r)
	})
}
