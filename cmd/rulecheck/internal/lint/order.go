package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// order finds excludes that read the request before the tool: if the request lacks the attribute
// they fail, and hide tools that they are not about.
func (l *linter) order() {
	nobody := l.rules.Env().Request(expr.RequestValues{})
	for _, e := range l.world.exclude {
		if e.When() == nil {
			continue
		}
		turned, changed := toolFirst(clauseOf(e.When().Tree()))
		if !changed {
			continue
		}
		needless := newSet(len(l.world.tools))
		var missing *expr.Failure
		for i := range e.may.intersect(l.world.visible).all() {
			bound := l.world.tools[i].bound
			as := e.When().Eval(bound, nobody)
			if as.Outcome == cond.Failed && as.Failure.Reason == expr.CodeMissing &&
				turned.eval(bound, nobody) == cond.False &&
				l.world.seenWithout(as.Failure.Attribute, i, e, nobody) {
				needless.add(i)
				missing = as.Failure
			}
		}
		if !needless.empty() {
			l.reportOrder(e, turned, needless, missing, nobody)
		}
	}
}

// seenWithout reports whether a request that lacks one attribute could see a tool if one entry were
// not there: if everything that lets the tool in needs the attribute as well, the entry hides
// nothing.
func (w *world) seenWithout(attribute string, tool int, but *entry, nobody *cond.Request) bool {
	lack := w.lackOf(attribute, tool, nobody)
	if lack.openWithout(but.condition(tool)) > maxUnknowns {
		return true
	}
	if slices.ContainsFunc(lack.hiding, func(e *entry) bool { return e != but }) {
		return false
	}
	var in, out []test
	var all []int
	for n := range w.includes.reaching[tool].all() {
		in = append(in, w.include[n].condition(tool))
	}
	for n := range w.excludes.reaching[tool].all() {
		if e := w.exclude[n]; e != but {
			out = append(out, e.condition(tool))
		}
	}
	for _, t := range slices.Concat(in, out) {
		all = t.unknowns(all)
	}
	assigned := w.unknowns.scratch()
	open := slices.DeleteFunc(all, func(unknown int) bool {
		a := w.unknowns.atoms[unknown]
		if a == nil || !slices.Contains(a.Reads(), attribute) {
			return false
		}
		// any other attributes that it reads are missing, too
		assigned[unknown] = a.Eval(w.tools[tool].bound, nobody).Outcome
		return true
	})
	return !w.unknowns.everywhere(assigned, open, func() bool {
		matches := func(t test) bool { return t.matches(t.under(assigned)) }
		return len(w.include) > 0 && !slices.ContainsFunc(in, matches) || slices.ContainsFunc(out, matches)
	})
}

// A lack describes a tool for requests that lack one attribute. It is computed once for all entries
// that read the attribute.
type lack struct {
	open   map[int]int // the unknowns that remain open, and how many entries have them
	hiding []*entry    // two excludes, or all there are, that match whatever else the request carries
}

type lackKey struct {
	attribute string
	tool      int
}

func (w *world) lackOf(attribute string, tool int, nobody *cond.Request) *lack {
	key := lackKey{attribute, tool}
	if l := w.lacks[key]; l != nil {
		return l
	}
	l := &lack{open: map[int]int{}}
	w.lacks[key] = l
	for _, side := range []*side{&w.includes, &w.excludes} {
		for n := range side.reaching[tool].all() {
			t := side.entries[n].condition(tool)
			assigned := w.unknowns.scratch()
			for _, unknown := range t.unknowns(nil) {
				if a := w.unknowns.atoms[unknown]; a != nil && slices.Contains(a.Reads(), attribute) {
					assigned[unknown] = a.Eval(w.tools[tool].bound, nobody).Outcome
					continue
				}
				assigned[unknown] = untried
				l.open[unknown]++
			}
			if t.failed && len(l.hiding) < 2 && t.matches(t.under(assigned)) {
				l.hiding = append(l.hiding, side.entries[n])
			}
		}
	}
	return l
}

// openWithout returns how many unknowns are open without one entry.
func (l *lack) openWithout(but test) int {
	open := len(l.open)
	for _, unknown := range but.unknowns(nil) {
		if l.open[unknown] == 1 {
			open--
		}
	}
	return open
}

