package mcphost

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/jsontree"
)

// What a result says of who may keep it (MCP 2026-07-28, cacheScope).
const (
	scopePublic  = "public"
	scopePrivate = "private"
)

// list answers tools/list.
func (m *middleware) list(ctx context.Context, req *mcp.ListToolsRequest) (mcp.Result, error) {
	caller := callerOf(req)
	cat, view, err := m.view(ctx, caller)
	if err != nil {
		return nil, err
	}
	res := &listResult{}
	res.TTLMs = int(m.opts.TTL.Milliseconds())
	res.CacheScope = cacheScope(cat, caller)
	cursor := ""
	if req.Params != nil {
		cursor = req.Params.Cursor
	}
	if view == nil {
		if cursor != "" {
			return nil, errCursor()
		}
		return res, nil
	}
	return res, m.page(res, view, cursor)
}

// page fills in the tools that follow the one that the cursor names.
func (m *middleware) page(res *listResult, view *engine.View, cursor string) error {
	after, err := decodeCursor(cursor)
	if err != nil {
		return err
	}
	found := after == ""
	count, last := 0, ""
	for t := range view.Tools() {
		switch {
		case !m.serves(t.Key()):
			continue
		case !found:
			found = t.Name() == after
			continue
		case count == m.opts.PageSize:
			res.NextCursor = encodeCursor(last)
			return nil
		}
		if count > 0 {
			res.tools = append(res.tools, ',')
		}
		res.tools = t.AppendJSON(res.tools)
		count, last = count+1, t.Name()
	}
	if !found { // the tool is gone, or the caller no longer sees it: the list has to be read anew
		return errCursor()
	}
	return nil
}

// cacheScope says whether one caller's list may be shown to another: only if no caller's would differ, and whoever can reach
// the server may see it.
func cacheScope(cat *engine.Catalog, caller Caller) string {
	if cat == nil || caller.Token != nil || !cat.Depends().None() {
		return scopePrivate
	}
	return scopePublic
}

// A cursor is the exposed name of the last tool of a page. The caller has seen that name, so that it gives nothing away, and
// it means the same to every process that serves the catalog.
func encodeCursor(name string) string { return base64.RawURLEncoding.EncodeToString([]byte(name)) }

func decodeCursor(cursor string) (string, error) {
	name, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || !utf8.Valid(name) {
		return "", errCursor()
	}
	return string(name), nil
}

func errCursor() error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "invalid cursor: list the tools from the start"}
}

// A listResult is a tools/list result whose tools are raw JSON. The SDK fills in what it adds to every result through the
// embedded one; Tools of that stays empty.
type listResult struct {
	mcp.ListToolsResult
	tools []byte // JSON objects with commas between them
}

// MarshalJSON gives the result as it goes out.
func (r *listResult) MarshalJSON() ([]byte, error) {
	head, err := json.Marshal(struct {
		ResultType string         `json:"resultType,omitempty"`
		Meta       map[string]any `json:"_meta,omitempty"`
		mcp.Cacheable
	}{string(r.ResultType), r.Meta, r.Cacheable})
	if err != nil {
		return nil, err
	}
	out := make([]byte, 0, len(head)+len(r.NextCursor)+len(r.tools)+64)
	out = append(out, head[:len(head)-1]...)
	if r.NextCursor != "" {
		out = jsontree.AppendString(append(out, `,"nextCursor":`...), r.NextCursor)
	}
	out = append(append(out, `,"tools":[`...), r.tools...)
	return append(out, `]}`...), nil
}
