package ruleset_test

import (
	"strings"
	"testing"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// FuzzFilter compares a filter with filters that have one of its entries each: together they say
// what the whole has to say. An entry is a line, "+" for include or "-" for exclude, and a pattern,
// or "~" and a regex, "=" and an expression, "!" and a function's name.
func FuzzFilter(f *testing.F) {
	f.Add("+github/*\n-*/delete_*\n-!false", "github", "Delete-Repo", "codex")
	f.Add("+~^t\n+=ctx.runner == \"a\"\n-!error\n-*/u", "s", "t", "")
	f.Add("-=tool.name == \"T\"\n-s/*-*\n+!nonbool\n+!true", "s", "T", "b")
	f.Add("+=tool.destructive or ctx.model == \"x\"\n-=ctx.runner != \"a\" and tool.name startsWith \"d\"", "s", "d", "a")
	f.Fuzz(func(t *testing.T, lines, server, name, runner string) {
		var whole rules.FilterSpec
		for _, line := range strings.SplitN(lines, "\n", 9) {
			if entry, ok := fuzzEntry(line); !ok {
				return
			} else if line[0] == '+' {
				whole.Include = append(whole.Include, entry)
			} else {
				whole.Exclude = append(whole.Exclude, entry)
			}
		}
		filter, err := ruleset.CompileFilter(whole, ruleset.Scope{})
		if err != nil {
			return
		}
		tool := defaultEnv.Tool(expr.ToolInfo{Server: server, Name: name, Destructive: len(name)%2 == 0})
		request := defaultEnv.Request(expr.RequestValues{Runner: runner})

		visible := filter.Visible(tool, request)
		if want := oracleVisible(t, whole, tool, request); visible != want {
			t.Errorf("visible %t; want %t", visible, want)
		}
		if d := filter.Decide(tool, request); d.Visible != visible {
			t.Errorf("visible %t, and decided %t by %s", visible, d.Visible, d.Basis)
		}
		if visible && !filter.StaticVisible(tool) {
			t.Error("statically hidden, and visible")
		}
	})
}

func fuzzEntry(line string) (rules.EntrySpec, bool) {
	if len(line) < 2 || line[0] != '+' && line[0] != '-' {
		return rules.EntrySpec{}, false
	}
	text := line[2:]
	switch line[1] {
	case '~':
		return regexEntry("*", text), true
	case '=':
		return rules.EntrySpec{When: text}, true
	case '!':
		return rules.EntrySpec{Func: predicates[text]}, true
	}
	return patterns(line[1:])[0], true
}

func oracleVisible(t *testing.T, whole rules.FilterSpec, tool *cond.Tool, request *cond.Request) bool {
	t.Helper()
	shown := len(whole.Include) == 0
	for i := range whole.Include {
		shown = filterOf(t, whole.Include[i:i+1], nil).Visible(tool, request) || shown
	}
	for i := range whole.Exclude {
		shown = filterOf(t, nil, whole.Exclude[i:i+1]).Visible(tool, request) && shown
	}
	return shown
}
