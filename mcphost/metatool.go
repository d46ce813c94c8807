package mcphost

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/search"
)

// innerCall returns the call that a call of the tool that calls others contains. Everything but
// name and arguments is that of the outer call.
func innerCall(outer *mcp.CallToolRequest) (*mcp.CallToolRequest, error) {
	arguments := outer.Params.Arguments
	outline, err := jsontree.Outline(arguments, 0, len(arguments))
	if err != nil || outline.Kind != jsontree.Object {
		return nil, errArguments("write the name of a tool, and its arguments as an object")
	}
	name, ok := stringAt(arguments, outline.Get("name"))
	if !ok {
		return nil, errArguments("name must be the name of a tool")
	}
	params := *outer.Params
	params.Name, params.Arguments = name, nil
	switch at := outline.Get("arguments"); {
	case at == nil:
	case at.Kind != jsontree.Object:
		return nil, errArguments("arguments must be an object")
	default:
		params.Arguments = json.RawMessage(at.Raw(arguments))
	}
	inner := *outer
	inner.Params = &params
	return &inner, nil
}

// hasParamHeaders reports whether a request repeats arguments in headers.
func hasParamHeaders(req *mcp.CallToolRequest) bool {
	if req.Extra == nil {
		return false
	}
	for name := range req.Extra.Header {
		if len(name) > len(headerParamPrefix) && strings.EqualFold(name[:len(headerParamPrefix)], headerParamPrefix) {
			return true
		}
	}
	return false
}

// errArguments returns the error of a call of one of the tools for deferred tools whose arguments
// are wrong.
func errArguments(message string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "invalid arguments: " + message}
}

// A searchCall is the arguments of a search.
type searchCall struct {
	query string
	limit int // 0: the rule file's
}

func searchCallOf(req *mcp.CallToolRequest) (call searchCall, err error) {
	arguments := req.Params.Arguments
	outline, err := jsontree.Outline(arguments, 0, len(arguments))
	if err != nil || outline.Kind != jsontree.Object {
		return call, errArguments("write a query")
	}
	query, ok := stringAt(arguments, outline.Get("query"))
	switch {
	case !ok:
		return call, errArguments("query must be a string")
	case len(query) > search.MaxQueryBytes:
		return call, errArguments("the query is too long")
	}
	call.query = query
	if at := outline.Get("limit"); at != nil && at.Kind != jsontree.Null {
		var limit float64
		if json.Unmarshal(at.Raw(arguments), &limit) != nil || limit != math.Trunc(limit) {
			return call, errArguments("limit must be an integer")
		}
		call.limit = int(min(max(limit, 1), maxResults))
	}
	return call, nil
}

// maxResults is the maximum number of results of a search.
const maxResults = 100

// search answers a call of the tool that searches.
func (m *middleware) search(view *engine.View, cat *engine.Catalog, req *mcp.CallToolRequest) (mcp.Result, error) {
	call, err := searchCallOf(req)
	if err != nil {
		return nil, err
	}
	results, bytes := cat.Engine().SearchLimits()
	if call.limit == 0 {
		call.limit = results
	}
	most := call.limit
	if !m.servesAll() {
		most = math.MaxInt
	}
	body, count := []byte(`{"tools":[`), 0
	start := len(body) - len(`[`)
	for _, found := range view.Search(call.query, most) {
		if !m.serves(found.Tool.Key()) {
			continue
		}
		before := len(body)
		if count > 0 {
			body = append(body, ',')
		}
		body = found.Tool.AppendJSON(body)
		if len(body)+len(`]`)-start > bytes {
			body = body[:before]
			break
		}
		if count++; count == call.limit {
			break
		}
	}
	body = append(body, `]}`...)
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(body)}}, StructuredContent: json.RawMessage(body)}, nil
}
