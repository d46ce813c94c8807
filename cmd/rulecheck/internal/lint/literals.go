package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/suggest"
)

// literal matches a string in an expression.
var literal = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`)

// nearCondition returns a hint for a condition that is false for each tool because it names an
// unknown server or tool: the nearest known one, if the condition is not false for each tool with
// that.
func (l *linter) nearCondition(e *entry) string {
	for _, a := range e.When().Atoms() {
		near := l.nearName
		switch {
		case slices.Equal(a.Reads(), []string{"tool.server"}):
			near = l.nearServer
		case !slices.Equal(a.Reads(), []string{"tool.name"}):
			continue
		}
		source := e.When().Source()
		end := a.Offset() + len(a.Source())
		for _, at := range literal.FindAllStringIndex(source[a.Offset():end], -1) {
			from, to := a.Offset()+at[0], a.Offset()+at[1]
			meant, ok := near(source[from+1 : to-1])
			if !ok {
				continue
			}
			if quoted := strconv.Quote(meant); l.canHold(e, source[:from]+quoted+source[to:]) {
				return fmt.Sprintf("did you mean %s?", quoted)
			}
		}
	}
	return ""
}

func (l *linter) nearServer(id string) (string, bool) {
	if l.world.servers[id] {
		return "", false
	}
	return suggest.Nearest(id, l.world.catalog.Servers())
}

func (l *linter) nearName(name string) (string, bool) {
	if slices.ContainsFunc(l.world.tools, func(t tool) bool { return t.key.Tool == name }) ||
		strings.Contains(name, `\`) {
		return "", false
	}
	return l.world.nearTool(name, anyTool)
}

// canHold reports whether a different condition of the entry could be true for one of its tools.
func (l *linter) canHold(e *entry, source string) bool {
	program, err := l.rules.Env().Compile(source)
	if err != nil {
		return false
	}
	nobody := l.rules.Env().Request(expr.RequestValues{})
	for i := range e.reach.all() {
		if program.Eval(l.world.tools[i].bound, nobody).Outcome != cond.False {
			return true
		}
	}
	return false
}
