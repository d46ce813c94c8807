package rules

import (
	"errors"
	"strings"

	"github.com/toolrules/toolrules/expr"
)

// One mistake should be reported once. What a broken value would have meant is not known, so the problems that follow from
// its absence are left out: those of the value itself, of what it is part of, and those of the names that it would have
// declared.

// cascades says which codes may follow from a problem in a section, for expressions only where they read what is below reads.
var cascades = []struct {
	section string // the problem's pointer starts with this
	code    Code
	reads   string
}{
	{"/context", CodeExpression + "_" + Code(expr.UnknownAttribute), "ctx."},
	{"/servers", CodeExpression + "_" + Code(expr.UnknownWord), "tool.server"},
	{"/servers", CodeUnknownServer, ""},
	{"/sets", CodeUnknownSet, ""},
	{"/sets", CodeBrokenSet, ""},
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
		if p.Code == c.code && within(e.Pointer, c.section) && strings.HasPrefix(readBy(p), c.reads) {
			return true
		}
	}
	text, _, ok := strings.Cut(e.Pointer, "/variants")
	return ok && p.Code == CodeUnknownVariant && within(p.Pointer, text)
}

// readBy gives the attribute that a problem of an expression is about, if it is about one.
func readBy(p *Problem) string {
	if e, ok := errors.AsType[*expr.Error](p.Err); ok {
		return e.Path
	}
	return ""
}
