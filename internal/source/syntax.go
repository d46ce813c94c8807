package source

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// A diagnosis is the search for what is wrong and for the fix.
type diagnosis struct {
	*loader
	said    string // by the library
	at      int    // where it stumbled; then where the problem is reported
	opened  int    // where what it was reading starts
	message string
	hint    string
	fix     *edit // with which the file can be read, at least past this line; nil: none is known
	tries   int
	lenient bool // a fix need not do more than lead past the line where the library stumbled
}

// find looks for what is wrong and reports whether it is known.
func (d *diagnosis) find() bool {
	for _, step := range []func() bool{d.tab, d.escape, d.surrogates, d.texts, d.spacing, d.cut, d.unclosed} {
		if step() {
			return true
		}
	}
	return false
}

// giveUp words an error of which no more is known than what the library says.
func (d *diagnosis) giveUp() {
	switch {
	case bytes.HasPrefix(d.text.data[min(d.at, len(d.text.data)):], []byte("```")):
		d.message, d.hint = "a line with ``` is Markdown, not YAML", "leave the line out"
	case strings.Contains(d.said, "'-' indicator"):
		d.message, d.hint = "expected a list item, as in the lines above", indentHint
	case strings.Contains(d.said, "expected key"):
		d.message, d.hint = "expected a key, as in the lines above", indentHint
	case strings.Contains(d.said, "mapping values"):
		d.at = d.lineStart()
		d.message, d.hint = "a key is not allowed here", indentHint
		if above := d.above(d.text.lineAt(d.at), 1); len(above) > 0 {
			if item := itemWithoutKey.FindStringSubmatch(d.text.line(above[0])); item != nil {
				d.hint = fmt.Sprintf("put a key before the item in line %d: - tools: %s", above[0], item[1])
			}
		}
	case d.text.data[min(d.lineStart(), len(d.text.data)-1)] == '%':
		d.at = d.lineStart()
		d.message, d.hint = "a line that starts with % is a directive", indentHint
	case d.at == len(d.text.data):
		d.at = len(bytes.TrimRight(d.text.data, " \t\r\n"))
		d.message = "the file ends in the middle of a value: a bracket is not closed, or a text behind | is not indented below its key"
	default:
		d.message = "this can't be read as YAML: " + d.said
	}
}

// lineStart returns the offset of the first text in the line at d.at.
func (d *diagnosis) lineStart() int {
	start, end := d.text.lineRange(d.text.lineAt(d.at))
	return start + countBlanks(d.text.data[start:end])
}

// itemWithoutKey matches an item of a list that is a string.
var itemWithoutKey = regexp.MustCompile(`^\s*- +([^-:\s][^:]*)$`)

const indentHint = "indent this line like those that it belongs to"

// tab finds a tab in front of the text of a line.
func (d *diagnosis) tab() bool {
	start, end := d.text.lineRange(d.text.lineAt(d.at))
	line := d.text.data[start:end]
	blanks := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
	i := bytes.IndexByte(blanks, '\t')
	if i < 0 {
		return false
	}
	d.at, d.message, d.hint = start+i, "a tab indents this line, and YAML takes only blanks", "indent with blanks"
	return true
}

// escape finds a backslash that starts no escape, as in "^\d+$".
func (d *diagnosis) escape() bool {
	if d.said != "found unknown escape character" {
		return false
	}
	end, closed := quotedEnd(d.text.data, d.opened, '"')
	d.message = "in double quotes a backslash starts an escape, and this is none"
	d.hint = `write \\, or use single quotes`
	if !closed {
		return true
	}
	inner := strings.ReplaceAll(string(d.text.data[d.opened+1:end-1]), `\"`, `"`)
	if e := (edit{d.opened, end, Quote(inner)}); d.cures(e) {
		d.hint = "write " + e.with
	}
	return true
}

var surrogatePair = regexp.MustCompile(`^(?i)\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}`)

// surrogates finds a character that is written as JSON writes it, in two escapes.
func (d *diagnosis) surrogates() bool {
	if d.said != "found invalid Unicode character escape code" {
		return false
	}
	at := max(bytes.LastIndexByte(d.text.data[:d.at], '\\'), 0)
	d.at, d.message = at, "this escape names no character"
	if pair := surrogatePair.Find(d.text.data[at:]); pair != nil {
		quoted := fmt.Appendf(nil, `"%s"`, pair)
		n, _ := jsontree.Parse(quoted, jsontree.Options{})
		r := []rune(n.Text(quoted))[0]
		d.message, d.hint = "YAML has no escapes in two halves", fmt.Sprintf(`write %c or \U%08x`, r, r)
	}
	return true
}

// texts finds a text that lacks its quotes, or a value that lacks its end.
func (d *diagnosis) texts() bool {
	for _, line := range d.lines() {
		for e := range d.edits(line) {
			if d.tries == maxTries {
				return false
			}
			if !d.cures(e) {
				continue
			}
			if !d.values(line, e) && !d.items(e) {
				d.explain(e)
				fix := d.fix
				d.hint += d.otherwise(line, e)
				d.fix = fix
			}
			return true
		}
	}
	return false
}

// blockOfText matches the sign of a block of text with the text on its line.
var blockOfText = regexp.MustCompile(`^[|>][+-]? *\pL`)

