package documented

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/ruleset"
)

// A grammar draws valid conditions over everything that a rule file can read.
type grammar struct {
	*dice
	readable []readable
	depth    int
	element  *Type // what # is, inside the condition of any and its like
	small    bool  // conditions are short
	plain    bool  // inside such a condition over a list of the request

	file       *File   // whose declarations conditions read
	affordable []Entry // conditions of the file that are not too expensive together
}

// A readable is an attribute of a tool or of a request.
type readable struct {
	path     string
	typ      Type
	optional bool
}

var (
	hintWords     = []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}
	audienceWords = []string{"model", "app"}
	textList      = Type{Kind: List, Elem: String}
)

// readables returns what the conditions of a file can read: of the tool alone, or also of the
// request.
func readables(f *File, toolAlone bool) []readable {
	all := []readable{
		{"tool.server", Type{Kind: String}, false},
		{"tool.name", Type{Kind: String}, false}, {"tool.name", Type{Kind: String}, false},
		{"tool.key", Type{Kind: String}, false}, {"tool.audience", Type{Kind: List, Elem: Enum, Words: audienceWords}, false},
		{"tool.title", Type{Kind: String}, false}, {"tool.description", Type{Kind: String}, false},
		{"tool.readOnly", Type{Kind: Bool}, false}, {"tool.destructive", Type{Kind: Bool}, false},
		{"tool.idempotent", Type{Kind: Bool}, false}, {"tool.openWorld", Type{Kind: Bool}, false},
		{"tool.hints", Type{Kind: List, Elem: Enum, Words: hintWords}, false},
		{"tool.arguments", textList, false}, {"tool.required", textList, false}, {"tool.tags", textList, false},
		{"tool.bytes", Type{Kind: Int}, false},
		{"ctx.runner", Type{Kind: String}, true}, {"ctx.model", Type{Kind: String}, true},
		{"ctx.verbosity", Type{Kind: Int}, false},
	}
	if len(f.Servers) > 0 {
		all[0].typ = Type{Kind: Enum, Words: f.Servers}
	}
	if toolAlone {
		return slices.DeleteFunc(all, func(r readable) bool { return strings.HasPrefix(r.path, "ctx.") })
	}
	return appendFields(all, "ctx.", f.Context)
}

func appendFields(all []readable, prefix string, fields []Field) []readable {
	for _, f := range fields {
		if f.Type.Kind == Mapping {
			all = appendFields(all, prefix+f.Name+".", f.Type.Fields)
			continue
		}
		all = append(all, readable{prefix + f.Name, f.Type, f.Optional})
	}
	return all
}

// An exp is an expression and how strongly its operator binds.
type exp struct {
	text  string
	binds int
}

const (
	choices = iota // and ??, which needs brackets beside any operator
	ors
	ands
	compared
	nots
	value
)

// in returns an expression as an operand of an operator with the given precedence.
func (g *grammar) in(binds int, e exp) string {
	if e.binds < binds || g.one(8) {
		return "(" + e.text + ")"
	}
	return e.text
}

// condition draws a condition of a rule file.
func (g *grammar) condition() string {
	for {
		g.depth = g.n(5)
		if g.small {
			g.depth = g.n(2)
		}
		e := g.whole()
		if g.one(20) {
			e.text = pick(g.dice, "/* why */ ", "") + e.text + pick(g.dice, " // because", " ")
		}
		if len(e.text) < 1000 && len(tokens(e.text)) < 150 && g.affords(e.text) {
			return e.text
		}
	}
}

// affords reports whether the total cost of conditions allows one more in the file.
func (g *grammar) affords(condition string) bool {
	if !strings.Contains(condition, "tool.") || !strings.Contains(condition, "ctx.") {
		return true // what reads one of the two may cost a lot
	}
	entries := append(g.affordable, Entry{When: condition})
	file := File{Context: g.file.Context, Servers: g.file.Servers, Exclude: entries}
	_, err := ruleset.Parse("affordable.json", file.JSON())
	if tooExpensive(err) {
		return false
	}
	g.affordable = entries
	return true
}

