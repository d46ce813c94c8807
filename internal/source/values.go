package source

import (
	"regexp"
	"strings"
)

// keyInBraces matches what starts a key in braces, up to its value.
var keyInBraces = regexp.MustCompile(`[,{]\s*[\w-]+:\s+`)

// values puts quotes around each value that needs some of a mapping in braces on one line. It is for an edit that would take more than one
// value for its text, or that ends a mapping in front of a # which is meant.
func (d *diagnosis) values(line int, e edit) bool {
	start, end := d.text.lineRange(line)
	s := string(d.text.data[start:end])
	several := keyInBraces.Match(d.text.data[e.start:e.end]) && missingEnd(string(d.text.data[e.start:e.end])) == ""
	commented := strings.Contains(s, " #")
	if !several && !commented || len(s) > maxLine {
		return false
	}
	mended := d.unquoted(s, start)
	if len(mended) == 0 || !commented && len(mended) < 2 || !d.cures(join(d.readable, mended)) {
		return false
	}
	d.explain(mended[0])
	if i := strings.Index(string(d.text.data[mended[0].start:mended[0].end]), " #"); i >= 0 {
		d.at, d.message = mended[0].start+i+1, cutMessage
	}
	for _, e := range mended[1:] {
		d.hint += " and " + e.with
	}
	return true
}

// unquoted gives the edits that quote the values of a mapping in braces which can't be read by themselves. The line s starts at start.
func (d *diagnosis) unquoted(s string, start int) (all []edit) {
	keys, closed := keyInBraces.FindAllStringIndex(s, -1), strings.LastIndexByte(s, '}')
	for i, key := range keys {
		from, to := key[1], closed
		if i+1 < len(keys) {
			to = keys[i+1][0]
		}
		if to < from {
			return nil
		}
		value := strings.TrimRight(s[from:to], " ")
		if d.tries++; !d.reads([]byte("{a: " + value + "}")) {
			all = append(all, edit{start + from, start + from + len(value), d.quoteValue(value)})
		}
	}
	return all
}

// quoteValue quotes a value, and of a list in brackets the items that need it.
func (d *diagnosis) quoteValue(value string) string {
	inner, opens := strings.CutPrefix(value, "[")
	inner, closes := strings.CutSuffix(inner, "]")
	if !opens || !closes {
		return Quote(value)
	}
	return "[" + strings.Join(d.quoteItems(splitItems(inner)), ", ") + "]"
}

// quoteItems quotes the items of a list in brackets that need it.
func (d *diagnosis) quoteItems(items []string) []string {
	for i, item := range items {
		if d.tries++; !d.reads([]byte("["+item+"]")) || strings.ContainsAny(item, "{}") {
			items[i] = Quote(item)
		}
	}
	return items
}

// splitItems splits a text at the commas that are not between braces or brackets.
func splitItems(text string) []string {
	var items []string
	from, depth := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',':
			if depth <= 0 {
				items = append(items, strings.TrimSpace(text[from:i]))
				from = i + 1
			}
		}
	}
	return append(items, strings.TrimSpace(text[from:]))
}

// items puts quotes around each item of a list in brackets that needs some. It is for an edit that would make one text of several items.
func (d *diagnosis) items(e edit) bool {
	text := string(d.text.data[e.start:e.end])
	if d.brackets(e.start) != '[' || missingEnd(text) != "" {
		return false
	}
	items := splitItems(text)
	if len(items) < 2 {
		return false
	}
	fixed := edit{e.start, e.end, strings.Join(d.quoteItems(items), ", ")}
	if !d.cures(fixed) {
		return false
	}
	d.explain(fixed)
	return true
}

// brackets returns the bracket or brace that opens last and is still open at a byte, or 0 if there is none within maxLine bytes.
func (d *diagnosis) brackets(at int) byte {
	depth := 0
	for i := at - 1; i >= max(0, at-maxLine); i-- {
		switch c := d.text.data[i]; c {
		case ']', '}':
			depth++
		case '[', '{':
			if depth == 0 {
				return c
			}
			depth--
		}
	}
	return 0
}

// join makes one edit of several, which are in order.
func join(data []byte, edits []edit) edit {
	all := edits[0]
	for _, e := range edits[1:] {
		all.with += string(data[all.end:e.start]) + e.with
		all.end = e.end
	}
	return all
}

// itemInLine matches the indent and the dashes of a line.
var itemInLine = regexp.MustCompile(`^\s*(?:- +)*`)

// keyInText matches a key in the middle of a text: the comma in front of it, if there is one, and its name.
var keyInText = regexp.MustCompile(`[^\s,;:](,|;)?\s+([\w-]+):\s`)

// otherwise is the other way to mend a text with a key in it: several keys on one line go into braces, as in "- tools: fs/*, when: x", and
// in braces a comma stands between them, as in {tools: fs/* when: x}. It is empty if that is none.
func (d *diagnosis) otherwise(line int, e edit) string {
	start, end := d.text.lineRange(line)
	m := keyInText.FindSubmatchIndex(d.text.data[e.start:e.end])
	if m == nil {
		return d.nested(e)
	}
	name := string(d.text.data[e.start+m[4] : e.start+m[5]])
	separator := edit{e.start + m[0] + 1, e.start + m[4], ", "}
	from := start + len(itemInLine.Find(d.text.data[start:end]))
	sign := ""
	if m[2] >= 0 {
		sign = string(d.text.data[e.start+m[2] : e.start+m[3]])
	}
	switch {
	case sign == "" && d.cures(separator):
		return " if it is one text, or put a comma in front of " + name
	case sign == ";" && d.cures(separator):
		return " if it is one text, or put a comma in the place of the ;"
	case sign == "," && e.end == end:
		if braces := (edit{from, end, "{" + string(d.text.data[from:end]) + "}"}); d.cures(braces) {
			return " if it is one text, or put the keys in braces: " + braces.with
		}
	}
	return ""
}

// keyFirst matches a text that starts with a key.
var keyFirst = regexp.MustCompile(`^[a-z][a-z_]*: +\S`)

// nested is the other way to fix a text that starts with a key, as in "filter: exclude: [x]". It is empty if that is none.
func (d *diagnosis) nested(e edit) string {
	text := string(d.text.data[e.start:e.end])
	if braces := (edit{e.start, e.end, "{" + text + "}"}); keyFirst.MatchString(text) && d.cures(braces) {
		return " if it is one text, or " + braces.with
	}
	return ""
}
