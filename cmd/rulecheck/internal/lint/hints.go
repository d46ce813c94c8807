package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// hintPaths are what a server says of what its own tools do.
var hintPaths = []string{"tool.readOnly", "tool.destructive", "tool.idempotent", "tool.openWorld", "tool.hints"}

// hintIncludes looks for includes that let in tools of any server, whatever they are called, for
// nothing but what the server says of them.
func (l *linter) hintIncludes() {
	for _, e := range l.world.include {
		if !e.restsOnHints() || e.may.empty() {
			continue
		}
		alone := newSet(len(l.world.tools))
		for i := range e.may.and(l.world.visible).all() {
			if !l.world.includes.withAnother(e, i) {
				alone.add(i)
			}
		}
		if alone.empty() {
			continue
		}
		l.report(e.pointer+"/when", &rules.Problem{Code: CodeHintInclude, Severity: rules.Note,
			Message: fmt.Sprintf("this lets in %s on nothing but their servers' word: %s", wording.Plural(alone.len(), "tool"),
				l.world.list(alone)),
			Hint: "name the servers that you trust with it: tools: server/*"})
	}
}

// restsOnHints reports whether the entry takes tools of any server by any name, and its condition
// reads nothing of the tool but hints.
func (e *entry) restsOnHints() bool {
	if e.When() == nil || e.Func() != nil || e.spec.Regex != nil {
		return false
	}
	if e.patterns != nil && !slices.ContainsFunc(e.parsed(), takesAnything) {
		return false
	}
	hints := false
	for _, path := range e.When().Reads() {
		switch {
		case slices.Contains(hintPaths, path):
			hints = true
		case strings.HasPrefix(path, "tool."):
			return false
		}
	}
	return hints
}

// takesAnything reports whether a pattern takes every tool of every server.
func takesAnything(p *pattern.Pattern) bool {
	probes, ok := anyTool.Probes(p)
	return ok && !slices.ContainsFunc(probes, func(probe pattern.Probe) bool { return !p.Match(probe.Server, probe.Tool) })
}

// deletingWords are the words of a name that say that something is gone afterwards.
var deletingWords = []string{"delete", "drop", "destroy", "purge", "erase", "wipe", "truncate"}

// toolHints looks for visible tools whose hints can't be true: those that delete by their names and
// do no more than read by their hints, and those that do no more than read and destroy, by their
// hints alone. Whoever goes by hints lets them run without asking.
func (l *linter) toolHints() {
	w := l.world
	deleting, contradictory := map[string][]engine.Key{}, map[string][]engine.Key{}
	for i := range w.visible.all() {
		t := &w.tools[i]
		switch server := t.key.Server; {
		case !sentReadOnly(t.facts):
		case sentDestructive(t.facts):
			contradictory[server] = append(contradictory[server], t.key)
		case saysDelete(t.words):
			deleting[server] = append(deleting[server], t.key)
		}
	}
	for _, id := range w.catalog.Servers() {
		if tools := deleting[id]; len(tools) > 0 {
			l.reportOf(id, &rules.Problem{Code: CodeReadOnlyName, Severity: rules.Warning,
				Message: fmt.Sprintf("readOnlyHint is true for %s", keys(tools)), Hint: excludeHint(tools[0])})
		}
		if tools := contradictory[id]; len(tools) > 0 {
			l.reportOf(id, &rules.Problem{Code: CodeContradictoryHints, Severity: rules.Warning,
				Message: fmt.Sprintf("readOnlyHint and destructiveHint are both true for %s", keys(tools)), Hint: excludeHint(tools[0])})
		}
	}
}

// excludeHint describes what to do about a tool whose hints can't be true.
func excludeHint(tool engine.Key) string {
	return "don't go by hints here: exclude them by name, for example " + yamlText(literalPattern(tool))
}

func sentReadOnly(f expr.ToolInfo) bool {
	return f.ReadOnly && slices.Contains(f.Hints, "readOnlyHint")
}

func sentDestructive(f expr.ToolInfo) bool {
	return f.Destructive && slices.Contains(f.Hints, "destructiveHint")
}

func saysDelete(words []word) bool {
	return slices.ContainsFunc(words, func(w word) bool { return slices.Contains(deletingWords, w.text) })
}
