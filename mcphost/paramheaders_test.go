package mcphost_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/mcphost"
)

// A server over HTTP that requires arguments in headers gets them from the gateway, under any
// exposed name. The SDK refuses a call whose headers and arguments differ.
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
	url := httpTransport(t, s, &mcp.StreamableHTTPOptions{Stateless: true})
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

// wantsHeaders is a server over HTTP of the newest protocol with a list of tools. It responds to a
// call with the header Mcp-Param-Region, or refuses a call without it.
func wantsHeaders(t *testing.T, list string) mcphost.Upstream {
	return mcphost.Upstream{ID: "far", URL: serveHTTP(t, func(w http.ResponseWriter, r *http.Request, req request) bool {
		var out bytes.Buffer
		s := &scripted{out: &out}
		switch header := r.Header.Get("Mcp-Param-Region"); {
		case len(req.ID) == 0:
			return false
		case req.Method == "tools/list":
			s.reply(req, list)
		case req.Method == "tools/call" && header == "":
			s.refuse(req, `{"code":-32020,"message":"no header"}`)
		case req.Method == "tools/call":
			s.reply(req, `{"content":[{"type":"text","text":"`+header+`"}]}`)
		default:
			s.modern(req)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(out.Bytes())
		return true
	})}
}

// A tool gets the headers that its schema names with x-mcp-header, and no others, whatever else the
// server lists.
func TestGatewayParamHeadersUnusualLists(t *testing.T) {
	const (
		head    = `{"name":"t","inputSchema":{"type":"object","properties":{`
		region  = `"region":{"type":"string","x-mcp-header":"Region"}`
		tail    = `}}}`
		refused = "refused"
	)
	for name, tt := range map[string]struct{ list, arguments, want string }{
		"as it should be":       {list: `{"tools":[` + head + region + tail + `]}`},
		"a sibling of true":     {list: `{"tools":[` + head + `"x":true,` + region + tail + `]}`},
		"a sibling of rubbish":  {list: `{"tools":[` + head + `"x":[7],"y":{"properties":7},"z":null,` + region + tail + `]}`},
		"a broken tool":         {list: `{"tools":[{"name":"broken","a":1,"a":2},` + head + region + tail + `]}`},
		"a tool that is none":   {list: `{"tools":[7,{"name":7,"inputSchema":[]},` + head + region + tail + `]}`},
		"properties of another": {list: `{"tools":[{"name":"u","inputSchema":{"type":"object","properties":[]}},` + head + region + tail + `]}`},
		"Tools beside tools":    {list: `{"tools":[` + head + region + tail + `],"Tools":[]}`},
		"a bare array":          {list: `[` + head + region + tail + `]`},
		"an escaped key":        {list: `{"tools":[` + head + `"region":{"x-mcp-\u0068eader":"Region"}` + tail + `]}`},
		"an escaped name":       {list: `{"tools":[` + strings.Replace(head, `"t"`, `"\u0074"`, 1) + region + tail + `]}`},
		"deep inside": {list: `{"tools":[` + head + `"a":{"properties":{"b":{"properties":{` + region + `}},"c":false}}` + tail + `]}`,
			arguments: `{"a":{"c":1,"b":{"region":"eu"}}}`},
		"an integer":             {list: `{"tools":[` + head + region + tail + `]}`, arguments: `{"region":7.0}`, want: "7"},
		"an integer in powers":   {list: `{"tools":[` + head + region + tail + `]}`, arguments: `{"region":-12e1}`, want: "-120"},
		"a number":               {list: `{"tools":[` + head + region + tail + `]}`, arguments: `{"region":7.5}`, want: refused},
		"an argument's own case": {list: `{"tools":[` + head + region + tail + `]}`, arguments: `{"Region":"eu"}`, want: refused},
		"another key":            {list: `{"tools":[` + head + `"region":{"X-MCP-HEADER":"Region"},"n":{"x-mcp-header":"N"}` + tail + `]}`, want: refused},
		"another schema": {list: `{"tools":[{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"properties":{` + region + `}}}]}`,
			want: refused},
		"no name of a header": {list: `{"tools":[` + head + `"region":{"x-mcp-header":"Region: x\r\nA"}` + tail + `]}`, want: refused},
		"no string":           {list: `{"tools":[` + head + `"region":{"x-mcp-header":["Region"]}` + tail + `]}`, want: refused},
	} {
		t.Run(name, func(t *testing.T) {
			g := gateway(t, "version: 1\n", mcphost.GatewayOptions{}, wantsHeaders(t, tt.list))
			arguments := cmp.Or(tt.arguments, `{"region":"eu"}`)
			res, err := dial(t, g.Server(), "c", "").CallTool(testContext(t),
				&mcp.CallToolParams{Name: "far__t", Arguments: json.RawMessage(arguments)})
			got := refused
			if err == nil {
				got = res.Content[0].(*mcp.TextContent).Text
			} else if wire := wireError(t, err); !strings.Contains(wire, "no header") {
				t.Fatal(wire)
			}
			if want := cmp.Or(tt.want, "eu"); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// A reader that ignores case would use a second key as the tool's name, and its headers would be
// sent with another tool.
func TestGatewayParamHeadersCaseConflict(t *testing.T) {
	const properties = `"inputSchema":{"type":"object","properties":{"region":{"x-mcp-header":"Region"}}}`
	for _, list := range []string{
		`{"tools":[{"name":"t",` + properties + `},{"name":"u","Name":"t","inputSchema":{"type":"object"}}]}`,
		`{"tools":[{"name":"t",` + properties + `},{"name":"u","Tools":1,"InputSchema":{},"inputSchema":{"type":"object"}}]}`,
	} {
		g := gateway(t, "version: 1\n", mcphost.GatewayOptions{}, wantsHeaders(t, list))
		res, err := dial(t, g.Server(), "c", "").CallTool(testContext(t),
			&mcp.CallToolParams{Name: "far__t", Arguments: json.RawMessage(`{"region":"eu"}`)})
		if err != nil || res.Content[0].(*mcp.TextContent).Text != "eu" {
			t.Errorf("%s: %v, %v", list, res, err)
		}
	}
}
