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

// hintPaths are the attributes that hold what a server claims about its own tools.
var hintPaths = []string{"tool.readOnly", "tool.destructive", "tool.idempotent", "tool.openWorld", "tool.hints"}

// hintIncludes finds includes that let in tools of any server and any name because of hints alone,
// which the server sends.
func (l *linter) hintIncludes() {
	for _, e := range l.world.include {
		if !e.restsOnHints() || e.may.empty() {
			continue
		}
		alone := newSet(len(l.world.tools))
		for i := range e.may.intersect(l.world.visible).all() {
			if !l.world.includes.withAnother(e, i) {
				alone.add(i)
			}
		}
		if alone.empty() {
			continue
		}
		l.report(e.pointer+"/when", &rules.Problem{Code: CodeHintInclude,
			Message: fmt.Sprintf("this lets in %s because of hints alone, which their servers send: %s",
				wording.Plural(alone.len(), "tool"),
				l.world.list(alone)),
			Hint: "name the servers that you trust with it: tools: server/*"})
	}
}

// restsOnHints reports whether the entry matches tools of any server by any name, and its condition
// reads nothing of the tool but hints.
func (e *entry) restsOnHints() bool {
	if e.When() == nil || e.Func() != nil || e.spec.Regex != nil {
		return false
	}
	if e.patterns != nil && !slices.ContainsFunc(e.parsed(), matchesAnything) {
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

// matchesAnything reports whether a pattern matches every tool of every server.
func matchesAnything(p *pattern.Pattern) bool {
	probes, ok := anyTool.Probes(p)
	return ok && !slices.ContainsFunc(probes, func(probe pattern.Probe) bool {
		return !p.Match(probe.Server,
			probe.Tool)
	})
}

// deletingWords are the words in names of tools after whose call something is gone.
var deletingWords = []string{"delete", "drop", "destroy", "purge", "erase", "wipe", "truncate"}

// toolHints finds visible tools whose hints cannot be true: tools that delete by their names and
// only read by their hints, and tools that only read and destroy by their hints. A client that
// relies on hints runs them without confirmation.
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
			l.reportOf(id, &rules.Problem{Code: CodeReadOnlyName,
				Message: fmt.Sprintf("readOnlyHint is true for %s", keys(tools)), Hint: excludeHint(tools[0])})
		}
		if tools := contradictory[id]; len(tools) > 0 {
			l.reportOf(id, &rules.Problem{Code: CodeContradictoryHints,
				Message: fmt.Sprintf("readOnlyHint and destructiveHint are both true for %s", keys(tools)),
				Hint:    excludeHint(tools[0])})
		}
	}
}

// excludeHint returns what to do about a tool whose hints cannot be true.
func excludeHint(tool engine.Key) string {
	return "do not rely on hints here: exclude them by name, for example " + yamlText(literalPattern(tool))
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
