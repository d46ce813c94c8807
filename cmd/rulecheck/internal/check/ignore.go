package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/codes"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// Ignore starts a comment that silences problems in a rule file or a test file: rulecheck:ignore
// CODE, or several codes separated by commas or spaces. At the end of a line, the comment silences
// these codes on that line. On a line above all content of the file, it silences them in the whole
// file and in the catalogs. Errors cannot be silenced.
const Ignore = "rulecheck:ignore"

// An ignore is a code that a comment silences.
type ignore struct {
	code         rules.Code
	line, column int // of the comment
	whole        bool
	alone        bool // nothing else stands on its line
}

func (i ignore) silences(p *rules.Problem, name string) bool {
	return p.Severity != rules.SeverityError && p.Code == i.code && (i.whole || p.Line == i.line && p.File == name)
}

// A scope is what was checked: an unused comment is reported only if a problem of its code could
// have been found.
type scope struct {
	rules bool // the file loads, so that it was linted, or its cases were run
	tools bool // with catalogs
}

// finds reports whether problems of a code could have been found.
func (s scope) finds(code codes.Entry) bool {
	return s.rules && (s.tools || len(code.Bad.Catalogs) == 0)
}

// Silence removes from the problems of a test file those that its comments silence, and returns the
// number of removed problems. ran reports whether the cases were run: if not, it is unknown which
// comments are unused.
func Silence(name string, data []byte, ps rules.Problems, ran bool) (kept rules.Problems, silenced int) {
	kept, silenced = silence(name, data, ps, scope{rules: ran, tools: ran})
	sortByPosition(kept, name)
	return kept, silenced
}

// silence removes the problems that comments silence, and returns their number. A comment with an
// unknown or an unused code is a problem itself.
func silence(name string, data []byte, ps rules.Problems, looked scope) (kept rules.Problems, silenced int) {
	file, _ := source.Parse(name, data)
	ignores := ignoresOf(file)
	used := make([]bool, len(ignores))
	keep := func(ps rules.Problems) {
		for _, p := range ps {
			i := slices.IndexFunc(ignores, func(i ignore) bool { return i.silences(p, name) })
			if i < 0 {
				kept = append(kept, p)
				continue
			}
			used[i] = true
			silenced++
		}
	}
	keep(ps)
	keep(unknownIgnores(name, ignores))
	keep(unusedIgnores(name, ignores, used, looked))
	return kept, silenced
}

func ignoresOf(file *source.File) (ignores []ignore) {
	if file.Root() == nil {
		return nil
	}
	first := file.Position(file.Root(), -1).Line
	for _, c := range file.Comments() {
		rest, ok := strings.CutPrefix(c.Text, Ignore)
		if !ok {
			continue
		}
		alone := strings.HasPrefix(strings.TrimSpace(file.Line(c.Line)), "#")
		for _, code := range strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' }) {
			ignores = append(ignores, ignore{rules.Code(code), c.Line, c.Column, c.Line < first, alone})
		}
	}
	return ignores
}

func unknownIgnores(name string, ignores []ignore) (ps rules.Problems) {
	for _, i := range ignores {
		if _, known := codes.Find(i.code); known {
			continue
		}
		p := &rules.Problem{Code: CodeUnknownIgnore, Severity: rules.SeverityWarning, File: name, Line: i.line,
			Column: i.column, Offset: -1,
			Message: fmt.Sprintf("there is no code %q to ignore", i.code)}
		if near, ok := codes.Nearest(string(i.code)); ok {
			p.Hint = fmt.Sprintf("did you mean %s?", near)
		}
		ps = append(ps, p)
	}
	return ps
}

// unusedIgnores reports comments that silence nothing, except those that silence such reports.
func unusedIgnores(name string, ignores []ignore, used []bool, looked scope) (ps rules.Problems) {
	for i, ignore := range ignores {
		code, known := codes.Find(ignore.code)
		if !known || used[i] || ignore.code == CodeUnusedIgnore || ignore.code == CodeUnknownIgnore ||
			!looked.finds(code) {
			continue
		}
		message, hint := fmt.Sprintf("there is no %s on this line to ignore", ignore.code),
			"remove the code from the comment"
		switch {
		case code.Severity == rules.SeverityError:
			message = fmt.Sprintf("no comment silences %s: it is an error", ignore.code)
		case ignore.whole:
			message = fmt.Sprintf("there is no %s in this file to ignore", ignore.code)
		case ignore.alone:
			hint = "put the comment at the end of the line that it is meant for, or remove the code from it"
		}
		ps = append(ps, &rules.Problem{Code: CodeUnusedIgnore, Severity: rules.SeverityNote,
			File: name, Line: ignore.line, Column: ignore.column, Offset: -1, Message: message, Hint: hint})
	}
	return ps
}

// SilencedNote returns a note on how many problems comments silence, or "".
func SilencedNote(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %s silenced", wording.Plural(n, "problem"))
}
