package mcphost

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
)

// The values of cacheScope: who may share a cached result (MCP 2026-07-28, caching).
const (
	scopePublic  = "public"
	scopePrivate = "private"
)

func (m *middleware) list(ctx context.Context, req *mcp.ListToolsRequest) (mcp.Result, error) {
	caller := callerOf(req)
	cat, _, view, err := m.view(ctx, caller)
	if err != nil {
		return nil, err
	}
	res := &listResult{body: make([]byte, 0, m.size.Load())}
	res.TTLMs = int(m.ttl(cat).Milliseconds())
	res.CacheScope = m.cacheScope(cat, caller)
	cursor := ""
	if req.Params != nil {
		cursor = req.Params.Cursor
	}
	res.body = append(res.body, `{"tools":`...)
	switch {
	case view == nil && cursor != "":
		return nil, errCursor()
	case view == nil:
		res.body = append(res.body, `[]`...)
	case cursor == "" && m.onOnePage(cat):
		res.body = view.AppendToolsJSON(res.body)
	default:
		if err := m.page(res, view, cursor); err != nil {
			return nil, err
		}
	}
	m.size.Store(int64(len(res.body) + tailSize))
	return res, nil
}

// tailSize is the approximate size of what follows the tools in a list.
const tailSize = 1 << 10

// onOnePage reports whether all tools in the catalog are this server's and fit on one page.
func (m *middleware) onOnePage(cat *engine.Catalog) bool {
	most := cat.Report().Tools
	if cat.Engine().File().Discovery.Search != nil {
		most++ // at least one tool is deferred if the two that reach it are listed
	}
	return m.servesAll() && (m.opts.PageSize < 0 || most <= m.opts.PageSize)
}

// page appends the tools after the one that the cursor names.
func (m *middleware) page(res *listResult, view *engine.View, cursor string) error {
	after, err := decodeCursor(cursor)
	if err != nil {
		return err
	}
	found := after == ""
	count, last := 0, ""
	res.body = append(res.body, '[')
	for t := range view.Tools() {
		switch {
		case !m.serves(t.Key()) && view.Meta(t.Name()) == engine.NoMetaTool:
			continue
		case !found:
			found = t.Name() == after
			continue
		}
		if count == m.opts.PageSize {
			res.NextCursor = encodeCursor(last)
			break
		}
		if count > 0 {
			res.body = append(res.body, ',')
		}
		res.body = t.AppendJSON(res.body)
		count, last = count+1, t.Name()
	}
	res.body = append(res.body, ']')
	if !found { // the tool is gone or no longer visible: the client must list from the start
		return errCursor()
	}
	return nil
}

// cacheScope returns whether a cached list may be shared with other callers: only if it is the same
// for all callers, and anyone who can reach the server may see it. A host that sets Source or
// Request may refuse callers.
func (m *middleware) cacheScope(cat *engine.Catalog, caller Caller) string {
	if cat == nil || m.opts.Request != nil || caller.Token != nil || !cat.Depends().None() {
		return scopePrivate
	}
	return scopePublic
}

// ttl returns how long a list may be cached.
func (m *middleware) ttl(cat *engine.Catalog) time.Duration {
	if m.opts.TTL <= 0 || cat == nil {
		return 0
	}
	depends := cat.Depends()
	byHeader := func(field string) bool {
		return m.custom || m.opts.Source != nil && m.opts.Source.fromHeaders(field)
	}
	at := slices.IndexFunc(depends.Fields, byHeader)
	if at < 0 && !depends.Unknown {
		return m.opts.TTL
	}
	m.noTTL.Do(func() {
		why := "a Go function"
		if at >= 0 {
			why = depends.Fields[at]
		}
		m.opts.Logger.Warn("TTL is not applied: lists depend on values that clients do not cache by", "reads", why)
	})
	return 0
}

// A cursor is the exposed name of the last tool on a page. The caller has seen that name, so it
// reveals nothing, and it has the same meaning in each process that serves the catalog.
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

// A listResult is a tools/list result whose tools are raw JSON. The SDK sets the fields that it
// adds to each result in the embedded result, whose Tools stay empty.
type listResult struct {
	mcp.ListToolsResult
	body []byte // the result up to and including its tools
}

func (r *listResult) MarshalJSON() ([]byte, error) {
	rest, err := json.Marshal(struct {
		NextCursor string         `json:"nextCursor,omitempty"`
		ResultType string         `json:"resultType,omitempty"`
		Meta       map[string]any `json:"_meta,omitempty"`
		mcp.Cacheable
	}{r.NextCursor, string(r.ResultType), r.Meta, r.Cacheable})
	if err != nil {
		return nil, err
	}
	return append(append(r.body, ','), rest[1:]...), nil
}
