package source

import (
	"errors"
	"iter"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

const (
	// maxTries is how many fixes are tried for one syntax error. Each try parses the file.
	maxTries = 40
	// maxSpent is how many bytes are parsed to find fixes for one file.
	maxSpent = 24 * MaxBytes
	// maxLine is the length of the longest line in which a fix is tried, in bytes.
	maxLine = 1000
)

// An edit replaces bytes of a file.
type edit struct {
	start, end int
	with       string
}

// fixes reports whether the file can be parsed after an edit: completely, or at least up to the end
// of the line of the error. A lenient diagnosis accepts an edit after which the next error is after
// it. Fixes that were not tried are not suggested.
func (d *diagnosis) fixes(e edit) bool {
	if d.tries >= maxTries || *d.spent > maxSpent {
		return false
	}
	d.tries++
	fixed := slices.Concat(d.readable[:e.start], []byte(e.with), d.readable[e.end:])
	_, end := d.text.lineRange(d.text.lineAt(max(d.at, e.end)))
	end += len(e.with) - (e.end - e.start)
	if !d.parses(fixed[:end]) && (end == len(fixed) || !d.parses(fixed)) && (!d.lenient || !d.leadsPast(fixed, e)) {
		return false
	}
	d.fix = &e
	return true
}

// leadsPast reports whether the next error of a file with an edit is after the edit, and not beside
// it.
func (d *diagnosis) leadsPast(fixed []byte, e edit) bool {
	*d.spent += len(fixed)
	_, _, err := compose(fixed)
	bad, ok := errors.AsType[*yaml.LoadError](err)
	return ok && newText(fixed).offset(bad.Mark.Line, bad.Mark.Column) > max(e.start+len(e.with),
		d.at+len(e.with)-(e.end-e.start))
}

// parses reports whether the library can parse a file.
func (l *loader) parses(data []byte) bool {
	*l.spent += len(data)
	_, second, err := compose(data)
	return err == nil && second == nil
}

// edits returns the ways to fix a string in a line, the innermost first: from each offset where a
// value or key can start, last to first, to each offset where it can end, first to last. A line
// that nobody would write by hand has none.
func (d *diagnosis) edits(line int) iter.Seq[edit] {
	start, end := d.text.lineRange(line)
	s, _, _ := strings.Cut(string(d.text.data[start:min(end, start+maxLine)]), " #")
	s = strings.TrimRight(s, " \t")
	return func(yield func(edit) bool) {
		if end-start > maxLine {
			return
		}
		for _, from := range slices.Backward(textStarts(s)) {
			for _, to := range d.textEnds(s, from, start+from) {
				with, ok := quoted(s[from:to], to == len(s))
				if ok && (!d.inFlow(start+from) || !severalValues(s[from:to])) &&
					!yield(edit{start + from, start + to, with}) {
					return
				}
			}
		}
	}
}

// inFlow reports whether an offset is between brackets or braces that open within maxLine bytes
// before it.
func (d *diagnosis) inFlow(at int) bool {
	depth := 0
	for _, c := range slices.Backward(d.text.data[max(0, at-maxLine):at]) {
		switch c {
		case ']', '}':
			depth++
		case '[', '{':
			if depth--; depth < 0 {
				return true
			}
		}
	}
	return false
}

// severalValues reports whether a string between brackets or braces holds a comma that separates
// values: one that is not between braces in the string itself.
func severalValues(text string) bool {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			depth--
		case ',':
			if depth <= 0 {
				open, _ := missingEnd(text)
				return open == ""
			}
		}
	}
	return false
}

// textStarts returns the offsets in a line where a key or value can start.
func textStarts(s string) []int {
	first := countBlanks([]byte(s))
	var starts []int
	if first < len(s) && !strings.HasPrefix(s[first:], "- ") {
		starts = append(starts, first)
	}
	for i := first + 1; i < len(s); i++ {
		before := strings.TrimRight(s[:i], " ")
		switch before[len(before)-1] {
		case ':', '-', '?':
			if s[i] != ' ' && len(before) < i {
				starts = append(starts, i)
			}
		case ',', '[', '{':
			if s[i] != ' ' {
				starts = append(starts, i)
			}
		}
	}
	return starts
}

// textEnds returns the offsets in a line where a string that starts at from, which is the offset at
// of the file, can end: before a character that ends one, or at the end of the line. The first
// string
// of a line does not extend to its end, unless it is between brackets: in quotes, it would continue
// the value above it.
func (d *diagnosis) textEnds(s string, from, at int) []int {
	var ends []int
	for i := from + 1; i < len(s); i++ {
		switch {
		case s[i] == ':' && (i+1 == len(s) || s[i+1] == ' '):
			ends = append(ends, i)
		case strings.IndexByte(",]}", s[i]) >= 0:
			ends = append(ends, len(strings.TrimRight(s[:i], " ")))
		}
	}
	if from > countBlanks([]byte(s)) || d.inFlow(at) {
		ends = append(ends, len(s))
	}
	return ends
}

// quoted returns a string in quotes, or closed if it is not closed, and reports whether the author
// may have meant that. last reports whether the string is at the end of its line: only there a
// closing character may be missing.
func quoted(text string, last bool) (string, bool) {
	switch open, end := missingEnd(text); {
	case open != "":
		return text + open, last
	case end == len(text) && strings.IndexByte("[{", text[0]) >= 0:
		return "", false // it is a list or a mapping
	}
	if !last && (strings.Count(text, "{") != strings.Count(text, "}") ||
		strings.Count(text, "[") != strings.Count(text, "]")) {
		return "", false
	}
	if item, ok := strings.CutPrefix(text, "- "); ok {
		return "[" + item + "]", true
	}
	return requote(text), text != ""
}

// missingEnd returns the quote or the brackets that are missing at the end of a string that starts
// with one, or the offset where these end.
func missingEnd(text string) (open string, end int) {
	var missing []byte
	for at := 0; at < len(text); at++ {
		switch c := text[at]; c {
		case '\'', '"':
			end, closed := quotedEnd([]byte(text), at, c)
			if !closed {
				missing = append(missing, c)
			}
			at = end - 1
		case '[':
			missing = append(missing, ']')
		case '{':
			missing = append(missing, '}')
		case ']', '}':
			missing = missing[:max(len(missing)-1, 0)]
		}
		if len(missing) == 0 {
			return "", at + 1
		}
	}
	slices.Reverse(missing)
	return string(missing), len(text)
}

// requote quotes a string. If it is already quoted and contains the same quotes, they are replaced:
// an apostrophe between letters, or a double quote with a letter after it.
func requote(text string) string {
	if inner, ok := between(text, `"`); ok {
		if end, closed := quotedEnd([]byte(text), 0, '"'); closed && end < len(text) && isWord(text[end]) {
			return Quote(inner)
		}
	}
	if inner, ok := between(text, "'"); ok {
		if i := strings.IndexByte(inner, '\''); i > 0 && i+1 < len(inner) && isWord(inner[i-1]) && isWord(inner[i+1]) {
			return Quote(inner)
		}
	}
	return Quote(text)
}

// between returns the text between a quote at the start of a string and the same one at its end.
func between(text, quote string) (string, bool) {
	inner, starts := strings.CutPrefix(text, quote)
	inner, ends := strings.CutSuffix(inner, quote)
	return inner, starts && ends
}

func isWord(c byte) bool {
	return c >= 0x80 || c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
