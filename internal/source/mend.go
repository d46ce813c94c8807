package source

import (
	"errors"
	"iter"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

const (
	// maxTries is how many fixes are tried on one syntax error, each at the price of parsing the file.
	maxTries = 40
	// maxSpent is how many bytes are parsed to find fixes for one file.
	maxSpent = 24 * MaxBytes
	// maxLine is the length of the longest line on which a mend is looked for, in bytes.
	maxLine = 1000
)

// An edit replaces bytes of a file.
type edit struct {
	start, end int
	with       string
}

// cures says whether the file can be read after an edit, as a whole or at least up to the end of the line where the library
// stumbled. A mend that was not tried is not offered.
func (d *diagnosis) cures(e edit) bool {
	if d.tries >= maxTries || *d.spent > maxSpent {
		return false
	}
	d.tries++
	mended := slices.Concat(d.readable[:e.start], []byte(e.with), d.readable[e.end:])
	_, end := d.text.lineRange(d.text.lineAt(max(d.at, e.end)))
	end += len(e.with) - (e.end - e.start)
	if !d.reads(mended[:end]) && (end == len(mended) || !d.reads(mended)) && (!d.lenient || !d.leadsPast(mended, max(d.at, e.end))) {
		return false
	}
	d.fix = &e
	return true
}

// leadsPast reports whether the library stumbles in a later line than the one of the byte at, over a text in which no line was added.
func (d *diagnosis) leadsPast(data []byte, at int) bool {
	*d.spent += len(data)
	_, _, err := compose(data)
	bad, ok := errors.AsType[*yaml.LoadError](err)
	return ok && bad.Mark.Line > d.text.lineAt(at)
}

// reads reports whether the library can read a file.
func (l *loader) reads(data []byte) bool {
	*l.spent += len(data)
	_, second, err := compose(data)
	return err == nil && second == nil
}

// edits gives the ways to mend a text on a line, the innermost first: from each place where a value or a key can start, last to
// first, to each place where it can end, first to last. A line that nobody would write by hand has none.
func (d *diagnosis) edits(line int) iter.Seq[edit] {
	start, end := d.text.lineRange(line)
	s, _, _ := strings.Cut(string(d.text.data[start:min(end, start+maxLine)]), " #")
	s = strings.TrimRight(s, " \t")
	return func(yield func(edit) bool) {
		if end-start > maxLine {
			return
		}
		for _, from := range slices.Backward(textStarts(s)) {
			for _, to := range d.textEnds(s, from) {
				with, ok := mend(s[from:to], to == len(s))
				if ok && !yield(edit{start + from, start + to, with}) {
					return
				}
			}
		}
	}
}

// textStarts gives the places of a line where a key or value can start.
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

// textEnds gives the places where a text that starts at from can end: in front of a sign that ends one, or at the end of the line. The
// first text of a line does not reach to its end, unless it stands between brackets: in quotes, it would read as the rest of the value
// above it.
func (d *diagnosis) textEnds(s string, from int) []int {
	var ends []int
	for i := from + 1; i < len(s); i++ {
		switch {
		case s[i] == ':' && (i+1 == len(s) || s[i+1] == ' '):
			ends = append(ends, i)
		case strings.IndexByte(",]}", s[i]) >= 0:
			ends = append(ends, len(strings.TrimRight(s[:i], " ")))
		}
	}
	if from > countBlanks([]byte(s)) || strings.Contains(d.said, "',' or") {
		ends = append(ends, len(s))
	}
	return ends
}

// mend puts a text into quotes, or ends it if it lacks its end, and says false if the text can't be what its author had in mind. last
// says that it ends with its line: only there is the end of a value left out.
func mend(text string, last bool) (string, bool) {
	if open := missingEnd(text); open != "" {
		return text + open, last
	}
	if !last && (strings.Count(text, "{") != strings.Count(text, "}") || strings.Count(text, "[") != strings.Count(text, "]")) {
		return "", false
	}
	if item, ok := strings.CutPrefix(text, "- "); ok {
		return "[" + item + "]", true
	}
	return requote(text), text != ""
}

// missingEnd gives the quote or the brackets that a text which starts with one lacks at its end.
func missingEnd(text string) string {
	if text == "" || strings.IndexByte("'\"[{", text[0]) < 0 {
		return ""
	}
	var open []byte
	for at := 0; at < len(text); at++ {
		switch c := text[at]; c {
		case '\'', '"':
			end, closed := quotedEnd([]byte(text), at, c)
			if !closed {
				open = append(open, c)
			}
			at = end - 1
		case '[':
			open = append(open, ']')
		case '{':
			open = append(open, '}')
		case ']', '}':
			open = open[:len(open)-1]
		}
		if len(open) == 0 {
			return ""
		}
	}
	slices.Reverse(open)
	return string(open)
}

// requote quotes a text. One that its author quoted, and that holds the same quotes inside, is quoted anew: an apostrophe between
// letters, and a double quote with a letter behind it where the text would end.
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

// between gives what stands between a quote at the start of a text and the same one at its end.
func between(text, quote string) (string, bool) {
	inner, starts := strings.CutPrefix(text, quote)
	inner, ends := strings.CutSuffix(inner, quote)
	return inner, starts && ends
}

func isWord(c byte) bool {
	return c >= 0x80 || c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
