package schema

import (
	"fmt"
	"net/url"
	"unicode/utf8"
)

// What a schema makes grow is bound by its own length, so that a small one can't take much memory: the URIs that its $id and $ref
// are resolved to, of which each may repeat one long base, and the JSON Pointers to what a path selects, of which each may repeat
// one long name. Each of the two may be growth times as long as the schema, and growthFloor bytes more. With all 63 catalogs of real
// servers the pointers to all values of a schema, not just to those that one path selects, are at most 3 times as long as it.
const (
	growth      = 8
	growthFloor = 4 << 10
)

// room gives how many bytes may be made of a schema of so many bytes.
func room(size int) int { return growth*size + growthFloor }

// A uri is the absolute URI of a resource.
type uri struct {
	text   string
	parsed *url.URL // nil if it can't be read
}

func newURI(text string) *uri {
	parsed, err := url.Parse(text)
	if err != nil {
		return &uri{text: text}
	}
	return &uri{text, parsed}
}

// A relative is a URI as it is written, without a fragment, and what it is resolved against. That is no resource: the $id of the root
// is resolved against another URI than all else in the root.
type relative struct {
	base *uri
	text string
}

// A resolution is the absolute URI that a relative one stands for.
type resolution struct {
	text string
	ok   bool
}

// resolve gives the absolute URI of a relative one. Each is resolved once, and for each that is not absolute as it is written the
// builder has less room: see [builder.crowded].
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

// crowded says why a document is not looked at; nil means that it is. What is left out could be what makes a schema shared, so a
// document that is too large is looked at not at all, rather than in part.
func (b *builder) crowded() error {
	switch {
	case len(b.nodes) > MaxSchemas:
		return &Error{Code: CodeTooLarge, Message: fmt.Sprintf("it holds more than %d schemas", MaxSchemas)}
	case b.room < 0:
		return &Error{Code: CodeTooLarge,
			Message: fmt.Sprintf("the URIs of its $id and $ref are resolved to more than %d times its own length", growth)}
	}
	return nil
}

// What messages show of names, and of references that lead nowhere, in bytes.
const (
	maxShownName = 64
	maxShownRef  = 256
)

// shorten gives the first bytes of a text that is longer than limit, with … behind them.
func shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit] + "…"
}
