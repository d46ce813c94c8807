package mcphost

import (
	"errors"
	"log/slog"
	"strings"
	"unicode"
)

// URLs contain credentials: in the query, where many hosted servers expect an API key, and before
// the host. Errors of net/http and of the SDK quote URLs.

// redact returns text with URLs reduced to scheme, host and path. A URL in double quotes ends at
// the closing quote, any other at white space, a quote or an angle bracket.
func redact(text string) string {
	const mark = "://"
	if !strings.Contains(text, mark) {
		return text
	}
	var out strings.Builder
	for {
		scheme, rest, found := strings.Cut(text, mark)
		out.WriteString(scheme)
		if !found {
			return out.String()
		}
		out.WriteString(mark)
		start := strings.LastIndexFunc(scheme, func(r rune) bool { return !isSchemeRune(r) })
		quoted := start >= 0 && scheme[start] == '"'
		end := urlEnd(rest, quoted)
		out.WriteString(redactURL(rest[:end]))
		text = rest[end:]
	}
}

func isSchemeRune(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("+-.", r)
}

// urlEnd returns the end of a URL in text, which starts after its scheme.
func urlEnd(text string, quoted bool) int {
	escaped := false
	for i, r := range text {
		switch {
		case quoted && escaped:
			escaped = false
		case quoted && r == '\\':
			escaped = true
		case r == '"', !quoted && (unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("<>`", r)):
			return i
		}
	}
	return len(text)
}

// redactURL returns the host and path of a URL without scheme.
func redactURL(url string) string {
	if at := strings.IndexAny(url, "?#"); at >= 0 {
		url = url[:at]
	}
	host, path := url, ""
	if at := strings.IndexByte(url, '/'); at >= 0 {
		host, path = url[:at], url[at:]
	}
	return host[strings.LastIndexByte(host, '@')+1:] + redact(path)
}

// redactAttr returns a log attribute with URLs redacted.
func redactAttr(a slog.Attr) slog.Attr {
	switch v := a.Value.Resolve(); v.Kind() {
	case slog.KindString:
		return slog.String(a.Key, redact(v.String()))
	case slog.KindGroup:
		var members []slog.Attr
		for _, member := range v.Group() {
			members = append(members, redactAttr(member))
		}
		return slog.Attr{Key: a.Key, Value: slog.GroupValue(members...)}
	case slog.KindAny:
		var text string
		switch v := v.Any().(type) {
		case error:
			text = v.Error()
		case interface{ String() string }:
			text = v.String()
		}
		if bare := redact(text); bare != text {
			return slog.Any(a.Key, errors.New(bare))
		}
	}
	return a
}

// A redactedError is an error with URLs in its message redacted.
type redactedError struct{ error }

// redactError redacts the URLs in an error's message, unless it is an [*Error], which does so itself.
func redactError(err error) error {
	if _, own := err.(*Error); own {
		return err
	}
	return redactedError{err}
}

func (e redactedError) Error() string { return redact(e.error.Error()) }

func (e redactedError) Unwrap() error { return e.error }
