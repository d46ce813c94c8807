package mcphost_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

// inMemory returns an upstream in this process.
func inMemory(t testing.TB, id string, s *mcp.Server) mcphost.Upstream {
	return mcphost.Upstream{ID: id, Transport: func() mcp.Transport {
		ct, st := mcp.NewInMemoryTransports()
		if _, err := s.Connect(t.Context(), st, nil); err != nil {
			t.Error(err)
		}
		return ct
	}}
}

// gateway returns a gateway that is ready and is closed at the end of the test.
func gateway(t testing.TB, ruleFile string, opts mcphost.GatewayOptions, upstreams ...mcphost.Upstream) *mcphost.Gateway {
	t.Helper()
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	g, err := mcphost.NewGateway(mcphost.Fixed(parse(t, ruleFile)), upstreams, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	if err := g.Ready(testContext(t)); err != nil {
		t.Fatal(err)
	}
	return g
}

// eventually waits until a condition holds.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("timeout: %s", what)
		}
	}
}

const gatewayRules = `
version: 1
context: {user: {role: string}}
filter:
  exclude:
    - {tools: '*/write', when: ctx.user.role != "admin"}
    - {tools: 'git/*', when: ctx.user.role == "guest"}
`

// httpTransport serves a server over HTTP and returns its URL.
func httpTransport(t testing.TB, s *mcp.Server, opts *mcp.StreamableHTTPOptions) string {
	h := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, opts))
	t.Cleanup(func() {
		h.CloseClientConnections()
		h.Close()
	})
	return h.URL
}

// Two users of one gateway see different lists at the same time and can call exactly the tools that
// they see, over any transport.
func TestGatewayUsers(t *testing.T) {
	source := mcphost.Source{Headers: map[string]string{"X-Role": "user.role"}}
	byHeader := mcphost.GatewayOptions{Request: source.Request}
	byName := mcphost.GatewayOptions{Request: asRole}
	fs, git := echoServer("read", "write"), echoServer("log", "write")

	type way struct {
		name      string
		protocols []string
		opts      mcphost.GatewayOptions
		upstreams []mcphost.Upstream
		dial      func(t *testing.T, g *mcphost.Gateway) func(role, protocol string) *mcp.ClientSession
	}
	memory := []mcphost.Upstream{inMemory(t, "fs", fs), inMemory(t, "git", git)}
	httpWay := func(opts *mcp.StreamableHTTPOptions) func(t *testing.T, g *mcphost.Gateway) func(role, protocol string) *mcp.ClientSession {
		return func(t *testing.T, g *mcphost.Gateway) func(role, protocol string) *mcp.ClientSession {
			url := httpTransport(t, g.Server(), opts)
			return func(role, protocol string) *mcp.ClientSession {
				client := &http.Client{Transport: withHeader{"X-Role", role}}
				return connect(t, &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: client}, "c", protocol, nil)
			}
		}
	}
	for _, w := range []way{
		{"memory", protocols, byName, memory, func(t *testing.T, g *mcphost.Gateway) func(role, protocol string) *mcp.ClientSession {
			return func(role, protocol string) *mcp.ClientSession { return dial(t, g.Server(), role, protocol) }
		}},
		{"HTTP, stateful", protocols[:1], byHeader, memory, httpWay(nil)},
		{"HTTP, stateless", protocols, byHeader, memory, httpWay(&mcp.StreamableHTTPOptions{Stateless: true})},
		{"HTTP, stateless, JSON", protocols, byHeader, memory, httpWay(&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})},
		{"HTTP on both sides", protocols, byHeader, []mcphost.Upstream{
			{ID: "fs", URL: httpTransport(t, fs, nil)},
			{ID: "git", URL: httpTransport(t, git, &mcp.StreamableHTTPOptions{Stateless: true})},
		}, httpWay(&mcp.StreamableHTTPOptions{Stateless: true})},
	} {
		t.Run(w.name, func(t *testing.T) {
			g := gateway(t, gatewayRules, w.opts, w.upstreams...)
			dialAs := w.dial(t, g)
			for _, protocol := range w.protocols {
				sessions := map[string]*mcp.ClientSession{}
				for _, role := range []string{"admin", "member", "guest"} {
					sessions[role] = dialAs(role, protocol)
				}
				sees := map[string]string{
					"admin":  "fs__read fs__write git__log git__write",
					"member": "fs__read git__log",
					"guest":  "fs__read",
				}
				for role, cs := range sessions {
					if got := cs.InitializeResult().ProtocolVersion; got != protocol {
						t.Fatalf("speaks %s", got)
					}
					if got := names(t, cs); got != sees[role] {
						t.Errorf("%s: a %s sees %s", protocol, role, got)
					}
					for name := range strings.FieldsSeq(sees["admin"]) {
						_, raw, _ := strings.Cut(name, "__")
						got, err := call(t, cs, name)
						if visible := strings.Contains(sees[role], name); visible != (err == nil) {
							t.Errorf("%s: a %s calls %s: %v", protocol, role, name, err)
						} else if visible && got != raw+` {"n":1}` {
							t.Errorf("%s: %s returned %s", protocol, name, got)
						}
					}
				}
			}
		})
	}
}

