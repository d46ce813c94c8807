// Package callers verifies who sends a request over HTTP: static bearer tokens, access tokens of an
// OpenID Connect issuer, and headers of trusted proxies.
package callers

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"github.com/toolrules/toolrules/gateway/internal/config"
	"github.com/toolrules/toolrules/mcphost"
)

// A Verifier verifies callers over HTTP. It is safe for concurrent use.
type Verifier struct {
	config  *config.Config
	tokens  []token
	issuer  *issuer // nil if there is none
	refused func(r *http.Request, reason string)
}

// A token is a static token.
type token struct {
	name       string
	sum        [sha256.Size]byte
	attributes map[string]any // by claim, see tokenClaim
}

// New returns a verifier. Refused is called for each request that is refused, with a reason for the
// audit log.
func New(c *config.Config, logger *slog.Logger, refused func(r *http.Request, reason string)) (*Verifier, error) {
	v := &Verifier{config: c, refused: refused}
	for i, t := range c.Tokens {
		one := token{name: t.Name, attributes: map[string]any{}}
		if n, err := hex.Decode(one.sum[:], []byte(t.SHA256)); err != nil || n != sha256.Size {
			return nil, fmt.Errorf("tokens[%d]: the SHA-256 is not valid", i)
		}
		flatten("", t.Attributes, func(path string, value any) { one.attributes[tokenClaim+path] = value })
		v.tokens = append(v.tokens, one)
	}
	if c.OIDC != nil {
		var err error
		if v.issuer, err = newIssuer(c.OIDC, logger); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// tokenClaim is the prefix of the claims that hold the attributes of a static token. Tokens of an
// issuer cannot have them.
const tokenClaim = "static token:"

// flatten calls yield for each attribute that is not a mapping.
func flatten(path string, attributes map[string]any, yield func(path string, value any)) {
	for name, value := range attributes {
		if inner, ok := value.(map[string]any); ok {
			flatten(path+name+".", inner, yield)
			continue
		}
		yield(path+name, value)
	}
}

// Required reports whether each request over HTTP must come from a verified caller.
func (v *Verifier) Required() bool { return v.tokensRequired() || len(v.config.Trusted.Headers) > 0 }

func (v *Verifier) tokensRequired() bool { return len(v.tokens) > 0 || v.issuer != nil }

// Source returns where the attributes of requests come from.
func Source(c *config.Config) *mcphost.Source {
	s := &mcphost.Source{Headers: mcphost.DefaultHeaders(), Claims: map[string]string{}}
	s.Base.Attrs = c.Attributes
	for name, target := range c.Headers {
		s.Headers[name] = target
	}
	for name, target := range c.Trusted.Headers {
		s.Headers[name] = target
		s.TrustedHeaders = append(s.TrustedHeaders, name)
	}
	for _, t := range c.Tokens {
		flatten("", t.Attributes, func(path string, _ any) { s.Claims[tokenClaim+path] = path })
	}
	if c.OIDC != nil {
		for name, target := range c.OIDC.Claims {
			s.Claims[name] = target
		}
	}
	return s
}

// Subject returns the name of a caller for the audit log; empty if it is unknown.
func Subject(c *config.Config, caller mcphost.Caller) string {
	switch {
	case caller.Token != nil:
		return caller.Token.UserID
	case c.Trusted.Subject != "":
		return caller.Header.Get(c.Trusted.Subject)
	}
	return ""
}

// Handler returns a handler that admits only verified callers to next. It removes headers that only
// trusted proxies may set, and the Authorization header.
func (v *Verifier) Handler(next http.Handler) http.Handler {
	admit := func(w http.ResponseWriter, r *http.Request, info *auth.TokenInfo) {
		r.Header.Del("Authorization")
		if info == nil {
			next.ServeHTTP(w, r)
			return
		}
		r.Header.Set("Authorization", "Bearer verified") // only this handler stores a token for the SDK
		known := func(context.Context, string, *http.Request) (*auth.TokenInfo, error) { return info, nil }
		auth.RequireBearerToken(known, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true,
			ClockSkew: leeway})(
			http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				r.Header.Del("Authorization")
				next.ServeHTTP(w, r)
			})).ServeHTTP(w, r)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		trusted := v.fromProxy(r)
		if !trusted {
			for name := range v.config.Trusted.Headers {
				r.Header.Del(name)
			}
			if v.config.Trusted.Subject != "" {
				r.Header.Del(v.config.Trusted.Subject)
			}
		}
		switch {
		case v.tokensRequired():
			info, refusal := v.bearer(r)
			if refusal != nil {
				v.refuse(w, r, refusal)
				return
			}
			admit(w, r, info)
		case v.Required() && !trusted:
			v.refuse(w, r, &refusal{http.StatusForbidden, "", "not a trusted proxy"})
		default:
			admit(w, r, nil)
		}
	})
}

