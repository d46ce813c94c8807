package mcphost_test

import (
	"context"
	"log/slog"
	"net/http"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/mcphost"
)

type panicking struct{ slog.Handler }

func (panicking) Enabled(context.Context, slog.Level) bool        { return true }
func (panicking) Handle(context.Context, slog.Record) error       { panic("handler") }
func (panicking) WithAttrs([]slog.Attr) slog.Handler              { return panicking{} }
func (panicking) RoundTrip(*http.Request) (*http.Response, error) { panic("round trip") }
func (panicking) Write([]byte) (int, error)                       { panic("write") }
func (panicking) Connect(context.Context) (mcp.Connection, error) { panic("connect") }

// A panicConnection panics when it is read from.
type panicConnection struct{ mcp.Connection }

func (panicConnection) Read(context.Context) (jsonrpc.Message, error) { panic("read") }

type panicLater struct{ mcp.Transport }

func (p panicLater) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := p.Transport.Connect(ctx)
	return panicConnection{c}, err
}

// A panic in code of the host costs at most the tools of one server.
func TestGatewayHostPanics(t *testing.T) {
	noisy := command(t, "noisy", "sdk")
	noisy.Command = append([]string{"sh", "-c", "echo oops >&2; exec \"$@\"", "sh"}, noisy.Command...)
	noisy.Stderr = panicking{}
	opts := hasty()
	opts.Logger = slog.New(panicking{})
	g, err := mcphost.NewGateway(mcphost.Fixed(parse(t, "version: 1\n")), []mcphost.Upstream{
		{ID: "a", Transport: func() mcp.Transport { panic("transport") }},
		{ID: "b", URL: "http://127.0.0.1:1/", HTTPClient: &http.Client{Transport: panicking{}}},
		{ID: "c", Transport: func() mcp.Transport { return panicking{} }},
		{ID: "d", Transport: func() mcp.Transport {
			ct, _ := mcp.NewInMemoryTransports()
			return panicLater{ct}
		}},
		noisy,
		inMemory(t, "good", echoServer("t")),
	}, opts)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if err := g.Ready(testContext(t)); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dial(t, g.Server(), "c", "")); got != "noisy__read noisy__write good__t" {
		t.Errorf("lists %s", got)
	}
}
