package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// EntryText describes which entry of the filter is meant: by its id and reason, or else by what it
// matches.
func EntryText(e *rules.EntrySpec) string {
	if e.ID != "" || e.Reason != "" {
		return strings.TrimPrefix(strings.TrimSuffix(e.ID+": "+e.Reason, ": "), ": ")
	}
	return entryMatches(e)
}

// entryMatches describes what an entry of the filter matches.
func entryMatches(entry *rules.EntrySpec) string {
	return visible.Clip(ruleset.EntryMatches(entry), terminal.DescriptionWidth)
}

// WhyNoName explains why a tool has no name. The collision is nil if it is not for the sake of
// other tools.
func WhyNoName(key engine.Key, collision *naming.Collision) string {
	if collision == nil {
		return "its own name is not legal: 1 to 128 of A-Z a-z 0-9 _ . -"
	}
	others := slices.DeleteFunc(slices.Clone(collision.Tools), func(k engine.Key) bool { return k == key })
	if len(others) == 0 {
		return "the server lists two tools of this name"
	}
	return fmt.Sprintf("%s would be the name of %s as well", collision.Name, wording.Enumerate(VisibleKeys(others)))
}

// VisibleKeys returns tools as they can be shown.
func VisibleKeys(keys []engine.Key) []string {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = visible.Text(k.String())
	}
	return names
}

// At returns the position of a rule, for people.
func At(p engine.EntryPlace) string { return visible.Text(p.String()) }

// Position is At for a position in parts.
func Position(file string, line, column int, pointer string) string {
	return At(engine.EntryPlace{Rule: pointer, File: file, Line: line, Column: column})
}
