package mcphost_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

// Apply rules to a server of the SDK: its tools are read once, and lists and calls go through the
// middleware.
func ExampleMiddleware() {
	ctx := context.Background()
	server := echoServer("read", "write", "delete_all")

	eng, err := engine.Parse("tools.rules.yaml", []byte(`
version: 1
filter:
  exclude:
    - '*/delete_*'
    - {tools: fs/write, when: ctx.runner != "codex"}
`), engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	local, err := mcphost.LocalTools(ctx, "fs", server)
	if err != nil {
		fmt.Println(err)
		return
	}
	cat, err := eng.BuildCatalog([]engine.Server{local})
	if err != nil {
		fmt.Println(err)
		return
	}
	server.AddReceivingMiddleware(mcphost.Middleware(func() *engine.Catalog { return cat }, mcphost.Options{
		Request: mcphost.Source{}.Request, // the runner is what the client calls itself
	}))

	for _, client := range []string{"codex-mcp-client", "somebody"} {
		ct, st := mcp.NewInMemoryTransports()
		if _, err := server.Connect(ctx, st, nil); err != nil {
			fmt.Println(err)
			return
		}
		session, err := mcp.NewClient(&mcp.Implementation{Name: client}, nil).Connect(ctx, ct, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		for tool := range session.Tools(ctx, nil) {
			fmt.Println(client, "sees", tool.Name)
		}
		_, err = session.CallTool(ctx, &mcp.CallToolParams{Name: "fs__write"})
		fmt.Println(client, "writes:", err)
		session.Close()
	}
	// Output:
	// codex-mcp-client sees fs__read
	// codex-mcp-client sees fs__write
	// codex-mcp-client writes: <nil>
	// somebody sees fs__read
	// somebody writes: calling "tools/call": unknown tool "fs__write"
}

// Expose two servers as one. Usually they have a Command or a URL.
func ExampleNewGateway() {
	ctx := context.Background()
	inProcess := func(s *mcp.Server) func() mcp.Transport {
		return func() mcp.Transport {
			ct, st := mcp.NewInMemoryTransports()
			if _, err := s.Connect(ctx, st, nil); err != nil {
				fmt.Println(err)
			}
			return ct
		}
	}
	eng, err := engine.Parse("tools.rules.yaml", []byte("version: 1\nfilter: {include: ['*/read']}\n"), engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	gateway, err := mcphost.NewGateway(mcphost.Fixed(eng), []mcphost.Upstream{
		{ID: "fs", Transport: inProcess(echoServer("read", "write"))},
		{ID: "db", Transport: inProcess(echoServer("read"))},
	}, mcphost.GatewayOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer gateway.Close()
	if err := gateway.Ready(ctx); err != nil {
		fmt.Println(err)
		return
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "client"}, nil).Connect(ctx, inProcess(gateway.Server())(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer session.Close()
	for tool := range session.Tools(ctx, nil) {
		fmt.Println(tool.Name)
	}
	// Output:
	// fs__read
	// db__read
}

// Take attributes from a verified token only, and check the source against the rules.
func ExampleSource() {
	source := mcphost.Source{
		Headers:      map[string]string{"X-Role": "user.role"},
		Claims:       map[string]string{"sub": "user.id", "roles": "user.groups"},
		VerifiedOnly: true,
	}
	eng, err := engine.Parse("tools.rules.yaml", []byte("version: 1\ncontext: {user: {id: string, role: string, groups: [string]}}\n"), engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = source.Check(eng.File())
	fmt.Println(err)
	fmt.Println(errors.Is(err, mcphost.CodeUnverified))
	// Output:
	// mcphost: X-Role: header sets "user.role", but any client can send it: if a proxy sets it, add it to TrustedHeaders [unverified]
	// true
}

// Write a catalog file with the tools of a server as they were sent.
func ExampleCapture() {
	server := mcp.NewServer(&mcp.Implementation{Name: "Files", Version: "2"}, nil)
	server.AddTool(&mcp.Tool{Name: "read", InputSchema: json.RawMessage(`{"type":"object"}`)}, nil)
	snapshot, err := mcphost.Capture(context.Background(), mcphost.Upstream{Protocol: "2025-11-25", Transport: func() mcp.Transport {
		ct, st := mcp.NewInMemoryTransports()
		if _, err := server.Connect(context.Background(), st, nil); err != nil {
			fmt.Println(err)
		}
		return ct
	}}, mcphost.CaptureOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(snapshot.AppendCatalog(nil, "fs")))
	// Output:
	// {"server":"fs","protocolVersion":"2025-11-25","serverInfo":{"name":"Files","version":"2"},"tools":[
	// {"inputSchema":{"type":"object"},"name":"read"}
	// ]}
}
