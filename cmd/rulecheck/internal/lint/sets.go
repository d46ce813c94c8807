package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/rules"
)

// sets finds sets that no entry names.
func (l *linter) sets() {
	file := l.rules.File()
	named := map[string]bool{}
	uses := func(tools []string) {
		for _, text := range tools {
			if name, ok := strings.CutPrefix(text, "$"); ok {
				named[name] = true
			}
		}
	}
	for _, e := range slices.Concat(file.Filter.Include, file.Filter.Exclude) {
		uses(e.Tools)
	}
	for _, a := range file.Annotations {
		uses(a.Tools)
	}
	uses(file.Discovery.Pin)
	for _, p := range file.Discovery.Priority {
		uses([]string{p.Tools})
	}
	for i, s := range file.Sets {
		if !named[s.Name] {
			l.reportKey(fmt.Sprintf("/sets/%d", i), &rules.Problem{Code: CodeUnusedSet,
				Message: fmt.Sprintf("no entry uses the set $%s, so that it decides nothing", s.Name),
				Hint:    fmt.Sprintf("write $%s in the entries that are meant to use it, or remove it", s.Name)})
		}
	}
}
