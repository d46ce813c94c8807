package schema

import (
	"fmt"
	"net/url"
	"unicode/utf8"
)

// Limits relative to the size of a schema, so that a small one can't take much memory: the resolved
// URIs of $id and $ref, each of which may repeat one long base, and the JSON Pointers to what a
// path selects, each of which may repeat one long name. Each of the two may be growth times as long
// as the schema, and growthFloor bytes more. For all tools of 63 real servers the pointers to all
// values of a schema are at most 3 times as long as the schema.
const (
	growth      = 8
	growthFloor = 4 << 10
)

// room returns the limit for a schema of size bytes.
func room(size int) int { return growth*size + growthFloor }

// A uri is the absolute URI of a resource.
type uri struct {
	text   string
	parsed *url.URL // nil if it can't be parsed
}

func newURI(text string) *uri {
	parsed, err := url.Parse(text)
	if err != nil {
		return &uri{text: text}
	}
	return &uri{text, parsed}
}

// A relative is a URI reference without a fragment, and its base. The base is not a resource: the
// $id of the root is resolved against another URI than everything else in the root.
type relative struct {
	base *uri
	text string
}

// A resolution is the absolute URI of a relative one.
type resolution struct {
	text string
	ok   bool
}

// resolve returns the absolute URI of a relative one. Each is resolved once, and each that is not
// absolute reduces the builder's room: see [builder.crowded].
func (b *builder) resolve(r relative) (string, bool) {
	known, done := b.resolved[r]
	if !done {
		known.text, known.ok = b.resolveAnew(r)
		b.resolved[r] = known
	}
	return known.text, known.ok
}

func (b *builder) resolveAnew(r relative) (string, bool) {
	u, err := url.Parse(r.text)
	if err != nil || r.base.parsed == nil {
		return "", false
	}
	if u.Scheme == "" {
		if b.room -= len(r.base.text); b.room < 0 {
			return "", false
		}
	}
	return r.base.parsed.ResolveReference(u).String(), true
}

// crowded returns an error if the document exceeds a limit. It is then rejected as a whole, since
// the omitted part could be what makes a schema shared.
func (b *builder) crowded() error {
	switch {
	case len(b.nodes) > MaxSchemas:
		return &Error{Code: CodeTooLarge, Message: fmt.Sprintf("it has more than %d schemas", MaxSchemas)}
	case b.room < 0:
		return &Error{Code: CodeTooLarge,
			Message: fmt.Sprintf("the resolved URIs of its $id and $ref are more than %d times as long as the schema",
				growth)}
	}
	return nil
}

// Limits of names and unresolved references in messages, in bytes.
const (
	maxShownName = 64
	maxShownRef  = 256
)

// shorten returns text, cut after limit bytes and with … appended if it is longer.
func shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit] + "…"
}
