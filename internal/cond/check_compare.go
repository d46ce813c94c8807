package cond

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/expr"
)

// order checks what stands beside <, <=, > and >=. Words have no order: by the alphabet, admin is
// less than guest.
func (c *checker) order(at int, op string, left, right *term) bool {
	if isNumber(left.typ) && isNumber(right.typ) || left.typ.Kind == expr.String && right.typ.Kind == expr.String {
		return true
	}
	for _, t := range []*term{left, right} {
		if t.typ.Kind == expr.Words {
			c.fail(WrongType, at, fmt.Sprintf("write for example %s in [%q]", c.spelling(t), t.typ.Words[0]),
				"%s compares by order, and %s is one of %s, which have none", op, c.spelling(t), someOf(t.typ.Words))
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
	c.fail(WrongType, at, hint, "%s compares two numbers or two texts: %s, %s", op, c.describe(left), c.describe(right))
	return false
}

// someOf lists words, of many the first few.
func someOf(words []string) string {
	const some = 8
	if len(words) > some {
		return quoted(words[:some]) + ", …"
	}
	return quoted(words)
}

// membership checks what stands beside in, or not in.
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
		c.fail(WrongType, right.lo, hint, "in looks into a list; %s", c.describe(right))
		return false
	}
	if left.typ.Kind == expr.List {
		some, all := "any", "all"
		if not != "" {
			some, all = "none", "not all"
		}
		hint := fmt.Sprintf("write %s(%s, # in %s), or %s(%[2]s, # in %[3]s)", some, c.spelling(left), c.spelling(right), all)
		c.fail(WrongType, left.lo, hint, "in looks for one value; %s", c.describe(left))
		return false
	}
	if right.typ.Elem != nil && !alike(left.typ, *right.typ.Elem) {
		c.fail(WrongType, at, c.elementHint(left, right), "this is never in it: %s, %s", c.describe(left), c.describe(right))
		return false
	}
	return c.known(left, right) && c.known(right, left)
}

// elementHint is for the elements of a list that lack their quotes, or have some too many.
func (c *checker) elementHint(left, right *term) string {
	if right.kind != listTerm {
		return c.quotesHint(left, right)
	}
	return c.quotesHint(left, right.args[0])
}

// listed writes the words of a text as the elements of a list: of "a, b" two.
func listed(text string) string {
	words := strings.Split(text, ",")
	for i, word := range words {
		words[i] = strconv.Quote(strings.TrimSpace(word))
	}
	return strings.Join(words, ", ")
}

// texts checks what stands beside contains, startsWith, endsWith and matches.
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
		c.fail(WrongType, arg.lo, hint, "%s compares two texts; %s", op, c.describe(arg))
		ok = false
	}
	return ok
}

// regexp checks what stands beside matches.
func (c *checker) regexp(at int, not string, left, right *term) bool {
	if !c.texts(not, "matches", left, right) {
		return false
	}
	pattern, ok := right.text()
	if !ok {
		c.fail(DynamicRegex, right.lo, "write the pattern as it is, or use contains, startsWith or endsWith",
			"the pattern of matches must be a text in quotes")
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
	// A text of a tool can be long, and a list too: both together would let a tool make one
	// evaluation take minutes.
	if c.predicate && left.mentions() {
		c.fail(NotAllowed, at, "put it in front: text matches \"…\" and any(list, …)", "inside a predicate matches looks at # alone")
		return false
	}
	return true
}
