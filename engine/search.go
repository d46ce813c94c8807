package engine

import (
	"slices"
	"sync"

	"github.com/toolrules/toolrules/internal/search"
)

// A Found is a tool that a search has found.
type Found struct {
	Tool  Tool
	Score float64 // comparable with those of the same search
}

// Search returns the n tools that fit a query best, best first, among those that the request sees,
// listed or deferred. A query is words of what a tool does, or a name. A tool with exactly that
// name is first; tools that fit equally well are in catalog order. Tools that the request does not
// see have no effect on the result.
func (v *View) Search(query string, n int) []Found {
	if v.catalog == nil {
		return nil
	}
	set := v.seenSet()
	defer v.catalog.order.free.Put(set)
	named := -1
	if number, ok := v.catalog.names.AcceptNumber(query); ok && set.has(number) {
		named = number
	}
	hits := v.catalog.searchIndex().Search(search.Query{Text: query, Limit: n, Visible: *set, Named: named})
	found := make([]Found, len(hits))
	for i, h := range hits {
		found[i] = Found{Tool{v, h.Doc}, float64(h.Score)}
	}
	return found
}

// A searchable holds the index of a catalog. It is built with the catalog if the rule file has
// search, and otherwise before the first search.
type searchable struct {
	once  sync.Once
	parts []searchablePart
	index *search.Index
}

// A searchablePart is the index of the tools of a part under their names.
type searchablePart struct {
	of    *part
	names []string
	index *search.Part
}

// language returns the words that a search knows.
func (e *Engine) language() *search.Language {
	e.languageOnce.Do(func() {
		var synonyms [][]string
		if s := e.Rules.Discovery().Search(); s != nil {
			synonyms = s.Synonyms
		}
		e.searchLanguage = search.NewLanguage(synonyms)
	})
	return e.searchLanguage
}

func (c *Catalog) searchIndex() *search.Index {
	c.search.once.Do(func() { c.indexAfter(nil) })
	return c.search.index
}

// indexAfter builds the index. It shares the parts of the catalog before it that have not changed.
func (c *Catalog) indexAfter(before *Catalog) {
	language := c.engine.language()
	parts := make([]*search.Part, len(c.parts))
	first := 0
	for i, p := range c.parts {
		names := make([]string, len(p.tools))
		for k := range names {
			names[k] = c.offeredName(first + k)
		}
		first += len(names)
		known := before.searchablePart(p, names)
		if known == nil {
			known = &searchablePart{p, names, language.Part(p.docs(names))}
		}
		c.search.parts = append(c.search.parts, *known)
		parts[i] = known.index
	}
	c.search.index = language.Join(parts)
}

func (c *Catalog) searchablePart(p *part, names []string) *searchablePart {
	if c == nil {
		return nil
	}
	at := slices.IndexFunc(c.search.parts, func(s searchablePart) bool { return s.of == p })
	if at < 0 || !slices.Equal(c.search.parts[at].names, names) {
		return nil
	}
	return &c.search.parts[at]
}

// docs returns what can be found of the tools of a part. A description that rules may replace is
// left out.
func (p *part) docs(names []string) []search.Doc {
	docs := make([]search.Doc, len(p.tools))
	for i, t := range p.tools {
		if names[i] == "" {
			continue
		}
		docs[i] = search.Doc{Name: names[i], Server: p.id, Arguments: t.bound.Info().Arguments, Description: t.bound.Description()}
		if t.forms() != nil || slices.ContainsFunc(t.places, func(at place) bool { return at.kind == placeDescription }) {
			docs[i].Description = ""
		}
	}
	return docs
}
