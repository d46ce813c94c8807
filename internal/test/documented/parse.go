package documented

import (
	"fmt"
	"slices"
	"strconv"
)

// A node of a condition's tree.
type node struct {
	op       string // and, or, not, ?:, an operator, a function, or one of the kinds below
	args     []*node
	value    any    // of a literal: a string, a float64 or a bool
	path     string // of an attribute
	mentions []mention
}

// Kinds of nodes that are not operators or functions.
const (
	literal   = "literal"
	attribute = "attribute"
	element   = "#"
	list      = "list"
	absent    = "== nil"
	present   = "!= nil"
)

// A mention is an attribute that a part reads.
type mention struct {
	path      string
	mayBeNone bool // a missing value is allowed in its position
}

type parser struct {
	tokens []token
}

// parse parses a condition.
func parse(src string) *node {
	p := &parser{tokens(src)}
	n := p.choice()
	if p.tokens[0].kind != end {
		panic(fmt.Sprintf("documented: unexpected %q in %s", p.tokens[0].text, src))
	}
	n.settle()
	return n
}

// settle works out what each part mentions. A part is what and, or, not and ?: put together.
func (n *node) settle() {
	switch {
	case slices.Contains([]string{"and", "or", "not", "?:"}, n.op):
		for _, arg := range n.args {
			arg.settle()
		}
	default:
		n.mentions = n.mentioned(nil, false)
	}
}

func (n *node) mentioned(all []mention, mayBeNone bool) []mention {
	if n.op == attribute {
		return append(all, mention{n.path, mayBeNone})
	}
	for i, arg := range n.args {
		looksAtMissing := n.op == absent || n.op == present || n.op == "??" && i < len(n.args)-1
		all = arg.mentioned(all, looksAtMissing)
	}
	return all
}

func (p *parser) take() token {
	t := p.tokens[0]
	p.tokens = p.tokens[1:]
	return t
}

// is reports whether the next token is one of those, a text in quotes aside.
func (p *parser) is(texts ...string) bool {
	return p.tokens[0].kind != text && slices.Contains(texts, p.tokens[0].text)
}

func (p *parser) accept(texts ...string) bool {
	if !p.is(texts...) {
		return false
	}
	p.take()
	return true
}

func (p *parser) expect(s string) {
	if !p.accept(s) {
		panic(fmt.Sprintf("documented: %q instead of %q", p.tokens[0].text, s))
	}
}

// choice parses c ? a : b, which binds least.
func (p *parser) choice() *node {
	n := p.or()
	if !p.accept("?") {
		return n
	}
	yes := p.choice()
	p.expect(":")
	return &node{op: "?:", args: []*node{n, yes, p.choice()}}
}

func (p *parser) or() *node {
	n := p.and()
	for p.accept("or", "||") {
		n = &node{op: "or", args: []*node{n, p.and()}}
	}
	return n
}

func (p *parser) and() *node {
	n := p.comparison()
	for p.accept("and", "&&") {
		n = &node{op: "and", args: []*node{n, p.comparison()}}
	}
	return n
}

var (
	orders      = []string{"<", "<=", ">", ">="}
	comparisons = append([]string{"==", "!=", "in", "contains", "startsWith", "endsWith", "matches"}, orders...)
)

// comparison parses the operators between two values, which all bind alike.
func (p *parser) comparison() *node {
	left := p.unary()
	for p.is(comparisons...) || p.is("not") {
		negated := p.accept("not")
		op := p.take().text
		if (op == "==" || op == "!=") && p.accept("nil") {
			left = &node{op: op + " nil", args: []*node{left}}
			continue
		}
		right := p.unary()
		n := &node{op: op, args: []*node{left, right}}
		if left.path == "nil" {
			n = &node{op: op + " nil", args: []*node{right}}
		}
		for slices.Contains(orders, op) && p.is(orders...) { // 1 <= x < 5
			op = p.take().text
			left, right = right, p.unary()
			n = &node{op: "and", args: []*node{n, {op: op, args: []*node{left, right}}}}
		}
		if negated {
			n = &node{op: "not", args: []*node{n}}
		}
		left = n
	}
	return left
}

func (p *parser) unary() *node {
	if p.accept("not", "!") {
		return &node{op: "not", args: []*node{p.unary()}}
	}
	return p.coalesce()
}

// coalesce parses a ?? b, which binds most.
func (p *parser) coalesce() *node {
	n := p.value()
	if !p.is("??") {
		return n
	}
	n = &node{op: "??", args: []*node{n}}
	for p.accept("??") {
		if last := p.value(); last.op == "??" { // a ?? (b ?? c) is a ?? b ?? c
			n.args = append(n.args, last.args...)
		} else {
			n.args = append(n.args, last)
		}
	}
	return n
}

func (p *parser) value() *node {
	switch t := p.take(); {
	case t.kind == text:
		return &node{op: literal, value: t.text}
	case t.kind == number:
		value, err := strconv.ParseFloat(t.text, 64)
		if err != nil {
			panic("documented: " + err.Error())
		}
		return &node{op: literal, value: value}
	case t.text == "-":
		n := p.value()
		n.value = -n.value.(float64)
		return n
	case t.text == "#":
		return &node{op: element}
	case t.text == "(":
		n := p.choice()
		p.expect(")")
		return n
	case t.text == "[":
		return &node{op: list, args: p.values("]")}
	case t.text == "true" || t.text == "false":
		return &node{op: literal, value: t.text == "true"}
	case t.kind == word && p.accept("("):
		return &node{op: t.text, args: p.values(")")}
	case t.kind == word:
		return &node{op: attribute, path: t.text}
	default:
		panic(fmt.Sprintf("documented: unexpected %q", t.text))
	}
}

// values parses values with commas between them, up to a bracket.
func (p *parser) values(bracket string) (all []*node) {
	for !p.accept(bracket) {
		if len(all) > 0 {
			p.expect(",")
		}
		all = append(all, p.choice())
	}
	return all
}
