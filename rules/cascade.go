package rules

import "strings"

// One mistake should be reported once. What a broken value would have meant is not known, so the problems that follow from
// its absence are left out: those of the value itself, of what it is part of, and those of the names that it would have
// declared.

// cascades says which codes may follow from a problem in a section.
var cascades = []struct {
	section string // the problem's pointer starts with this
	code    Code
}{
	{"/context", "expression_unknown_name"},
	{"/context", "expression_unknown_attribute"},
	{"/sets", CodeUnknownSet},
	{"/servers", CodeUnknownServer},
	{"/servers", "expression_unknown_word"},
}

// shadowed says whether p follows from one of the problems that were found before it.
func shadowed(p *Problem, earlier Problems) bool {
	for _, e := range earlier {
		if e.Severity != Error {
			continue
		}
		if within(p.Pointer, e.Pointer) || within(e.Pointer, p.Pointer) || declares(e, p) {
			return true
		}
	}
	return false
}

// within says whether the value at inner is the one at outer or a part of it.
func within(inner, outer string) bool {
	rest, ok := strings.CutPrefix(inner, outer)
	return ok && (rest == "" || rest[0] == '/')
}

// declares says whether the broken value e would have declared a name that p misses.
func declares(e, p *Problem) bool {
	for _, c := range cascades {
		if p.Code == c.code && within(e.Pointer, c.section) {
			return true
		}
	}
	text, _, ok := strings.Cut(e.Pointer, "/variants")
	return ok && p.Code == CodeUnknownVariant && within(p.Pointer, text)
}
