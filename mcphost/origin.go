package mcphost

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// isForeign reports whether a request has an Origin header that is neither its own host's nor one
// of those allowed. Browsers send the header with every request to another site, but for plain
// navigation, whose answer no page can read. The scheme is not compared: a proxy may end TLS.
func isForeign(r *http.Request, allowed []string) bool {
	values := r.Header.Values("Origin")
	if len(values) == 0 {
		return false
	}
	if len(values) > 1 {
		return true
	}
	if slices.ContainsFunc(allowed, func(origin string) bool { return strings.EqualFold(origin, values[0]) }) {
		return false
	}
	origin, err := url.Parse(values[0])
	return err != nil || origin.Host == "" || !strings.EqualFold(origin.Host, r.Host)
}
