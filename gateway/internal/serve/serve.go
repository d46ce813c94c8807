// Package serve is the command toolrules serve: a gateway for the servers of a file, under a rule
// file, on standard input and output or over HTTP.
package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"slices"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/gateway/internal/audit"
	"github.com/toolrules/toolrules/gateway/internal/callers"
	"github.com/toolrules/toolrules/gateway/internal/config"
	"github.com/toolrules/toolrules/gateway/internal/metrics"
	"github.com/toolrules/toolrules/gateway/internal/servers"
	"github.com/toolrules/toolrules/internal/regularfile"
	"github.com/toolrules/toolrules/mcphost"
)

// Options are the flags of the command.
type Options struct {
	Servers  string // the servers file
	Rules    string // the rule file
	Config   string // the configuration file; may be empty
	HTTP     string // the address of the main listener; empty means standard input and output
	Admin    string // the address of the admin listener; empty means none
	Insecure bool   // listen without TLS or without authentication on addresses other than loopback
	Version  string
	Logger   *slog.Logger
}

// A service is a running command.
type service struct {
	opts     Options
	logger   *slog.Logger
	config   *config.Config
	source   *mcphost.Source
	audit    *audit.Log
	metrics  *metrics.Metrics
	verifier *callers.Verifier
	rules    *engine.Watcher
	gateway  atomic.Pointer[mcphost.Gateway] // nil until it is built
	calls    inflight
	stopping atomic.Bool
}

// Run serves until the context ends and the calls in progress have finished.
func Run(ctx context.Context, opts Options) error {
	s := &service{opts: opts, logger: opts.Logger, metrics: metrics.New()}
	var err error
	if s.config, err = config.Read(opts.Config); err != nil {
		return err
	}
	s.source = callers.Source(s.config)
	if s.audit, err = audit.Open(s.config.Audit.File, s.metrics.AuditFailed); err != nil {
		return err
	}
	if s.verifier, err = callers.New(s.config, s.logger, s.recordRefusal); err != nil {
		return fmt.Errorf("%s: %w", opts.Config, err)
	}
	if err := s.checkAddress(); err != nil {
		return err
	}
	if i := s.config.Isolate; i != nil && slices.Contains(i.By, "session") && opts.HTTP != "" && !s.config.Sessions {
		return fmt.Errorf("%s: isolate by session needs sessions: true, since HTTP has no sessions otherwise",
			opts.Config)
	}
	file, err := readServers(opts.Servers)
	if err != nil {
		return err
	}
	// Calls in progress when ctx ends still need servers and rules.
	running, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	endTracing, err := s.startTracing(running)
	if err != nil {
		return err
	}
	defer endTracing()
	if err := s.start(running, file); err != nil {
		return err
	}
	defer s.rules.Close()
	defer s.gateway.Load().Close()
	go s.watchServers(running, file)
	if opts.HTTP == "" {
		return s.serveStdio(ctx)
	}
	return s.serveHTTP(ctx)
}

// start loads the rules and starts the gateway.
func (s *service) start(ctx context.Context, file *serversFile) error {
	var err error
	s.rules, err = engine.Watch(ctx, s.opts.Rules, engine.WatchOptions{
		Engine: engine.Options{OnFailure: func(f engine.Failure) { s.metrics.RuleFailed(f.Pointer) }},
		Check: func(_ context.Context, e *engine.Engine,
			_ []*engine.Catalog) error {
			if err := s.source.Check(e.File()); err != nil {
				return fmt.Errorf("the configuration %s contradicts the rules: %w", s.opts.Config, err)
			}
			return nil
		},
		OnChange: s.rulesChanged,
	})
	if err != nil {
		return err
	}
	s.metrics.RulesInForce(s.rules.Engine().File().Revision(), false)
	s.warnUnset(s.rules.Engine().File())
	live, err := s.rules.Bind(nil)
	if err != nil {
		return err
	}
	times := s.config.Timeouts
	g, err := mcphost.NewGateway(live, s.connectable(file.list.Upstreams), mcphost.GatewayOptions{
		Source: s.source, OnCall: s.recordCall, Logger: s.logger, Isolation: s.isolation(),
		Implementation: &mcp.Implementation{Name: "toolrules", Version: s.opts.Version},
		ReadyTimeout:   times.Ready, Grace: times.Grace, ConnectTimeout: times.Connect, CallTimeout: times.Call,
	})
	if err != nil {
		return errors.Join(fmt.Errorf("%s: %w", s.opts.Servers, err), s.rules.Close())
	}
	g.Server().AddReceivingMiddleware(s.calls.middleware, s.traced)
	s.gateway.Store(g)
	s.metrics.Servers(g.Status)
	return nil
}

func (s *service) rulesChanged(change engine.Change) {
	if change.Problems != nil {
		s.metrics.RulesRefused()
		s.logger.Error("the new rules are refused; the last valid rules remain in force", "error", change.Problems)
		return
	}
	revision := change.Engine.File().Revision()
	s.metrics.RulesInForce(revision, true)
	s.logger.Info("new rules are in force", "file", s.opts.Rules, "revision", revision)
	s.warnUnset(change.Engine.File())
	if g := s.gateway.Load(); g != nil {
		g.NotifyToolsChanged()
	}
}

// isolation returns which connections callers share.
func (s *service) isolation() *mcphost.Isolation {
	i := s.config.Isolate
	if i == nil {
		return nil
	}
	return &mcphost.Isolation{By: i.By, Servers: i.Servers, Max: i.Max, Idle: i.Idle}
}

// connectable returns upstreams that use the HTTP client of this process.
func (s *service) connectable(upstreams []mcphost.Upstream) []mcphost.Upstream {
	for i := range upstreams {
		if upstreams[i].URL != "" {
			upstreams[i].HTTPClient = tracedClient
		}
	}
	return upstreams
}

// checkAddress returns an error if the main listener would admit unknown callers from other
// machines, or show their credentials to the network.
func (s *service) checkAddress() error {
	if s.opts.HTTP == "" || isLoopback(s.opts.HTTP) {
		return nil
	}
	if _, _, err := net.SplitHostPort(s.opts.HTTP); err != nil {
		return fmt.Errorf("--http %s: expected an address with a port, such as 127.0.0.1:8080: %w", s.opts.HTTP, err)
	}
	if len(s.hosts()) == 0 {
		return fmt.Errorf("--http %s: other machines can reach this address: list the names by which clients reach it "+
			"under hosts in the configuration", s.opts.HTTP)
	}
	if s.opts.Insecure || s.verifier.Required() && s.config.TLS.Cert != "" {
		return nil
	}
	return fmt.Errorf("--http %s: other machines can reach this address: configure tls, and tokens or oidc; "+
		"or set --insecure if a proxy does both", s.opts.HTTP)
}

// maxServersFile is the largest size of a servers file in bytes.
const maxServersFile = 512 << 10

// A serversFile is a version of the servers file.
type serversFile struct {
	data []byte
	list *servers.List
}

func readServers(path string) (*serversFile, error) {
	data, err := regularfile.Read(path, maxServersFile)
	if err != nil {
		return nil, fmt.Errorf("cannot read the servers file: %w", err)
	}
	return parseServers(path, data)
}

func parseServers(path string, data []byte) (*serversFile, error) {
	if len(data) > maxServersFile {
		return nil, fmt.Errorf("%s: the file has more than %d bytes", path, maxServersFile)
	}
	list, err := servers.Parse(path, data, os.LookupEnv)
	if err != nil {
		return nil, err
	}
	return &serversFile{data, list}, nil
}