// whole draws a condition of parts.
func (g *grammar) whole() exp {
	if g.depth <= 0 {
		return g.part()
	}
	g.depth--
	defer func() { g.depth++ }()
	switch g.n(9) {
	case 0, 1:
		return exp{g.in(ands, g.whole()) + pick(g.dice, " and ", " && ") + g.in(compared, g.whole()), ands}
	case 2, 3:
		return exp{g.in(ors, g.whole()) + pick(g.dice, " or ", " || ", "||") + g.in(ands, g.whole()), ors}
	case 4, 5:
		return exp{pick(g.dice, "not ", "!") + g.in(nots, g.whole()), nots}
	case 6:
		return exp{g.in(ors, g.whole()) + " ? " + g.in(choices, g.whole()) + " : " + g.in(choices, g.whole()), choices}
	}
	return g.part()
}

// attribute draws an attribute of one of those types.
func (g *grammar) attribute(suits func(readable) bool) (readable, bool) {
	var all []readable
	for _, r := range g.readable {
		server := g.plain && (r.path == "tool.title" || r.path == "tool.description")
		if suits(r) && !server {
			all = append(all, r)
		}
	}
	if len(all) == 0 {
		return readable{}, false
	}
	return pick(g.dice, all...), true
}

func ofKind(kinds ...Kind) func(readable) bool {
	return func(r readable) bool { return slices.Contains(kinds, r.typ.Kind) }
}

// read draws an attribute, often with a default for when it is missing.
func (g *grammar) read(r readable, otherwise func() exp) exp {
	if !r.optional || g.one(3) {
		return exp{r.path, value}
	}
	chain := r.path
	for g.one(4) {
		next, ok := g.attribute(func(o readable) bool {
			return o.optional && o.typ.Kind == r.typ.Kind && o.typ.Elem == r.typ.Elem &&
				slices.Equal(o.typ.Words, r.typ.Words)
		})
		if ok {
			chain += " ?? " + next.path
		}
	}
	return exp{chain + pick(g.dice, " ?? ", "??") + g.in(value, otherwise()), choices}
}

// part draws a part that is not an and, or, not or ?:.
func (g *grammar) part() exp {
	for {
		if e, ok := g.tryPart(g.n(26)); ok {
			return e
		}
	}
}

func (g *grammar) tryPart(kind int) (exp, bool) {
	infix := func(left exp, op string, right exp) (exp, bool) {
		return exp{g.in(nots, left) + " " + op + " " + g.in(nots, right), compared}, true
	}
	if g.element != nil && g.one(2) {
		item := exp{"#", value}
		draw, list := g.text, String
		switch g.element.Kind {
		case Bool:
			draw, list = g.bool, Bool
		case Int:
			draw, list = g.number, pick(g.dice, Int, Float)
		case Enum:
			return g.enum()
		}
		if r, ok := g.attribute(func(r readable) bool { return r.optional && r.typ.Kind == g.element.Kind }); ok &&
			g.one(3) {
			otherwise := pick(g.dice, item, draw())
			draw = func() exp { return exp{r.path + " ?? " + g.in(value, otherwise), choices} }
		}
		switch op := pick(g.dice, "==", "!=", "==", "!=", "<", ">=", "in", "contains"); {
		case op == "in":
			return infix(item, pick(g.dice, "in", "not in"), g.list(list))
		case op == "contains" && g.element.Kind == String:
			return infix(item, pick(g.dice, "startsWith", "endsWith", "contains"), draw())
		case op == "contains" || g.element.Kind == Bool:
			return infix(item, pick(g.dice, "==", "!="), draw())
		case g.one(3):
			return infix(draw(), op, item)
		default:
			return infix(item, op, draw())
		}
	}
	switch kind {
	case 0, 1:
		return g.bool(), true
	case 2, 3:
		return infix(g.number(), pick(g.dice, "==", "!=", "<", "<=", ">", ">="), g.number())
	case 4, 5:
		return infix(g.text(), pick(g.dice, "==", "!=", "==", "<", "<=", ">", ">="), g.text())
	case 6:
		return infix(g.bool(), pick(g.dice, "==", "!="), g.bool())
	case 7:
		elem := pick(g.dice, String, String, Int, Bool)
		return infix(g.list(elem), pick(g.dice, "==", "!="), g.list(elem))
	case 8, 9:
		return infix(g.text(), pick(g.dice, "in", "not in"), g.list(String))
	case 10:
		return infix(g.number(), pick(g.dice, "in", "not in"), g.list(pick(g.dice, Int, Float)))
	case 11, 12:
		op := pick(g.dice, "contains", "startsWith", "endsWith")
		return infix(g.text(), pick(g.dice, "", "", "not ")+op, g.text())
	case 13:
		if g.element != nil {
			if g.element.Kind != String {
				return exp{}, false
			}
			return infix(exp{"#", value}, pick(g.dice, "", "not ")+"matches", exp{g.regex(), value})
		}
		return infix(g.text(), pick(g.dice, "", "not ")+"matches", exp{g.regex(), value})
	case 14:
		r, ok := g.attribute(func(r readable) bool { return r.optional })
		if g.one(8) {
			return exp{"nil " + pick(g.dice, "==", "!=") + " " + r.path, compared}, ok
		}
		return exp{r.path + pick(g.dice, " == nil", " != nil"), compared}, ok
	case 15, 16:
		return g.enum()
	case 17:
		low, high := pick(g.dice, "<", "<=", ">", ">="), pick(g.dice, "<", "<=", ">", ">=")
		return exp{g.in(nots, g.number()) + low + g.in(nots, g.number()) + high + g.in(nots, g.number()),
			compared}, true
	case 18, 19, 20, 21, 22, 23, 24:
		return g.overList(pick(g.dice, "any", "any", "all", "none", "one"))
	}
	return exp{pick(g.dice, "true", "false"), value}, g.one(4)
}

