package mcphost

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// isCrossOrigin reports whether a request has an Origin header that is neither the request's own
// host nor allowed. Browsers send the header with all requests to other sites, except plain
// navigation, whose response no page can read. The scheme is not compared, since a proxy may
// terminate TLS.
func isCrossOrigin(r *http.Request, allowed []string) bool {
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
