package explain

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/rules"
)

// nearest is how many entries are shown that come near to a tool.
const nearest = 3

// A nearEntry is an entry of include that is for the server of a tool and not for the tool.
type nearEntry struct {
	spec     *rules.EntrySpec
	place    engine.EntryPlace
	distance int // in edits, of the likest of its patterns from the name of the tool
}

// printNearest names, for a tool that no entry of include is for, those that are for others of its
// server, the likest first.
func (e *Explanation) printNearest(out *bytes.Buffer) {
	isInclude := func(r engine.EntryExplanation) bool { return r.Side == "include" }
	if e.Explanation.Basis != "no_include" || slices.ContainsFunc(e.Entries, isInclude) {
		return
	}
	near := e.nearEntries()
	if len(near) == 0 {
		out.WriteString("\nNo entry of include is for any tool of " + e.Key.Server + ".\n")
		return
	}
	out.WriteString("\nThe nearest entries of include for " + e.Key.Server + ":\n")
	t := terminal.Table{Indent: "  "}
	for _, n := range near[:min(len(near), nearest)] {
		t.Add(At(n.place), visible.Text(entryMatches(n.spec)))
	}
	t.Print(out)
}

func (e *Explanation) nearEntries() (near []nearEntry) {
	for _, entry := range e.rules.Filter().Entries(ruleset.IncludeSide) {
		spec := &e.rules.File().Filter.Include[entry.Ref().Index]
		n := nearEntry{spec: spec, place: e.placeAt("/filter" + entry.Ref().Pointer), distance: -1}
		for _, p := range entry.Patterns() {
			of, err := pattern.Parse(p.Text)
			if spec.Regex != nil {
				of, err = pattern.ParseServer(*spec.Server)
			}
			if err != nil || !of.MatchServer(e.Key.Server) {
				continue
			}
			_, tool, split := strings.Cut(p.Text, "/")
			if !split {
				tool = p.Text
			}
			if d := suggest.Distance(tool, e.Key.Tool); n.distance < 0 || d < n.distance {
				n.distance = d
			}
		}
		if n.distance >= 0 {
			near = append(near, n)
		}
	}
	slices.SortStableFunc(near, func(a, b nearEntry) int { return cmp.Compare(a.distance, b.distance) })
	return near
}
