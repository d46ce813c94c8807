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

// A requestBuilder fills in a request field by field. What it starts from is shared and stays as it is.
type requestBuilder struct {
	req    engine.Request
	cloned bool // the attributes are our own
}

// set gives a field a value. A runner or model that is no text, and a verbosity that is no number, is missing.
func (b *requestBuilder) set(field string, value any) {
	switch field {
	case FieldRunner:
		b.req.Runner, _ = value.(string)
	case FieldModel:
		b.req.Model, _ = value.(string)
	case FieldVerbosity:
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
	if tree, ok := value.(map[string]any); ok { // a later field may reach into it
		value = cloneTree(tree)
	}
	at[path[len(path)-1]] = value
}

// cloneTree copies a mapping and the mappings in it. It never gives nil.
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

// levelOf reads a verbosity. The zero level is none.
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

// firstClaim finds the first of the claims that a name has, separated by |. A null is passed over while there is another.
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

// claimValue reads a claim as the type that is declared. What can't be read so is handed on as it is, for the rules to refuse.
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

// claim finds a claim of a verified token.
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

// claimAt follows a path with dots.
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
