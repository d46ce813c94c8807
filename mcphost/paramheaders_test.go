package mcphost_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/mcphost"
)

// A server over HTTP that wants arguments in headers gets them from the gateway, under whatever name the tool is called. The SDK
// refuses a call whose headers and arguments differ.
func TestGatewayParamHeaders(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
	s.AddTool(&mcp.Tool{Name: "t", InputSchema: json.RawMessage(`{"type":"object","properties":{
		"region":{"type":"string","x-mcp-header":"Region"},
		"n":{"type":"integer","x-mcp-header":"N"},
		"deep":{"type":"object","properties":{"b":{"type":"boolean","x-mcp-header":"Deep"}}},
		"plain":{"type":"string"}}}`)},
		func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			h := r.Extra.Header
			return textResult(h.Get("Mcp-Param-Region") + "|" + h.Get("Mcp-Param-N") + "|" + h.Get("Mcp-Param-Deep")), nil
		})
	url := overHTTP(t, s, &mcp.StreamableHTTPOptions{Stateless: true})
	g := gateway(t, "version: 1\n", mcphost.GatewayOptions{}, mcphost.Upstream{ID: "far", URL: url})
	cs := dial(t, g.Server(), "c", "")
	for arguments, want := range map[string]string{
		`{"region":"eu","n":7,"deep":{"b":true}}`: "eu|7|true",
		`{"region":" padded ","n":-1}`:            "=?base64?IHBhZGRlZCA=?=|-1|",
		`{"region":"Zürich"}`:                     "=?base64?WsO8cmljaA==?=||",
		`{"region":"=?base64?eA==?="}`:            "=?base64?PT9iYXNlNjQ/ZUE9PT89?=||",
		`{"region":"","plain":"x"}`:               "||",
		`{"region":null}`:                         "||",
		`{}`:                                      "||",
	} {
		res, err := cs.CallTool(testContext(t), &mcp.CallToolParams{Name: "far__t", Arguments: json.RawMessage(arguments)})
		if err != nil {
			if arguments == `{"region":"","plain":"x"}` { // the SDK's server can't tell an empty header from none
				continue
			}
			t.Errorf("%s: %v", arguments, err)
			continue
		}
		if got := res.Content[0].(*mcp.TextContent).Text; got != want {
			t.Errorf("%s came with %s, want %s", arguments, got, want)
		}
	}
}
