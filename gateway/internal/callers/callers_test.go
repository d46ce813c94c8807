package callers

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/oauth2-proxy/mockoidc"

	"github.com/toolrules/toolrules/gateway/internal/config"
	"github.com/toolrules/toolrules/mcphost"
	"github.com/toolrules/toolrules/rules"
)

const audience = "https://tools.example.com/mcp"

func startIssuer(t *testing.T) *mockoidc.MockOIDC {
	t.Helper()
	m, err := mockoidc.Run()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Shutdown() })
	return m
}

// claims returns the claims of a valid token, changed.
func claims(m *mockoidc.MockOIDC, change func(jwt.MapClaims)) jwt.MapClaims {
	c := jwt.MapClaims{
		"iss": m.Issuer(), "aud": []string{"other", audience}, "sub": "ada", "exp": time.Now().Add(time.Hour).Unix(),
		"scope": "tools other", "role": "admin",
	}
	if change != nil {
		change(c)
	}
	return c
}

func sign(t *testing.T, keys *mockoidc.Keypair, c jwt.Claims) string {
	t.Helper()
	text, err := keys.SignJWT(c)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func newKeys(t *testing.T) *mockoidc.Keypair {
	t.Helper()
	keys, err := mockoidc.RandomKeypair(2048)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// A verifying is a verifier with what it has refused and admitted.
type verifying struct {
	*Verifier
	refusals []string
	admitted []*auth.TokenInfo
	headers  http.Header // of the last request that was admitted
}

func newVerifying(t *testing.T, c *config.Config) *verifying {
	t.Helper()
	v := &verifying{}
	var err error
	if v.Verifier, err = New(c, slog.New(slog.DiscardHandler), func(_ *http.Request,
		reason string) {
		v.refusals = append(v.refusals, reason)
	}); err != nil {
		t.Fatal(err)
	}
	return v
}

// do sends a request with headers, names and values alternating.
func (v *verifying) do(from string, headers ...string) *http.Response {
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	r.RemoteAddr = from
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	v.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		v.headers = r.Header
		v.admitted = append(v.admitted, auth.TokenInfoFromContext(r.Context()))
	})).ServeHTTP(w, r)
	return w.Result()
}

