package mcphost

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/naming"
)

// An Upstream says how to reach a server. Exactly one of Command, URL and Transport is set.
type Upstream struct {
	// ID is the operator's name for the server.
	ID string

	// Command is a program and its arguments, which is run and talked to over its standard input and output. It ends when its
	// input does, or else is made to, with all that it has started.
	Command []string
	Env     []string // KEY=value, added to the environment of this process
	Dir     string   // the working directory; empty means that of this process

	// Stderr is what the command's standard error is written to: line by line, each with the id in
	// brackets before it and with control characters escaped. [Capture] passes it on as it is. A
	// writer that several upstreams share must be safe for concurrent use, as os.Stderr is. Nil
	// means that nobody reads it.
	Stderr io.Writer

	// URL is the absolute http or https address of a streamable HTTP endpoint. Logs and errors have it
	// without user info and query.
	URL        string
	Header     http.Header  // sent with each request: credentials, for one
	HTTPClient *http.Client // nil means http.DefaultClient

	// Transport makes a transport for each new connection: for a server in this process, or one that is reached in a way of
	// its own. A *mcp.StreamableClientTransport will do as well.
	Transport func() mcp.Transport

	// Protocol is the version of MCP to speak. Empty means the newest that both sides know.
	Protocol string

	// Tags are the host's own tags by raw tool name, as in engine.Server.
	Tags map[string][]string
}

// Check says what keeps the upstream from being used: an illegal id, or not exactly one way to reach it. The error is an [*Error],
// or nil. Whether the server can be reached is not tried.
func (u *Upstream) Check() error {
	if err := naming.CheckServerID(u.ID); err != nil {
		return &Error{Code: CodeServerID, Place: u.ID, Message: "the id is not allowed", Err: err}
	}
	return u.checkWay()
}

func (u *Upstream) checkWay() error {
	ways := 0
	for _, set := range []bool{len(u.Command) > 0, u.URL != "", u.Transport != nil} {
		if set {
			ways++
		}
	}
	if ways != 1 {
		return &Error{Code: CodeServerWay, Place: u.ID, Message: "give exactly one of a command, a URL and a transport"}
	}
	if parsed, err := url.Parse(u.URL); u.URL != "" && (err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Host == "") {
		return &Error{Code: CodeServerWay, Place: u.ID, Message: "the URL is not an absolute http or https URL"} // not quoted: it may hold a secret
	}
	return nil
}

// A link is a connection to an upstream.
type link struct {
	server  string // its id
	session *mcp.ClientSession
	params  *paramHeaders

	// ctx ends with the link, and with it every call that is under way.
	ctx context.Context
	end context.CancelFunc
}

// A dialer holds what links to upstreams have in common.
type dialer struct {
	impl    *mcp.Implementation
	limits  Limits
	connect time.Duration // for the handshake

	maxBackoff time.Duration // between two attempts to listen again; zero means a minute
	once       bool          // there is one connection to make, and no reason to hurry: see Capture
	logger     *slog.Logger
}

const defaultConnectTimeout = 30 * time.Second // a command may have to be downloaded first

// legacyProtocol is the newest version that starts with a handshake.
const legacyProtocol = "2025-11-25"

// dial connects to an upstream. A server that does not get along with the newest protocol, or with being asked for it, is tried
// once more with the one before: some never answer what they do not know.
func (d *dialer) dial(ctx context.Context, u *Upstream, opts mcp.ClientOptions) (*link, error) {
	versions := []string{u.Protocol}
	if u.Protocol == "" {
		versions = []string{"", legacyProtocol}
		if d.once {
			versions = []string{legacyProtocol, ""}
		}
	}
	var errs []error
	for _, version := range versions {
		l, err := d.dialVersion(ctx, u, opts, version)
		if err == nil {
			return l, nil
		}
		errs = append(errs, err)
		if ctx.Err() != nil || d.once && len(u.Command) > 0 && !answered(err) {
			break
		}
	}
	return nil, &Error{Code: CodeConnect, Place: u.ID, Message: "the server can't be connected to", Err: bare(errs[len(errs)-1])}
}

