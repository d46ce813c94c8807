package mcphost_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

// The headers of a call are compared with the schema of the tool that it resolves to.
func TestHandlerParamHeaders(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{Name: "t", InputSchema: json.RawMessage(`{"type":"object","properties":{
		"region":{"type":"string","x-mcp-header":"Region"},
		"n":{"type":"integer","x-mcp-header":"N"},
		"on":{"type":"boolean","x-mcp-header":"On"},
		"inner":{"type":"object","properties":{"deep":{"type":"string","x-mcp-header":"Deep"}}},
		"free":{"type":"string"}}}`)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return textResult("called"), nil
		})
	own, err := mcphost.LocalTools(t.Context(), "fs", s)
	if err != nil {
		t.Fatal(err)
	}
	cat, err := parse(t, "version: 1\n").BuildCatalog([]engine.Server{own})
	if err != nil {
		t.Fatal(err)
	}
	s.AddReceivingMiddleware(mcphost.Middleware(static(cat), mcphost.Options{}))
	for _, asJSON := range []bool{true, false} {
		h := httptest.NewServer(mcphost.Handler(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
			&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: asJSON})))
		t.Cleanup(h.Close)
		for name, tt := range map[string]struct {
			arguments string
			headers   []string
			want      string // of the error; empty means that the call is answered
		}{
			"no arguments":        {``, nil, ""},
			"equal":               {`{"region":"eu","n":7,"on":true}`, []string{"Region", "eu", "N", "7", "On", "true"}, ""},
			"Base64":              {`{"region":"Grüße"}`, []string{"Region", "=?base64?R3LDvMOfZQ==?="}, ""},
			"Base64 by half":      {`{"region":"=?base64?x"}`, []string{"Region", "=?base64?x"}, ""},
			"an empty string":     {`{"region":""}`, []string{"Region", ""}, ""},
			"another spelling":    {`{"n":7.0}`, []string{"N", "7"}, ""},
			"the other way round": {`{"n":7}`, []string{"N", "7.0"}, ""},
			"null":                {`{"region":null}`, nil, ""},
			"deep":                {`{"inner":{"deep":"x"}}`, []string{"Deep", "x"}, ""},
			"without a header":    {`{"free":"x"}`, nil, ""},
			"missing":             {`{"region":"eu"}`, nil, "Mcp-Param-Region is missing"},
			"missing, empty":      {`{"region":""}`, nil, "Mcp-Param-Region is missing"},
			"missing, deep":       {`{"inner":{"deep":"x"}}`, nil, "Mcp-Param-Deep is missing"},
			"another":             {`{"region":"eu"}`, []string{"Region", "us"}, "Mcp-Param-Region does not match"},
			"another case":        {`{"region":"eu"}`, []string{"Region", "EU"}, "Mcp-Param-Region does not match"},
			"another integer":     {`{"n":7}`, []string{"N", "8"}, "Mcp-Param-N does not match"},
			"no integer":          {`{"n":7}`, []string{"N", "seven"}, "Mcp-Param-N does not match"},
			"another bool":        {`{"on":true}`, []string{"On", "false"}, "Mcp-Param-On does not match"},
			"no arguments at all": {``, []string{"Region", "eu"}, "Mcp-Param-Region is set"},
			"absent":              {`{"n":7}`, []string{"N", "7", "Region", "eu"}, "Mcp-Param-Region is set"},
			"absent, deep":        {`{"inner":7}`, []string{"Deep", "x"}, "Mcp-Param-Deep is set"},
			"null with a header":  {`{"region":null}`, []string{"Region", ""}, "Mcp-Param-Region is set"},
			"bad Base64":          {`{"region":"Hello"}`, []string{"Region", "=?base64?SGVsbG8?="}, "Mcp-Param-Region has invalid Base64"},
			"a list":              {`{"region":["eu"]}`, []string{"Region", "eu"}, "Mcp-Param-Region is set, but its argument is not"},
			"a fraction":          {`{"n":7.5}`, []string{"N", "7.5"}, "Mcp-Param-N is set, but its argument is not"},
		} {
			params := `"name":"fs__t",`
			if tt.arguments != "" {
				params += `"arguments":` + tt.arguments + `,`
			}
			var headers []string
			for i := 0; i < len(tt.headers); i += 2 {
				headers = append(headers, "Mcp-Param-"+tt.headers[i], tt.headers[i+1])
			}
			got := postCall(t, h.URL, "fs__t", params, headers...)
			answered := strings.HasPrefix(got, "200 ") && strings.Contains(got, `"text":"called"`)
			refused := strings.HasPrefix(got, `400 Bad Request {"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"header mismatch: `+tt.want)
			if tt.want == "" && !answered || tt.want != "" && !refused {
				t.Errorf("%s: got %s, want %q", name, got, tt.want)
			}
		}
	}
}
