package cond_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// The oracle evaluates expressions and values that it generates. It uses neither the parser nor the
// checker nor the VM: a node holds the source of the expression and its meaning.

type node struct {
	text string
	op   string // and, or, not, ?: where these make the tree; otherwise empty
	kids []*node
	path string // of an attribute
	seen bool   // it stands where nil is seen
	eval func(w *world, elem any) any
}

func (n *node) each(f func(*node)) {
	f(n)
	for _, k := range n.kids {
		k.each(f)
	}
}

// outcome evaluates the tree by its definition: atoms from left to right, and every attribute of an
// atom must be usable.
func (n *node) outcome(w *world) string {
	if n.op == "" {
		failed := false
		n.each(func(k *node) {
			state := w.state[k.path]
			failed = failed || k.path != "" && (state == "bad" || state == "missing" && !k.seen)
		})
		if failed {
			return "failed"
		}
		return fmt.Sprint(n.eval(w, nil))
	}
	first := n.kids[0].outcome(w)
	switch {
	case first == "failed":
		return first
	case n.op == "not":
		return fmt.Sprint(first == "false")
	case n.op == "?:" && first == "false":
		return n.kids[2].outcome(w)
	case n.op == "and" && first == "false", n.op == "or" && first == "true":
		return first
	}
	return n.kids[1].outcome(w)
}

// An attr is an attribute of the oracle with its kind: "s" string, "w" enum, "b" bool, "n" int, "f"
// float, or "[s]" and so on.
type attr struct {
	path, kind string
	optional   bool
}

var oracleAttrs = []attr{
	{"tool.server", "s", false}, {"tool.name", "s", false}, {"tool.key", "s", false}, {"tool.title", "s", false}, {"tool.description", "s", false},
	{"tool.readOnly", "b", false}, {"tool.destructive", "b", false}, {"tool.idempotent", "b", false}, {"tool.openWorld", "b", false},
	{"tool.arguments", "[s]", false}, {"tool.required", "[s]", false}, {"tool.tags", "[s]", false}, {"tool.bytes", "n", false},
	{"ctx.runner", "s", true}, {"ctx.model", "s", true}, {"ctx.verbosity", "n", false},
	{"ctx.user.id", "s", false}, {"ctx.user.role", "w", false}, {"ctx.user.groups", "[s]", false}, {"ctx.user.level", "n", true},
	{"ctx.tenant", "s", true}, {"ctx.beta", "b", true}, {"ctx.on", "b", false}, {"ctx.risk", "f", false}, {"ctx.limit", "f", true},
	{"ctx.sizes", "[n]", false}, {"ctx.flags", "[b]", true}, {"ctx.rates", "[f]", true},
}

