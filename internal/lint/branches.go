package lint

import (
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/pattern"
)

// unmatchedBranches gives the alternatives in the braces of a tool's pattern that take no tool though others do. Where there are
// several pairs of braces, some combinations are always idle, and nothing is said.
func (l *linter) unmatchedBranches(u unmatched) (list []unmatched) {
	server, segment, split := cutPattern(u.text)
	open, shut := strings.IndexByte(segment, '{'), strings.IndexByte(segment, '}')
	if u.entry != nil || open < 0 || strings.Count(u.text, "{") > 1 || strings.Contains(u.text, `\`) {
		return nil
	}
	for branch := range strings.SplitSeq(segment[open+1:shut], ",") {
		text := joinPattern(server, split, segment[:open]+branch+segment[shut+1:])
		parsed, err := pattern.Parse(text)
		if err != nil {
			continue
		}
		one := unmatched{pointer: u.pointer, text: text, parsed: parsed, side: u.side, of: u.text}
		if !slices.ContainsFunc(l.world.tools, func(t tool) bool { return one.takes(t.key.Server, t.key.Tool) }) {
			list = append(list, one)
		}
	}
	return list
}
