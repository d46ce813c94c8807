package check

import (
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
)

// Ignore starts a comment that silences problems: "# rulecheck:ignore CODE", or several codes with commas or blanks between. At the
// end of a line it silences these codes on that line; on a line of its own above everything else in the file, in the whole file
// and for what is found in the catalogs alone. Errors can't be silenced.
const Ignore = "rulecheck:ignore"

// An ignore is a comment that silences codes.
type ignore struct {
	line  int // 0: the whole file
	codes []string
}

// silence leaves out what comments silence, and gives the number of problems left out.
func silence(name string, data []byte, ps rules.Problems) (kept rules.Problems, silenced int) {
	file, _ := source.Parse(name, data)
	ignores := ignoresOf(file)
	if len(ignores) == 0 {
		return ps, 0
	}
	for _, p := range ps {
		if p.Severity != rules.Error && slices.ContainsFunc(ignores, func(i ignore) bool { return i.silences(p, name) }) {
			silenced++
			continue
		}
		kept = append(kept, p)
	}
	return kept, silenced
}

func (i ignore) silences(p *rules.Problem, name string) bool {
	return (i.line == 0 || i.line == p.Line && p.File == name) && slices.Contains(i.codes, string(p.Code))
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
		i := ignore{line: c.Line, codes: strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })}
		if c.Line < first {
			i.line = 0
		}
		ignores = append(ignores, i)
	}
	return ignores
}
