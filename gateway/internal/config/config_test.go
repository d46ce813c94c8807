package config_test

import (
	"encoding/json"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolrules/toolrules/gateway/internal/config"
)

func TestParse(t *testing.T) {
	got, err := config.Parse("gateway.yaml", []byte(`
hosts: [a.example, "b.example:8080"]
origins: [https://app.example]
tls: {cert: c.pem, key: k.pem}
sessions: true
attributes: {user: {role: guest, level: 3, tags: [a]}}
headers: {X-Team: user.team}
trusted_headers: {proxies: [10.0.0.0/8, "::1"], headers: {X-User: user.id}, subject: X-User}
tokens: [{name: ci, sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08, attributes: {user: {role: admin}}}]
oidc: {issuer: https://i.example, audience: https://a.example/mcp, resource: https://r.example, required_scopes: [tools], claims: {sub: user.id}}
audit: {file: audit.log, required: true}
isolate: {by: [user.id], servers: [fs], max: 7, idle: 5m}
timeouts: {ready: 1s, grace: 2s, connect: 3s, call: 4m}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := &config.Config{
		Hosts: []string{"a.example", "b.example:8080"}, Origins: []string{"https://app.example"},
		TLS: config.TLS{Cert: "c.pem", Key: "k.pem"}, Sessions: true,
		Attributes: map[string]any{"user": map[string]any{"role": "guest", "level": json.Number("3"),
			"tags": []any{"a"}}},
		Headers: map[string]string{"X-Team": "user.team"},
		Trusted: config.TrustedHeaders{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"),
			netip.MustParsePrefix("::1/128")},
			Headers: map[string]string{"X-User": "user.id"}, Subject: "X-User"},
		Tokens: []config.Token{{Name: "ci", SHA256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
			Attributes: map[string]any{"user": map[string]any{"role": "admin"}}}},
		OIDC: &config.OIDC{Issuer: "https://i.example", Audience: "https://a.example/mcp",
			Resource:       "https://r.example",
			RequiredScopes: []string{"tools"}, Claims: map[string]string{"sub": "user.id"}},
		Audit:   config.Audit{File: "audit.log", Required: true},
		Isolate: &config.Isolate{By: []string{"user.id"}, Servers: []string{"fs"}, Max: 7, Idle: 5 * time.Minute},
		Timeouts: config.Timeouts{Ready: time.Second, Grace: 2 * time.Second, Connect: 3 * time.Second,
			Call: 4 * time.Minute},
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateComparable(netip.Prefix{})); diff != "" {
		t.Error(diff)
	}
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"an unknown key", "hosst: [a]\n",
			`g.yaml:1:1: unknown key "hosst" in a gateway configuration; did you mean "hosts"?`},
		{"another type", "hosts: a\n", "g.yaml:1:8"},
		{"an empty list", "hosts: []\n", "g.yaml:1:8"},
		{"no audience", "oidc: {issuer: https://i.example}\n", "audience"},
		{"a short SHA-256", "tokens: [{name: a, sha256: abc}]\n", "is not a SHA-256"},
		{"a token itself", "tokens: [{name: a, token: abc}]\n", `unknown key "token"`},
		{"a duration without a unit", "timeouts: {call: \"5\"}\n",
			`expected a positive duration, got "5"; write 10s or 5m`},
		{"a negative duration", "isolate: {by: [a], idle: -5m}\n", "expected a positive duration"},
		{"no address", "trusted_headers: {proxies: [proxy], headers: {X: a}}\n",
			`g.yaml:1:29: expected an IP address or a prefix, got "proxy"`},
		{"not YAML", "hosts: [\n", "g.yaml:"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := config.Parse("g.yaml", []byte(tt.text)); err == nil || !strings.Contains(err.Error(),
				tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

// The configuration in docs/operations.md is valid.
func TestDocument(t *testing.T) {
	page, err := os.ReadFile("../../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "```text\n# gateway.yaml\n")
	text, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatal("the page has no gateway.yaml")
	}
	c, err := config.Parse("gateway.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if c.OIDC == nil || len(c.Tokens) != 1 || len(c.Trusted.Proxies) != 1 {
		t.Errorf("the configuration is %+v", c)
	}
}
