package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// Patterns that match nothing, or not what they seem to match, because they are written in the
// notation of another program. The loader reports those that cannot mean anything else. The others
// are reported here, without tools all of them.

// misread returns the problem of a pattern that is a name as clients show it, or that looks like a
// regular expression, and nil for other patterns.
func (l *linter) misread(text string, side ruleset.Side) *rules.Problem {
	if fixed, ok := l.clientName(text); ok {
		return &rules.Problem{Code: rules.CodeMissingSlash,
			Message: fmt.Sprintf("%q is a name as clients show it, and a pattern is for the server and its own name "+
				"of the tool", text),
			Hint: "write " + yamlText(fixed)}
	}
	like, ok := pattern.LooksLikeRegex(text)
	if !ok || like.Certain || like.Glob == "" {
		return nil
	}
	there := `"."`
	if side == ruleset.ExcludeSide {
		there = `".", "-" or "_"`
	}
	return &rules.Problem{Code: rules.CodeRegexInPattern,
		Message: fmt.Sprintf("%q reads like a regular expression, and as a pattern it matches only names with %s "+
			"before the *", text, there),
		Hint: "write " + yamlText(like.Glob)}
}

// clientName returns the pattern that is meant by a name as clients show it, such as
// mcp__github__search.
func (l *linter) clientName(text string) (fixed string, ok bool) {
	if len(text) < len("mcp_") || !strings.EqualFold(text[:len("mcp_")], "mcp_") {
		return "", false
	}
	if l.world != nil {
		if fixed, ok = pattern.MissingSlash(text, l.world.catalog.Servers()); ok {
			return fixed, true
		}
	}
	return pattern.ClientName(text)
}

// misreadPatterns finds such patterns in the filter and in descriptions. With tools, it considers
// only patterns that match some: the others are reported as patterns that match nothing.
func (l *linter) misreadPatterns() {
	done := map[string]bool{}
	look := func(pointer string, p ruleset.NamePattern, side ruleset.Side) {
		problem := l.misread(p.Text, side)
		if problem == nil || done[pointer] || l.doubted(unmatched{text: p.Text}) {
			return
		}
		if l.world != nil {
			found := l.world.matches(p)
			dotted := func(i int) bool { return strings.Contains(l.world.tools[i].key.Tool, ".") }
			if problem.Code == rules.CodeMissingSlash || found.empty() ||
				slices.ContainsFunc(slices.Collect(found.all()), dotted) {
				return
			}
		}
		done[pointer] = true
		l.report(pointer, problem)
	}
	for _, side := range []ruleset.Side{ruleset.IncludeSide, ruleset.ExcludeSide} {
		l.ownPatterns(side, look)
	}
	for _, d := range l.rules.Descriptions() {
		for _, p := range d.Patterns() {
			look(p.Pointer, p, ruleset.IncludeSide)
		}
	}
}

// ownPatterns calls look for the patterns of one side. The pointer of a pattern of a set is that in
// the set.
func (l *linter) ownPatterns(side ruleset.Side, look func(pointer string, p ruleset.NamePattern, side ruleset.Side)) {
	specs := l.rules.File().Filter.Include
	if side == ruleset.ExcludeSide {
		specs = l.rules.File().Filter.Exclude
	}
	for i, compiled := range l.rules.Filter().Entries(side) {
		if specs[i].Regex != nil {
			continue
		}
		at := l.setPointers(&entry{Entry: compiled, spec: &specs[i]})
		for j, p := range compiled.Patterns() {
			look(cmp.Or(at[j], "/filter"+p.Pointer), p, side)
		}
	}
}
