package rules

import (
	"fmt"

	"github.com/toolrules/toolrules/internal/pattern"
)

// Limits of the patterns of one section, filter or descriptions, so that what a refresh costs for one tool is bounded whatever
// the file says. A pattern counts once for each combination of its braces, and one of a set each time that the set is used.
const (
	maxPatterns  = 16384
	maxWildcards = 1024 // of different patterns, those combinations that have a wildcard for the tool
)

// A patternLimit counts the patterns of a section.
type patternLimit struct {
	patterns, wildcards int
	exceeded            bool
	seen                map[string]bool // the patterns that have a wildcard for the tool
}

// add counts a pattern. It returns the problem with the first one that is too many.
func (l *patternLimit) add(pointer string, p *pattern.Pattern) *Problem {
	if l.exceeded {
		return nil
	}
	l.patterns += p.Combinations()
	if n := p.Wildcards(); n > 0 && !l.seen[p.String()] {
		if l.seen == nil {
			l.seen = map[string]bool{}
		}
		l.seen[p.String()] = true
		l.wildcards += n
	}
	l.exceeded = l.patterns > maxPatterns || l.wildcards > maxWildcards
	switch {
	case l.patterns > maxPatterns:
		return &Problem{Code: CodeTooManyPatterns, Pointer: pointer, Offset: -1,
			Message: fmt.Sprintf("more than %d patterns in one section: each use of a set and each combination of braces counts", maxPatterns),
			Hint:    "write fewer patterns that match more: github/* instead of each of its tools"}
	case l.wildcards > maxWildcards:
		return &Problem{Code: CodeTooManyWildcards, Pointer: pointer, Offset: -1,
			Message: fmt.Sprintf("more than %d different patterns with a wildcard for the tool in one section: each combination of braces counts",
				maxWildcards),
			Hint: "name the tools, or write fewer patterns that match more"}
	}
	return nil
}
