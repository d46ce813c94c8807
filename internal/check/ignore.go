package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/codes"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
)

// Ignore starts a comment that silences problems: "# rulecheck:ignore CODE", or several codes with commas or blanks between. At the
// end of a line it silences these codes on that line; on a line above everything else in the file it silences them in the whole
// file and in what is found in the catalogs. Errors can't be silenced.
const Ignore = "rulecheck:ignore"

// An ignore is a code that a comment silences.
type ignore struct {
	code         rules.Code
	line, column int // of the comment
	whole        bool
}

func (i ignore) silences(p *rules.Problem, name string) bool {
	return p.Severity != rules.Error && p.Code == i.code && (i.whole || p.Line == i.line && p.File == name)
}

// silence leaves out what comments silence, and gives the number of problems left out. A comment that silences a code that there is
// none of is a problem itself.
func silence(name string, data []byte, ps rules.Problems) (kept rules.Problems, silenced int) {
	file, _ := source.Parse(name, data)
	ignores := ignoresOf(file)
	for _, p := range append(ps, unknownIgnores(name, ignores)...) {
		if slices.ContainsFunc(ignores, func(i ignore) bool { return i.silences(p, name) }) {
			silenced++
			continue
		}
		kept = append(kept, p)
	}
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
		for _, code := range strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' }) {
			ignores = append(ignores, ignore{rules.Code(code), c.Line, c.Column, c.Line < first})
		}
	}
	return ignores
}

func unknownIgnores(name string, ignores []ignore) (ps rules.Problems) {
	for _, i := range ignores {
		if _, known := codes.Find(i.code); known {
			continue
		}
		p := &rules.Problem{Code: CodeUnknownIgnore, Severity: rules.Warning, File: name, Line: i.line, Column: i.column, Offset: -1,
			Message: fmt.Sprintf("there is no code %q to ignore", i.code)}
		if near, ok := codes.Nearest(string(i.code)); ok {
			p.Hint = fmt.Sprintf("did you mean %s?", near)
		}
		ps = append(ps, p)
	}
	return ps
}