// enum draws a comparison of an attribute with enum values, or with other strings.
func (g *grammar) enum() (exp, bool) {
	var left exp
	var words []string
	if g.element != nil && g.element.Kind == Enum && g.one(2) {
		left, words = exp{"#", value}, g.element.Words
	} else {
		r, ok := g.attribute(ofKind(Enum))
		if !ok {
			return exp{}, false
		}
		words = r.typ.Words
		left = g.read(r, func() exp { return exp{g.quote(pick(g.dice, words...)), value} })
	}
	word := g.quote(pick(g.dice, words...))
	of := g.in(nots, left)
	switch g.n(8) {
	case 0, 1, 2:
		return exp{of + pick(g.dice, " == ", " != ") + word, compared}, true
	case 3:
		return exp{word + pick(g.dice, " == ", " != ") + of, compared}, true
	case 4:
		return exp{fmt.Sprintf("%s %s [%s, %s]", of, pick(g.dice, "in", "not in"), word,
			g.quote(pick(g.dice, words...))), compared}, true
	case 5:
		return exp{fmt.Sprintf("%s %s %s", of, pick(g.dice, "startsWith", "contains", "not endsWith"),
			g.in(nots, g.text())), compared}, true
	case 6:
		return exp{fmt.Sprintf("%s in tool.tags", of), compared}, true
	}
	return exp{fmt.Sprintf("%s(%s) == %s", pick(g.dice, "lower", "upper", "trim"), left.text, g.in(nots, g.text())),
		compared}, true
}

// overList draws a condition on the items of a list.
func (g *grammar) overList(function string) (exp, bool) {
	if g.element != nil {
		return exp{}, false
	}
	var of exp
	elem := Type{Kind: pick(g.dice, String, String, String, Int, Bool)}
	before := g.plain
	switch {
	case elem.Kind == String && g.one(6):
		of, elem = exp{"tool.hints", value}, Type{Kind: Enum, Words: hintWords}
	case elem.Kind == String && g.one(8):
		of, elem = exp{"tool.audience", value}, Type{Kind: Enum, Words: audienceWords}
	case elem.Kind == String && g.one(2):
		of = exp{pick(g.dice, "tool.tags", "tool.arguments", "tool.required"), value}
	default:
		of = g.list(elem.Kind)
		g.plain = true
	}
	depth := g.depth
	g.element, g.depth = &elem, pick(g.dice, 0, 0, 1, 2)
	body := g.whole()
	g.element, g.depth, g.plain = nil, depth, before
	return exp{fmt.Sprintf("%s(%s, %s)", function, of.text, body.text), value}, true
}

// deeper reports whether an expression may have operands of its own.
func (g *grammar) deeper() bool { return g.depth > 0 && g.one(3) }

// chosen draws one of two values by a condition.
func (g *grammar) chosen(draw func() exp) exp {
	g.depth--
	defer func() { g.depth++ }()
	return exp{g.in(ors, g.whole()) + " ? " + g.in(ors, draw()) + " : " + g.in(choices, draw()), choices}
}
