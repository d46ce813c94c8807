package prove

import (
	"strings"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cells"
	"github.com/toolrules/toolrules/internal/cond"
)

func isText(t expr.Type) bool { return t.Kind == expr.String || t.Kind == expr.Words }

// askKey adds a question about the key of any tool, which is server and name.
func (o *observer) askKey(q cells.Question) {
	if q.Op != cells.Equals {
		o.free("it compares the key of any tool by another operator than == and in")
		return
	}
	for _, text := range q.Texts {
		server, name, _ := strings.Cut(text, "/")
		o.ask(source{attr: o.space.attribute(o.literal, "tool.server")}, cells.Question{Op: cells.Equals, Texts: []string{server}})
		o.ask(source{attr: o.space.attribute(o.literal, "tool.name")}, cells.Question{Op: cells.Equals, Texts: []string{name}})
	}
}

// questionOps are the questions that operators ask about their left side, if the right one is a
// constant, and about their right side, if the left one is.
var questionOps = map[string][2]cells.Op{
	"==": {cells.Equals, cells.Equals}, "!=": {cells.Equals, cells.Equals},
	"startsWith": {cells.StartsWith, cells.PrefixOf}, "endsWith": {cells.EndsWith, cells.SuffixOf},
	"contains": {cells.Contains, cells.PartOf},
	"<":        {cells.Compare, cells.Compare}, "<=": {cells.Compare, cells.Compare},
	">": {cells.Compare, cells.Compare}, ">=": {cells.Compare, cells.Compare},
}

func (o *observer) compareTexts(op string, a, b source) {
	ops, known := questionOps[op]
	switch {
	case !known:
		o.free("%s is not known here", op)
	case a.constant() && b.constant():
	case b.constant():
		o.ask(a, cells.Question{Op: ops[0], Texts: []string{b.value.(string)}})
	case a.constant():
		o.ask(b, cells.Question{Op: ops[1], Texts: []string{a.value.(string)}})
	case ops[0] == cells.Equals:
		o.relate(a, b)
	default:
		o.free("%s compares two attributes of the request", op)
	}
}

// texts returns what a string term can be.
func (o *observer) texts(t cond.Term) []source {
	if value, ok := t.Constant(o.literal.tool); ok {
		return []source{{value: value}}
	}
	args := t.Args()
	switch t.Kind() {
	case cond.TermAttribute:
		if path := t.Attribute().Path; path == "tool.key" {
			return []source{{attr: &attribute{name: path, path: path}}} // of which the space has server and name
		}
		return []source{{attr: o.attribute(t)}}
	case cond.TermElement:
		return o.items
	case cond.TermCall:
		if !cells.HasCall(t.Op()) {
			break
		}
		var all []source
		for _, s := range o.texts(args[0]) {
			if s.constant() {
				s.value = applied(t.Op(), s.value.(string))
			} else {
				s.calls = append([]string{t.Op()}, s.calls...)
			}
			all = append(all, s)
		}
		return all
	}
	return o.choices(t, o.texts)
}

func applied(call, text string) string {
	q := cells.Question{Calls: []string{call}}
	return q.Apply(text)
}
