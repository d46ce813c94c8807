package lint

import (
	"cmp"
	"fmt"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// listed is how many names a list shows before it counts the rest.
const listed = 3

// list writes names as people do: "a, b and c", and of many the first few.
func list(names []string) string {
	return cmp.Or(wording.EnumerateFirst(names, listed), "none")
}

// longestName is how much of a name is shown. A server may send names of any length, and legal ones
// are shorter.
const longestName = 168

// keys writes the names of tools.
func keys(tools []engine.Key) string {
	names := make([]string, len(tools))
	for i, k := range tools {
		names[i] = visible.Clip(k.String(), longestName)
	}
	return list(names)
}

// line describes where the value at a pointer stands: by its line, or by the pointer for rules that
// were built in Go.
func (l *linter) line(pointer string) string {
	if _, line, _ := l.rules.Place(pointer); line > 0 {
		return fmt.Sprintf("line %d", line)
	}
	return pointer
}

// entryAt names an entry of the filter: by its id, if it has one, and its place.
func (l *linter) entryAt(e *entry) string {
	ref := e.Ref()
	if ref.ID != "" {
		return fmt.Sprintf("%s %q (%s)", e.side(), ref.ID, l.line(e.pointer))
	}
	return fmt.Sprintf("the %s in %s", e.side(), l.line(e.pointer))
}

// entriesAt names entries of one side.
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

func (e *entry) side() rules.Side { return e.Ref().Side }
