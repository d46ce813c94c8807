package matrix

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

const (
	maxValues     = 12 // of an axis that is made from literals
	maxCandidates = 64 // from which these values are chosen
)

// Compared returns an axis for each attribute in fields that conditions compare with literals, in
// the order of the declarations, with values that change the outcome of at least one condition. For
// `"ops" in ctx.groups` these are an empty list and ["ops"]; for `(ctx.tenant ?? "") == "bank"` a
// missing tenant and "bank". Enums and bools have no such axis, because [Declared] lists all of
// their values.
func Compared(r *ruleset.Rules, fields []string) []Axis {
	atoms := atomsOf(r)
	var axes []Axis
	for _, attr := range r.Env().Attributes() {
		path, ofRequest := strings.CutPrefix(attr.Path, "ctx.")
		if !ofRequest || !slices.Contains(fields, path) {
			continue
		}
		c := comparison{env: r.Env(), attr: attr, path: path}
		for _, a := range atoms {
			if slices.Contains(a.Reads(), attr.Path) {
				c.atoms = append(c.atoms, a)
			}
		}
		if values := c.values(); len(values) > 1 {
			axes = append(axes, Axis{Path: path, Values: values, Literals: true})
		}
	}
	return axes
}

// atomsOf returns the atoms of all conditions of a rule file, each once.
func atomsOf(r *ruleset.Rules) (atoms []*cond.Atom) {
	known := map[string]bool{}
	add := func(p *cond.Program) {
		for _, a := range p.Atoms() {
			if !known[a.Key()] {
				known[a.Key()] = true
				atoms = append(atoms, a)
			}
		}
	}
	for _, side := range []ruleset.Side{ruleset.IncludeSide, ruleset.ExcludeSide} {
		for _, e := range r.Filter().Entries(side) {
			if p := e.When(); p != nil {
				add(p)
			}
		}
	}
	compiled := map[string]bool{}
	file := r.File()
	for i := range file.Descriptions {
		for _, text := range textsOf(&file.Descriptions[i]) {
			for j := range text.Runners {
				when := text.Runners[j].When
				if when == "" || compiled[when] {
					continue
				}
				compiled[when] = true
				if p, err := r.Env().Compile(when); err == nil {
					add(p)
				}
			}
		}
	}
	return atoms
}

func textsOf(d *rules.DescriptionSpec) (texts []*rules.TextSpec) {
	for _, text := range []*rules.TextSpec{d.Title, d.Description} {
		if text != nil {
			texts = append(texts, text)
		}
	}
	for _, places := range [][]rules.PlacedText{d.Arguments, d.Results} {
		for i := range places {
			texts = append(texts, &places[i].Text)
		}
	}
	return texts
}

// A comparison is an attribute and the atoms that read it.
type comparison struct {
	env   *cond.Env
	attr  cond.Attribute
	path  string
	atoms []*cond.Atom
}

// values returns values of the attribute, the default first; nil if no literal makes any.
func (c *comparison) values() []any {
	candidates := c.candidates()
	if candidates == nil {
		return nil
	}
	if c.attr.Optional || c.path == "verbosity" {
		candidates = slices.Insert(candidates, 0, nil)
	}
	var values []any
	known := map[string]bool{}
	for _, value := range candidates {
		if outcomes := c.outcomes(value); !known[outcomes] {
			known[outcomes] = true
			values = append(values, value)
		}
		if len(values) == maxValues {
			break
		}
	}
	return values
}

// outcomes returns the outcome of each atom for a value if all atoms read only this attribute, and
// otherwise the value itself.
func (c *comparison) outcomes(value any) string {
	var b strings.Builder
	req := with(engine.Request{}, c.path, value)
	level := int64(5)
	if n, ok := req.Verbosity.Get(); ok {
		level = n
	}
	bound := c.env.Request(expr.RequestValues{Runner: req.Runner, Model: req.Model, Verbosity: int(level),
		Attrs: req.Attrs})
	for _, a := range c.atoms {
		if len(a.Reads()) > 1 {
			return fmt.Sprintf("%T %v", value, value)
		}
		fmt.Fprintf(&b, "%d ", a.Eval(nil, bound).Outcome)
	}
	return b.String()
}

// candidates returns values of the attribute's type: one that differs from all literals, the
// literals, and their neighbors. Returns nil if the atoms have no literal of that type.
func (c *comparison) candidates() []any {
	switch c.attr.Type.Kind {
	case expr.String:
		return withOther(c.texts())
	case expr.Int:
		return c.ints()
	case expr.Float:
		return c.floats()
	case expr.List:
		return c.lists()
	}
	return nil
}

