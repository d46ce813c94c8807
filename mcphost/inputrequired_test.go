package mcphost_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/mcphost"
)

// asksForName returns a server whose tool asks the user for a name, if the client can ask.
func asksForName() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "asks"}, nil)
	s.AddTool(&mcp.Tool{Name: "greet", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			text := "nobody to ask"
			if answer, ok := req.Params.InputResponses["who"].(*mcp.ElicitResult); ok {
				text = req.Params.RequestState + " " + answer.Action + " " + string(req.Params.Arguments)
				if name, ok := answer.Content["name"].(string); ok {
					text += " " + name
				}
			} else if caps := req.ClientCapabilities(); caps != nil && caps.Elicitation != nil {
				return &mcp.CallToolResult{
					InputRequests: mcp.InputRequestMap{"who": &mcp.ElicitParams{Message: "Your name?",
						RequestedSchema: map[string]any{"type": "object",
							"properties": map[string]any{"name": map[string]any{"type": "string"}}}}},
					RequestState: "state-1",
				}, nil
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
		})
	return s
}

// A request for input and the answer pass through a gateway, separately for each caller.
func TestGatewayInputRequired(t *testing.T) {
	g := gateway(t, "version: 1\nnaming: {prefix: x_}\n", mcphost.GatewayOptions{}, inMemory(t, "a", asksForName()))
	for name, tt := range map[string]struct {
		protocol string
		handler  func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error)
		want     string
	}{
		"a client that can ask": {"", func(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			if req.Params.Message != "Your name?" {
				t.Errorf("it asks %q", req.Params.Message)
			}
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"name": "Ada"}}, nil
		}, `state-1 accept {"n":1} Ada`},
		"a client that cannot ask": {"", nil, "nobody to ask"},
		"an older protocol":        {"2025-11-25", nil, "nobody to ask"},
	} {
		t.Run(name, func(t *testing.T) {
			ct, st := mcp.NewInMemoryTransports()
			if _, err := g.Server().Connect(testContext(t), st, nil); err != nil {
				t.Fatal(err)
			}
			cs := connect(t, ct, "c", tt.protocol, &mcp.ClientOptions{ElicitationHandler: tt.handler})
			if got, err := call(t, cs, "x_a__greet"); err != nil || got != tt.want {
				t.Errorf("the call returned %q, %v, want %q", got, err, tt.want)
			}
		})
	}
}
