package ruleset

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/rules"
)

// A compiledSet is a set of a filter, parsed once for all entries that name it.
type compiledSet struct {
	members []setMember
}

// A setMember is a pattern of a set, or the problem that it has wherever the set is used.
type setMember struct {
	text    string
	pattern *pattern.Pattern
	problem *rules.Problem    // without a pointer; nil if there is none
	servers [2]*rules.Problem // by [Side]: what checkServer finds; without a pointer
}

// set adds the patterns of a set. Problems of a pattern are reported where
// the set is used, since a set has no position of its own here.
func (c *filterCompiler) set(e *Entry, pointer, name string) {
	if _, ok := c.scope.Sets[name]; !ok {
		c.report(c.unknownSet(pointer, name))
		return
	}
	set := c.compileSet(name)
	if len(set.members) == 0 {
		c.report(&rules.Problem{Code: rules.CodeBrokenSet, Pointer: pointer, Offset: -1,
			Message: fmt.Sprintf("the set $%s is empty", name), Hint: "give the set at least one pattern, or remove it"})
	}
	for i := range set.members {
		if c.full() || c.limit.exceeded {
			return
		}
		m := &set.members[i]
		problem := m.problem
		if problem == nil {
			problem = m.servers[e.ref.Side]
		}
		if problem != nil {
			problem = brokenSet(pointer, name, m.text, problem)
		}
		c.pattern(e, m.pattern, pointer, problem)
	}
}

// compileSet parses a set, if no entry has named it before.
func (c *filterCompiler) compileSet(name string) *compiledSet {
	if set := c.sets[name]; set != nil {
		return set
	}
	set := &compiledSet{}
	for _, text := range c.scope.Sets[name] {
		m := setMember{text: text}
		if m.pattern, m.problem = setPattern("/sets/"+name, text); m.problem == nil {
			for _, side := range []Side{IncludeSide, ExcludeSide} {
				m.servers[side] = c.checkServer(side, "/"+side.String()+"/", m.pattern)
			}
		}
		set.members = append(set.members, m)
	}
	c.sets[name] = set
	return set
}

// setPattern reads a pattern of a set, which can't name another set.
func setPattern(pointer, text string) (*pattern.Pattern, *rules.Problem) {
	if strings.HasPrefix(text, "$") {
		return nil, &rules.Problem{Code: rules.CodeSetInSet, Pointer: pointer, Offset: 0,
			Message: fmt.Sprintf("%s: a set holds patterns, and no other sets", text), Hint: "write the patterns of the other set out"}
	}
	return parsePattern(pointer, text)
}

func brokenSet(pointer, name, text string, cause *rules.Problem) *rules.Problem {
	p := &rules.Problem{
		Code: rules.CodeBrokenSet, Severity: cause.Severity, Pointer: pointer, Offset: -1, Err: cause,
		Message: fmt.Sprintf("the set $%s can't be used here: %q: %s", name, text, cause.Message), Hint: cause.Hint,
	}
	if p.Severity != rules.SeverityError {
		p.Code = cause.Code // the set can still be used
	}
	return p
}

func (c *filterCompiler) unknownSet(pointer, name string) *rules.Problem {
	p := &rules.Problem{Code: rules.CodeUnknownSet, Pointer: pointer, Offset: 0,
		Message: fmt.Sprintf("there is no set $%s", name)}
	known := slices.Sorted(maps.Keys(c.scope.Sets))
	switch near, ok := suggest.Nearest(name, known); {
	case variable.MatchString("$" + name):
		p.Hint = noVariables
	case ok:
		p.Hint = fmt.Sprintf("did you mean $%s?", near)
	case len(known) == 0:
		p.Hint = fmt.Sprintf(`declare it under sets, or write \$%s for a tool of that name`, name)
	default:
		for i, set := range known {
			known[i] = "$" + set
		}
		p.Hint = "the sets are " + suggest.List(known)
	}
	return p
}
