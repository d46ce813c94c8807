package lint

import (
	"cmp"
	"fmt"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
)

// listed is how many names a list shows before it counts the rest.
const listed = 3

// list joins names: "a, b and c", and of many the first few.
func list(names []string) string {
	return cmp.Or(wording.EnumerateFirst(names, listed), "none")
}

// longestName is the largest length of a name that is shown. A server may send names of any length;
// legal ones are shorter.
const longestName = 168

// keys returns the names of tools as a list.
func keys(tools []engine.Key) string {
	names := make([]string, len(tools))
	for i, k := range tools {
		names[i] = visible.Clip(k.String(), longestName)
	}
	return list(names)
}

// line returns the line of the value at a pointer, or the pointer for rules that were built in Go.
func (l *linter) line(pointer string) string {
	if _, line, _ := l.rules.Place(pointer); line > 0 {
		return fmt.Sprintf("line %d", line)
	}
	return pointer
}

// entryAt returns the name of an entry of the filter: its ID, if it has one, and its line.
func (l *linter) entryAt(e *entry) string {
	ref := e.Ref()
	if ref.ID != "" {
		return fmt.Sprintf("%s %q (%s)", e.side(), ref.ID, l.line(e.pointer))
	}
	return fmt.Sprintf("the %s in %s", e.side(), l.line(e.pointer))
}

// entriesAt returns the names of entries of one side.
func (l *linter) entriesAt(es []*entry) string {
	names, lines := make([]string, len(es)), make([]string, len(es))
	named := false
	for i, e := range es {
		names[i], lines[i] = l.entryAt(e), l.line(e.pointer)
		named = named || e.Ref().ID != ""
	}
	if named || len(es) == 1 {
		return list(names)
	}
	return fmt.Sprintf("the %ss in %s", es[0].side(), list(lines))
}

func (e *entry) side() ruleset.Side { return e.Ref().Side }
