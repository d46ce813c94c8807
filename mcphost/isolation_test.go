package mcphost_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

const isolatedRules = "version: 1\ncontext: {user: {id?: string, role?: string}}\n"

// userSource takes the ID of a user from a header of a proxy.
func userSource() *mcphost.Source {
	return &mcphost.Source{Headers: map[string]string{"X-User": "user.id", "X-Role": "user.role"},
		TrustedHeaders: []string{"X-User"}}
}

// asUser calls a gateway over HTTP as a user.
func asUser(t *testing.T, g *mcphost.Gateway) func(user string) *mcp.ClientSession {
	h := httptest.NewServer(mcphost.Handler(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return g.Server() },
		&mcp.StreamableHTTPOptions{Stateless: true})))
	t.Cleanup(h.Close)
	return func(user string) *mcp.ClientSession {
		transport := &mcp.StreamableClientTransport{Endpoint: h.URL}
		if user != "" {
			transport.HTTPClient = &http.Client{Transport: userHeader(user)}
		}
		return connect(t, transport, "c", "", nil)
	}
}

type userHeader string

func (u userHeader) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header["X-User"] = []string{string(u)}
	return http.DefaultTransport.RoundTrip(r)
}

// Each user has a process of the server, which counts the calls that it gets.
func TestIsolation(t *testing.T) {
	opts := mcphost.GatewayOptions{Source: userSource(), Isolation: &mcphost.Isolation{By: []string{"user.id"},
		Servers: []string{"a"}, Max: 2, Idle: 300 * time.Millisecond}}
	g := gateway(t, isolatedRules, opts, command(t, "a", "counts"), command(t, "b", "counts"))
	as := asUser(t, g)
	wants := func(user, name, want string) {
		t.Helper()
		got, err := call(t, as(user), name)
		if err != nil {
			got = wireError(t, err)
		}
		if got != want {
			t.Errorf("%s calls %s: %s, want %s", user, name, got, want)
		}
	}
	const refused = `{"code":-32603,"message":"the tool's server cannot be used with this request"}`
	wants("ada", "a__t", "1")
	wants("ada", "a__t", "2")
	wants("bob", "a__t", "1")
	wants("ada", "a__t", "3")
	wants("", "a__t", refused)    // without a value
	wants("eve", "a__t", refused) // the third user
	wants("ada", "b__t", "1")     // is shared
	wants("bob", "b__t", "2")
	wants("", "b__t", "3")
	eventually(t, "idle connections are closed", func() bool {
		got, _ := call(t, as("eve"),
			"a__t")
		return got == "1"
	})
}

// Users never share a connection, whatever they do at the same time.
func TestIsolationConcurrent(t *testing.T) {
	g := gateway(t, isolatedRules, mcphost.GatewayOptions{Source: userSource(),
		Isolation: &mcphost.Isolation{By: []string{"user.id"}, Idle: time.Millisecond}},
		command(t, "a", "counts"))
	as := asUser(t, g)
	var users sync.WaitGroup
	for i := range 4 {
		cs := as(fmt.Sprint("user", i))
		users.Go(func() {
			last := 0
			for range 20 {
				got, err := call(t, cs, "a__t")
				n := 0
				_, _ = fmt.Sscan(got, &n)
				if err != nil || n != last+1 && n != 1 { // one more, or a new process
					t.Errorf("after %d calls it returned %q, %v", last, got, err)
				}
				last = n
			}
		})
	}
	users.Wait()
}

// A connection for each session ends with it.
func TestIsolationBySession(t *testing.T) {
	g := gateway(t, "version: 1", mcphost.GatewayOptions{Isolation: &mcphost.Isolation{By: []string{"session"},
		Max: 2}}, command(t, "a", "counts"))
	first, second := dial(t, g.Server(), "", ""), dial(t, g.Server(), "", "")
	for _, want := range []string{"1", "2"} {
		for _, cs := range []*mcp.ClientSession{first, second} {
			if got, err := call(t, cs, "a__t"); err != nil || got != want {
				t.Errorf("the call returned %q, %v, want %s", got, err, want)
			}
		}
	}
	if _, err := call(t, dial(t, g.Server(), "", ""), "a__t"); err == nil {
		t.Error("a third session was admitted")
	}
	_ = first.Close()
	eventually(t, "there is room for another session", func() bool {
		got, _ := call(t, dial(t, g.Server(), "", ""),
			"a__t")
		return got == "1"
	})
}

// A connection whose call is canceled before it is ready is closed like one that has had calls.
func TestIsolationCanceledCall(t *testing.T) {
	var connections atomic.Int32
	started, release := make(chan struct{}), make(chan struct{})
	upstream := mcphost.Upstream{ID: "a", Transport: func() mcp.Transport {
		if connections.Add(1) == 2 { // the first one lists tools
			close(started)
			<-release
		}
		return inMemory(t, "a", echoServer("t")).Transport()
	}}
	g := gateway(t, "version: 1", mcphost.GatewayOptions{Isolation: &mcphost.Isolation{By: []string{"session"}, Max: 1,
		Idle: 10 * time.Millisecond}}, upstream)
	first, second := dial(t, g.Server(), "", ""), dial(t, g.Server(), "", "")
	ctx, cancel := context.WithCancel(testContext(t))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = first.CallTool(ctx, &mcp.CallToolParams{Name: "a__t"})
	}()
	<-started
	cancel()
	<-ended
	time.Sleep(100 * time.Millisecond) // the gateway ends the call
	close(release)
	eventually(t, "there is room for another session", func() bool {
		_, err := call(t, second, "a__t")
		return err == nil
	})
}

