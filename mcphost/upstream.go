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
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/naming"
)

// An Upstream defines how to connect to a server. Exactly one of Command, URL and Transport is set.
type Upstream struct {
	// ID is the server ID.
	ID string

	// Command is a program and its arguments. It is run, and communicates over its standard input
	// and output. When the connection is closed, its input is closed; if it does not exit, it and
	// all its children are terminated.
	Command []string
	Env     []string // KEY=value, added to the environment of the command
	Dir     string   // the working directory; empty means that of this process

	// MinimalEnv starts the command with only those variables of this process that every program
	// needs, such as PATH, HOME and LANG, so that a server does not receive secrets of this process
	// or of other servers. By default a command inherits all variables.
	MinimalEnv bool

	// Stderr receives the standard error of the command, line by line, with the ID in brackets
	// before each line and with control characters escaped. [Capture] passes it on unchanged. A
	// writer that several upstreams share must be safe for concurrent use, as os.Stderr is. Nil
	// discards it.
	Stderr io.Writer

	// URL is the absolute http or https URL of a streamable HTTP endpoint. Logs and errors omit its
	// user info and query.
	URL        string
	Header     http.Header  // added to each request, for example credentials
	HTTPClient *http.Client // nil means http.DefaultClient

	// HeaderTemplates are further headers, whose values have {ctx.PATH} for attributes of the
	// caller. They need an [Isolation] by these attributes. A call without a value, or with one
	// that has CR, LF or NUL, is refused. Tools are listed without these headers.
	HeaderTemplates map[string]string

	// Transport returns a new transport for each connection: for a server in this process, or for
	// another way to connect. It may be a [*mcp.StreamableClientTransport].
	Transport func() mcp.Transport

	// Protocol is the version of MCP to use. Empty means the newest that both sides support.
	Protocol string

	// Tags are the host's own tags by raw tool name, as in [engine.Server].
	Tags map[string][]string
}

// Check returns an [*Error] if the ID is not valid or not exactly one of Command, URL and Transport
// is set, and otherwise nil. It does not connect to the server.
func (u *Upstream) Check() error {
	if err := naming.CheckServerID(u.ID); err != nil {
		return fault(CodeServerID, u.ID, err, "the ID is not valid")
	}
	return u.checkTransport()
}

func (u *Upstream) checkTransport() error {
	n := 0
	for _, set := range []bool{len(u.Command) > 0, u.URL != "", u.Transport != nil} {
		if set {
			n++
		}
	}
	if n != 1 {
		return fault(CodeServerWay, u.ID, nil, "set exactly one of a command, a URL and a transport")
	}
	if u.URL == "" {
		return nil
	}
	parsed, err := url.Parse(u.URL)
	if err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Host == "" {
		// The URL is not quoted: it may contain secrets.
		return fault(CodeServerWay, u.ID, nil, "the URL is not an absolute http or https URL")
	}
	return nil
}

type link struct {
	server  string // its ID
	session *mcp.ClientSession
	params  *paramHeaders

	// ctx is done when the link is closed, which cancels all calls.
	ctx context.Context
	end context.CancelFunc
}

// A dialer holds what all links to upstreams share.
type dialer struct {
	impl    *mcp.Implementation
	limits  Limits
	connect time.Duration // for the handshake

	maxBackoff time.Duration // between two attempts to reopen a stream; zero means a minute
	once       bool          // for a single, lenient connection: see Capture
	logger     *slog.Logger
}

const defaultConnectTimeout = 30 * time.Second // a command may be downloaded first

// legacyProtocol is the newest version that starts with a handshake.
const legacyProtocol = "2025-11-25"

// dial connects to an upstream. It falls back to an older protocol if the newest one fails or is
// not answered: some servers never respond to unknown requests.
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
	return nil, fault(CodeConnect, u.ID, redactError(errs[len(errs)-1]), "cannot connect to the server")
}

// answered reports whether the server itself refused the handshake.
func answered(err error) bool {
	var theirs *jsonrpc.Error
	return errors.As(err, &theirs) && !isTransportError(theirs)
}