func (l *linter) reportOrder(e *entry, turned *clause, needless set, missing *expr.Failure, nobody *cond.Request) {
	p := &rules.Problem{Code: CodeCtxBeforeTool,
		Message: fmt.Sprintf("a request without %s does not see %s that this is not about (%s): what is missing "+
			"fails, and "+
			"an exclude that fails hides",
			strings.TrimPrefix(missing.Attribute, "ctx."), wording.Plural(needless.len(), "tool"),
			l.world.list(needless))}
	if text := turned.write(lowest); l.settles(text, needless, nobody) {
		p.Hint = "test the tool first: when: " + yamlText(text)
	}
	l.reportIn(e.pointer+"/when", missing.Offset, p)
}

// settles reports whether a text is an expression that is false for the tools, whatever the request
// lacks.
func (l *linter) settles(text string, tools set, nobody *cond.Request) bool {
	program, err := l.rules.Env().Compile(text)
	if err != nil {
		return false
	}
	for i := range tools.all() {
		if program.Eval(l.world.tools[i].bound, nobody).Outcome != cond.False {
			return false
		}
	}
	return true
}

// A clause is a part of an expression that can be reordered, unlike the nodes of a compiled one.
type clause struct {
	op   cond.Op
	args []*clause // of and and or any number, at least two
	atom *cond.Atom
}

// clauseOf returns an expression as clauses, with chains of and as one clause.
func clauseOf(n *cond.Node) *clause {
	c := &clause{op: n.Op(), atom: n.Atom()}
	for _, arg := range n.Args() {
		part := clauseOf(arg)
		if c.op == cond.OpAnd && part.op == cond.OpAnd {
			c.args = append(c.args, part.args...)
			continue
		}
		c.args = append(c.args, part)
	}
	return c
}

// toolFirst moves, in each chain of and, what reads the tool alone to the front, and reports
// whether that changes anything.
func toolFirst(c *clause) (turned *clause, changed bool) {
	turned = &clause{op: c.op, atom: c.atom}
	var later []*clause
	for _, arg := range c.args {
		part, inside := toolFirst(arg)
		changed = changed || inside
		if c.op != cond.OpAnd || !part.readsRequest() {
			changed = changed || len(later) > 0
			turned.args = append(turned.args, part)
			continue
		}
		later = append(later, part)
	}
	turned.args = append(turned.args, later...)
	return turned, changed
}

func (c *clause) readsRequest() bool {
	if c.atom != nil {
		return c.atom.ReadsRequest()
	}
	return slices.ContainsFunc(c.args, (*clause).readsRequest)
}

// eval evaluates the clause from left to right, as an expression is.
func (c *clause) eval(t *cond.Tool, r *cond.Request) cond.Outcome {
	if c.atom != nil {
		return c.atom.Eval(t, r).Outcome
	}
	var outcome cond.Outcome
	for _, arg := range c.args {
		outcome = arg.eval(t, r)
		next, decided := c.op.After(outcome)
		switch {
		case next == 0:
			return decided
		case c.op == cond.OpCond:
			return c.args[next].eval(t, r)
		}
	}
	return outcome
}

// How tightly operators bind.
const (
	lowest = iota
	orBinds
	andBinds
	notBinds
)

// write returns the source of the clause, in brackets if it binds less tightly than its
// surroundings need.
func (c *clause) write(binds int) string {
	if c.atom != nil {
		if source := c.atom.Source(); binds < notBinds || isPath(source) {
			return source
		}
		return "(" + c.atom.Source() + ")"
	}
	text, own := "", lowest
	switch c.op {
	case cond.OpNot:
		return "!" + c.args[0].write(notBinds)
	case cond.OpCond:
		text = c.args[0].write(orBinds) + " ? " + c.args[1].write(orBinds) + " : " + c.args[2].write(orBinds)
	case cond.OpAnd:
		text, own = c.join(" && ", andBinds), andBinds
	case cond.OpOr:
		text, own = c.join(" || ", orBinds), orBinds
	}
	if own < binds {
		return "(" + text + ")"
	}
	return text
}

// isPath reports whether an atom is an attribute and nothing else.
func isPath(source string) bool {
	return !strings.ContainsFunc(source, func(r rune) bool {
		return r != '.' && r != '_' && !unicode.IsLetter(r) &&
			!unicode.IsDigit(r)
	})
}

func (c *clause) join(operator string, binds int) string {
	parts := make([]string, len(c.args))
	for i, arg := range c.args {
		parts[i] = arg.write(binds)
	}
	return strings.Join(parts, operator)
}
