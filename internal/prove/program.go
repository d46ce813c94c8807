package prove

import (
	"fmt"
	"strings"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
)

// A node is a program: it branches on the outcome of a literal, or ends with a result. Nodes are
// compared by pointer, since equal ones are made once.
type node struct {
	literal *literal // nil at an end
	next    [3]*node // by outcome
	result  int      // of an end
}

// A literal is an atom for one tool, which branches of a program test. Once some of its attributes
// have values, the solver replaces it.
type literal struct {
	atom  *cond.Atom     // nil if names is set
	names *ruleset.Entry // whether the names of a tool let the entry match
	tool  *cond.Tool     // nil for atoms that do not read the tool, and if any tool is meant
	any   bool           // the attributes of the tool are variables
	env   *cond.Env
	copy  copyOf // which of two requests it reads
	where string // the entry that has it, for people
	key   string

	rest *rest // of a literal in the solver
}

// A copyOf is the request that a literal reads, where a property is about two. Both share the
// attributes that the map does not have.
type copyOf struct {
	apart map[string]bool // paths; nil for the first request
}

// name returns the name of an attribute of the request.
func (c copyOf) name(path string) string {
	if c.apart[path] {
		return path + secondMark
	}
	return path
}

// secondMark ends the names of attributes of a second request.
const secondMark = "'"

// A builder makes programs and shares equal parts.
type builder struct {
	literals map[string]*literal
	nodes    map[nodeKey]*node
	ends     map[int]*node
	envs     map[*cond.Env]int
}

type nodeKey struct {
	literal *literal
	next    [3]*node
}

func newBuilder() *builder {
	return &builder{literals: map[string]*literal{}, nodes: map[nodeKey]*node{}, ends: map[int]*node{}, envs: map[*cond.Env]int{}}
}

// end returns the program that only has a result.
func (b *builder) end(result int) *node {
	n := b.ends[result]
	if n == nil {
		n = &node{result: result}
		b.ends[result] = n
	}
	return n
}

// branch returns the program that goes on depending on a literal.
func (b *builder) branch(l *literal, next [3]*node) *node {
	if next[0] == next[1] && next[1] == next[2] {
		return next[0]
	}
	key := nodeKey{l, next}
	n := b.nodes[key]
	if n == nil {
		n = &node{literal: l, next: next}
		b.nodes[key] = n
	}
	return n
}

// A subject is what conditions are evaluated for: a tool, and one of two requests.
type subject struct {
	env    *cond.Env
	tool   *cond.Tool
	target ruleset.Target
	copy   copyOf
	where  string
	any    bool // any tool that a server could list
}

// reach returns the program that goes on with yes if the names of the tool let an entry match.
func (b *builder) reach(e *ruleset.Entry, s *subject, yes, no *node) *node {
	names, _ := e.Expressions()
	switch {
	case s.any && names != nil && yes != no:
		key := fmt.Sprintf("names %p", e)
		l := b.literals[key]
		if l == nil {
			l = &literal{names: e, env: s.env, any: true, where: s.where, key: key}
			b.literals[key] = l
		}
		return b.branch(l, [3]*node{cond.False: no, cond.True: yes, cond.Failed: no})
	case s.any || e.Reaches(s.target):
		return yes
	}
	return no
}

// condition returns the program that goes on with next after a condition.
func (b *builder) condition(n *cond.Node, s *subject, next [3]*node) *node {
	args := n.Args()
	switch n.Op() {
	case cond.OpAtom:
		return b.atom(n.Atom(), s, next)
	case cond.OpNot:
		return b.condition(args[0], s, [3]*node{next[cond.True], next[cond.False], next[cond.Failed]})
	case cond.OpAnd:
		return b.condition(args[0], s, [3]*node{next[cond.False], b.condition(args[1], s, next), next[cond.Failed]})
	case cond.OpOr:
		return b.condition(args[0], s, [3]*node{b.condition(args[1], s, next), next[cond.True], next[cond.Failed]})
	}
	return b.condition(args[0], s, [3]*node{b.condition(args[2], s, next), b.condition(args[1], s, next), next[cond.Failed]})
}

// atom returns the program that goes on with next after an atom. Atoms that no request can change
// are evaluated.
func (b *builder) atom(a *cond.Atom, s *subject, next [3]*node) *node {
	if next[0] == next[1] && next[1] == next[2] {
		return next[0]
	}
	if !s.any && !a.CanReadTool(s.tool) {
		return next[cond.Failed]
	}
	if !a.ReadsRequest() && (!s.any || !a.ReadsTool()) {
		return next[a.Eval(s.tool, nil).Outcome]
	}
	return b.branch(b.literal(a, s), next)
}

// literal returns the literal of an atom.
func (b *builder) literal(a *cond.Atom, s *subject) *literal {
	l := &literal{atom: a, env: s.env, copy: s.copy, where: s.where}
	if _, known := b.envs[s.env]; !known {
		b.envs[s.env] = len(b.envs)
	}
	var key strings.Builder
	fmt.Fprintf(&key, "%d %q", b.envs[s.env], a.Key())
	for _, path := range a.Reads() {
		if s.copy.apart[path] {
			fmt.Fprintf(&key, " %s", s.copy.name(path))
		}
	}
	if a.ReadsTool() && s.any {
		l.any = true
		key.WriteString(" any tool")
	} else if a.ReadsTool() {
		l.tool = s.tool
		fmt.Fprintf(&key, " %q", a.AppendToolKey(nil, s.tool))
	}
	l.key = key.String()
	if known := b.literals[l.key]; known != nil {
		return known
	}
	b.literals[l.key] = l
	return l
}

// when returns the program that goes on after an optional condition, of which nil is true.
func (b *builder) when(p *cond.Program, s *subject, next [3]*node) *node {
	if p == nil {
		return next[cond.True]
	}
	return b.condition(p.Tree(), s, next)
}

// filter returns the program that goes on with shown or hidden after a filter.
func (b *builder) filter(f *ruleset.Filter, s *subject, shown, hidden *node) *node {
	about := *s
	after := hidden
	if f.OpenByDefault() {
		after = shown
	}
	include := f.Entries(ruleset.IncludeSide)
	for i := len(include) - 1; i >= 0; i-- {
		e := include[i]
		about.where = "/filter" + e.Ref().Pointer
		matched := b.when(e.When(), &about, [3]*node{cond.False: after, cond.True: shown, cond.Failed: after})
		after = b.reach(e, &about, matched, after)
	}
	exclude := f.Entries(ruleset.ExcludeSide)
	for i := len(exclude) - 1; i >= 0; i-- {
		e := exclude[i]
		about.where = "/filter" + e.Ref().Pointer
		matched := b.when(e.When(), &about, [3]*node{cond.False: after, cond.True: hidden, cond.Failed: hidden})
		after = b.reach(e, &about, matched, after)
	}
	return after
}

// replace returns the program that goes on with other programs instead of ending with some results.
func (b *builder) replace(n *node, ends map[int]*node) *node {
	done := map[*node]*node{}
	var walk func(n *node) *node
	walk = func(n *node) *node {
		if n.literal == nil {
			if next := ends[n.result]; next != nil {
				return next
			}
			return b.end(n.result)
		}
		made := done[n]
		if made == nil {
			made = b.branch(n.literal, [3]*node{walk(n.next[0]), walk(n.next[1]), walk(n.next[2])})
			done[n] = made
		}
		return made
	}
	return walk(n)
}
