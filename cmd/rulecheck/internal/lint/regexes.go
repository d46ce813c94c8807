package lint

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/rules"
)

// unanchoredIncludes checks the regexes of include.
func (l *linter) unanchoredIncludes() {
	for _, e := range l.world.include {
		if e.spec.Regex != nil {
			l.unanchoredInclude(e)
		}
	}
}

// regexSpellings checks the regexes of exclude that match tools. The others are checked with the
// patterns.
func (l *linter) regexSpellings() {
	for _, e := range l.world.exclude {
		if e.spec.Regex != nil && !e.reach.empty() {
			l.regexSpelling(e)
		}
	}
}

// unanchoredInclude finds tools that a regex matches by accident: it is found inside a word of
// their names and nowhere else.
func (l *linter) unanchoredInclude(e *entry) {
	regex, err := cond.CompileRegexp(*e.spec.Regex)
	if err != nil {
		return // it has been compiled before
	}
	var accidents, meant []engine.Key
	example := ""
	for i := range e.reach.all() {
		t := &l.world.tools[i]
		switch found := insideWord(regex, t); {
		case found == "":
			meant = append(meant, t.key)
		case l.world.visible.has(i) && !l.world.includes.withAnother(e, i):
			accidents = append(accidents, t.key)
			example = cmp.Or(example, found)
		}
	}
	if len(accidents) == 0 {
		l.wholeName(e)
		return
	}
	p := &rules.Problem{Code: CodeUnanchoredInclude,
		Message: fmt.Sprintf("a regex is searched for anywhere in a name, and this one matches %s, where it finds %q "+
			"inside a word",
			keys(accidents), example)}
	if anchored := anchor(*e.spec.Regex, meant, accidents); anchored != "" {
		p.Hint = "write regex: " + singleQuoted(anchored)
	}
	l.report(e.pointer+"/regex", p)
}

// wholeName finds a regex that is the whole name of one tool and matches others whose names start
// with it.
func (l *linter) wholeName(e *entry) {
	name := *e.spec.Regex
	var others []engine.Key
	whole := false
	for i := range e.reach.all() {
		t := &l.world.tools[i]
		switch {
		case t.key.Tool == name:
			whole = true
		case strings.HasPrefix(t.key.Tool, name) && l.world.visible.has(i) && !l.world.includes.withAnother(e, i):
			others = append(others, t.key)
		}
	}
	if !whole || len(others) == 0 {
		return
	}
	l.report(e.pointer+"/regex", &rules.Problem{Code: CodeUnanchoredInclude,
		Message: fmt.Sprintf("this is the name of a tool, and a regex is searched for anywhere in a name: it also "+
			"lets in %s", keys(others)),
		Hint: "write regex: " + singleQuoted("^"+regexp.QuoteMeta(name)+"$")})
}

// insideWord returns the first match of a regex in a name if all of its matches start or end inside
// a word, and otherwise "".
func insideWord(regex *regexp.Regexp, t *tool) string {
	found := ""
	for _, at := range regex.FindAllStringIndex(t.key.Tool, -1) {
		if !cuts(t.words, at[0]) && (!cuts(t.words, at[1]) || isPlural(t.words, at[1])) {
			return ""
		}
		found = cmp.Or(found, t.key.Tool[at[0]:at[1]])
	}
	return found
}

// isPlural reports whether the rest of a word after an offset makes it a plural: issue and issues
// are one word here.
func isPlural(words []word, at int) bool {
	for _, w := range words {
		if w.start < at && at < w.end {
			rest := w.text[len(w.text)-(w.end-at):]
			return rest == "s" || rest == "es"
		}
	}
	return false
}

// anchor returns the regex anchored to the whole name or to words of it, whichever first matches
// all that is meant and no accident.
func anchor(regex string, meant, accidents []engine.Key) string {
	for _, form := range []string{"^(?:%s)$", "^(?:%s)(?:[^a-z]|$)", "(?:^|[^A-Za-z])(?:%s)(?:[^a-z]|$)"} {
		text := fmt.Sprintf(form, regex)
		anchored, err := cond.CompileRegexp(text)
		if err == nil && matchesAll(anchored, meant) && matchesNone(anchored, accidents) && len(meant) > 0 {
			return text
		}
	}
	return ""
}

func matchesAll(regex *regexp.Regexp, keys []engine.Key) bool {
	return !slices.ContainsFunc(keys, func(k engine.Key) bool { return !regex.MatchString(k.Tool) })
}

func matchesNone(regex *regexp.Regexp, keys []engine.Key) bool {
	return !slices.ContainsFunc(keys, func(k engine.Key) bool { return regex.MatchString(k.Tool) })
}

// byExposedRegex finds a tool whose exposed name a regex matches that matches none of the own
// names.
func (l *linter) byExposedRegex(u unmatched) (right, shown string) {
	regex, err := cond.CompileRegexp(*u.entry.spec.Regex)
	if err != nil {
		return "", ""
	}
	for _, t := range l.world.tools {
		if t.name != "" && t.name != t.key.Tool && u.parsed.MatchServer(t.key.Server) && regex.MatchString(t.name) {
			return t.key.Tool, t.name
		}
	}
	return "", ""
}

// compileLoose compiles a regex that ignores case.
func compileLoose(regex string) *regexp.Regexp {
	loose, err := cond.CompileRegexp("(?i:" + regex + ")")
	if err != nil {
		return nil
	}
	return loose
}
