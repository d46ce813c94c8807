package mcphost_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/mcphost"
)

// A page of another site cannot use the server, by any method.
func TestHandlerOrigin(t *testing.T) {
	passed := 0
	next := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { passed++ })
	handler := mcphost.Handler(next, "https://app.example.com")
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete, http.MethodOptions} {
		for origins, allowed := range map[string]bool{
			"":                             true,
			"http://tools.example":         true,
			"https://tools.example":        true,
			"https://TOOLS.example":        true,
			"https://app.example.com":      true,
			"https://app.example.com:8443": false,
			"http://app.example.com":       false,
			"https://evil.example":         false,
			"https://tools.example:8443":   false,
			"https://tools.example.evil":   false,
			"null":                         false,
			"tools.example":                false,
			"https://tools.example https://evil.example": false,
		} {
			req := httptest.NewRequest(method, "http://tools.example/mcp", nil)
			for origin := range strings.FieldsSeq(origins) {
				req.Header.Add("Origin", origin)
			}
			res := httptest.NewRecorder()
			before := passed
			handler.ServeHTTP(res, req)
			if got := passed > before; got != allowed || !allowed && res.Code != http.StatusForbidden {
				t.Errorf("%s from %q: passed on is %t, status %d", method, origins, got, res.Code)
			}
		}
	}
}