type withHeader struct{ name, value string }

func (h withHeader) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set(h.name, h.value)
	return http.DefaultTransport.RoundTrip(req)
}

// A gateway notices that an upstream's tools have changed, and notifies its callers.
func TestGatewayFollowsUpstreams(t *testing.T) {
	for _, protocol := range protocols {
		t.Run(protocol, func(t *testing.T) {
			s := echoServer("a")
			up := inMemory(t, "fs", s)
			up.Protocol = protocol
			g := gateway(t, "version: 1\n", mcphost.GatewayOptions{}, up)
			changed := make(chan struct{}, 99)
			ct, st := mcp.NewInMemoryTransports()
			if _, err := g.Server().Connect(testContext(t), st, nil); err != nil {
				t.Fatal(err)
			}
			cs := connect(t, ct, "c", protocol, &mcp.ClientOptions{
				ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { changed <- struct{}{} },
			})
			if got := names(t, cs); got != "fs__a" {
				t.Fatalf("lists %s", got)
			}
			eventually(t, "b is listed", func() bool {
				addEcho(s, "b") // over and over: the subscription may not stand yet
				time.Sleep(20 * time.Millisecond)
				return names(t, cs) == "fs__a fs__b"
			})
			select {
			case <-changed:
			case <-testContext(t).Done():
				t.Error("the caller was not notified")
			}
			if got, err := call(t, cs, "fs__b"); err != nil {
				t.Errorf("fs__b: %q, %v", got, err)
			}
		})
	}
}

func TestGatewayErrors(t *testing.T) {
	ok := echoServer("a")
	for name, tt := range map[string]struct {
		rules     string
		upstreams []mcphost.Upstream
		want      string // codes and places
	}{
		"an illegal id":       {"version: 1\n", []mcphost.Upstream{inMemory(t, "a__b", ok)}, "server_id a__b"},
		"an id twice":         {"version: 1\n", []mcphost.Upstream{inMemory(t, "a", ok), inMemory(t, "a", ok)}, "duplicate_server a"},
		"no way to reach it":  {"version: 1\n", []mcphost.Upstream{{ID: "a"}}, "server_way a"},
		"two ways to reach":   {"version: 1\n", []mcphost.Upstream{{ID: "a", URL: "http://127.0.0.1:1", Command: []string{"x"}}}, "server_way a"},
		"not one of the file": {"version: 1\nservers: [b]\n", []mcphost.Upstream{inMemory(t, "a", ok)}, "server_refused a"},
		"no namespace":        {"version: 1\nnaming: {namespace: false}\n", []mcphost.Upstream{inMemory(t, "a", ok), inMemory(t, "b", ok)}, "server_refused "},
		"all at once":         {"version: 1\n", []mcphost.Upstream{{ID: "a"}, inMemory(t, "", ok), inMemory(t, "b", ok), inMemory(t, "b", ok)}, "server_way a, server_id , duplicate_server b"},
	} {
		_, err := mcphost.NewGateway(mcphost.Fixed(parse(t, tt.rules)), tt.upstreams, mcphost.GatewayOptions{})
		if got := codes(err); got != tt.want {
			t.Errorf("%s: %s (%v), want %s", name, got, err, tt.want)
		}
	}
}

var _ mcphost.Catalogs = (*engine.Live)(nil)

// Arguments and results pass a gateway unchanged, whatever protocol either side uses.
func TestGatewayForwardsResults(t *testing.T) {
	const structured = `{"z":1.50,"a":12345678901234567890,"x":"é"}`
	s := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
	s.AddTool(&mcp.Tool{Name: "t", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res := textResult(string(r.Params.Arguments))
		res.StructuredContent = json.RawMessage(structured)
		res.Meta = mcp.Meta{"trace": r.Params.Meta["trace"]}
		return res, nil
	})
	for _, up := range protocols {
		for _, down := range protocols {
			u := inMemory(t, "fs", s)
			u.Protocol = up
			g := gateway(t, "version: 1\n", mcphost.GatewayOptions{Implementation: &mcp.Implementation{Name: "gw", Version: "2"}}, u)
			ct, st := mcp.NewInMemoryTransports()
			if _, err := g.Server().Connect(testContext(t), st, nil); err != nil {
				t.Fatal(err)
			}
			var seen recorder
			cs := connect(t, seen.wrap(ct), "c", down, nil)
			if _, err := cs.CallTool(testContext(t), &mcp.CallToolParams{
				Name: "fs__t", Meta: mcp.Meta{"trace": "T"}, Arguments: json.RawMessage(`{"b":1.50,"a":12345678901234567890}`),
			}); err != nil {
				t.Fatal(err)
			}
			content := `"content":[{"type":"text","text":"{\"b\":1.50,\"a\":12345678901234567890}"}],"structuredContent":` + structured
			want := `{"_meta":{"trace":"T"},` + content + `}`
			if down == "2026-07-28" {
				want = `{"resultType":"complete","_meta":{"trace":"T","io.modelcontextprotocol/serverInfo":{"name":"gw","version":"2"}},` + content + `}`
			}
			if got := seen.last(t); got != want {
				t.Errorf("%s to %s:\n%s, want\n%s", up, down, got, want)
			}
		}
	}
}