// A refusal is why a request is refused.
type refusal struct {
	status int
	code   string // of RFC 6750; empty if there is no token
	reason string // for the audit log
}

// refuse answers a request that is refused. The response does not depend on the token.
func (v *Verifier) refuse(w http.ResponseWriter, r *http.Request, why *refusal) {
	v.refused(r, why.reason)
	if v.tokensRequired() {
		var params []string
		if why.code != "" {
			params = append(params, fmt.Sprintf("error=%q", why.code))
		}
		if url := v.metadataURL(); url != "" {
			params = append(params, fmt.Sprintf("resource_metadata=%q", url))
		}
		if v.config.OIDC != nil && len(v.config.OIDC.RequiredScopes) > 0 {
			params = append(params, fmt.Sprintf("scope=%q", strings.Join(v.config.OIDC.RequiredScopes, " ")))
		}
		w.Header().Set("WWW-Authenticate", strings.TrimSpace("Bearer "+strings.Join(params, ", ")))
	}
	http.Error(w, http.StatusText(why.status), why.status)
}

// bearer verifies the bearer token of a request.
func (v *Verifier) bearer(r *http.Request) (*auth.TokenInfo, *refusal) {
	fields := strings.Fields(r.Header.Get("Authorization"))
	if len(r.Header.Values("Authorization")) != 1 || len(fields) != 2 || !strings.EqualFold(fields[0], "Bearer") {
		return nil, &refusal{http.StatusUnauthorized, "", "no bearer token"}
	}
	sum := sha256.Sum256([]byte(fields[1]))
	var info *auth.TokenInfo
	for i := range v.tokens { // all of them, so that the time does not depend on which one it is
		if t := &v.tokens[i]; subtle.ConstantTimeCompare(sum[:], t.sum[:]) == 1 {
			info = &auth.TokenInfo{UserID: t.name, Extra: t.attributes}
		}
	}
	if info != nil {
		return info, nil
	}
	if v.issuer == nil {
		return nil, invalid("unknown token")
	}
	return v.issuer.verify(r.Context(), fields[1])
}

func invalid(reason string) *refusal {
	return &refusal{http.StatusUnauthorized, "invalid_token", reason}
}

// fromProxy reports whether a request comes from the address of a trusted proxy.
func (v *Verifier) fromProxy(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	for _, prefix := range v.config.Trusted.Proxies {
		if prefix.Contains(from.Addr().Unmap()) {
			return true
		}
	}
	return false
}

// metadataPath is where RFC 9728 defines the metadata of a protected resource to be.
const metadataPath = "/.well-known/oauth-protected-resource"

// resource returns the public URL of the gateway, or nil.
func (v *Verifier) resource() *url.URL {
	if v.config.OIDC == nil {
		return nil
	}
	text := v.config.OIDC.Resource
	if text == "" {
		text = v.config.OIDC.Audience
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return nil
	}
	return u
}

// Host returns the host of the public URL of the gateway; empty if it is unknown.
func (v *Verifier) Host() string {
	if u := v.resource(); u != nil {
		return u.Host
	}
	return ""
}

func (v *Verifier) metadataURL() string {
	u := v.resource()
	if u == nil {
		return ""
	}
	return u.Scheme + "://" + u.Host + metadataPath + strings.TrimSuffix(u.Path, "/")
}

// Metadata returns the handler of the protected resource metadata (RFC 9728), and the path to serve
// it at and below. It returns nil if there is no issuer with a public URL of the gateway.
func (v *Verifier) Metadata() (path string, handler http.Handler) {
	u := v.resource()
	if u == nil {
		return "", nil
	}
	return metadataPath, auth.ProtectedResourceMetadataHandler(&oauthex.ProtectedResourceMetadata{
		Resource: u.String(), AuthorizationServers: []string{v.config.OIDC.Issuer},
		ScopesSupported: v.config.OIDC.RequiredScopes, BearerMethodsSupported: []string{"header"},
	})
}
