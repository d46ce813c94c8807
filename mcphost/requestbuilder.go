package mcphost

import (
	"encoding/json"
	"maps"
	"math"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/auth"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
)

// A requestBuilder sets the fields of a request. It does not modify what it starts from, which is
// shared.
type requestBuilder struct {
	req    engine.Request
	cloned bool // req.Attrs is not shared
}

// set sets a field. A runner or model that is not a string, and a verbosity that is not an integer,
// becomes missing.
func (b *requestBuilder) set(field string, value any) {
	switch field {
	case fieldRunner:
		b.req.Runner, _ = value.(string)
	case fieldModel:
		b.req.Model, _ = value.(string)
	case fieldVerbosity:
		b.req.Verbosity = levelOf(value)
	default:
		b.setAttribute(strings.Split(field, "."), value)
	}
}

func (b *requestBuilder) setAttribute(path []string, value any) {
	if !b.cloned {
		b.req.Attrs, b.cloned = cloneTree(b.req.Attrs), true
	}
	at := b.req.Attrs
	for _, name := range path[:len(path)-1] {
		next, ok := at[name].(map[string]any)
		if !ok {
			next = map[string]any{}
			at[name] = next
		}
		at = next
	}
	if tree, ok := value.(map[string]any); ok { // a later field may modify it
		value = cloneTree(tree)
	}
	at[path[len(path)-1]] = value
}

// cloneTree copies a mapping and the mappings in it. It never returns nil.
func cloneTree(tree map[string]any) map[string]any {
	if tree == nil {
		return map[string]any{}
	}
	tree = maps.Clone(tree)
	for name, value := range tree {
		if inner, ok := value.(map[string]any); ok {
			tree[name] = cloneTree(inner)
		}
	}
	return tree
}

// levelOf converts a verbosity. The zero Level means that it is missing.
func levelOf(value any) engine.Level {
	switch v := value.(type) {
	case string:
		if n, err := strconv.ParseInt(v, 10, 64); err == nil {
			return engine.Verbosity(n)
		}
	case json.Number:
		return levelOf(v.String())
	case float64:
		if v == math.Trunc(v) && math.Abs(v) <= 1<<53 {
			return engine.Verbosity(int64(v))
		}
	case int:
		return engine.Verbosity(int64(v))
	case int64:
		return engine.Verbosity(v)
	}
	return engine.Level{}
}

// firstClaim returns the first claim that a token has, of names separated by |. A null is used only
// if the token has none of the others.
func firstClaim(token *auth.TokenInfo, names string) (value any, ok bool) {
	for name := range strings.SplitSeq(names, "|") {
		if found, has := claim(token, name); has {
			if value, ok = found, true; found != nil {
				break
			}
		}
	}
	return value, ok
}

// claimValue converts a claim to its declared type. A value that cannot be converted is returned
// unchanged, for the rules to reject.
func claimValue(value any, want expr.Type) any {
	switch v := value.(type) {
	case string:
		if want.Kind != expr.List {
			return v
		}
		list := []any{}
		for item := range strings.FieldsSeq(v) {
			list = append(list, headerValue([]string{item}, *want.Elem))
		}
		return list
	case map[string]any:
		if want.Kind != expr.Object {
			return v
		}
		v = maps.Clone(v)
		for _, field := range want.Fields {
			if inner, ok := v[field.Name]; ok {
				v[field.Name] = claimValue(inner, field.Type)
			}
		}
		return v
	}
	return value
}

// claim returns a claim of a verified token.
func claim(token *auth.TokenInfo, name string) (any, bool) {
	if value, ok := token.Extra[name]; ok {
		return value, true
	}
	if value, ok := claimAt(token.Extra, name); ok {
		return value, true
	}
	switch {
	case name == "sub" && token.UserID != "":
		return token.UserID, true
	case name == "scope" && token.Scopes != nil:
		return token.Scopes, true
	}
	return nil, false
}

// claimAt returns the value at a dotted path.
func claimAt(tree map[string]any, path string) (any, bool) {
	name, rest, deeper := strings.Cut(path, ".")
	if !deeper {
		value, ok := tree[name]
		return value, ok
	}
	inner, ok := tree[name].(map[string]any)
	if !ok {
		return nil, false
	}
	return claimAt(inner, rest)
}
