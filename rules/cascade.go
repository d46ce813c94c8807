package rules

import (
	"errors"
	"strings"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/source"
)

// One mistake should be reported once. What a broken value would have meant is not known, so the problems that follow from
// its absence are left out: those of the value itself, of what it is part of, and those of the names that it would have
// declared.

// cascades says which codes may follow from a section that can't be read at all. A problem of an expression follows only if it is
// about an attribute whose path starts with reads.
var cascades = []struct {
	section string
	code    Code
	reads   string // empty: whatever the problem is about
}{
	{"/context", CodeExpression + "_" + Code(cond.UnknownAttribute), "ctx."},
	{"/servers", CodeExpression + "_" + Code(cond.UnknownWord), "tool.server"},
	{"/servers", CodeUnknownServer, ""},
	{"/sets", CodeUnknownSet, ""},
}

// shadowed reports whether p follows from one of the errors that were found before it.
func shadowed(p *Problem, earlier Problems) bool {
	for _, e := range earlier {
		if e.Code == CodeMissingKey && p.Pointer != e.Pointer {
			continue // what is there can be read
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
	if p.Code == CodeUnknownSet && within(p.Pointer, "/descriptions") {
		return false // which take no sets at all
	}
	for _, c := range cascades {
		if p.Code == c.code && e.Pointer == c.section && strings.HasPrefix(readBy(p), c.reads) {
			return true
		}
	}
	if p.Code == CodeBrokenSet && within(e.Pointer, "/sets") {
		return true // what is wrong with the set is reported in its own place
	}
	if name, ok := strings.CutPrefix(e.Pointer, "/context/"); ok {
		path := "ctx." + strings.ReplaceAll(name, "/", ".")
		return readBy(p) == path || strings.HasPrefix(readBy(p), path+".")
	}
	text, _, ok := strings.Cut(e.Pointer, "/variants")
	return ok && p.Code == CodeUnknownVariant && within(p.Pointer, text)
}

// cutShort says whether p is a mistake of an expression that a comment has cut short. What was warned of is then what is wrong,
// and an error.
func cutShort(p *Problem, earlier Problems) bool {
	if !strings.HasPrefix(string(p.Code), string(CodeExpression)+"_") {
		return false
	}
	for _, e := range earlier {
		if e.Code == Code(source.CodeCutByComment) && e.Pointer == p.Pointer {
			e.Severity = Error
			return true
		}
	}
	return false
}

// readBy gives the attribute that a problem of an expression is about, if it is about one.
func readBy(p *Problem) string {
	if e, ok := errors.AsType[*cond.Error](p.Err); ok {
		return e.Path
	}
	return ""
}
