package source

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// maxAbove is how many lines above a line are looked at for the one that it should be in line with.
const maxAbove = 8

// A column is where a line could start: where one above it does, or where a key starts behind the dashes of one.
type column struct {
	blanks, line int
	key          string // what starts there; empty if it is no key
	dashed       bool   // it stands behind a dash
}

// indentation finds a line that starts a few blanks off. It takes the column that is nearest, and names both where two are.
func (d *diagnosis) indentation() bool {
	line := d.text.lineAt(d.at)
	start, end := d.text.lineRange(line)
	old := countBlanks(d.text.data[start:end])
	columns := slices.DeleteFunc(d.columns(line, string(d.text.data[start+old:end])), func(c column) bool { return c.blanks == old })
	slices.SortStableFunc(columns, func(a, b column) int { return apart(a.blanks, old) - apart(b.blanks, old) })
	var best []column
	for _, c := range columns {
		if len(best) > 0 && apart(c.blanks, old) > apart(best[0].blanks, old) {
			break
		}
		if d.cures(edit{start, start + old, strings.Repeat(" ", c.blanks)}) {
			best = append(best, c)
		}
	}
	if len(best) == 0 {
		return false
	}
	d.fix = nil // of two places, either may be meant
	if len(best) == 1 {
		d.fix = &edit{start, start + old, strings.Repeat(" ", best[0].blanks)}
	}
	d.at, d.message = start+old, "this line is not in line with those that it belongs to"
	d.hint = fmt.Sprintf("indent it by %d blanks, as %s", best[0].blanks, best[0].place())
	for _, c := range best[1:] {
		d.hint += fmt.Sprintf(", or by %d, as %s", c.blanks, c.place())
	}
	return true
}

func apart(a, b int) int { return max(a-b, b-a) }

// place names what starts at a column.
func (c column) place() string {
	if c.key == "" {
		return fmt.Sprintf("line %d", c.line)
	}
	return fmt.Sprintf("%s in line %d", c.key, c.line)
}

// columns gives the places where a line with this text could start, each once, those of near lines first. A key goes below a key, and
// anything else where a line starts.
func (d *diagnosis) columns(line int, text string) []column {
	var all []column
	for _, above := range d.above(line, maxAbove) {
		for _, c := range columnsOf(d.text.line(above)) {
			if keyInFront.MatchString(text) && c.key == "" || c.dashed && !keyInFront.MatchString(text) ||
				slices.ContainsFunc(all, func(o column) bool { return o.blanks == c.blanks }) {
				continue
			}
			c.line = above
			all = append(all, c)
		}
	}
	return all
}

// keyInFront matches a key, of which the first group is the name.
var keyInFront = regexp.MustCompile(`^("[^"]*"|'[^']*'|[\w$./*-]+):(?:\s|$)`)

// columnsOf gives where a line starts, and where what stands behind its dashes does.
func columnsOf(s string) (all []column) {
	for at := countBlanks([]byte(s)); ; {
		c := column{blanks: at, dashed: len(all) > 0}
		if m := keyInFront.FindStringSubmatch(s[at:]); m != nil {
			c.key = m[1]
		}
		all = append(all, c)
		if !strings.HasPrefix(s[at:], "- ") {
			return all
		}
		at += 1 + countBlanks([]byte(s[at+1:]))
	}
}
