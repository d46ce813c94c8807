package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/oauth2-proxy/mockoidc"

	"time"
)

const callerRules = `version: 1
context: {user: {id?: string, role: admin | guest}}
filter:
  exclude:
    - id: guests-only-read
      tools: '*/{write,delete}'
      when: ctx.user.role != "admin"
`

// callerSetup has a token of each kind. It returns the issuer and a valid token of it.
func callerSetup(t *testing.T) (s *setup, issuer *mockoidc.MockOIDC, token func(change func(jwt.MapClaims)) string) {
	t.Helper()
	issuer, err := mockoidc.Run()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = issuer.Shutdown() })
	sum := sha256.Sum256([]byte("static-CANARY"))
	s = newSetup(t, map[string]string{"mcp.json": twoServers, "tools.rules.yaml": callerRules})
	s.write("gateway.yaml", fmt.Sprintf(`attributes: {user: {role: guest}}
tokens:
  - {name: ci, sha256: %s, attributes: {user: {role: admin}}}
oidc:
  issuer: %s
  audience: https://tools.example.com/mcp
  claims: {sub: user.id, role: user.role}
audit: {file: %s}
`, hex.EncodeToString(sum[:]), issuer.Issuer(), s.path("audit.log")))
	return s, issuer, func(change func(jwt.MapClaims)) string {
		claims := jwt.MapClaims{"iss": issuer.Issuer(), "aud": "https://tools.example.com/mcp", "sub": "ada",
			"exp": time.Now().Add(time.Hour).Unix(), "role": "guest", "secret": "claim-CANARY"}
		if change != nil {
			change(claims)
		}
		text, err := issuer.Keypair.SignJWT(claims)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
}

var varying = regexp.MustCompile(`"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"|"duration_ms":[0-9.e-]+`)

// auditLines returns the lines of the audit log, without time and duration.
func (s *setup) auditLines() []string {
	s.t.Helper()
	data, err := os.ReadFile(s.path("audit.log"))
	if err != nil {
		s.t.Fatal(err)
	}
	text := varying.ReplaceAllStringFunc(string(data), func(field string) string {
		name, _, _ := strings.Cut(field, ":")
		return name + ":*"
	})
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

func TestAudit(t *testing.T) {
	s, issuer, token := callerSetup(t)
	g := s.start("--config", s.path("gateway.yaml"))
	ada, ci := g.connect("Authorization", "Bearer "+token(nil)), g.connect("Authorization", "Bearer static-CANARY")
	awaitTools(t, ada, "fs__read memory_server__read_graph")
	awaitTools(t, ci, "fs__read fs__write memory_server__delete memory_server__read_graph")
	call := func(cs *mcp.ClientSession, name string) error {
		_, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: name,
			Arguments: map[string]any{"key": "argument-CANARY"}})
		return err
	}
	if err := call(ada, "fs__read"); err != nil {
		t.Error(err)
	}
	if err := call(ci, "fs__write"); err != nil {
		t.Error(err)
	}
	if err := call(ada, "fs__write"); err == nil {
		t.Error("a hidden tool was called")
	}
	odd := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fs__\u001b[2J\u202e` + strings.Repeat("é",
		200) + `"}}`
	if status, text := send(t, http.MethodPost, g.url, odd, "Authorization",
		"Bearer "+token(nil)); status != 200 || !strings.Contains(text, "unknown tool") {
		t.Errorf("a call of an odd name: %d %s", status, text)
	}
	rules, err := os.ReadFile(s.path("tools.rules.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	revision := fmt.Sprintf("%x", sha256.Sum256(rules))
	rule := s.path("tools.rules.yaml") + ":5:7"
	want := []string{
		`{"time":*,"event":"call","subject":"ada","name":"fs__read","server":"fs","tool":"read","outcome":"ok","reason":"","rule":"","rule_id":"","revision":"` + revision + `","duration_ms":*}`,
		`{"time":*,"event":"call","subject":"ci","name":"fs__write","server":"fs","tool":"write","outcome":"ok","reason":"","rule":"","rule_id":"","revision":"` + revision + `","duration_ms":*}`,
		`{"time":*,"event":"call","subject":"ada","name":"fs__write","server":"fs","tool":"write","outcome":"denied","reason":"","rule":"` + rule + `","rule_id":"guests-only-read","revision":"` + revision + `","duration_ms":*}`,
		`{"time":*,"event":"call","subject":"ada","name":"fs__\u001b[2J\u202e` + strings.Repeat("é",
			58) + `","server":"","tool":"","outcome":"denied","reason":"","rule":"","rule_id":"","revision":"` + revision + `","duration_ms":*}`,
	}
	got := s.auditLines()
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Errorf("line %d is\n%s\nwant\n%s", i+1, strings.Join(got[min(i, len(got)):min(i+1, len(got))], ""),
				want[i])
		}
	}

	// What is refused before there is a call.
	other, err := mockoidc.RandomKeypair(2048)
	if err != nil {
		t.Fatal(err)
	}
	issuer.Keypair, other = other, issuer.Keypair
	foreign := token(nil)
	issuer.Keypair = other
	unsigned, err := jwt.NewWithClaims(jwt.SigningMethodNone, jwt.MapClaims{"iss": issuer.Issuer(), "sub": "ada"}).
		SignedString(jwt.UnsafeAllowNoneSignatureType)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ token, reason string }{
		{"", "no bearer token"},
		{"Bearer opaque-CANARY", "unknown token"},
		{"Bearer " + token(func(c jwt.MapClaims) { c["aud"] = "https://evil.example" }), "wrong audience"},
		{"Bearer " + token(func(c jwt.MapClaims) { c["exp"] = time.Now().Add(-time.Hour).Unix() }), "expired"},
		{"Bearer " + unsigned, "unsupported algorithm"},
		{"Bearer " + foreign, "invalid signature"},
	} {
		before := len(s.auditLines())
		status, text := send(t, http.MethodPost, g.url+"/?q=query-CANARY", listRequest, "Authorization", tt.token)
		if status != http.StatusUnauthorized || strings.Contains(text, "CANARY") {
			t.Errorf("%s: %d %s", tt.reason, status, text)
		}
		want := `{"time":*,"event":"refused","subject":"","name":"","server":"","tool":"","outcome":"unauthenticated","reason":"` + tt.reason +
			`","rule":"","rule_id":"","revision":"` + revision + `","duration_ms":*}`
		if lines := s.auditLines(); len(lines) != before+1 || lines[before] != want {
			t.Errorf("%s: the log has %q, want %s", tt.reason, lines[before:], want)
		}
	}
	status, text := send(t, http.MethodGet, g.url+"/.well-known/oauth-protected-resource/mcp", "")
	if status != 200 || !strings.Contains(text,
		`"resource":"https://tools.example.com/mcp"`) || !strings.Contains(text, issuer.Issuer()) {
		t.Errorf("the metadata is %d %s", status, text)
	}
	for name, log := range map[string]string{"log": g.log.String(), "audit log": strings.Join(s.auditLines(), "\n")} {
		for _, secret := range []string{"CANARY", token(nil)[:40], strings.Split(foreign, ".")[2], "é\u202e", "\x1b"} {
			if strings.Contains(log, secret) {
				t.Errorf("the %s has %q:\n%s", name, secret, log)
			}
		}
	}
}