func (d *dialer) dialVersion(ctx context.Context, u *Upstream, opts mcp.ClientOptions, version string) (*link, error) {
	opts.Logger = d.logger
	if opts.Capabilities == nil {
		opts.Capabilities = &mcp.ClientCapabilities{} // roots, sampling and elicitation are not supported
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
	handshake, cancel := context.WithTimeout(ctx, d.connect)
	defer cancel()
	l.session, err = client.Connect(handshake, transport, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		if t, ok := transport.(*aliasTransport); ok {
			t.abandon()
		}
		return nil, err
	}
	l.ctx, l.end = context.WithCancel(context.WithoutCancel(ctx))
	return l, nil
}

func (d *dialer) transport(u *Upstream, params *paramHeaders) (mcp.Transport, error) {
	if err := u.checkTransport(); err != nil {
		return nil, err
	}
	switch {
	case len(u.Command) > 0:
		cmd := exec.Command(u.Command[0], u.Command[1:]...)
		cmd.Env = u.environ()
		cmd.Dir, cmd.Stderr = u.Dir, stderrOf(u, d.once)
		return aliased(&commandTransport{cmd: cmd, limit: d.limits.message(), lenient: d.once, logger: d.logger}), nil
	case u.URL != "":
		return d.httpTransport(u, &mcp.StreamableClientTransport{Endpoint: u.URL, HTTPClient: u.HTTPClient}, params), nil
	}
	made, err := u.makeTransport()
	if err != nil {
		return nil, err
	}
	switch t := made.(type) {
	case nil:
		return nil, errors.New("the function Transport returned nil")
	case *mcp.StreamableClientTransport:
		return d.httpTransport(u, t, params), nil
	default:
		return aliased(t), nil
	}
}

// minimalEnv are the variables that a command inherits with MinimalEnv: those of the official SDKs,
// and those for time zones, temporary files and certificates.
var minimalEnv = []string{
	"PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "TZ", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR",
}

var minimalEnvWindows = []string{
	"PATH", "PATHEXT", "APPDATA", "LOCALAPPDATA", "HOMEDRIVE", "HOMEPATH", "USERNAME", "USERPROFILE", "COMSPEC",
	"PROCESSOR_ARCHITECTURE", "PROGRAMDATA", "PROGRAMFILES", "SYSTEMDRIVE", "SYSTEMROOT", "WINDIR", "TEMP", "TMP",
}

// environ returns the environment of the command.
func (u *Upstream) environ() []string {
	if !u.MinimalEnv {
		return append(os.Environ(), u.Env...)
	}
	inherited := minimalEnv
	if runtime.GOOS == "windows" {
		inherited = minimalEnvWindows
	}
	env := slices.DeleteFunc(os.Environ(), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		if runtime.GOOS == "windows" {
			name = strings.ToUpper(name)
		}
		return !slices.Contains(inherited, name)
	})
	return append(env, u.Env...)
}

func (u *Upstream) makeTransport() (_ mcp.Transport, err error) {
	defer errPanic(&err, "the function Transport")
	return u.Transport(), nil
}

// httpTransport inserts an aliasRoundTripper beneath the SDK's transport.
func (d *dialer) httpTransport(u *Upstream, t *mcp.StreamableClientTransport, params *paramHeaders) mcp.Transport {
	out := *t
	client := http.Client{}
	if t.HTTPClient != nil {
		client = *t.HTTPClient
	}
	base := client.Transport
	if base == nil {
		base = http.DefaultTransport
	}
	origin, _ := url.Parse(t.Endpoint) // an invalid URL fails in Connect
	rt := &aliasRoundTripper{
		base: base, origin: origin, header: u.Header,
		limit: d.limits.message(), streamTimeout: d.connect / 2, params: params.of,
		maxBackoff: cmp.Or(d.maxBackoff, time.Minute), logger: d.logger,
	}
	rt.broken, rt.abort = context.WithCancel(context.Background())
	client.Transport = rt
	out.HTTPClient = &client
	out.MaxEventSize = d.limits.message()
	if out.MaxRetries == 0 {
		out.MaxRetries = 2 // the holder of the link reconnects
	}
	return &out
}

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

// takesCapabilities reports whether each request has the capabilities of the client.
func (l *link) takesCapabilities() bool {
	result := l.session.InitializeResult()
	return result != nil && result.ProtocolVersion >= resultTypeProtocol
}

// bound returns a context that is also done when the link is closed.
func (l *link) bound(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(l.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}

// close closes the link. Pending calls fail at once.
func (l *link) close() {
	l.end()
	_ = l.session.Close()
}
