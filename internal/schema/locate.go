package schema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/suggest"
)

// A Result is what a path selects in a schema. All lists are in document order, and all pointers
// are JSON Pointers from the root schema.
type Result struct {
	Places    []Place  // the schemas whose description can be changed
	Shared    []Shared // selected, but not to be changed since others would change too
	Boolean   []string // selected, but booleans, which can't have a description
	NotString []string // selected, but with a description that is not a string

	// TooLong is the number of further selected schemas, omitted since the Result would be longer
	// than 8 times the schema and 4 KiB. No schema of a real server comes near.
	TooLong int

	// Missing reports whether the path selects nothing.
	Missing bool
	// NotSchema reports whether a JSON Pointer leads to something that is not a schema. Missing is
	// false then.
	NotSchema bool
	// Hint is a path that may have been meant, if Missing is set; empty if there is none.
	Hint string
	// Lost is an unresolved $ref at which the path may have ended, if Missing is set; shortened if
	// it is long, empty if there is none.
	Lost string
}

// A Place is a schema whose description can be set or removed.
type Place struct {
	Pointer string         // from the root schema
	Schema  *jsontree.Node // an object
	member  int            // the description among its members; -1 if it has none
}

// A Shared is a schema that a path selects and others reach too.
type Shared struct {
	Pointer string // the path to write instead to change it for all
	Other   string // one of the other routes to it, for people: backup.owner, tags.(additionalProperties)
}

// Locate returns what a path selects, with hints if it selects nothing.
func (s *Schema) Locate(p Path) Result { return s.locate(p, true) }

// Select is Locate without Hint and Lost, which take most of the time.
func (s *Schema) Select(p Path) Result { return s.locate(p, false) }

func (s *Schema) locate(p Path, hints bool) Result {
	switch {
	case p.IsPointer():
		return s.locatePointer(p.text, hints)
	case len(p.segments) == 0:
		return Result{Missing: true}
	}
	w := walk{schema: s, seen: make([]int, len(s.nodes))}
	selected := []int{0}
	for i, segment := range p.segments {
		at := w.spread(selected)
		selected = w.enter(at, segment)
		switch {
		case len(selected) == 0 && hints:
			return w.missing(p, i, at)
		case len(selected) == 0:
			return Result{Missing: true}
		}
	}
	return s.sort(p, selected)
}

// A walk follows a path. It records for each schema the last round in which it was seen, so that
// each round sees it once.
type walk struct {
	schema *Schema
	seen   []int
	round  int
}

// first reports whether a schema is seen for the first time in this round.
func (w *walk) first(id int) bool {
	if w.seen[id] == w.round {
		return false
	}
	w.seen[id] = w.round
	return true
}

// spread returns a set of schemas together with all that free steps reach from it.
func (w *walk) spread(from []int) []int {
	w.round++
	var all []int
	for _, id := range from {
		if w.first(id) {
			all = append(all, id)
		}
	}
	for i := 0; i < len(all); i++ {
		for _, e := range w.schema.nodes[all[i]].edges {
			if e.step == free && w.first(e.to) {
				all = append(all, e.to)
			}
		}
	}
	return all
}

// enter returns what one segment of a path leads to from a set of schemas.
func (w *walk) enter(from []int, to segment) []int {
	w.round++
	var all []int
	for _, id := range from {
		for _, e := range w.schema.nodes[id].edges {
			if to.matches(e.label) && w.first(e.to) {
				all = append(all, e.to)
			}
		}
	}
	return all
}

// sort separates what can be described from what can't.
func (s *Schema) sort(p Path, selected []int) Result {
	slices.SortFunc(selected, func(a, b int) int { return cmp.Compare(s.nodes[a].value.Start, s.nodes[b].value.Start) })
	var r Result
	left := room(s.root.End - s.root.Start)
	for _, id := range selected {
		if left -= s.pointerSize(id); left < 0 {
			r.TooLong++
			continue
		}
		if other, ok := s.routes.shared(id, p.segments); ok && s.nodes[id].value.Kind == jsontree.Object {
			shared := Shared{Pointer: s.pointer(id), Other: s.routes.describe(other)}
			left -= len(shared.Other)
			r.Shared = append(r.Shared, shared)
			continue
		}
		s.place(&r, id)
	}
	return r
}

func (s *Schema) place(r *Result, id int) {
	value := s.nodes[id].value
	if value.Kind == jsontree.Bool {
		r.Boolean = append(r.Boolean, s.pointer(id))
		return
	}
	p, ok := PlaceAt(s.pointer(id), value)
	if !ok {
		r.NotString = append(r.NotString, p.Pointer)
		return
	}
	r.Places = append(r.Places, p)
}

// PlaceAt returns the place of a schema that is an object. Returns false for any other value, and
// for a schema with a description that is not a string.
func PlaceAt(pointer string, at *jsontree.Node) (p Place, ok bool) {
	p = Place{Pointer: pointer, member: -1}
	if at == nil || at.Kind != jsontree.Object {
		return p, false
	}
	p.Schema = at
	p.member = slices.IndexFunc(at.Members, func(m jsontree.Member) bool { return m.Name == "description" })
	return p, p.member < 0 || p.Description().Kind == jsontree.String
}

func (s *Schema) locatePointer(pointer string, hints bool) Result {
	var r Result
	value := jsontree.Find(s.root, pointer)
	switch {
	case value == nil && hints:
		return Result{Missing: true, Hint: s.nearPointer(pointer)}
	case value == nil:
		return Result{Missing: true}
	}
	id, ok := s.ids[value]
	if !ok {
		return Result{NotSchema: true}
	}
	s.place(&r, id)
	return r
}

// missing returns the result for a path that failed at segment i, after reaching the schemas at.
func (w *walk) missing(p Path, i int, at []int) Result {
	s := w.schema
	r := Result{Missing: true, Hint: s.pointerHint(p)}
	for _, id := range at {
		if r.Lost == "" {
			r.Lost = shorten(s.nodes[id].lost, maxShownRef)
		}
	}
	lost := p.segments[i]
	if r.Hint != "" || lost.items {
		return r
	}
	if r.Hint = s.inner(p, i); r.Hint != "" {
		return r
	}
	if near, ok := suggest.Nearest(lost.name, s.names(at)); ok && checkName(near) == nil {
		meant := slices.Clone(p.segments)
		meant[i].name = near
		r.Hint = format(meant)
		return r
	}
	brackets := segment{items: true}
	if i > 0 && len(w.enter(w.spread(w.enter(at, brackets)), lost)) > 0 {
		r.Hint = format(slices.Insert(slices.Clone(p.segments), i, brackets))
	}
	return r
}

// pointerHint returns the pointer of a property with dots in its name, if the path is that name.
func (s *Schema) pointerHint(p Path) string {
	pointer := jsontree.AppendToken("/properties", p.text)
	if !strings.Contains(p.text, ".") || jsontree.Find(s.root, pointer) == nil {
		return ""
	}
	return pointer
}

// names returns the properties that the next segment of a path could enter, as candidates for
// hints.
func (s *Schema) names(at []int) []string {
	var names hints
	for _, id := range at {
		for _, e := range s.nodes[id].edges {
			if e.step == property {
				names.add(e.name)
			}
		}
	}
	return names
}

func format(segments []segment) string {
	var b strings.Builder
	for i, s := range segments {
		switch {
		case s.items:
			b.WriteString("[]")
			continue
		case i > 0:
			b.WriteByte('.')
		}
		b.WriteString(s.name)
	}
	return b.String()
}
