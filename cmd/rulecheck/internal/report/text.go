package report

import (
	"fmt"
	"strings"

	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/rules"
)

// Text is the format for people. Its zero value shows neither source lines nor colors.
type Text struct {
	// Line returns a line of a file, counted from 1, without its line break, and reports whether it
	// exists. Nil means that no lines are known.
	Line func(file string, line int) (string, bool)

	Color bool // colors and bold text, by ANSI escapes
}

// lineWidth is the maximum width of a source line.
const lineWidth = 120

// Append appends one problem, which takes several lines, to dst and returns the extended slice:
//
//	tools.rules.yaml:12:14: error: 5.40 is a number [unquoted_scalar]
//	   12 |       model: 5.40
//	      |              ^~~~
//	      = write "5.40"
func (t Text) Append(dst []byte, p *rules.Problem) []byte {
	dst = append(dst, t.paint(bold, place(p))...)
	dst = append(dst, t.paint(colorOf(p.Severity), p.Severity.String()+":")...)
	dst = fmt.Appendf(dst, " %s %s\n", visible.Text(p.Message), t.paint(dim, "["+string(p.Code)+"]"))
	if line, ok := t.line(p); ok {
		source, caret := pointAt(line, p.Column)
		dst = fmt.Appendf(dst, "%s %s\n", t.paint(dim, fmt.Sprintf("%5d |", p.Line)), source)
		dst = fmt.Appendf(dst, "%s %s\n", t.paint(dim, "      |"), t.paint(colorOf(p.Severity), caret))
	}
	if p.Hint != "" {
		dst = fmt.Appendf(dst, "%s %s\n", t.paint(dim, "      ="), visible.Text(p.Hint))
	}
	return dst
}

func place(p *rules.Problem) string {
	switch file := visible.Text(p.File); {
	case p.Line > 0:
		return fmt.Sprintf("%s:%d:%d: ", file, p.Line, p.Column)
	case p.File != "":
		return file + ": "
	case p.Pointer != "":
		return visible.Text(p.Pointer) + ": "
	}
	return ""
}

func (t Text) line(p *rules.Problem) (string, bool) {
	if t.Line == nil || p.Line < 1 {
		return "", false
	}
	line, ok := t.Line(p.File, p.Line)
	return line, ok && strings.TrimSpace(line) != ""
}

// pointAt returns the visible form of a source line, shortened to the surroundings of the column,
// and the line with a caret below the column. The caret is followed by tildes up to the end of the
// word that starts at the column.
func pointAt(line string, column int) (source, caret string) {
	line, column = around(line, column)
	var shown []string // character by character
	for c := range visible.Characters(line) {
		if c == `\t` { // the one character; two that are written so come one by one
			c = "    "
		}
		shown = append(shown, c)
	}
	at := min(max(column-1, 0), len(shown))
	word := 0 // the width of the word beside the caret
	for i := at; i < len(shown) && isWord(shown[i]); i++ {
		word += visible.Width(shown[i])
	}
	word = max(word-1, 0)
	from, to := window(shown, at)
	before := strings.Join(shown[from:at], "")
	source = strings.Join(shown[from:to], "")
	if from > 0 {
		before, source = "…"+before, "…"+source
	}
	if to < len(shown) {
		source += "…"
	}
	word = min(word, max(visible.Width(source)-visible.Width(before)-1, 0))
	return strings.TrimRight(source, " "), strings.Repeat(" ", visible.Width(before)) + "^" + strings.Repeat("~", word)
}

// around shortens a line to a few hundred characters on both sides of the column, so that the cost
// is bounded: a file may be one line of 512 KiB with thousands of problems.
func around(line string, column int) (string, int) {
	const most = 4 * lineWidth
	n, start := 0, 0
	for at := range line {
		n++
		if n == column-most {
			start = at
		}
		if n == max(column, 1)+most {
			line = line[:at]
			break
		}
	}
	if start > 0 {
		column = most + 1
	}
	return line[start:], column
}

// window returns the range of a line that is shown: all of it, or the surroundings of the character
// at an index.
func window(shown []string, at int) (from, to int) {
	if widthOf(shown) <= lineWidth {
		return 0, len(shown)
	}
	from, to = at, at
	for width := 0; from > 0; from-- {
		if width += visible.Width(shown[from-1]); width > lineWidth*2/3 {
			break
		}
	}
	for width := widthOf(shown[from:to]); to < len(shown); to++ {
		if width += visible.Width(shown[to]); width > lineWidth {
			break
		}
	}
	return from, to
}

func widthOf(shown []string) int {
	n := 0
	for _, s := range shown {
		n += visible.Width(s)
	}
	return n
}

func isWord(s string) bool {
	c := s[0]
	return c >= 0x80 || c == '_' || c == '.' || c == '$' || c == '-' || c == '*' || c == '/' ||
		'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// Codes of ANSI (ECMA-48) for text styles.
const (
	bold   = "1"
	dim    = "2"
	red    = "1;31"
	yellow = "1;33"
	blue   = "1;34"
)

func colorOf(s rules.Severity) string {
	switch s {
	case rules.SeverityError:
		return red
	case rules.SeverityWarning:
		return yellow
	}
	return blue
}

// Bold returns s in bold, if t has colors.
func (t Text) Bold(s string) string { return t.paint(bold, s) }

// Fault returns s in the color of errors, if t has colors.
func (t Text) Fault(s string) string { return t.paint(red, s) }

func (t Text) paint(code, s string) string {
	if !t.Color || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}
