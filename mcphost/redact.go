package mcphost

import (
	"errors"
	"log/slog"
	"strings"
	"unicode"
)

// URLs carry credentials: in their query, where many hosted servers expect an API key, and before
// the host. Errors of net/http, and of the SDK, quote them.

// withoutSecrets returns a text in which URLs have no user info, no query and no fragment. A URL in
// double quotes ends at the closing one, any other at white space, a quote or an angle bracket.
func withoutSecrets(text string) string {
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
		out.WriteString(bareURL(rest[:end]))
		text = rest[end:]
	}
}

func isSchemeRune(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("+-.", r)
}

// urlEnd returns where a URL ends whose scheme is before the text.
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

// bareURL returns what is left of a URL without its scheme.
func bareURL(url string) string {
	if at := strings.IndexAny(url, "?#"); at >= 0 {
		url = url[:at]
	}
	host, path := url, ""
	if at := strings.IndexByte(url, '/'); at >= 0 {
		host, path = url[:at], url[at:]
	}
	return host[strings.LastIndexByte(host, '@')+1:] + withoutSecrets(path)
}

// attrWithoutSecrets returns an attribute of a log record without the secrets of URLs.
func attrWithoutSecrets(a slog.Attr) slog.Attr {
	switch v := a.Value.Resolve(); v.Kind() {
	case slog.KindString:
		return slog.String(a.Key, withoutSecrets(v.String()))
	case slog.KindGroup:
		var members []slog.Attr
		for _, member := range v.Group() {
			members = append(members, attrWithoutSecrets(member))
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
		if bare := withoutSecrets(text); bare != text {
			return slog.Any(a.Key, errors.New(bare))
		}
	}
	return a
}

// A bareError is an error of a lower layer whose text has no secrets of URLs.
type bareError struct{ error }

// bare makes an error safe to show. An [*Error] is so by itself.
func bare(err error) error {
	if _, own := err.(*Error); own {
		return err
	}
	return bareError{err}
}

// Error implements error.
func (e bareError) Error() string { return withoutSecrets(e.error.Error()) }

// Unwrap returns the error as it was.
func (e bareError) Unwrap() error { return e.error }
