package mcphost

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/jsontree"
)

const (
	headerProtocol    = "Mcp-Protocol-Version"
	headerParamPrefix = "Mcp-Param-"

	// paramHeadersProtocol is the first version whose clients repeat arguments in headers.
	paramHeadersProtocol = "2026-07-28"
)

// A paramCheck compares the Mcp-Param-* headers of calls with their arguments, according to the
// schemas of the tools in the catalog (MCP 2026-07-28, streamable HTTP). The zero value is ready to
// use. It is safe for concurrent use.
type paramCheck struct {
	current atomic.Pointer[catalogHeaders]
}

// catalogHeaders holds the header trees of one catalog. Each is built when its tool is first
// called.
type catalogHeaders struct {
	catalog *engine.Catalog
	trees   sync.Map // engine.Key to *headerTree, which is nil if no argument has a header
}

// mismatch returns how the headers of a call of a visible tool differ from its arguments; "" if
// they agree.
func (p *paramCheck) mismatch(cat *engine.Catalog, key engine.Key, req *mcp.CallToolRequest) string {
	if req.Extra == nil || req.Extra.Header.Get(headerProtocol) < paramHeadersProtocol {
		return ""
	}
	tree := p.tree(cat, key)
	if tree == nil {
		return ""
	}
	arguments := req.Params.Arguments
	if len(arguments) == 0 {
		arguments = json.RawMessage(`{}`)
	}
	return tree.mismatch(req.Extra.Header, arguments, jsontree.Node{Start: 0, End: len(arguments), Kind: jsontree.Object})
}

func (p *paramCheck) tree(cat *engine.Catalog, key engine.Key) *headerTree {
	c := p.current.Load()
	if c == nil || c.catalog != cat {
		c = &catalogHeaders{catalog: cat}
		p.current.Store(c)
	}
	if tree, ok := c.trees.Load(key); ok {
		return tree.(*headerTree)
	}
	var tree *headerTree
	if raw, ok := cat.Raw(key); ok {
		_, tree = headerTreeOf(new(toolReader), raw)
	}
	c.trees.Store(key, tree)
	return tree
}

// mismatch compares the headers for the arguments in an object, which is at the node at in data.
func (t *headerTree) mismatch(header http.Header, data []byte, at jsontree.Node) string {
	outline := jsontree.Node{}
	if at.Kind == jsontree.Object {
		var err error
		if outline, err = jsontree.Outline(data, at.Start, at.End); err != nil {
			return "the arguments are not valid JSON"
		}
	}
	for _, name := range slices.Sorted(maps.Keys(t.inside)) {
		inside := t.inside[name]
		value := jsontree.Node{Kind: jsontree.Null}
		if found := outline.Get(name); found != nil {
			value = *found
		}
		if inside.header != "" {
			absent := value.Kind == jsontree.Null
			if reason := headerMismatch(headerParamPrefix+inside.header, header, absent, value.Raw(data)); reason != "" {
				return reason
			}
		}
		if inside.inside != nil {
			if reason := inside.mismatch(header, data, value); reason != "" {
				return reason
			}
		}
	}
	return ""
}

// headerMismatch compares a header with the argument that it repeats.
func headerMismatch(name string, header http.Header, absent bool, argument []byte) string {
	values := header.Values(name)
	switch {
	case absent && len(values) == 0:
		return ""
	case absent:
		return name + " is set, but its argument is absent"
	case len(values) == 0:
		return name + " is missing"
	case len(values) > 1:
		return name + " is set more than once"
	}
	got, ok := decodedHeader(values[0])
	if !ok {
		return name + " has invalid Base64"
	}
	want, isString, ok := headerValueOf(argument)
	if !ok {
		return name + " is set, but its argument is not a string, an integer or a boolean"
	}
	if !isString && len(got) > 0 && strings.IndexByte("+-0123456789", got[0]) >= 0 {
		got, _ = integerText(got) // 7.0 is 7
	}
	if got != want {
		return name + " does not match its argument"
	}
	return ""
}

// decodedHeader returns the string that a header encodes.
func decodedHeader(value string) (string, bool) {
	encoded, prefix := strings.CutPrefix(value, base64Prefix)
	encoded, suffix := strings.CutSuffix(encoded, base64Suffix)
	if !prefix || !suffix {
		return value, true
	}
	text, err := base64.StdEncoding.DecodeString(encoded)
	return string(text), err == nil
}

// errHeaders returns the error of a call whose headers do not match its arguments. Handler answers
// it with status 400.
func errHeaders(reason string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: mcp.CodeHeaderMismatch, Message: "header mismatch: " + reason}
}