// A header of the upstream has the value of the caller of each call, and only for calls.
func TestHeaderTemplates(t *testing.T) {
	var mu sync.Mutex
	seen := map[string]string{} // the header by method
	upstream := mcphost.Upstream{ID: "a", HeaderTemplates: map[string]string{"X-For": "user {ctx.user.id}!"},
		Header: http.Header{"X-Key": {"k"}},
		URL: serveHTTP(t, func(_ http.ResponseWriter, r *http.Request, req request) bool {
			mu.Lock()
			defer mu.Unlock()
			seen[req.Method] = r.Header.Get("X-For") + r.Header.Get("X-Key") + r.Header.Get("Authorization")
			return false
		})}
	g := gateway(t, isolatedRules, mcphost.GatewayOptions{Source: userSource(),
		Isolation: &mcphost.Isolation{By: []string{"user.id"}}}, upstream)
	as := asUser(t, g)
	for _, user := range []string{"ada", "bob", "ada"} {
		if _, err := call(t, as(user), "a__t"); err != nil {
			t.Fatal(err)
		}
		mu.Lock()
		if seen["tools/call"] != "user "+user+"!k" || seen["tools/list"] != "k" {
			t.Errorf("%s: the headers were %v", user, seen)
		}
		mu.Unlock()
	}
}

// Values that no header can have refuse the call.
func TestHeaderTemplateValues(t *testing.T) {
	for name, value := range map[string]any{"CR LF": "a\r\nX-Evil: 1", "NUL": "a\x00", "a list": []any{"a"},
		"empty": "", "nothing": nil} {
		opts := mcphost.GatewayOptions{Isolation: &mcphost.Isolation{By: []string{"user.id"}},
			Source: &mcphost.Source{Base: engine.Request{Attrs: map[string]any{"user": map[string]any{"id": value}}}}}
		called := false
		g := gateway(t, isolatedRules, opts, mcphost.Upstream{ID: "a",
			HeaderTemplates: map[string]string{"X-For": "{ctx.user.id}"},
			URL: serveHTTP(t, func(_ http.ResponseWriter, _ *http.Request, req request) bool {
				called = called || req.Method == "tools/call"
				return false
			})})
		if _, err := call(t, dial(t, g.Server(), "", ""), "a__t"); err == nil || called {
			t.Errorf("%s: %v, called %t", name, err, called)
		}
	}
}

func TestIsolationErrors(t *testing.T) {
	up := command(t, "a", "polite")
	web := mcphost.Upstream{ID: "w", URL: "http://127.0.0.1:1",
		HeaderTemplates: map[string]string{"X-For": "{ctx.user.id}"}}
	open := web
	open.HeaderTemplates = map[string]string{"X-For": "{ctx.user.id"}
	claims := &mcphost.Source{Claims: map[string]string{"sub": "user.id"}}
	for name, tt := range map[string]struct {
		source    *mcphost.Source
		isolation *mcphost.Isolation
		upstream  mcphost.Upstream
		want      string
	}{
		"nothing":          {claims, &mcphost.Isolation{}, up, "isolation "},
		"session and more": {claims, &mcphost.Isolation{By: []string{"session", "user.id"}}, up, "isolation "},
		"no source":        {nil, &mcphost.Isolation{By: []string{"user.id"}}, up, "isolation user.id"},
		"not set":          {claims, &mcphost.Isolation{By: []string{"user.role"}}, up, "isolation user.role"},
		"self-reported": {&mcphost.Source{Headers: map[string]string{"X": "user.id"}},
			&mcphost.Isolation{By: []string{"user.id"}}, up, "isolation user.id"},
		"also self-reported": {&mcphost.Source{Headers: map[string]string{"X": "user.id", "Y": "user.id"},
			TrustedHeaders: []string{"X"}}, &mcphost.Isolation{By: []string{"user.id"}}, up, "isolation user.id"},
		"a claim":                {claims, &mcphost.Isolation{By: []string{"user.id"}}, up, ""},
		"a trusted header":       {userSource(), &mcphost.Isolation{By: []string{"user.id"}}, up, ""},
		"template, not isolated": {claims, nil, web, "isolation w"},
		"template, another server": {claims, &mcphost.Isolation{By: []string{"user.id"}, Servers: []string{"a"}},
			web, "isolation w"},
		"template, other attribute": {userSource(), &mcphost.Isolation{By: []string{"session"}}, web, "isolation w"},
		"template, no brace":        {claims, &mcphost.Isolation{By: []string{"user.id"}}, open, "isolation w"},
		"template":                  {claims, &mcphost.Isolation{By: []string{"user.id"}}, web, ""},
	} {
		g, err := mcphost.NewGateway(mcphost.Fixed(parse(t, isolatedRules)), []mcphost.Upstream{tt.upstream},
			mcphost.GatewayOptions{Source: tt.source, Isolation: tt.isolation})
		if err == nil {
			g.Close()
		}
		if got := codes(err); got != tt.want {
			t.Errorf("%s: %s (%v), want %s", name, got, err, tt.want)
		}
	}
}