// Secrets of servers reach neither the log nor errors, whatever becomes of the servers.
func TestNoSecretsInLogs(t *testing.T) {
	s := newSetup(t, map[string]string{"tools.rules.yaml": simpleRules, "mcp.json": `{"mcpServers": {
		"fs": {"command": "$SELF", "args": ["arg-CANARY"], "env": {"TOOLRULES_TEST_ROLE": "read", "KEY": "env-CANARY"}},
		"gone": {"command": "/nonexistent/CANARY", "args": ["arg-CANARY"]},
		"web": {"url": "http://user-CANARY:password-CANARY@127.0.0.1:1/mcp?key=query-CANARY", "headers": {"Authorization": "Bearer ${SECRET}"}}
	}}`})
	cmd := s.command("--http", "127.0.0.1:0")
	cmd.Env = append(cmd.Env, "SECRET=variable-CANARY")
	g := s.run(cmd)
	awaitTools(t, g.connect(), "fs__read")
	g.awaitLog(`server=gone`)
	g.awaitLog(`server=web`)
	s.write("mcp.json",
		`{"mcpServers": {"fs": {"command": "${UNSET_CANARY_NAME}", "args": ["arg-CANARY", "${SECRET}"]}}}`)
	g.awaitLog("the new servers are refused")
	log := strings.ReplaceAll(strings.ReplaceAll(g.log.String(), "/nonexistent/CANARY", ""), "UNSET_CANARY_NAME", "")
	if strings.Contains(log, "CANARY") {
		t.Errorf("the log has a secret:\n%s", log)
	}
}

// With required, no call is executed while the audit log cannot be written.
func TestAuditRequired(t *testing.T) {
	for _, required := range []bool{false, true} {
		s := newSetup(t, map[string]string{"mcp.json": twoServers, "tools.rules.yaml": simpleRules,
			"gateway.yaml": fmt.Sprintf("audit: {file: /dev/full, required: %t}\n", required)})
		g := s.start("--config", s.path("gateway.yaml"))
		cs := g.connect()
		awaitTools(t, cs, "fs__read fs__write memory_server__read_graph")
		_, _ = cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "fs__read"}) // its line cannot be written
		_, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "fs__read"})
		if refused := err != nil; refused != required {
			t.Errorf("required %t: %v", required, err)
		}
		if _, text := send(t, http.MethodGet, g.url+"/metrics", ""); strings.Contains(text,
			"toolrules_audit_failures_total 0") {
			t.Error("no failure was counted")
		}
	}
}