// other represents all strings that are not literals of conditions.
const other = "other"

// withOther prepends a string that differs from all of list. Returns nil if list is empty.
func withOther(texts []any) []any {
	if texts == nil {
		return nil
	}
	text := other
	for slices.Contains(texts, any(text)) {
		text += "_"
	}
	return slices.Insert(texts, 0, any(text))
}

// texts returns the strings that the atoms name, and one match of each of their regular
// expressions. It leaves out the empty string, which represents a missing attribute.
func (c *comparison) texts() (texts []any) {
	c.literals(&texts, func(l cond.Literal) {
		text, ok := l.Value.(string)
		if ok && l.Regexp != nil {
			text, ok = example(l.Regexp)
		}
		if ok && text != "" && !slices.Contains(texts, any(text)) {
			texts = append(texts, text)
		}
	})
	return texts
}

// literals calls add for each literal until the list that it adds to has enough candidates.
func (c *comparison) literals(list *[]any, add func(cond.Literal)) {
	for _, a := range c.atoms {
		for _, l := range a.Literals() {
			if len(*list) >= maxCandidates {
				return
			}
			add(l)
		}
	}
}

// ints returns the ints that the atoms name, with those beside them. Levels are 0 to 9.
func (c *comparison) ints() (list []any) {
	c.literals(&list, func(l cond.Literal) {
		n, ok := l.Value.(int)
		if !ok {
			return
		}
		for _, near := range []int{n - 1, n, n + 1} {
			if (c.path != "verbosity" || near >= 0 && near <= 9) && !slices.Contains(list, any(near)) {
				list = append(list, near)
			}
		}
	})
	return list
}

// floats returns the numbers that the atoms name, with others beside them.
func (c *comparison) floats() (list []any) {
	c.literals(&list, func(l cond.Literal) {
		f, ok := l.Value.(float64)
		if n, isInt := l.Value.(int); isInt {
			f, ok = float64(n), true
		}
		if !ok {
			return
		}
		for _, near := range []float64{f - 0.5, f, f + 0.5} {
			if !slices.Contains(list, any(near)) {
				list = append(list, near)
			}
		}
	})
	return list
}

// lists returns the empty list, one with each item that the atoms name, and one with all of them.
func (c *comparison) lists() []any {
	var items []any
	item := comparison{attr: cond.Attribute{Type: *c.attr.Type.Elem}, atoms: c.atoms}
	switch item.attr.Type.Kind {
	case expr.Words:
		for _, text := range item.texts() {
			if slices.Contains(item.attr.Type.Words, text.(string)) {
				items = append(items, text)
			}
		}
	case expr.Bool:
		items = []any{false, true}
	default:
		items = item.candidates()
	}
	if items == nil {
		return nil
	}
	lists := []any{[]any{}}
	for _, value := range items {
		lists = append(lists, []any{value})
	}
	if named := slices.DeleteFunc(slices.Clone(items), func(v any) bool { return v == other }); len(named) > 1 {
		lists = append(lists, named)
	}
	return lists
}

// example returns a short string that the regular expression matches, or false if none was found.
func example(re *regexp.Regexp) (string, bool) {
	tree, err := syntax.Parse(re.String(), syntax.Perl)
	if err != nil {
		return "", false
	}
	text := exampleOf(tree)
	return text, len(text) <= maxExample && re.MatchString(text)
}

// maxExample is the maximum length of an example, in bytes.
const maxExample = 64

// exampleOf returns a string that one branch of a regular expression matches, ignoring anchors.
func exampleOf(re *syntax.Regexp) string {
	var b strings.Builder
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune)
	case syntax.OpCharClass:
		if len(re.Rune) > 0 {
			return string(classExample(re.Rune))
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "x"
	case syntax.OpAlternate, syntax.OpPlus, syntax.OpCapture:
		return exampleOf(re.Sub[0])
	case syntax.OpRepeat:
		return strings.Repeat(exampleOf(re.Sub[0]), min(re.Min, maxExample))
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			b.WriteString(exampleOf(sub))
			if b.Len() > maxExample {
				break
			}
		}
	}
	return b.String()
}

// classExample returns a character of a class, which is given as pairs of first and last: "x", a
// letter or a digit if the class has one.
func classExample(ranges []rune) rune {
	for _, r := range "xa0A" {
		for i := 0; i < len(ranges); i += 2 {
			if ranges[i] <= r && r <= ranges[i+1] {
				return r
			}
		}
	}
	return ranges[0]
}