// Each caller gets the progress of its own calls, with the token that it chose.
func TestGatewayProgress(t *testing.T) {
	arrived := make(chan struct{}) // the tool goes on when its progress has arrived
	s := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
	s.AddTool(&mcp.Tool{Name: "t", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		for i := range 3 {
			_ = r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: r.Params.GetProgressToken(), Progress: float64(i)})
			<-arrived
		}
		return textResult("done"), nil
	})
	g := gateway(t, "version: 1\n", mcphost.GatewayOptions{}, inMemory(t, "fs", s))
	url := httpTransport(t, g.Server(), nil)
	for _, who := range []string{"one", "two"} {
		var got []any
		cs := connect(t, &mcp.StreamableClientTransport{Endpoint: url}, who, "2025-11-25", &mcp.ClientOptions{
			ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
				got = append(got, r.Params.ProgressToken, r.Params.Progress)
				arrived <- struct{}{}
			},
		})
		if _, err := cs.CallTool(testContext(t), &mcp.CallToolParams{Name: "fs__t", Meta: mcp.Meta{"progressToken": "same"}}); err != nil {
			t.Fatal(err)
		}
		if want := []any{"same", 0.0, "same", 1.0, "same", 2.0}; !slices.Equal(got, want) {
			t.Errorf("%s got %v", who, got)
		}
	}
}

// A caller's _meta is forwarded to the server, except for keys that the protocol defines per
// connection, in any case, and keys that could be confused with a token of another caller.
func TestGatewayMeta(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
	s.AddTool(&mcp.Tool{Name: "t", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			var keys []string
			for key := range r.Params.Meta {
				if !strings.HasPrefix(key, "io.modelcontextprotocol/") { // the gateway's own client has some
					keys = append(keys, key)
				}
			}
			slices.Sort(keys)
			return textResult(strings.Join(keys, " ")), nil
		})
	g := gateway(t, "version: 1\n", mcphost.GatewayOptions{}, inMemory(t, "s", s))
	res, err := dial(t, g.Server(), "c", "").CallTool(testContext(t), &mcp.CallToolParams{Name: "s__t", Meta: mcp.Meta{
		"progressToken": "1", "ProgressToken": "p1", "progre\u017fsToken": "p2", "IO.modelcontextprotocol/logLevel": "debug", "Trace": "x", "io": 1,
	}})
	if err != nil {
		t.Fatal(err)
	}
	if got := res.Content[0].(*mcp.TextContent).Text; got != "Trace io progressToken" {
		t.Errorf("the server got %s", got)
	}
}

// A command with MinimalEnv does not receive the secrets of this process.
func TestMinimalEnv(t *testing.T) {
	t.Setenv("MCPHOST_TEST_SECRET", "s3cret")
	t.Setenv("LANG", "C.UTF-8")
	for _, minimal := range []bool{false, true} {
		u := command(t, "s", "environment")
		u.MinimalEnv = minimal
		cs := dial(t, gateway(t, "version: 1", mcphost.GatewayOptions{}, u).Server(), "", "")
		env := tool(t, cs, "s__t", map[string]any{})
		if got := strings.Contains(env, "s3cret"); got == minimal {
			t.Errorf("minimal %t: the environment is %s", minimal, env)
		}
		for _, name := range []string{"PATH", "LANG", serverVariable} {
			if !strings.Contains(env, name+"=") {
				t.Errorf("minimal %t: the environment lacks %s: %s", minimal, name, env)
			}
		}
	}
}

// Features that the gateway does not have are declared absent, and their methods do not exist.
func TestGatewayUndeclared(t *testing.T) {
	g := gateway(t, "version: 1\n", mcphost.GatewayOptions{}, inMemory(t, "a", echoServer("t")))
	for _, protocol := range protocols {
		cs := dial(t, g.Server(), "c", protocol)
		_, prompts := cs.ListPrompts(testContext(t), nil)
		_, resources := cs.ListResources(testContext(t), nil)
		for what, err := range map[string]error{"prompts": prompts, "resources": resources} {
			if err == nil || !strings.Contains(err.Error(), "method not found") {
				t.Errorf("%s, %s: %v", protocol, what, err)
			}
		}
	}
	opts := mcphost.GatewayOptions{}
	opts.Server.Capabilities = &mcp.ServerCapabilities{Prompts: &mcp.PromptCapabilities{}}
	if _, err := dial(t, gateway(t, "version: 1\n", opts, inMemory(t, "a", echoServer("t"))).Server(), "c", "").ListPrompts(testContext(t), nil); err != nil {
		t.Errorf("declared prompts: %v", err)
	}
}