func TestOIDC(t *testing.T) {
	m := startIssuer(t)
	c := &config.Config{OIDC: &config.OIDC{Issuer: m.Issuer(), Audience: audience, RequiredScopes: []string{"tools"}}}
	none := func(c jwt.MapClaims) string {
		text, err := jwt.NewWithClaims(jwt.SigningMethodNone, c).SignedString(jwt.UnsafeAllowNoneSignatureType)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	symmetric := func(c jwt.MapClaims) string {
		text, err := jwt.NewWithClaims(jwt.SigningMethodHS256, c).SignedString([]byte("secret"))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	with := func(change func(jwt.MapClaims)) string { return sign(t, m.Keypair, claims(m, change)) }
	at := func(name string, d time.Duration) string {
		return with(func(c jwt.MapClaims) { c[name] = time.Now().Add(d).Unix() })
	}
	tampered := with(nil)
	parts := strings.Split(tampered, ".")
	payload, _ := json.Marshal(claims(m, func(c jwt.MapClaims) { c["role"] = "root" }))
	parts[1] = base64.RawURLEncoding.EncodeToString(payload)
	for _, tt := range []struct {
		name, token string
		status      int
		reason      string
	}{
		{"valid", with(nil), 200, ""},
		{"one audience", with(func(c jwt.MapClaims) { c["aud"] = audience }), 200, ""},
		{"just expired", at("exp", -30*time.Second), 200, ""},
		{"expired", at("exp", -2*time.Minute), 401, "expired"},
		{"no expiry", with(func(c jwt.MapClaims) { delete(c, "exp") }), 401, "no expiry"},
		{"valid soon", at("nbf", 30*time.Second), 200, ""},
		{"not valid yet", at("nbf", 2*time.Minute), 401, "not valid yet"},
		{"wrong audience", with(func(c jwt.MapClaims) { c["aud"] = "https://tools.example.com" }), 401,
			"wrong audience"},
		{"no audience", with(func(c jwt.MapClaims) { delete(c, "aud") }), 401, "wrong audience"},
		{"wrong issuer", with(func(c jwt.MapClaims) { c["iss"] = m.Issuer() + "/" }), 401, "wrong issuer"},
		{"alg none", none(claims(m, nil)), 401, "unsupported algorithm"},
		{"a symmetric algorithm", symmetric(claims(m, nil)), 401, "unsupported algorithm"},
		{"unknown key", sign(t, newKeys(t), claims(m, nil)), 401, "invalid signature"},
		{"tampered", strings.Join(parts, "."), 401, "invalid signature"},
		{"opaque", "tok_0123456789", 401, "unknown token"},
		{"long", strings.Repeat("a", maxTokenBytes) + ".b.c", 401, "the token is too long"},
		{"scope in scp", with(func(c jwt.MapClaims) { delete(c, "scope"); c["scp"] = []string{"tools"} }), 200, ""},
		{"insufficient scope", with(func(c jwt.MapClaims) { c["scope"] = "other" }), 403, "insufficient scope"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := newVerifying(t, c)
			res := v.do("192.0.2.1:1", "Authorization", "Bearer "+tt.token)
			if res.StatusCode != tt.status {
				t.Errorf("the status is %d, want %d; refusals %q", res.StatusCode, tt.status, v.refusals)
			}
			if tt.status == 200 {
				if len(v.admitted) != 1 || v.admitted[0].UserID != "ada" || v.headers.Get("Authorization") != "" || len(v.refusals) != 0 {
					t.Errorf("admitted %+v with %v, refused %q", v.admitted, v.headers, v.refusals)
				}
				return
			}
			if len(v.admitted) != 0 || !slices.Equal(v.refusals, []string{tt.reason}) {
				t.Errorf("admitted %d, refused %q, want %q", len(v.admitted), v.refusals, tt.reason)
			}
			code := map[int]string{401: "invalid_token", 403: "insufficient_scope"}[tt.status]
			want := `Bearer error="` + code + `", resource_metadata="https://tools.example.com/.well-known/oauth-protected-resource/mcp", scope="tools"`
			if got := res.Header.Get("WWW-Authenticate"); got != want {
				t.Errorf("WWW-Authenticate is %s, want %s", got, want)
			}
		})
	}
	v := newVerifying(t, c)
	if res := v.do("192.0.2.1:1"); res.StatusCode != 401 || strings.Contains(res.Header.Get("WWW-Authenticate"),
		"error=") {
		t.Errorf("without a token: %d, %s", res.StatusCode, res.Header.Get("WWW-Authenticate"))
	}
	if res := v.do("192.0.2.1:1", "Authorization", "Bearer "+with(nil), "Authorization",
		"Bearer "+with(nil)); res.StatusCode != 401 {
		t.Errorf("two tokens: %d", res.StatusCode)
	}
}

// Keys of the issuer change. A token with an unknown key makes the verifier fetch them again, but
// not more often than once in an interval.
func TestKeyRotation(t *testing.T) {
	m := startIssuer(t)
	fetched := 0
	v := newVerifying(t, &config.Config{OIDC: &config.OIDC{Issuer: m.Issuer(), Audience: audience}})
	transport := v.issuer.client.Transport.(*keysTransport)
	later := func() { clear(transport.next) } // an interval has passed
	transport.base = countingTransport{&fetched}
	status := func(keys *mockoidc.Keypair) int {
		return v.do("192.0.2.1:1", "Authorization", "Bearer "+sign(t, keys, claims(m, nil))).StatusCode
	}
	old := m.Keypair
	if got := status(old); got != 200 || fetched != 1 {
		t.Fatalf("a token of the first key: %d after %d requests", got, fetched)
	}
	m.Keypair = newKeys(t)
	for range 20 { // too soon
		if got := status(m.Keypair); got != 401 {
			t.Fatalf("a token of the second key: %d", got)
		}
	}
	if fetched != 1 {
		t.Errorf("the keys were fetched %d times", fetched)
	}
	later()
	if got := status(m.Keypair); got != 200 || fetched != 2 {
		t.Errorf("a token of the second key, later: %d after %d requests", got, fetched)
	}
	later()
	if got := status(old); got != 401 {
		t.Errorf("a token of the first key, which is gone: %d", got)
	}
}

type countingTransport struct{ count *int }

func (c countingTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	*c.count++
	return http.DefaultTransport.RoundTrip(r)
}

// An issuer that cannot be reached at the start is tried again later.
func TestIssuerAway(t *testing.T) {
	m := startIssuer(t)
	token := sign(t, m.Keypair, claims(m, nil))
	v := newVerifying(t, &config.Config{OIDC: &config.OIDC{Issuer: "http://127.0.0.1:1/oidc", Audience: audience}})
	if res := v.do("192.0.2.1:1", "Authorization", "Bearer "+token); res.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("the status is %d", res.StatusCode)
	}
	v.issuer.config = &config.OIDC{Issuer: m.Issuer(), Audience: audience}
	v.issuer.retry = time.Now()
	if res := v.do("192.0.2.1:1", "Authorization", "Bearer "+token); res.StatusCode != 200 {
		t.Errorf("the status is %d", res.StatusCode)
	}
}

