package lint

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// A regex of exclude is tried on a name as it is and on its folded form, which has no capitals, no
// "-" and no ".". So a regex that needs one of these matches only the spelling that it has.

// regexesNeverFolded finds regexes of exclude that no folded name can match, if there are no tools
// to prove more.
func (l *linter) regexesNeverFolded() {
	for i := range l.rules.File().Filter.Exclude {
		spec := &l.rules.File().Filter.Exclude[i]
		if spec.Regex == nil {
			continue
		}
		pointer := fmt.Sprintf("/filter/exclude/%d/regex", i)
		if p := neverFolded(*spec.Regex); p != nil {
			l.report(pointer, p)
		}
	}
}

func neverFolded(regex string) *rules.Problem {
	tree, err := syntax.Parse(regex, syntax.Perl)
	if err != nil {
		return nil
	}
	needs, ok := unfoldable(tree)
	if !ok {
		return nil
	}
	p := &rules.Problem{Code: CodeRegexSpelling, Severity: rules.SeverityNote,
		Message: fmt.Sprintf("this hides only names that are spelled with %q: the same name in another spelling "+
			"stays visible",
			string(needs))}
	if folded, changed := foldRegex(tree); changed {
		p.Hint = "write regex: " + singleQuoted(writeRegex(folded.String())) + " to match every spelling"
	}
	return p
}

// regexSpelling finds tools that a regex of exclude would match if it were written as names are
// compared, and reports whether it found a problem.
func (l *linter) regexSpelling(e *entry) bool {
	if e.side() != ruleset.ExcludeSide {
		return false
	}
	missed, folded := l.regexMisses(e)
	p := neverFolded(*e.spec.Regex)
	if folded != nil {
		p = &rules.Problem{Code: CodeRegexSpelling,
			Message: fmt.Sprintf("this hides %s, and leaves visible %s: a regex tells \"D\" from \"d\", and \"-\" "+
				"and \".\" from \"_\"",
				hidden(l, e), l.world.list(missed)),
			Hint: "write regex: " + singleQuoted(writeRegex(folded.String()))}
	}
	if p == nil {
		return false
	}
	l.report(e.pointer+"/regex", p)
	return true
}

func hidden(l *linter, e *entry) string {
	if e.reach.empty() {
		return "nothing"
	}
	return l.world.list(e.reach)
}

// regexMisses returns the visible tools that the regex of an entry would match if it were folded as
// names are, and the folded regex. Returns nil if there is no such tool.
func (l *linter) regexMisses(e *entry) (set, *regexp.Regexp) {
	tree, err := syntax.Parse(*e.spec.Regex, syntax.Perl)
	if err != nil {
		return nil, nil
	}
	tree, changed := foldRegex(tree)
	if !changed {
		return nil, nil
	}
	folded, err := cond.CompileRegexp(tree.String())
	if err != nil {
		return nil, nil
	}
	server := e.patterns[0].parsed
	missed := l.world.toolsWhere(func(t *tool) bool {
		return server.MatchServerFolded(t.folded.Server) && folded.MatchString(t.folded.Tool)
	}).intersect(l.world.visible).andNot(e.reach)
	if missed.empty() {
		return nil, nil
	}
	return missed, folded
}

// writeRegex writes the anchors of a regex as people do, if that means the same.
func writeRegex(text string) string {
	plain := strings.NewReplacer(`\A`, "^", `(?-m:$)`, "$").Replace(text)
	if tree, err := syntax.Parse(plain, syntax.Perl); err != nil || tree.String() != text {
		return text
	}
	return plain
}

// smallClass is how many characters a class may have to count as a choice of spellings, as in [Dd]
// and [-.]. Larger ones, as [A-Z] and [^_], are intended.
const smallClass = 8

// unfoldable returns a character that every match of the regex has, and no folded name. Returns
// false if there is none.
func unfoldable(re *syntax.Regexp) (rune, bool) {
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if !folds(r, re.Flags&syntax.FoldCase != 0) {
				return r, true
			}
		}
	case syntax.OpCharClass:
		members := classMembers(re)
		if len(members) > 0 && !slices.ContainsFunc(members, func(r rune) bool { return folds(r, false) }) {
			return members[0], true
		}
	case syntax.OpConcat, syntax.OpCapture, syntax.OpPlus:
		for _, sub := range re.Sub {
			if r, ok := unfoldable(sub); ok {
				return r, true
			}
		}
	case syntax.OpRepeat:
		if re.Min > 0 {
			return unfoldable(re.Sub[0])
		}
	case syntax.OpAlternate:
		var first rune
		for i, sub := range re.Sub {
			r, ok := unfoldable(sub)
			if !ok {
				return 0, false
			}
			if i == 0 {
				first = r
			}
		}
		return first, true
	}
	return 0, false
}

// folds reports whether a folded name can have the character, or one that differs in case alone if
// case is ignored.
func folds(r rune, anyCase bool) bool {
	if anyCase {
		r = unicode.ToLower(r)
	}
	return foldRune(r) == r
}

func foldRune(r rune) rune {
	for _, f := range pattern.Fold(string(r)) {
		return f
	}
	return r
}

// classMembers returns the characters of a small class, and none of a larger one.
func classMembers(re *syntax.Regexp) []rune {
	var list []rune
	for i := 0; i < len(re.Rune); i += 2 {
		if re.Rune[i+1]-re.Rune[i] >= smallClass {
			return nil
		}
		for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
			if list = append(list, r); len(list) > smallClass {
				return nil
			}
		}
	}
	return list
}

// foldRegex returns a regex whose literals, and small classes, are written as folded names are, and
// reports whether it differs. It may change its argument.
func foldRegex(re *syntax.Regexp) (*syntax.Regexp, bool) {
	changed := false
	switch re.Op {
	case syntax.OpLiteral:
		for i, r := range re.Rune {
			if f := foldRune(r); f != r && !folds(r, re.Flags&syntax.FoldCase != 0) {
				re.Rune[i], changed = f, true
			}
		}
	case syntax.OpCharClass:
		for _, r := range classMembers(re) {
			if f := foldRune(r); !inClass(re, f) {
				re.Rune, changed = append(re.Rune, f, f), true
			}
		}
		if changed {
			re.Rune = sortClass(re.Rune)
		}
	}
	for i, sub := range re.Sub {
		folded, c := foldRegex(sub)
		re.Sub[i], changed = folded, changed || c
	}
	return re, changed
}

func inClass(re *syntax.Regexp, r rune) bool {
	for i := 0; i < len(re.Rune); i += 2 {
		if re.Rune[i] <= r && r <= re.Rune[i+1] {
			return true
		}
	}
	return false
}

// sortClass puts the ranges of a class in order.
func sortClass(ranges []rune) []rune {
	pairs := slices.Collect(slices.Chunk(ranges, 2))
	slices.SortFunc(pairs, func(a, b []rune) int { return int(a[0]) - int(b[0]) })
	return slices.Concat(pairs...)
}
