package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

func TestServer(t *testing.T) {
	s, err := newServer(ruleFile, tools())
	if err != nil {
		t.Fatal(err)
	}
	for clientName, want := range map[string]struct{ tools, description string }{
		"codex":            {"files__read_file files__write_file", "Read a file. Never read one twice."},
		"codex-mcp-client": {"files__read_file files__write_file", "Read a file. Never read one twice."},
		"other":            {"files__read_file", "Read a file."},
	} {
		c, err := client.NewInProcessClient(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		var init mcp.InitializeRequest
		init.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
		init.Params.ClientInfo = mcp.Implementation{Name: clientName, Version: "1"}
		if _, err := c.Initialize(t.Context(), init); err != nil {
			t.Fatal(err)
		}
		res, err := c.ListTools(t.Context(), mcp.ListToolsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, tool := range res.Tools {
			names = append(names, tool.Name)
		}
		if got := strings.Join(names, " "); got != want.tools {
			t.Errorf("%s sees %s", clientName, got)
		}
		data, err := json.Marshal(res.Tools[0])
		if err != nil || res.Tools[0].Description != want.description ||
			!strings.Contains(string(data), "Where the file is.") {
			t.Errorf("%s sees %s, %v", clientName, data, err)
		}
		var unknown string
		for _, name := range []string{"nothing", "files__read_file", "files__write_file", "write_file"} {
			var req mcp.CallToolRequest
			req.Params.Name = name
			req.Params.Arguments = map[string]any{"path": "p"}
			_, err := c.CallTool(t.Context(), req)
			switch {
			case strings.Contains(want.tools, name) && strings.Contains(name, "__"):
				if err != nil {
					t.Errorf("%s calls %s: %v", clientName, name, err)
				}
			case err == nil:
				t.Errorf("%s called %s", clientName, name)
			case unknown == "":
				unknown = err.Error()
			case strings.ReplaceAll(err.Error(), name, "nothing") != unknown:
				t.Errorf("%s calls %s: %v, not %s", clientName, name, err, unknown)
			}
		}
		c.Close()
	}
}
