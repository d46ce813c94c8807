package callers

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/modelcontextprotocol/go-sdk/auth"

	"github.com/toolrules/toolrules/gateway/internal/config"
)

const (
	leeway        = time.Minute      // between the clocks of the issuer and the gateway
	keysInterval  = time.Minute      // between two requests for the issuer's keys
	retryInterval = 5 * time.Second  // after a request to the issuer failed
	issuerTimeout = 10 * time.Second // of a request to the issuer
	maxTokenBytes = 16 << 10
)

// algorithms are the accepted signature algorithms: asymmetric ones only.
var algorithms = []string{
	oidc.RS256, oidc.RS384, oidc.RS512, oidc.ES256, oidc.ES384, oidc.ES512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.EdDSA,
}

// An issuer verifies the access tokens of an OpenID Connect issuer.
type issuer struct {
	config *config.OIDC
	client *http.Client
	logger *slog.Logger
	now    func() time.Time

	mu       sync.Mutex
	verifier *oidc.IDTokenVerifier // nil until the issuer was discovered
	retry    time.Time             // of the discovery
}

func newIssuer(c *config.OIDC, logger *slog.Logger) (*issuer, error) {
	if !strings.HasPrefix(c.Issuer, "https://") && !strings.HasPrefix(c.Issuer, "http://") {
		return nil, fmt.Errorf("oidc: the issuer %q is not a URL", c.Issuer)
	}
	i := &issuer{config: c, logger: logger, now: time.Now}
	i.client = &http.Client{Timeout: issuerTimeout, Transport: newKeysTransport()}
	if _, err := i.discovered(); err != nil {
		logger.Warn("the issuer cannot be reached; its tokens are refused until it can", "issuer", c.Issuer, "error",
			err)
	}
	return i, nil
}

// discovered returns the verifier, after discovery.
func (i *issuer) discovered() (*oidc.IDTokenVerifier, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.verifier != nil {
		return i.verifier, nil
	}
	if i.now().Before(i.retry) {
		return nil, errors.New("the issuer is unavailable")
	}
	// Keys are also fetched with this context, later.
	provider, err := oidc.NewProvider(oidc.ClientContext(context.Background(), i.client), i.config.Issuer)
	if err != nil {
		i.retry = i.now().Add(retryInterval)
		return nil, err
	}
	i.verifier = provider.Verifier(&oidc.Config{
		ClientID: i.config.Audience, SupportedSigningAlgs: algorithms,
		SkipExpiryCheck: true, // verify has a leeway
	})
	return i.verifier, nil
}

// verify returns what an access token says of its owner. The reason of a refusal is
// for the audit log.
func (i *issuer) verify(ctx context.Context, raw string) (*auth.TokenInfo, *refusal) {
	if len(raw) > maxTokenBytes {
		return nil, invalid("the token is too long")
	}
	if strings.Count(raw, ".") != 2 {
		return nil, invalid("unknown token") // an opaque one
	}
	verifier, err := i.discovered()
	if err != nil {
		return nil, &refusal{http.StatusServiceUnavailable, "", "the issuer is unavailable"}
	}
	verified, err := verifier.Verify(ctx, raw)
	if err != nil {
		i.logger.Debug("a token was refused", "error", err)
		return nil, reasonOf(err)
	}
	var claims map[string]any
	if err := verified.Claims(&claims); err != nil {
		return nil, invalid("malformed claims")
	}
	var notBefore time.Time
	if seconds, ok := claims["nbf"].(float64); ok {
		notBefore = time.Unix(int64(seconds), 0)
	}
	switch now := i.now(); {
	case verified.Expiry.Unix() <= 0:
		return nil, invalid("no expiry")
	case now.After(verified.Expiry.Add(leeway)):
		return nil, invalid("expired")
	case now.Add(leeway).Before(notBefore):
		return nil, invalid("not valid yet")
	}
	scopes := scopesOf(claims)
	for _, scope := range i.config.RequiredScopes {
		if !slices.Contains(scopes, scope) {
			return nil, &refusal{http.StatusForbidden, "insufficient_scope", "insufficient scope"}
		}
	}
	for name := range claims {
		if strings.HasPrefix(name, tokenClaim) {
			delete(claims, name)
		}
	}
	return &auth.TokenInfo{UserID: verified.Subject, Scopes: scopes, Expiration: verified.Expiry.Add(leeway),
		Extra: claims}, nil
}

// reasonOf classifies an error of go-oidc, whose text may quote the token.
func reasonOf(err error) *refusal {
	text := err.Error()
	for _, known := range []struct{ part, reason string }{
		{"different provider", "wrong issuer"},
		{"expected audience", "wrong audience"},
		{"unsupported algorithm", "unsupported algorithm"},
		{"unexpected signature algorithm", "unsupported algorithm"},
		{"malformed jwt", "malformed token"},
		{"failed to verify", "invalid signature"},
	} {
		if strings.Contains(text, known.part) {
			return invalid(known.reason)
		}
	}
	return invalid("invalid token")
}

// scopesOf returns the scopes of a token: scope as RFC 9068 defines it, or scp as some issuers send
// it.
func scopesOf(claims map[string]any) (scopes []string) {
	for _, name := range []string{"scope", "scp"} {
		switch value := claims[name].(type) {
		case string:
			scopes = append(scopes, strings.Fields(value)...)
		case []any:
			for _, item := range value {
				if text, ok := item.(string); ok {
					scopes = append(scopes, text)
				}
			}
		}
	}
	return scopes
}

var errTooSoon = errors.New("the keys were fetched less than a minute ago")

// A keysTransport limits how often the keys of an issuer are fetched, which go-oidc does for each
// token with an unknown key.
type keysTransport struct {
	base     http.RoundTripper
	interval time.Duration

	mu   sync.Mutex
	next map[string]time.Time // by URL
}

func newKeysTransport() *keysTransport {
	return &keysTransport{base: http.DefaultTransport, interval: keysInterval, next: map[string]time.Time{}}
}

func (t *keysTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	url := req.URL.String()
	if !t.begin(url) {
		return nil, errTooSoon
	}
	resp, err := t.base.RoundTrip(req)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.next[url] = time.Now().Add(min(t.interval, retryInterval))
	}
	return resp, err
}

func (t *keysTransport) begin(url string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if strings.HasSuffix(url, "/.well-known/openid-configuration") { // limited by discovered
		return true
	}
	now := time.Now()
	if now.Before(t.next[url]) {
		return false
	}
	t.next[url] = now.Add(t.interval)
	return true
}