func oracleEnv(t testing.TB) *cond.Env {
	list := func(k expr.Kind) expr.Type { return expr.Type{Kind: expr.List, Elem: &expr.Type{Kind: k}} }
	env, err := cond.NewEnv([]expr.Field{
		{Name: "user", Type: expr.Type{Kind: expr.Object, Fields: []expr.Field{
			{Name: "id"},
			{Name: "role", Type: expr.Type{Kind: expr.Words, Words: []string{"a", "b", "ab"}}},
			{Name: "groups", Type: list(expr.String)},
			{Name: "level", Type: expr.Type{Kind: expr.Int}, Optional: true},
		}}},
		{Name: "tenant", Optional: true},
		{Name: "beta", Type: expr.Type{Kind: expr.Bool}, Optional: true},
		{Name: "on", Type: expr.Type{Kind: expr.Bool}},
		{Name: "risk", Type: expr.Type{Kind: expr.Float}},
		{Name: "limit", Type: expr.Type{Kind: expr.Float}, Optional: true},
		{Name: "sizes", Type: list(expr.Int)},
		{Name: "flags", Type: list(expr.Bool), Optional: true},
		{Name: "rates", Type: list(expr.Float), Optional: true},
	}, cond.EnvOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return env
}

// A maker generates expressions. In its methods, depth is the remaining nesting, and elem the kind
// of #, or empty if there is none.
type maker struct{ t *rapid.T }

func (m maker) pick(n int) int { return rapid.IntRange(0, n-1).Draw(m.t, "pick") }

func (m maker) of(texts ...string) string { return rapid.SampledFrom(texts).Draw(m.t, "of") }

func (m maker) attr(kind string) *node {
	var known []attr
	for _, a := range oracleAttrs {
		if a.kind == kind {
			known = append(known, a)
		}
	}
	return read(rapid.SampledFrom(known).Draw(m.t, "attr").path)
}

func read(path string) *node {
	return &node{text: path, path: path, eval: func(w *world, _ any) any { return w.values[path] }}
}

// tree generates a tree of and, or, not and ?: over atoms.
func (m maker) tree(depth int) *node {
	if depth == 0 {
		return m.atom(2)
	}
	switch m.pick(6) {
	case 0:
		a := m.tree(depth - 1)
		return &node{text: m.of("not ", "!") + "(" + a.text + ")", op: "not", kids: []*node{a}}
	case 1:
		a, b, c := m.tree(depth-1), m.tree(depth-1), m.tree(depth-1)
		return &node{text: "((" + a.text + ") ? (" + b.text + ") : (" + c.text + "))", op: "?:", kids: []*node{a, b, c}}
	case 2, 3:
		a, b := m.tree(depth-1), m.tree(depth-1)
		return &node{text: "(" + a.text + m.of(" and ", " && ", "&&\n") + b.text + ")", op: "and", kids: []*node{a, b}}
	case 4:
		a, b := m.tree(depth-1), m.tree(depth-1)
		return &node{text: "(" + a.text + m.of(" or ", " || ", "/* | */||") + b.text + ")", op: "or", kids: []*node{a, b}}
	}
	return m.atom(3)
}

// atom generates a bool that is an atom.
func (m maker) atom(depth int) *node {
	for {
		if n := m.bool(depth, ""); n.op == "" {
			return n
		}
	}
}

// value generates an expression of a kind.
func (m maker) value(kind string, depth int, elem string) *node {
	switch kind {
	case "b":
		return m.bool(depth, elem)
	case "s":
		return m.textual(depth, elem)
	}
	return m.number(kind, depth, elem)
}

// calc returns a node that calls f with the values of its children.
func calc(text string, f func(args []any) any, kids ...*node) *node {
	return &node{text: text, kids: kids, eval: func(w *world, elem any) any {
		args := make([]any, len(kids))
		for i, k := range kids {
			args[i] = k.eval(w, elem)
		}
		return f(args)
	}}
}

// common generates an expression that exists for every kind: a literal, an attribute, #, ?: or ??.
func (m maker) common(kind string, depth int, elem string, literal func() *node) *node {
	switch {
	case elem == kind && m.pick(2) == 0:
		return &node{text: "#", eval: func(_ *world, elem any) any { return elem }}
	case depth > 0 && m.pick(8) == 0:
		c, a, b := m.bool(depth-1, elem), m.value(kind, depth-1, elem), m.value(kind, depth-1, elem)
		n := calc("("+c.text+" ? "+a.text+" : "+b.text+")", func(args []any) any {
			if args[0].(bool) {
				return args[1]
			}
			return args[2]
		}, c, a, b)
		if kind == "b" {
			n.op = "?:"
		}
		return n
	case depth > 0 && m.pick(6) == 0:
		return m.coalesce(kind, depth, elem)
	case m.pick(3) == 0:
		return literal()
	}
	return m.attr(kind)
}

// coalesce generates a chain of ??.
func (m maker) coalesce(kind string, depth int, elem string) *node {
	var known []attr
	for _, a := range oracleAttrs {
		if a.optional && a.kind == kind {
			known = append(known, a)
		}
	}
	n := &node{text: "("}
	for range 1 + m.pick(2) {
		a := read(rapid.SampledFrom(known).Draw(m.t, "optional").path)
		a.seen = true
		n.kids = append(n.kids, a)
		n.text += a.text + " ?? "
	}
	last := m.value(kind, depth-1, elem)
	n.kids = append(n.kids, last)
	n.text += "(" + last.text + "))"
	n.eval = func(w *world, elem any) any {
		for _, k := range n.kids[:len(n.kids)-1] {
			if w.state[k.path] == "" {
				return k.eval(w, elem)
			}
		}
		return last.eval(w, elem)
	}
	return n
}

func (m maker) textual(depth int, elem string) *node {
	if depth > 0 && m.pick(5) == 0 {
		a := m.textual(depth-1, elem)
		name := m.of("lower", "upper", "trim")
		f := map[string]func(string) string{"lower": strings.ToLower, "upper": strings.ToUpper, "trim": strings.TrimSpace}[name]
		return calc(name+"("+a.text+")", func(args []any) any { return f(args[0].(string)) }, a)
	}
	return m.common("s", depth, elem, func() *node {
		s := m.of("a", "b", "ab", "", "É", " a ", "\\", "\"", "\n", "a'b")
		quoted, _ := json.Marshal(s)
		return calc(string(quoted), func([]any) any { return s })
	})
}

func (m maker) number(kind string, depth int, elem string) *node {
	if kind == "n" && depth > 0 && m.pick(3) == 0 {
		if m.pick(2) == 0 && elem == "" {
			return m.overList("count", depth)
		}
		l, _ := m.list(depth - 1)
		return calc("len("+l.text+")", func(args []any) any { return float64(len(args[0].([]any))) }, l)
	}
	if kind == "n" && depth > 0 && m.pick(6) == 0 {
		s := m.textual(depth-1, elem)
		return calc("len("+s.text+")", func(args []any) any { return float64(utf8.RuneCountInString(args[0].(string))) }, s)
	}
	return m.common(kind, depth, elem, func() *node {
		text, v := m.of("0", "1", "2", "-1"), 0.0
		if kind == "f" {
			text = m.of("0.5", "1.0", "-1e2", "2.0")
		}
		fmt.Sscan(text, &v)
		return calc(text, func([]any) any { return v })
	})
}

// list generates a list and returns its element kind.
func (m maker) list(depth int) (*node, string) {
	kind := m.of("s", "n", "f", "b")
	if m.pick(3) > 0 {
		return m.attr("[" + kind + "]"), kind
	}
	var kids []*node
	var texts []string
	for range 1 + m.pick(3) {
		k := m.value(kind, max(0, depth-1), "")
		kids = append(kids, k)
		texts = append(texts, k.text)
	}
	return calc("["+strings.Join(texts, ", ")+"]", func(args []any) any { return slices.Clone(args) }, kids...), kind
}

// sameLists generates a comparison of two lists.
func (m maker) sameLists(depth int) *node {
	a, kind := m.list(depth - 1)
	b, other := m.list(depth - 1)
	number := strings.NewReplacer("f", "n")
	for number.Replace(kind) != number.Replace(other) {
		b, other = m.list(depth - 1)
	}
	op := m.of("==", "!=")
	return calc("("+a.text+" "+op+" "+b.text+")", func(args []any) any {
		return slices.Equal(args[0].([]any), args[1].([]any)) == (op == "==")
	}, a, b)
}

func (m maker) overList(name string, depth int) *node {
	l, kind := m.list(depth - 1)
	body := m.bool(depth-1, kind)
	n := &node{text: name + "(" + l.text + ", " + m.of("{", "") + body.text, kids: []*node{l, body}}
	if strings.Contains(n.text[len(name)+len(l.text):], ", {") {
		n.text += "}"
	}
	n.text += ")"
	n.eval = func(w *world, _ any) any {
		hits := 0.0
		all := l.eval(w, nil).([]any)
		for _, elem := range all {
			if body.eval(w, elem).(bool) {
				hits++
			}
		}
		return map[string]any{"any": hits > 0, "all": hits == float64(len(all)), "none": hits == 0, "one": hits == 1, "count": hits}[name]
	}
	return n
}

// bool generates a bool that may be a tree. Inside an atom, the tree is a part of the atom.
func (m maker) bool(depth int, elem string) *node {
	if depth == 0 {
		return m.common("b", 0, elem, func() *node {
			text := m.of("true", "false")
			return calc(text, func([]any) any { return text == "true" })
		})
	}
	switch m.pick(10) {
	case 0:
		return m.compare(depth, elem)
	case 9:
		return m.sameLists(depth)
	case 1:
		kind := m.of("s", "n", "f", "b")
		a, b := m.value(kind, depth-1, elem), m.value(kind, depth-1, elem)
		op := m.of("==", "!=")
		return calc("("+a.text+" "+op+" "+b.text+")", func(args []any) any { return (args[0] == args[1]) == (op == "==") }, a, b)
	case 2:
		l, kind := m.list(depth - 1)
		a := m.value(kind, depth-1, elem)
		op := m.of("in", "not in")
		return calc("("+a.text+" "+op+" "+l.text+")",
			func(args []any) any { return slices.Contains(args[1].([]any), args[0]) == (op == "in") }, a, l)
	case 3:
		a, b := m.textual(depth-1, elem), m.textual(depth-1, elem)
		op, not := m.of("contains", "startsWith", "endsWith"), m.of("", "not ")
		f := map[string]func(a, b string) bool{"contains": strings.Contains, "startsWith": strings.HasPrefix, "endsWith": strings.HasSuffix}[op]
		return calc("("+a.text+" "+not+op+" "+b.text+")",
			func(args []any) any { return f(args[0].(string), args[1].(string)) == (not == "") }, a, b)
	case 4:
		if elem == "" {
			return m.overList(m.of("any", "all", "none", "one"), depth)
		}
	case 5:
		a := read(m.of("ctx.runner", "ctx.model", "ctx.user.level", "ctx.tenant", "ctx.beta", "ctx.flags"))
		a.seen = true
		op := m.of("==", "!=")
		text := m.of(a.text+" "+op+" nil", "nil "+op+" "+a.text)
		return &node{text: "(" + text + ")", kids: []*node{a},
			eval: func(w *world, _ any) any { return (w.state[a.path] == "missing") == (op == "==") }}
	case 6:
		a, b := m.bool(depth-1, elem), m.bool(depth-1, elem)
		return calc("(("+a.text+") == ("+b.text+"))", func(args []any) any { return args[0] == args[1] }, a, b)
	case 7:
		if elem == "" {
			return m.words()
		}
		a, b := m.bool(depth-1, elem), m.bool(depth-1, elem) // inside a predicate, and and or do not split atoms
		return calc("("+a.text+" and "+b.text+")", func(args []any) any { return args[0].(bool) && args[1].(bool) }, a, b)
	}
	return m.common("b", depth, elem, func() *node { return m.bool(0, elem) })
}

// words generates a comparison of enum values, which may only be declared ones.
func (m maker) words() *node {
	role := read("ctx.user.role")
	if word := m.of("a", "b", "ab", ""); word != "" {
		op := m.of("==", "!=")
		return calc("("+role.text+" "+op+" \""+word+"\")", func(args []any) any { return (args[0] == word) == (op == "==") }, role)
	}
	op := m.of("in", "not in")
	return calc("("+role.text+" "+op+" ['a', 'ab'])", func(args []any) any { return (args[0] != "b") == (op == "in") }, role)
}

func (m maker) compare(depth int, elem string) *node {
	op := m.of("<", "<=", ">", ">=")
	kind := m.of("n", "f")
	a, b := m.number(kind, depth-1, elem), m.number(m.of("n", "f"), depth-1, elem)
	return calc("("+a.text+" "+op+" "+b.text+")", func(args []any) any {
		x, y := args[0].(float64), args[1].(float64)
		return map[string]bool{"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[op]
	}, a, b)
}

func TestOracle(t *testing.T) {
	env := oracleEnv(t)
	seen := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		m := maker{t}
		n := m.tree(m.pick(4))
		p, err := env.Compile(n.text)
		if err != nil {
			skipTooLong(t, n.text, err)
		}
		checkReads(t, p, n)
		for range 4 {
			w := m.world()
			got := p.Eval(env.Tool(w.facts), env.Request(w.given))
			want := n.outcome(w)
			seen[want]++
			if got.Outcome.String() != want {
				t.Fatalf("%s\ntool %+v\nrequest %#v\nstates %v\ngot %v (%v), want %s",
					n.text, w.facts, w.given, w.state, got.Outcome, got.Failure, want)
			}
		}
	})
	for _, want := range []string{"true", "false", "failed"} {
		if seen[want] < 20 && !testing.Short() { // -short draws a fifth
			t.Errorf("only %d outcomes are %s: the oracle does not test much", seen[want], want)
		}
	}
}

// checkReads compares the attributes that a program reads with those that the oracle wrote.
func checkReads(t *rapid.T, p *cond.Program, n *node) {
	var want []string
	n.each(func(k *node) {
		if k.path != "" {
			want = append(want, k.path)
		}
	})
	slices.Sort(want)
	want = slices.Compact(want)
	if !slices.Equal(p.Reads(), want) {
		t.Fatalf("%s\nreads %q, want %q", n.text, p.Reads(), want)
	}
	side := func(prefix string) bool {
		return slices.ContainsFunc(want, func(path string) bool { return strings.HasPrefix(path, prefix) })
	}
	if p.ReadsTool() != side("tool.") || p.ReadsRequest() != side("ctx.") {
		t.Fatalf("%s\nreads tool %v, request %v", n.text, p.ReadsTool(), p.ReadsRequest())
	}
}