func sum(token string) string { s := sha256.Sum256([]byte(token)); return hex.EncodeToString(s[:]) }

func TestStaticTokens(t *testing.T) {
	c := &config.Config{Tokens: []config.Token{
		{Name: "ci", SHA256: sum("first"), Attributes: map[string]any{"user": map[string]any{"role": "admin"}, "n": 1}},
		{Name: "bob", SHA256: sum("second")},
	}}
	v := newVerifying(t, c)
	for token, name := range map[string]string{"first": "ci", "second": "bob", "third": "", "": "", "FIRST": ""} {
		v.admitted = nil
		res := v.do("192.0.2.1:1", "Authorization", "Bearer "+token)
		if ok := res.StatusCode == 200; ok != (name != "") || ok && v.admitted[0].UserID != name {
			t.Errorf("%q: %d %+v", token, res.StatusCode, v.admitted)
		}
	}
	file, err := rules.Parse("a.yaml", []byte("version: 1\ncontext: {n: int, user: {role: admin | guest}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	source := Source(c)
	if err := source.Check(file); err != nil {
		t.Fatal(err)
	}
	v.admitted = nil
	v.do("192.0.2.1:1", "Authorization", "Bearer first")
	req, err := source.Request(t.Context(), mcphost.Caller{Token: v.admitted[0],
		Header: http.Header{"X-Role": {"guest"}}})
	if err != nil || req.Attrs["n"] != 1 || req.Attrs["user"].(map[string]any)["role"] != "admin" {
		t.Errorf("the request is %+v, %v", req, err)
	}
}

func TestTrustedHeaders(t *testing.T) {
	c := &config.Config{Trusted: config.TrustedHeaders{
		Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")},
		Headers: map[string]string{"X-Role": "user.role"}, Subject: "X-User",
	}}
	v := newVerifying(t, c)
	for from, status := range map[string]int{"10.1.2.3:4": 200, "[::1]:4": 200, "[::ffff:10.1.2.3]:4": 200,
		"192.0.2.1:4": 403, "": 403} {
		v.headers = nil
		res := v.do(from, "X-Role", "admin", "X-User", "ada", "Authorization", "Bearer x")
		if v.headers.Get("Authorization") != "" {
			t.Errorf("from %s: the Authorization header is passed on", from)
		}
		if res.StatusCode != status || status == 200 && v.headers.Get("X-Role") != "admin" {
			t.Errorf("from %s: %d %v", from, res.StatusCode, v.headers)
		}
	}
	if got := Subject(c, mcphost.Caller{Header: v.headers}); got != "" && got != "ada" {
		t.Errorf("the subject is %q", got)
	}
	// With tokens as well, others are admitted without the headers.
	c.Tokens = []config.Token{{Name: "ci", SHA256: sum("first")}}
	v = newVerifying(t, c)
	if res := v.do("192.0.2.1:4", "X-Role", "admin", "X-User", "ada", "Authorization",
		"Bearer first"); res.StatusCode != 200 || v.headers.Get("X-Role")+v.headers.Get("X-User") != "" {
		t.Errorf("with a token: %d %v", res.StatusCode, v.headers)
	}
}
