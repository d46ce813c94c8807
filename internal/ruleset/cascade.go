package ruleset

import (
	"errors"
	"strings"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
)

// One mistake should be reported once. The meaning of a broken value is unknown, so the problems
// that follow from its absence are left out: those of the value itself, those of the value that
// contains it, and those of the names that it would have declared.

// cascades holds the codes that may follow from a section that can't be read at all. A problem of
// an expression follows only if it is about an attribute whose path starts with reads.
var cascades = []struct {
	section string
	code    rules.Code
	reads   string // empty: whatever the problem is about
}{
	{"/context", rules.CodeExpression + "_" + rules.Code(cond.UnknownAttribute), "ctx."},
	{"/servers", rules.CodeExpression + "_" + rules.Code(cond.UnknownWord), "tool.server"},
	{"/servers", rules.CodeUnknownServer, ""},
	{"/sets", rules.CodeUnknownSet, ""},
}

// shadowed reports whether p follows from one of the errors that were found before it.
func shadowed(p *rules.Problem, earlier rules.Problems) bool {
	for _, e := range earlier {
		if e.Code == rules.CodeMissingKey && p.Pointer != e.Pointer {
			continue // what is there can be read
		}
		if jsontree.Overlap(p.Pointer, e.Pointer) || declares(e, p) {
			return true
		}
	}
	return false
}

// declares reports whether the broken value e would have declared a name that p misses.
func declares(e, p *rules.Problem) bool {
	if p.Code == rules.CodeUnknownSet && jsontree.Within(p.Pointer, "/descriptions") {
		return false // which have no sets at all
	}
	for _, c := range cascades {
		if p.Code == c.code && e.Pointer == c.section && strings.HasPrefix(readBy(p), c.reads) {
			return true
		}
	}
	if p.Code == rules.CodeBrokenSet && jsontree.Within(e.Pointer, "/sets") {
		return true // the fault of the set is reported at the set
	}
	if name, ok := strings.CutPrefix(e.Pointer, "/context/"); ok {
		path := "ctx." + strings.ReplaceAll(name, "/", ".")
		return readBy(p) == path || strings.HasPrefix(readBy(p), path+".")
	}
	text, _, ok := strings.Cut(e.Pointer, "/variants")
	return ok && p.Code == rules.CodeUnknownVariant && jsontree.Within(p.Pointer, text)
}

// cutShort reports whether p is a mistake of an expression that a comment has cut short. The
// earlier warning is then the cause, and becomes an error.
func cutShort(p *rules.Problem, earlier rules.Problems) bool {
	if !strings.HasPrefix(string(p.Code), string(rules.CodeExpression)+"_") {
		return false
	}
	for _, e := range earlier {
		if e.Code == rules.Code(source.CodeCutByComment) && e.Pointer == p.Pointer {
			e.Severity = rules.SeverityError
			return true
		}
	}
	return false
}

// readBy returns the attribute that a problem of an expression is about, if it is about one.
func readBy(p *rules.Problem) string {
	if e, ok := errors.AsType[*cond.Error](p.Err); ok {
		return e.Path
	}
	return ""
}

// warnedOf reports whether p is about a hidden character that the reader of the file has reported
// as a warning; the warning then becomes the problem.
func warnedOf(p *rules.Problem, earlier rules.Problems) bool {
	if p.Code != rules.CodeHiddenCharacter {
		return false
	}
	for _, e := range earlier {
		if e.Code == p.Code && e.Line == p.Line && e.Column == p.Column {
			*e = *p
			return true
		}
	}
	return false
}
