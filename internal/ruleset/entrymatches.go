package ruleset

import (
	"strings"

	"github.com/toolrules/toolrules/rules"
)

// EntryMatches describes what an entry of the filter matches, in one line. It is empty for an entry
// that has only a Go function.
func EntryMatches(entry *rules.EntrySpec) string {
	var parts []string
	if entry.Server != nil && entry.Regex != nil {
		parts = append(parts, *entry.Server+"/"+*entry.Regex)
	}
	if len(entry.Tools) > 0 {
		parts = append(parts, strings.Join(entry.Tools, ", "))
	}
	if entry.When != "" {
		parts = append(parts, "when "+entry.When)
	}
	return strings.Join(parts, " ")
}