// answered says whether it was the server that refused a handshake.
func answered(err error) bool {
	var theirs *jsonrpc.Error
	return errors.As(err, &theirs) && !isTransportError(theirs)
}

func (d *dialer) dialVersion(ctx context.Context, u *Upstream, opts mcp.ClientOptions, version string) (*link, error) {
	opts.Logger = d.logger
	if opts.Capabilities == nil {
		opts.Capabilities = &mcp.ClientCapabilities{} // we pass on no roots, no sampling and no questions to the user
	}
	client, err := newRawClient(d.impl, &opts)
	if err != nil {
		return nil, err
	}
	l := &link{server: u.ID, params: &paramHeaders{}}
	transport, err := d.transport(u, l.params)
	if err != nil {
		return nil, err
	}
	hand, done := context.WithTimeout(ctx, d.connect)
	defer done()
	if l.session, err = client.Connect(hand, transport, &mcp.ClientSessionOptions{ProtocolVersion: version}); err != nil {
		if t, ok := transport.(*aliasTransport); ok {
			t.abandon()
		}
		return nil, err
	}
	l.ctx, l.end = context.WithCancel(context.WithoutCancel(ctx))
	return l, nil
}

// transport makes what a client connects to.
func (d *dialer) transport(u *Upstream, params *paramHeaders) (mcp.Transport, error) {
	if err := u.checkWay(); err != nil {
		return nil, err
	}
	switch {
	case len(u.Command) > 0:
		cmd := exec.Command(u.Command[0], u.Command[1:]...)
		cmd.Env = append(os.Environ(), u.Env...)
		cmd.Dir, cmd.Stderr = u.Dir, stderrOf(u)
		if d.once {
			cmd.Stderr = calmOutput(u.Stderr)
		}
		return aliased(&commandTransport{cmd: cmd, limit: d.limits.message(), lenient: d.once, logger: d.logger}), nil
	case u.URL != "":
		return d.overHTTP(u, &mcp.StreamableClientTransport{Endpoint: u.URL, HTTPClient: u.HTTPClient}, params), nil
	}
	made, err := u.makeTransport()
	if err != nil {
		return nil, err
	}
	switch t := made.(type) {
	case nil:
		return nil, errors.New("there is no transport")
	case *mcp.StreamableClientTransport:
		return d.overHTTP(u, t, params), nil
	default:
		return aliased(t), nil
	}
}

func (u *Upstream) makeTransport() (_ mcp.Transport, err error) {
	defer errPanic(&err, "the function that makes a transport")
	return u.Transport(), nil
}

// overHTTP puts an aliasRoundTripper under the SDK's transport.
func (d *dialer) overHTTP(u *Upstream, t *mcp.StreamableClientTransport, params *paramHeaders) mcp.Transport {
	out := *t
	client := http.Client{}
	if t.HTTPClient != nil {
		client = *t.HTTPClient
	}
	base := client.Transport
	if base == nil {
		base = http.DefaultTransport
	}
	origin, _ := url.Parse(t.Endpoint) // what can't be parsed can't be connected to either
	rt := &aliasRoundTripper{
		base: base, origin: origin, header: u.Header,
		limit: d.limits.message(), patient: d.connect / 2, params: params.of,
		maxBackoff: cmp.Or(d.maxBackoff, time.Minute), logger: d.logger,
	}
	rt.broken, rt.breakOff = context.WithCancel(context.Background())
	client.Transport = rt
	out.HTTPClient = &client
	out.MaxEventSize = d.limits.message()
	if out.MaxRetries == 0 {
		out.MaxRetries = 2 // whoever holds the link connects anew
	}
	return &out
}

// list reads the server's tools.
func (l *link) list(ctx context.Context, limits Limits) ([][]byte, error) {
	ctx, stop := l.bound(ctx)
	defer stop()
	lists, err := listAll(ctx, l.session, l.server, limits)
	if err != nil {
		return nil, err
	}
	l.params.learn(lists)
	return lists, nil
}

// bound gives a context that ends with the link as well.
func (l *link) bound(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(l.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}

// close ends the link. Calls under way get an error at once.
func (l *link) close() {
	l.end()
	_ = l.session.Close()
}
