package lint

import (
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// nothingVisible reports rules under which no request sees any tool of the catalogs.
func (l *linter) nothingVisible() {
	if len(l.world.tools) == 0 {
		return // that is a fault of the catalogs
	}
	for i := range l.world.visible.all() {
		if l.world.canBeSeen(i) {
			return
		}
	}
	p := &rules.Problem{Code: CodeNothingVisible, OnKey: true,
		Message: "no request sees any tool: the catalogs have " + wording.Plural(len(l.world.tools), "tool") +
			", all hidden",
		Hint: "rulecheck view --hidden shows what hides each of them"}
	pointer := ""
	if filter := l.rules.File().Filter; len(filter.Include)+len(filter.Exclude) > 0 {
		pointer = "/filter"
	}
	l.report(pointer, p)
}

// canBeSeen reports whether the conditions of the entries that match a tool leave a request for
// which it is included and not excluded.
func (w *world) canBeSeen(tool int) bool {
	var excluded []test
	for n := range w.excludes.reaching[tool].all() {
		excluded = append(excluded, w.excludes.entries[n].condition(tool))
	}
	if len(w.include) == 0 {
		return !w.unknowns.covered(test{condition: settled(cond.True)}, excluded)
	}
	for n := range w.includes.reaching[tool].all() {
		if !w.unknowns.covered(w.includes.entries[n].condition(tool), excluded) {
			return true
		}
	}
	return false
}
