package mcphost_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

const sourceRules = `
version: 1
context:
  user: {id: string, role: admin | guest, groups: [string]}
  tenant?: string
  risk?: float
  seat?: int
  beta?: bool
  seats?: [int]
  labels?: [string]
`

func TestSourceRequest(t *testing.T) {
	attrs := func(pairs ...any) map[string]any {
		tree := map[string]any{}
		for i := 0; i < len(pairs); i += 2 {
			tree[pairs[i].(string)] = pairs[i+1]
		}
		return tree
	}
	base := engine.Request{Runner: "base", Model: "m", Verbosity: engine.Verbosity(3), Attrs: attrs("user", attrs("id", "u0", "role", "guest"))}
	headers := map[string]string{"X-Role": "user.role", "X-Groups": "user.groups", "X-Risk": "risk", "X-Seat": "seat", "X-Beta": "beta", "X-Tenant": "tenant", "X-Runner": "runner"}
	for _, tt := range []struct {
		name   string
		source mcphost.Source
		caller mcphost.Caller
		want   engine.Request
	}{
		{name: "nothing"},
		{name: "base alone", source: mcphost.Source{Base: base}, want: base},
		{
			name:   "a known client",
			caller: mcphost.Caller{Client: &mcp.Implementation{Name: "codex-mcp-client"}},
			want:   engine.Request{Runner: "codex"},
		},
		{
			name:   "a known client in another case",
			caller: mcphost.Caller{Client: &mcp.Implementation{Name: "CLINE"}},
			want:   engine.Request{Runner: "cline"},
		},
		{
			name:   "an unknown client is its own runner",
			caller: mcphost.Caller{Client: &mcp.Implementation{Name: "Mine"}},
			want:   engine.Request{Runner: "Mine"},
		},
		{
			name:   "a table of the host's own",
			source: mcphost.Source{Clients: map[string]string{"codex": "me"}},
			caller: mcphost.Caller{Client: &mcp.Implementation{Name: "codex"}},
			want:   engine.Request{Runner: "me"},
		},
		{
			name:   "a client that shall have no runner",
			source: mcphost.Source{Base: base, Clients: map[string]string{"curl": ""}},
			caller: mcphost.Caller{Client: &mcp.Implementation{Name: "curl"}},
			want:   engine.Request{Model: "m", Verbosity: engine.Verbosity(3), Attrs: base.Attrs},
		},
		{
			name: "the default headers win over the client",
			caller: mcphost.Caller{
				Client: &mcp.Implementation{Name: "codex"},
				Header: http.Header{"X-Mcp-Runner": {"r"}, "X-Mcp-Model": {" 5.4 "}, "X-Mcp-Verbosity": {"0"}},
			},
			want: engine.Request{Runner: "r", Model: "5.4", Verbosity: engine.Verbosity(0)},
		},
		{
			name:   "a header twice is no text, and a verbosity in words no number",
			source: mcphost.Source{Base: base},
			caller: mcphost.Caller{Header: http.Header{"X-Mcp-Runner": {"a", "b"}, "X-Mcp-Verbosity": {"high"}}},
			want:   engine.Request{Model: "m", Attrs: base.Attrs},
		},
		{
			name:   "headers by the declared type",
			source: mcphost.Source{Headers: headers},
			caller: mcphost.Caller{Header: http.Header{
				"X-Role": {"admin"}, "X-Groups": {"a, b", "c,,"}, "X-Risk": {"0.5"}, "X-Seat": {"7"}, "X-Beta": {"true"}, "X-Tenant": {"5"},
			}},
			want: engine.Request{Attrs: attrs(
				"user", attrs("role", "admin", "groups", []any{"a", "b", "c"}),
				"risk", json.Number("0.5"), "seat", json.Number("7"), "beta", true, "tenant", "5",
			)},
		},
		{
			name:   "headers of a wrong type are for the rules to refuse",
			source: mcphost.Source{Headers: headers},
			caller: mcphost.Caller{Header: http.Header{"X-Role": {"admin", "guest"}, "X-Beta": {"perhaps"}}},
			want:   engine.Request{Attrs: attrs("user", attrs("role", []string{"admin", "guest"}), "beta", "perhaps")},
		},
		{
			name:   "only verified values",
			source: mcphost.Source{Base: base, Headers: headers, TrustedHeaders: []string{"x-tenant"}, VerifiedOnly: true},
			caller: mcphost.Caller{Header: http.Header{"X-Role": {"admin"}, "X-Tenant": {"acme"}, "X-Runner": {"r"}}},
			want: engine.Request{Runner: "r", Model: "m", Verbosity: engine.Verbosity(3), Attrs: attrs(
				"user", attrs("id", "u0", "role", "guest"), "tenant", "acme",
			)},
		},
		{
			name: "claims win over headers",
			source: mcphost.Source{
				Base: base, Headers: headers,
				Claims: map[string]string{"sub": "user.id", "realm.roles": "user.groups", "r": "user.role", "lvl": "verbosity", "none": "tenant", "scope": "tenant"},
			},
			caller: mcphost.Caller{
				Header: http.Header{"X-Role": {"admin"}},
				Token: &auth.TokenInfo{UserID: "u1", Extra: map[string]any{
					"realm": map[string]any{"roles": []any{"a"}}, "r": "guest", "lvl": 7.0,
				}, Scopes: []string{"s"}},
			},
			want: engine.Request{Runner: "base", Model: "m", Verbosity: engine.Verbosity(7), Attrs: attrs(
				"user", attrs("id", "u1", "role", "guest", "groups", []any{"a"}), "tenant", []string{"s"},
			)},
		},
		{
			name:   "a missing claim is not made up for by a header that anybody can send",
			source: mcphost.Source{Headers: headers, Claims: map[string]string{"r": "user.role", "s": "seat", "b": "beta.x"}, TrustedHeaders: []string{"X-Seat"}},
			caller: mcphost.Caller{
				Header: http.Header{"X-Role": {"admin"}, "X-Seat": {"1"}, "X-Tenant": {"acme"}, "X-Beta": {"true"}},
				Token:  &auth.TokenInfo{},
			},
			want: engine.Request{Attrs: attrs("seat", json.Number("1"), "tenant", "acme")},
		},
		{
			name:   "a string for a declared list",
			source: mcphost.Source{Claims: map[string]string{"g": "user.groups", "r": "user.role", "t": "tenant"}},
			caller: mcphost.Caller{Token: &auth.TokenInfo{Extra: map[string]any{"g": " a  b\tc ", "r": "admin guest", "t": "a b"}}},
			want:   engine.Request{Attrs: attrs("user", attrs("groups", []any{"a", "b", "c"}, "role", "admin guest"), "tenant", "a b")},
		},
		{
			name:   "a string for a declared list, with one word, with none, and in a mapping",
			source: mcphost.Source{Claims: map[string]string{"u": "user", "s": "seats", "l": "labels"}},
			caller: mcphost.Caller{Token: &auth.TokenInfo{Extra: map[string]any{"u": map[string]any{"groups": "ops", "id": "a b"}, "s": "1 2", "l": ""}}},
			want:   engine.Request{Attrs: attrs("user", attrs("groups", []any{"ops"}, "id", "a b"), "seats", []any{json.Number("1"), json.Number("2")}, "labels", []any{})},
		},
		{
			name:   "items of a list stay as they are",
			source: mcphost.Source{Claims: map[string]string{"g": "user.groups"}},
			caller: mcphost.Caller{Token: &auth.TokenInfo{Extra: map[string]any{"g": []any{"Domain Admins", "b"}}}},
			want:   engine.Request{Attrs: attrs("user", attrs("groups", []any{"Domain Admins", "b"}))},
		},
		{
			name:   "the first of the alternatives that the token has",
			source: mcphost.Source{Claims: map[string]string{"none|realm.r|r": "user.role", "s|scope": "user.groups", "n|t": "tenant", "no|such": "seat"}},
			caller: mcphost.Caller{Token: &auth.TokenInfo{Scopes: []string{"x"}, Extra: map[string]any{
				"r": "guest", "realm": map[string]any{"r": "admin"}, "n": nil, "t": "acme",
			}}},
			want: engine.Request{Attrs: attrs("user", attrs("role", "admin", "groups", []string{"x"}), "tenant", "acme")},
		},
		{
			name:   "a claim that is a whole mapping",
			source: mcphost.Source{Claims: map[string]string{"u": "user", "z": "user.role"}},
			caller: mcphost.Caller{Token: &auth.TokenInfo{Extra: map[string]any{"u": map[string]any{"id": "u1", "role": "guest"}, "z": "admin"}}},
			want:   engine.Request{Attrs: attrs("user", attrs("id", "u1", "role", "admin"))},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.caller.Rules = parse(t, sourceRules).File()
			got, err := tt.source.Request(context.Background(), tt.caller)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(engine.Level{})); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	if diff := cmp.Diff(attrs("user", attrs("id", "u0", "role", "guest")), base.Attrs); diff != "" {
		t.Errorf("requests changed their base (-want +got)\n%s", diff)
	}
}

func TestSourceCheck(t *testing.T) {
	r := parse(t, sourceRules).File()
	for _, tt := range []struct {
		name   string
		source mcphost.Source
		want   string // codes and places
	}{
		{"the zero source", mcphost.Source{}, ""},
		{"all in order", mcphost.Source{Headers: map[string]string{"X-Role": "user.role"}, Claims: map[string]string{"u": "tenant", "m": "model"}}, ""},
		{"a base that fits", mcphost.Source{Base: engine.Request{Attrs: map[string]any{"user": map[string]any{"role": "admin"}, "seat": json.Number("3")}}}, ""},
		{
			"a base that does not", mcphost.Source{Base: engine.Request{Attrs: map[string]any{
				"user": map[string]any{"role": "boss", "rule": 1}, "tenant": 7, "user.id": "u", "x": nil,
			}}}, "undeclared user.rule, undeclared user.id, undeclared x, bad_value user.role, bad_value tenant",
		},
		{"a header beside alternatives", mcphost.Source{Headers: map[string]string{"X-Role": "user.role"}, Claims: map[string]string{"a|b": "user.role"}}, "unverified X-Role"},
		{"a header beside a claim", mcphost.Source{Headers: map[string]string{"X-Role": "user.role"}, Claims: map[string]string{"u": "user"}}, "unverified X-Role"},
		{"a trusted header beside a claim", mcphost.Source{Headers: map[string]string{"X-Role": "user.role"}, Claims: map[string]string{"r": "user.role"}, TrustedHeaders: []string{"X-Role"}}, ""},
		{"undeclared", mcphost.Source{Headers: map[string]string{"X-Role": "user.rule", "X-A": "a"}, Claims: map[string]string{"b": "user.id.x"}}, "undeclared X-A, undeclared X-Role, undeclared b"},
		{"a mapping in a header", mcphost.Source{Headers: map[string]string{"X-User": "user"}}, "mapping X-User"},
		{"self-reported", mcphost.Source{Headers: map[string]string{"X-Role": "user.role", "X-Runner": "runner"}, VerifiedOnly: true}, "unverified X-Role"},
		{"trusted", mcphost.Source{Headers: map[string]string{"X-Role": "user.role"}, TrustedHeaders: []string{"x-role"}, VerifiedOnly: true}, ""},
	} {
		if got := codes(tt.source.Check(r)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
