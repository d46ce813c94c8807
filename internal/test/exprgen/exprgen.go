// Package exprgen generates expressions for tests that compare two ways to evaluate them. It
// follows the types of the language and does not know how expressions are evaluated: it can
// generate whatever the checker of package expr accepts, so that fast paths are tested with more
// than the shapes that their author had in mind.
package exprgen

import (
	"slices"
	"strings"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// A Generator generates expressions over the attributes of an Env.
type Generator struct {
	pick  func(n int) int // a number from 0 to n-1
	attrs []cond.Attribute
}

// New returns a Generator. pick returns a number from 0 to n-1 and makes all choices.
func New(env *cond.Env, pick func(n int) int) *Generator {
	return &Generator{pick, env.Attributes()}
}

// An element is the kind of # where an expression is made up; the zero value is outside of all
// predicates.
type element struct {
	inside bool
	kind   expr.Kind
}

// Condition returns an expression with at most depth nested operations. Most compile; some are
// rejected, for a value that an enum does not have or for their cost.
func (g *Generator) Condition(depth int) string { return g.boolean(depth, element{}) }

func (g *Generator) of(texts ...string) string { return texts[g.pick(len(texts))] }

// attribute returns the path of an attribute of a kind, or of a list of such.
func (g *Generator) attribute(kind expr.Kind, list, optional bool) (string, bool) {
	tool := g.pick(2) == 0 && !optional
	for range 2 {
		var fit []string
		for _, a := range g.attrs {
			t := a.Type
			if (t.Kind == expr.List) != list || optional && !a.Optional || strings.HasPrefix(a.Path, "tool.") != tool {
				continue
			}
			if list {
				t = *t.Elem
			}
			if t.Kind == kind || t.Kind == expr.Words && kind == expr.String {
				fit = append(fit, a.Path)
			}
		}
		if len(fit) > 0 {
			return g.of(fit...), true
		}
		tool = !tool && !optional
	}
	return "", false
}

// value returns an expression of a kind.
func (g *Generator) value(kind expr.Kind, depth int, e element) string {
	leaf := depth <= 0
	switch n := g.pick(12); {
	case e.inside && e.kind == kind && n < 4:
		return "#"
	case leaf && n < 6:
		return g.literal(kind)
	case leaf:
	case n == 4:
		return "(" + g.boolean(depth-1, e) + " ? " + g.value(kind, depth-1, e) + " : " + g.value(kind, depth-1, e) + ")"
	case n == 5 || n == 6:
		if first, ok := g.attribute(kind, false, true); ok {
			return "(" + first + " ?? " + g.rest(kind, depth-1, e) + ")"
		}
	case n == 7:
		return g.literal(kind)
	case n <= 9 && kind == expr.String:
		return g.of("lower", "upper", "trim") + "(" + g.value(kind, depth-1, e) + ")"
	case n <= 9 && kind == expr.Int:
		return g.number(depth-1, e)
	case n <= 9 && kind == expr.Bool:
		return "(" + g.boolean(depth-1, e) + ")"
	case n == 10 && kind == expr.Float:
		return g.value(expr.Int, depth-1, e) // which goes with floats everywhere
	}
	if path, ok := g.attribute(kind, false, false); ok {
		return path
	}
	return g.literal(kind)
}

// rest returns what follows a ??: another attribute that may be missing, or the default.
func (g *Generator) rest(kind expr.Kind, depth int, e element) string {
	if path, ok := g.attribute(kind, false, true); ok && g.pick(4) == 0 {
		return path + " ?? " + g.value(kind, depth, e)
	}
	return g.value(kind, depth, e)
}

func (g *Generator) number(depth int, e element) string {
	switch g.pick(3) {
	case 0:
		return "len(" + g.value(expr.String, depth, e) + ")"
	case 1:
		if !e.inside {
			return g.predicate("count", depth)
		}
	}
	return "len(" + g.list(g.kind(), depth, e) + ")"
}

func (g *Generator) literal(kind expr.Kind) string {
	switch kind {
	case expr.Bool:
		return g.of("true", "false")
	case expr.Int:
		return g.of("0", "1", "2", "40", "-1")
	case expr.Float:
		return g.of("0.5", "1.0", "2.25", "-1.0")
	}
	return g.of(`"a"`, `"b"`, `"ab"`, `""`, `"A"`)
}

// kind returns a kind that lists can be of, most often strings.
func (g *Generator) kind() expr.Kind {
	kinds := []expr.Kind{expr.String, expr.String, expr.String, expr.Int, expr.Float, expr.Bool}
	return kinds[g.pick(len(kinds))]
}

// list returns a list of a kind.
func (g *Generator) list(kind expr.Kind, depth int, e element) string {
	switch n := g.pick(12); {
	case depth > 0 && n == 0:
		return "(" + g.boolean(depth-1, e) + " ? " + g.list(kind, depth-1, e) + " : " + g.list(kind, depth-1, e) + ")"
	case depth > 0 && n <= 2:
		if first, ok := g.attribute(kind, true, true); ok {
			return "(" + first + " ?? " + g.list(kind, depth-1, e) + ")"
		}
	case n <= 4:
		items := make([]string, 1+g.pick(3))
		for i := range items {
			items[i] = g.value(kind, g.pick(2)*(depth-1), e)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case n == 5:
		return "[" + strings.Join(slices.Repeat([]string{g.literal(kind)}, 1+g.pick(2)), ", ") + "]"
	case n == 6 && g.pick(4) == 0:
		return "[]"
	}
	if path, ok := g.attribute(kind, true, false); ok {
		return path
	}
	return "[" + g.literal(kind) + "]"
}

// predicate returns a predicate over a list that is known to have elements of some kind.
func (g *Generator) predicate(name string, depth int) string {
	kind := g.kind()
	list := g.list(kind, min(depth-1, 1), element{})
	if list == "[]" {
		list = "[" + g.literal(kind) + "]"
	}
	if g.pick(2) == 0 {
		return name + "(" + list + ", " + g.search(kind) + ")"
	}
	return name + "(" + list + ", " + g.boolean(depth-1, element{true, kind}) + ")"
}

// search returns a condition on # as people write most: # compared with something, which often
// depends on # itself.
func (g *Generator) search(kind expr.Kind) string {
	e := element{true, kind}
	if g.pick(3) == 0 {
		return "#" + g.of(" in ", " not in ") + g.list(kind, 2, e)
	}
	other := g.value(kind, 2, e)
	if first, ok := g.attribute(kind, false, true); ok && g.pick(3) == 0 {
		other = "(" + first + " ?? " + g.value(kind, 0, e) + ")"
	}
	if g.pick(2) == 0 {
		return "#" + g.of(" == ", " != ") + other
	}
	return other + g.of(" == ", " != ") + "#"
}

// boolean returns a condition.
func (g *Generator) boolean(depth int, e element) string {
	if depth <= 0 {
		if g.pick(4) > 0 {
			return g.compare(0, e)
		}
		return g.value(expr.Bool, 0, e)
	}
	switch n := g.pick(16); {
	case n == 0:
		return g.of("!", "not ") + "(" + g.boolean(depth-1, e) + ")"
	case n == 1:
		return "(" + g.boolean(depth-1, e) + g.of(" and ", " && ") + g.boolean(depth-1, e) + ")"
	case n == 2:
		return "(" + g.boolean(depth-1, e) + g.of(" or ", " || ") + g.boolean(depth-1, e) + ")"
	case n == 3:
		return "(" + g.boolean(depth-1, e) + " ? " + g.boolean(depth-1, e) + " : " + g.boolean(depth-1, e) + ")"
	case n == 4:
		kind := g.kind()
		if path, ok := g.attribute(kind, g.pick(3) == 0, true); ok {
			return "(" + g.of(path+" == nil", path+" != nil", "nil == "+path) + ")"
		}
	case n == 5:
		return "(" + g.value(expr.Bool, depth-1, e) + ")"
	case n <= 9 && !e.inside:
		return g.predicate(g.of("any", "all", "none", "one"), depth)
	}
	return "(" + g.compare(depth-1, e) + ")"
}

// compare returns a comparison or a search.
func (g *Generator) compare(depth int, e element) string {
	equal := g.of(" == ", " != ")
	switch g.pick(12) {
	case 0, 1:
		return g.value(expr.String, depth, e) + equal + g.value(expr.String, depth, e)
	case 2, 3:
		return g.value(expr.String, depth, e) + g.of(" in ", " not in ") + g.list(expr.String, depth, e)
	case 4:
		return g.value(expr.String, depth, e) + g.of(" contains ", " startsWith ", " endsWith ", " not contains ",
			" not startsWith ", " not endsWith ") +
			g.value(expr.String, depth, e)
	case 5:
		return g.value(expr.String, depth, e) + g.of(" matches ", " not matches ") + g.of(`"^a"`, `"b$"`, `"[ab]{2}"`,
			`"(?i)A"`, `""`)
	case 6:
		return g.value(expr.String, depth, e) + g.of(" < ", " <= ", " > ", " >= ") + g.value(expr.String, depth, e)
	case 7:
		kind := g.kind()
		return g.value(kind, depth, e) + g.of(" in ", " not in ") + g.list(kind, depth, e)
	case 8:
		kind := g.kind()
		return g.list(kind, depth, e) + equal + g.list(kind, depth, e)
	case 9:
		return g.value(expr.Bool, depth, e) + equal + g.value(expr.Bool, depth, e)
	}
	numbers := []expr.Kind{expr.Int, expr.Int, expr.Float}
	return g.value(numbers[g.pick(3)], depth, e) + g.of(" == ", " != ", " < ", " <= ", " > ",
		" >= ") + g.value(numbers[g.pick(3)], depth, e)
}