// explain words what an edit mends. Where more text follows a value, that text is the place; else it is the start of the value.
func (d *diagnosis) explain(e edit) {
	text := string(d.text.data[e.start:e.end])
	stumbled := d.at
	d.at, d.hint = e.start, "write "+e.with
	if missingEnd(text) != "" {
		d.message = fmt.Sprintf("the %c that opens here is not closed", text[0])
		return
	}
	if strings.HasPrefix(text, "- ") {
		d.message = "an item of a list starts on a line of its own"
		return
	}
	switch text[0] {
	case '|', '>':
		if blockOfText.MatchString(text) {
			d.hint = "put the text on the next line, indented, or write " + e.with
		}
		d.message = fmt.Sprintf("an unquoted text that starts with %c is a block of text, which starts on the next line", text[0])
		return
	case '%', '@', '`', '!', '*', '&', '?', '-', ',', ']', '}', '#':
		d.message = fmt.Sprintf("an unquoted text can't start with %c", text[0])
		return
	case '"', '\'':
		d.message = "a value that starts with a quote ends at the next one, and here is more behind it"
	case '{':
		d.message = "an unquoted text that starts with { is a mapping, and nothing may follow its }"
	case '[':
		d.message = "an unquoted text that starts with [ is a list, and nothing may follow its ]"
	default:
		d.message = "between brackets, an unquoted text can't hold [ ] { } and commas"
		if strings.Contains(text+" ", ": ") {
			d.message = "a colon with a blank behind it ends a key, so an unquoted text can't hold one"
		}
	}
	if stumbled > e.start && stumbled <= e.end {
		d.at = stumbled
	}
}

// spacing finds a blank or a colon that is missing in this line or in the one before it.
func (d *diagnosis) spacing() bool {
	for _, line := range d.lines() {
		start, end := d.text.lineRange(line)
		for _, m := range missing {
			at := m.pattern.FindSubmatchIndex(d.text.data[start:end])
			if at == nil {
				continue
			}
			i := start + at[3]
			mend := edit{i, i, m.what}
			if d.cures(mend) || m.shifts && line < d.text.lineAt(d.at) && d.cures(join(d.readable, []edit{mend, d.shift(m.what)})) {
				mended := string(d.text.data[start:i]) + m.what + string(d.text.data[i:end])
				d.at, d.message, d.hint = i, m.message, "write "+strings.TrimSpace(mended)
				return true
			}
		}
	}
	return false
}

// shift is the edit that puts something in front of the line where the library stumbled.
func (d *diagnosis) shift(what string) edit {
	start, _ := d.text.lineRange(d.text.lineAt(d.at))
	return edit{start, start, what}
}

// missing are things that are easily left out, behind the first group of a pattern. Where it shifts, the lines below may be in line with
// what stands behind it, and have to be shifted as well.
var missing = []struct {
	pattern       *regexp.Regexp
	what, message string
	shifts        bool
}{
	{regexp.MustCompile(`^(\s*(?:- +)*[\w$./\[\]*-]+:)\S`), " ", "a blank is missing behind the colon", false},
	{regexp.MustCompile(`^(\s*(?:- +)*-)[^\s-]`), " ", "a blank is missing behind the dash", true},
	{regexp.MustCompile(`^(\s*(?:- +)*[\w-]+)\s*$`), ":", "a colon is missing behind the key", false},
}

// cut finds a comment that was meant to be text, and is followed by the rest of the text.
func (d *diagnosis) cut() bool {
	for _, line := range d.lines() {
		start, end := d.text.lineRange(line)
		i := cutText.FindIndex(d.text.data[start:end])
		if i != nil && d.cures(edit{start + i[1] - len(" #"), start + i[1], "#"}) {
			d.at, d.message, d.hint = start+i[1]-1, cutMessage, "put the text in quotes"
			return true
		}
	}
	return false
}

const cutMessage = "a # behind a blank starts a comment, which ends the text"

var cutText = regexp.MustCompile(`[^\s#] #`)

// unclosed finds a bracket or a quote without its end, if that is what is left.
func (d *diagnosis) unclosed() bool {
	end := len(bytes.TrimRight(d.text.data, " \t\r\n"))
	if d.opened >= len(d.text.data) || d.text.lineAt(d.opened) == d.text.lineAt(d.at) && d.at < end {
		return false
	}
	switch c := d.text.data[d.opened]; c {
	case '"', '\'':
		d.message = "the quote that opens here is not closed"
	case '[', '{':
		d.message = fmt.Sprintf("the %c that opens here is not closed, or a comma is missing in it", c)
	default:
		return false
	}
	d.at = d.opened
	return true
}

// lines gives the lines where the mistake may be: the one where the library stumbled, where what it was reading starts, and the one
// above.
func (d *diagnosis) lines() []int {
	line := d.text.lineAt(d.at)
	lines := []int{line}
	if opened := d.text.lineAt(d.opened); opened != line && d.text.data[min(d.opened, len(d.text.data)-1)] != '\n' {
		lines = append(lines, opened)
	}
	return append(lines, d.above(line, 1)...)
}

// above gives the numbers of up to limit lines above a line that hold more than blanks and comments, nearest first.
func (d *diagnosis) above(line, limit int) []int {
	var lines []int
	for line--; line > 0 && len(lines) < limit; line-- {
		if s := strings.TrimLeft(d.text.line(line), " \t"); s != "" && s[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines
}
