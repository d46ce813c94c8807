package documented

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// An Outcome is the result of a condition for a tool and a request.
type Outcome int

// The outcomes.
const (
	False Outcome = iota
	True
	Failed
)

// An attr is the value of an attribute, if it has one.
type attr struct {
	value any // a string, bool, float64 or []any
	state attrState
}

type attrState int

const (
	missing attrState = iota
	good
	bad // of a wrong type or over a limit
)

// A scope is what a condition is evaluated over: attributes by their path, and the item that # is.
type scope struct {
	attrs func(path string) attr
	item  any
	regex func(string) *regexp.Regexp
}

// outcome evaluates a condition from left to right as far as the outcome is open.
func (n *node) outcome(s *scope) Outcome {
	switch n.op {
	case "and":
		if left := n.args[0].outcome(s); left != True {
			return left
		}
		return n.args[1].outcome(s)
	case "or":
		if left := n.args[0].outcome(s); left != False {
			return left
		}
		return n.args[1].outcome(s)
	case "not":
		switch n.args[0].outcome(s) {
		case True:
			return False
		case False:
			return True
		}
		return Failed
	case "?:":
		switch n.args[0].outcome(s) {
		case True:
			return n.args[1].outcome(s)
		case False:
			return n.args[2].outcome(s)
		}
		return Failed
	}
	for _, m := range n.mentions {
		if state := s.attrs(m.path).state; state == bad || state == missing && !m.mayBeNone {
			return Failed
		}
	}
	if n.tooLong(s) {
		return Failed
	}
	if n.eval(s).(bool) {
		return True
	}
	return False
}

// eval evaluates a part, all of whose attributes can be read.
func (n *node) eval(s *scope) any {
	switch n.op {
	case literal:
		return n.value
	case element:
		return s.item
	case attribute:
		return s.attrs(n.path).value
	case list:
		items := make([]any, len(n.args))
		for i, arg := range n.args {
			items[i] = arg.eval(s)
		}
		return items
	case "and":
		return n.args[0].eval(s).(bool) && n.args[1].eval(s).(bool)
	case "or":
		return n.args[0].eval(s).(bool) || n.args[1].eval(s).(bool)
	case "not":
		return !n.args[0].eval(s).(bool)
	case "?:":
		if n.args[0].eval(s).(bool) {
			return n.args[1].eval(s)
		}
		return n.args[2].eval(s)
	case "??":
		for _, arg := range n.args[:len(n.args)-1] {
			if a := s.attrs(arg.path); a.state == good {
				return a.value
			}
		}
		return n.args[len(n.args)-1].eval(s)
	case absent:
		return s.attrs(n.args[0].path).state == missing
	case present:
		return s.attrs(n.args[0].path).state != missing
	case "any", "all", "none", "one", "count":
		return n.overList(s)
	}
	if len(n.args) == 1 {
		return function(n.op, n.args[0].eval(s))
	}
	if n.op == "matches" {
		return s.regex(n.args[1].value.(string)).MatchString(n.args[0].eval(s).(string))
	}
	return operator(n.op, n.args[0].eval(s), n.args[1].eval(s))
}

// overList evaluates a condition on the items of a list.
func (n *node) overList(s *scope) any {
	holds, items := 0, n.args[0].eval(s).([]any)
	for _, item := range items {
		if n.args[1].eval(&scope{s.attrs, item, s.regex}).(bool) {
			holds++
		}
	}
	switch n.op {
	case "any":
		return holds > 0
	case "all":
		return holds == len(items)
	case "none":
		return holds == 0
	case "one":
		return holds == 1
	}
	return float64(holds)
}

func function(name string, arg any) any {
	switch name {
	case "lower":
		return strings.ToLower(arg.(string))
	case "upper":
		return strings.ToUpper(arg.(string))
	case "trim":
		return strings.TrimSpace(arg.(string))
	case "len":
		if s, ok := arg.(string); ok {
			return float64(utf8.RuneCountInString(s))
		}
		return float64(len(arg.([]any)))
	}
	panic("documented: unknown function " + name)
}

func operator(op string, left, right any) bool {
	switch op {
	case "==":
		return equal(left, right)
	case "!=":
		return !equal(left, right)
	case "in":
		return slices.ContainsFunc(right.([]any), func(item any) bool { return equal(left, item) })
	case "contains":
		return strings.Contains(left.(string), right.(string))
	case "startsWith":
		return strings.HasPrefix(left.(string), right.(string))
	case "endsWith":
		return strings.HasSuffix(left.(string), right.(string))
	case "<":
		return less(left, right)
	case ">":
		return less(right, left)
	case "<=":
		return !less(right, left)
	case ">=":
		return !less(left, right)
	}
	panic("documented: unknown operator " + op)
}

func equal(a, b any) bool {
	if list, ok := a.([]any); ok {
		return slices.EqualFunc(list, b.([]any), equal)
	}
	return a == b
}

func less(a, b any) bool {
	if text, ok := a.(string); ok {
		return text < b.(string)
	}
	return a.(float64) < b.(float64)
}
