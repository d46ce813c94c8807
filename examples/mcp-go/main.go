// Mcp-go shows rules in a server that is built with github.com/mark3labs/mcp-go. It serves standard
// input and output.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

const ruleFile = `
version: 1
filter:
  exclude:
    - {tools: '*/write_*', when: ctx.runner != "codex"}
descriptions:
  - tools: files/read_file
    description:
      default: Read a file.
      runners: [{runner: codex, default: long}]
      variants: {long: Read a file. Never read one twice.}
    arguments: {path: Where the file is.}
`

func main() {
	s, err := newServer(ruleFile, tools())
	if err != nil {
		log.Fatal(err)
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

// tools are the tools of the server, under their raw names.
func tools() []server.ServerTool {
	echo := func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(fmt.Sprint(req.GetArguments())), nil
	}
	path := mcp.WithString("path", mcp.Required(), mcp.Description("The path."))
	return []server.ServerTool{
		{Tool: mcp.NewTool("read_file", mcp.WithDescription("Reads."), path), Handler: echo},
		{Tool: mcp.NewTool("write_file", mcp.WithDescription("Writes."), path), Handler: echo},
	}
}

// newServer returns a server whose tools are under rules.
//
// Names do not depend on the request, so that the tools are added under their exposed names. mcp-go
// calls a filter for each list and call, which decides what the request sees. Descriptions are
// replaced when a list is ready.
func newServer(rules string, tools []server.ServerTool) (*server.MCPServer, error) {
	eng, err := engine.Parse("tools.rules.yaml", []byte(rules), engine.Options{})
	if err != nil {
		return nil, err
	}
	own := engine.Server{ID: "files"}
	for _, t := range tools {
		own.Values = append(own.Values, t.Tool)
	}
	cat, err := eng.BuildCatalog([]engine.Server{own})
	if err != nil {
		return nil, err
	}
	hooks := &server.Hooks{}
	hooks.AddAfterListTools(func(ctx context.Context, _ any, _ *mcp.ListToolsRequest, res *mcp.ListToolsResult) {
		tailor(cat.View(requestOf(ctx)), res.Tools)
	})
	s := server.NewMCPServer("files", "1.0.0", server.WithRecovery(), server.WithHooks(hooks),
		server.WithToolFilter(func(ctx context.Context, tools []mcp.Tool) []mcp.Tool {
			return visible(cat.View(requestOf(ctx)), tools)
		}))
	for _, t := range tools {
		if name, ok := cat.Name(engine.Key{Server: own.ID, Tool: t.Tool.Name}); ok {
			t.Tool.Name = name
			s.AddTools(t)
		}
	}
	return s, nil
}

// runners maps the names that known clients send to their runners.
var runners = mcphost.DefaultClients()

// requestOf returns what rules read of a request. A client chooses its own name: a server for many
// users would take theirs from the context, where its HTTP handler has put them.
func requestOf(ctx context.Context) engine.Request {
	session, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo)
	if !ok {
		return engine.Request{}
	}
	name := session.GetClientInfo().Name
	return engine.Request{Runner: cmp.Or(runners[name], name)} // an unknown client is its own runner
}

// visible keeps the tools that the request sees.
func visible(view *engine.View, tools []mcp.Tool) []mcp.Tool {
	var seen []mcp.Tool
	for _, t := range tools {
		if _, err := view.Resolve(t.Name); err == nil {
			seen = append(seen, t)
		}
	}
	return seen
}

// tailor replaces the descriptions of a list by those for the request.
func tailor(view *engine.View, tools []mcp.Tool) {
	shown := map[string]engine.Tool{}
	for t := range view.Tools() {
		shown[t.Name()] = t
	}
	for i := range tools {
		t := &tools[i]
		seen, ok := shown[t.Name]
		if !ok {
			continue
		}
		var schemas struct{ InputSchema, OutputSchema json.RawMessage }
		if err := json.Unmarshal(seen.AppendJSON(nil), &schemas); err != nil {
			continue
		}
		t.Title, t.Description = seen.Title(), seen.Description()
		t.InputSchema, t.RawInputSchema = mcp.ToolInputSchema{}, schemas.InputSchema
		t.OutputSchema, t.RawOutputSchema = mcp.ToolOutputSchema{}, schemas.OutputSchema
	}
}
