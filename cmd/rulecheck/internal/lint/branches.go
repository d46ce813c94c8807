package lint

import (
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/pattern"
)

// unmatchedBranches returns the alternatives in the braces of a pattern that match no tool although
// others do. Each pair of braces is considered alone, since some combinations of several pairs are
// always unused.
func (l *linter) unmatchedBranches(u unmatched) (list []unmatched) {
	server, segment, split := cutPattern(u.text)
	if u.entry != nil || strings.Contains(segment, `\`) {
		return nil // escaped braces are not alternatives
	}
	for shut := 0; ; {
		open := strings.IndexByte(segment[shut:], '{')
		if open < 0 {
			return list
		}
		open += shut
		shut = open + strings.IndexByte(segment[open:], '}')
		for branch := range strings.SplitSeq(segment[open+1:shut], ",") {
			text := joinPattern(server, split, segment[:open]+branch+segment[shut+1:])
			parsed, err := pattern.Parse(text)
			if err != nil {
				continue
			}
			one := unmatched{pointer: u.pointer, text: text, parsed: parsed, side: u.side, of: u.text}
			if !slices.ContainsFunc(l.world.tools, func(t tool) bool { return one.matchesTool(t) }) {
				list = append(list, one)
			}
		}
	}
}
