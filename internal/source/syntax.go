package source

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// A diagnosis is the search for the cause of a syntax error and its fix.
type diagnosis struct {
	*loader
	said    string // message of the library
	at      int    // offset of the library's error; then that of the problem
	opened  int    // offset of the construct that contains the error
	message string
	hint    string
	fix     *edit // with which the file can be parsed, at least past this line; nil: none is known
	tries   int
	lenient bool // a fix only has to lead past the line of the error
}

// find finds the cause and reports whether it is known.
func (d *diagnosis) find() bool {
	for _, step := range []func() bool{d.tab, d.escape, d.surrogates, d.strings, d.spacing, d.cut} {
		if step() {
			return true
		}
	}
	return false
}

// giveUp sets the message of an error with an unknown cause.
func (d *diagnosis) giveUp() {
	switch {
	case bytes.HasPrefix(d.text.data[min(d.at, len(d.text.data)):], []byte("```")):
		d.message, d.hint = "a line with ``` is Markdown, not YAML", "remove the line"
	case cutText.MatchString(d.text.line(d.text.lineAt(d.opened))):
		start, end := d.text.lineRange(d.text.lineAt(d.opened))
		d.at = start + cutText.FindIndex(d.text.data[start:end])[1] - 1
		d.message, d.hint = cutMessage, "put the string in quotes"
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
		d.message = "the file ends inside a value: a bracket is not closed, " +
			"or a string after | is not indented below its key"
	default:
		d.message = "not valid YAML: " + d.said
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

// tab finds a tab before the text of a line.
func (d *diagnosis) tab() bool {
	start, end := d.text.lineRange(d.text.lineAt(d.at))
	line := d.text.data[start:end]
	blanks := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
	i := bytes.IndexByte(blanks, '\t')
	if i < 0 {
		return false
	}
	d.at, d.message, d.hint = start+i, "a tab indents this line; YAML allows only blanks", "indent with blanks"
	return true
}

// escape finds a backslash that does not start an escape, as in "^\d+$".
func (d *diagnosis) escape() bool {
	if d.said != "found unknown escape character" {
		return false
	}
	end, closed := quotedEnd(d.text.data, d.opened, '"')
	d.message = "unknown escape: in double quotes a backslash starts an escape"
	d.hint = `write \\, or use single quotes`
	if !closed {
		return true
	}
	inner := strings.ReplaceAll(string(d.text.data[d.opened+1:end-1]), `\"`, `"`)
	if e := (edit{d.opened, end, Quote(inner)}); d.fixes(e) {
		d.hint = "write " + e.with
	}
	return true
}

var surrogatePair = regexp.MustCompile(`^(?i)\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}`)

// surrogates finds a character that is written like in JSON, in two escapes.
func (d *diagnosis) surrogates() bool {
	if d.said != "found invalid Unicode character escape code" {
		return false
	}
	at := max(bytes.LastIndexByte(d.text.data[:d.at], '\\'), 0)
	d.at, d.message = at, "this escape is not a character"
	if pair := surrogatePair.Find(d.text.data[at:]); pair != nil {
		quoted := fmt.Appendf(nil, `"%s"`, pair)
		n, _ := jsontree.Parse(quoted, jsontree.Options{})
		r := []rune(n.Text(quoted))[0]
		d.message, d.hint = "YAML has no surrogate escapes", fmt.Sprintf(`write %c or \U%08x`, r, r)
	}
	return true
}

// strings finds a string without quotes that it needs, or a value that is not closed.
func (d *diagnosis) strings() bool {
	for _, line := range d.lines() {
		for e := range d.edits(line) {
			if d.tries == maxTries {
				return false
			}
			if d.fixes(e) {
				d.explain(e)
				return true
			}
		}
	}
	return false
}

// keyInText matches a key inside a string.
var keyInText = regexp.MustCompile(`(^|\s)[a-z][a-z_]*:\s`)

// blockOfText matches the start of a block scalar with text on its line.
var blockOfText = regexp.MustCompile(`^[|>][+-]? *\pL`)

// explain sets the message for a fix. If more text follows a value, the position is that text;
// otherwise it is the start of the value.
func (d *diagnosis) explain(e edit) {
	text := string(d.text.data[e.start:e.end])
	stumbled := d.at
	d.at, d.hint = e.start, "write "+e.with
	if open, _ := missingEnd(text); open != "" {
		if bytes.HasPrefix(d.text.data[e.end:], []byte(" #")) {
			d.at, d.message, d.hint = e.end+1, cutMessage, "put the string in quotes"
			return
		}
		d.message = fmt.Sprintf("%c is not closed", text[0])
		return
	}
	if strings.HasPrefix(text, "- ") {
		d.message = "a list item must start on its own line"
		return
	}
	switch text[0] {
	case '|', '>':
		if blockOfText.MatchString(text) {
			d.hint = "put the string on the next line, indented, or write " + e.with
		}
		d.message = fmt.Sprintf("after %c a string starts on the next line", text[0])
		return
	case '%', '@', '`', '!', '*', '&', '?', '-', ',', ']', '}', '#':
		d.message = fmt.Sprintf("an unquoted string can't start with %c", text[0])
		return
	case '"', '\'':
		d.message = "unexpected text after the closing quote"
	case '{':
		d.message = "an unquoted value that starts with { is a mapping, which ends at its }"
	case '[':
		d.message = "an unquoted value that starts with [ is a list, which ends at its ]"
	default:
		d.message = "between brackets, an unquoted string can't contain [ ] { } and commas"
		if strings.Contains(text+" ", ": ") {
			d.message = "a colon before a blank ends a key, so an unquoted string can't contain one"
		}
	}
	if keyInText.MatchString(text) {
		d.hint += " if it is one string; otherwise, keys in one line need braces and commas"
	}
	if stumbled > e.start && stumbled <= e.end {
		d.at = stumbled
	}
}

// spacing finds a missing blank or colon in this line or in the one before it.
func (d *diagnosis) spacing() bool {
	for _, line := range d.lines() {
		start, end := d.text.lineRange(line)
		for _, m := range missing {
			at := m.pattern.FindSubmatchIndex(d.text.data[start:end])
			if at == nil {
				continue
			}
			i := start + at[3]
			fix := edit{i, i, m.what}
			below, _ := d.text.lineRange(d.text.lineAt(d.at)) // may be aligned with what follows the dash
			if d.fixes(fix) || i < below && d.text.data[i-1] == '-' &&
				d.fixes(edit{i, below, m.what + string(d.text.data[i:below]) + m.what}) {
				fixed := string(d.text.data[start:i]) + m.what + string(d.text.data[i:end])
				d.at, d.message, d.hint = i, m.message, "write "+strings.TrimSpace(fixed)
				return true
			}
		}
	}
	return false
}

// missing are separators that are easily omitted, after the first group of a pattern.
var missing = []struct {
	pattern       *regexp.Regexp
	what, message string
}{
	{regexp.MustCompile(`^(\s*(?:- +)*[\w$./\[\]*-]+:)\S`), " ", "expected a blank after the colon"},
	{regexp.MustCompile(`^(\s*(?:- +)*-)[^\s-]`), " ", "expected a blank after the dash"},
	{regexp.MustCompile(`^(\s*(?:- +)*[\w-]+)\s*$`), ":", "expected a colon after the key"},
}

// cut finds a comment that was meant to be part of a string that continues.
func (d *diagnosis) cut() bool {
	for _, line := range d.lines() {
		start, end := d.text.lineRange(line)
		i := cutText.FindIndex(d.text.data[start:end])
		if i != nil && d.fixes(edit{start + i[1] - len(" #"), start + i[1], "#"}) {
			d.at, d.message, d.hint = start+i[1]-1, cutMessage, "put the string in quotes"
			return true
		}
	}
	return false
}

const cutMessage = "a # after a blank starts a comment, which ends the string"

var cutText = regexp.MustCompile(`[^\s#] #`)

// unclosed finds a bracket or quote that is not closed, if nothing else was found.
func (d *diagnosis) unclosed() bool {
	end := len(bytes.TrimRight(d.text.data, " \t\r\n"))
	if d.opened >= len(d.text.data) || d.text.lineAt(d.opened) == d.text.lineAt(d.at) && d.at < end {
		return false
	}
	switch c := d.text.data[d.opened]; c {
	case '"', '\'':
		d.message = "the quote is not closed"
	case '[', '{':
		d.message = fmt.Sprintf("%c is not closed, or a comma is missing after it", c)
	default:
		return false
	}
	d.at = d.opened
	return true
}

// lines returns the lines that may contain the error: the line of the error, the one where its
// construct starts, and the one above.
func (d *diagnosis) lines() []int {
	line := d.text.lineAt(d.at)
	lines := []int{line}
	if opened := d.text.lineAt(d.opened); opened != line && d.text.data[min(d.opened, len(d.text.data)-1)] != '\n' {
		lines = append(lines, opened)
	}
	return append(lines, d.above(line, 1)...)
}

// above returns the numbers of up to limit lines above a line that are neither blank nor comments,
// nearest first.
func (d *diagnosis) above(line, limit int) []int {
	var lines []int
	for line--; line > 0 && len(lines) < limit; line-- {
		if s := strings.TrimLeft(d.text.line(line), " \t"); s != "" && s[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines
}
