package ruleset

import (
	"cmp"
	"slices"

	"github.com/toolrules/toolrules/rules"
)

// byKey holds the mappings of a rule file that are lists in a [rules.File], since their order
// matters there. A pointer into a File names their entries by index, a pointer into a rule file by
// key.
var byKey = map[string]bool{"sets": true, "levels": true, "variants": true, "verbosity_map": true, "arguments": true,
	"results": true, "server_text": true,
	"priority": true}

// locate sets the position of a problem, and changes its pointer from one into the File to one into
// the rule file.
func locate(f *rules.File, p *rules.Problem) { locateIn(f, p, byKey) }

// locateIn is locate for a pointer that enters the mappings byIndex by index, and the others by
// key.
func locateIn(f *rules.File, p *rules.Problem, byIndex map[string]bool) {
	if f.Origin == nil {
		return
	}
	at := f.Origin.Place(p.Pointer, p.Offset, p.OnKey, byIndex)
	p.File, p.Pointer, p.Line, p.Column = f.Origin.Name(), at.Pointer, at.Line, at.Column
}

// sortByPosition puts problems in file order; those at one position stay in the order in which they
// were found.
func sortByPosition(ps rules.Problems) {
	slices.SortStableFunc(ps, func(a, b *rules.Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}
