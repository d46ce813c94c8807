package cond

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/expr"
)

// order checks the operands of <, <=, > and >=. Enum values have no order, because alphabetical
// order would make admin less than guest.
func (c *checker) order(at int, op string, left, right *term) bool {
	if isNumber(left.typ) && isNumber(right.typ) || left.typ.Kind == expr.String && right.typ.Kind == expr.String {
		return true
	}
	for _, t := range []*term{left, right} {
		if t.typ.Kind == expr.Words {
			c.fail(WrongType, at, fmt.Sprintf("write for example %s in [%q]", c.spelling(t), t.typ.Words[0]),
				"%s compares by order, but %s is one of %s, which have no order", op, c.spelling(t), someOf(t.typ.Words))
			return false
		}
	}
	hint := c.quotesHint(left, right)
	switch {
	case left.typ.Kind == expr.List && isNumber(right.typ):
		hint = fmt.Sprintf("write len(%s) %s %s", c.spelling(left), op, c.spelling(right))
	case isNumber(left.typ) && right.typ.Kind == expr.List:
		hint = fmt.Sprintf("write %s %s len(%s)", c.spelling(left), op, c.spelling(right))
	}
	c.fail(WrongType, at, hint, "%s expects two numbers or two strings: %s, %s", op, c.describe(left), c.describe(right))
	return false
}

// someOf returns a list of words for a message, shortened if it is long.
func someOf(words []string) string {
	const some = 8
	if len(words) > some {
		return quoted(words[:some]) + ", …"
	}
	return quoted(words)
}

// membership checks the operands of in and not in.
func (c *checker) membership(at int, not string, left, right *term) bool {
	if c.mapping(left) || c.mapping(right) {
		return false
	}
	if right.typ.Kind != expr.List {
		hint, equals := "", "=="
		if not != "" {
			equals = "!="
		}
		if word, literal := right.text(); literal && left.kind != constTerm {
			hint = fmt.Sprintf("write %s %sin [%s]", c.spelling(left), not, listed(word))
			if !strings.Contains(word, ",") {
				hint = fmt.Sprintf("write %s %s %s, or %[1]s %[4]sin [%[3]s]", c.spelling(left), equals, c.spelling(right), not)
			}
		} else if isText(right.typ) && isText(left.typ) {
			hint = fmt.Sprintf("write %s %scontains %s", c.spelling(right), not, c.spelling(left))
		}
		c.fail(WrongType, right.lo, hint, "in expects a list as its right operand; %s", c.describe(right))
		return false
	}
	if left.typ.Kind == expr.List {
		some, all := "any", "all"
		if not != "" {
			some, all = "none", "not all"
		}
		hint := fmt.Sprintf("write %s(%s, # in %s), or %s(%[2]s, # in %[3]s)", some, c.spelling(left), c.spelling(right), all)
		c.fail(WrongType, left.lo, hint, "in expects a single value as its left operand; %s", c.describe(left))
		return false
	}
	if right.typ.Elem != nil && !alike(left.typ, *right.typ.Elem) {
		c.fail(WrongType, at, c.elementHint(left, right), "the list can never contain the value: %s, %s", c.describe(left), c.describe(right))
		return false
	}
	return c.known(left, right) && c.known(right, left)
}

// elementHint returns the hint for list elements with missing or superfluous quotes.
func (c *checker) elementHint(left, right *term) string {
	if right.kind != listTerm {
		return c.quotesHint(left, right)
	}
	return c.quotesHint(left, right.args[0])
}

// listed returns the comma-separated words of a string as the elements of a list literal.
func listed(text string) string {
	words := strings.Split(text, ",")
	for i, word := range words {
		words[i] = strconv.Quote(strings.TrimSpace(word))
	}
	return strings.Join(words, ", ")
}

// texts checks the operands of contains, startsWith, endsWith and matches.
func (c *checker) texts(not, op string, left, right *term) bool {
	ok := true
	for _, arg := range []*term{left, right} {
		if isText(arg.typ) {
			continue
		}
		hint := ""
		if op == "contains" && arg == left && arg.typ.Kind == expr.List {
			hint = fmt.Sprintf("write %s %sin %s", c.spelling(right), not, c.spelling(left))
		}
		if op != "matches" && arg == right && arg.typ.Kind == expr.List && isText(left.typ) && !c.predicate {
			some, all := "any", "all"
			if not != "" {
				some, all = "none", "not all"
			}
			hint = fmt.Sprintf("write %s(%s, %s %s #)", some, c.spelling(right), c.spelling(left), op)
			if op == "contains" {
				hint += fmt.Sprintf(", or %s(%s, %s %s #)", all, c.spelling(right), c.spelling(left), op)
			}
		}
		c.fail(WrongType, arg.lo, hint, "%s expects two strings; %s", op, c.describe(arg))
		ok = false
	}
	return ok
}

// regexp checks the operands of matches.
func (c *checker) regexp(at int, not string, left, right *term) bool {
	if !c.texts(not, "matches", left, right) {
		return false
	}
	pattern, ok := right.text()
	if !ok {
		c.fail(DynamicRegex, right.lo, "write the pattern as a literal, or use contains, startsWith or endsWith",
			"the pattern of matches must be a string literal")
		return false
	}
	compiled, instructions, err := compileRegexp(pattern)
	if err != nil {
		e := *err.(*Error)
		e.Offset = right.lo
		c.errs = append(c.errs, &e)
		return false
	}
	right.regexp, right.instructions = compiled, instructions
	// A tool can have a long string and a long list. Searching the string for each element would
	// let a tool make one evaluation take minutes.
	if c.predicate && left.mentions() {
		c.fail(NotAllowed, at, "write it outside: a matches \"…\" and any(list, …)", "inside a predicate, matches can only search #")
		return false
	}
	return true
}
