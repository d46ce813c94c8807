package source

import (
	"regexp"
	"strings"
)

// keyInBraces matches what starts a key in braces, up to its value.
var keyInBraces = regexp.MustCompile(`[,{]\s*[\w-]+:\s+`)

// values quotes each value that needs it in a mapping in braces on one line. It applies to an edit
// that would treat several values as one string, or that ends a mapping before a # that is meant.
func (d *diagnosis) values(line int, e edit) bool {
	start, end := d.text.lineRange(line)
	s := string(d.text.data[start:end])
	several := keyInBraces.Match(d.text.data[e.start:e.end]) && missingEnd(string(d.text.data[e.start:e.end])) == ""
	commented := strings.Contains(s, " #")
	if !several && !commented || len(s) > maxLine {
		return false
	}
	fixed := d.unquoted(s, start)
	if len(fixed) == 0 || !commented && len(fixed) < 2 || !d.fixes(join(d.readable, fixed)) {
		return false
	}
	d.explain(fixed[0])
	if i := strings.Index(string(d.text.data[fixed[0].start:fixed[0].end]), " #"); i >= 0 {
		d.at, d.message = fixed[0].start+i+1, cutMessage
	}
	for _, e := range fixed[1:] {
		d.hint += " and " + e.with
	}
	return true
}

// unquoted returns the edits that quote the values of a mapping in braces that can't be parsed
// alone. The line s starts at start.
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
		if d.tries++; !d.parses([]byte("{a: " + value + "}")) {
			all = append(all, edit{start + from, start + from + len(value), d.quoteValue(value)})
		}
	}
	return all
}

// quoteValue quotes a value, or the items that need it of a list in brackets.
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
		if d.tries++; !d.parses([]byte("["+item+"]")) || strings.ContainsAny(item, "{}") {
			items[i] = Quote(item)
		}
	}
	return items
}

// splitItems splits a string at the commas that are not between braces or brackets.
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

// items quotes each item of a list in brackets that needs it. It applies to an edit that would make
// one string of several items.
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
	if !d.fixes(fixed) {
		return false
	}
	d.explain(fixed)
	return true
}

// brackets returns the last bracket or brace that is open at an offset, or 0 if there is none
// within maxLine bytes.
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

// join combines several edits, which are in order, into one.
func join(data []byte, edits []edit) edit {
	all := edits[0]
	for _, e := range edits[1:] {
		all.with += string(data[all.end:e.start]) + e.with
		all.end = e.end
	}
	return all
}

// itemInLine matches the indentation and the dashes of a line.
var itemInLine = regexp.MustCompile(`^\s*(?:- +)*`)

// keyInText matches a key inside a string: the comma before it, if there is one, and its name.
var keyInText = regexp.MustCompile(`[^\s,;:](,|;)?\s+([\w-]+):\s`)

// otherwise returns the alternative fix for a string with a key in it: several keys on one line
// need braces, as in "- tools: fs/*, when: x", and a comma between them, as in {tools: fs/* when:
// x}. Returns "" if there is no alternative.
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
	case sign == "" && d.fixes(separator):
		return " if it is one string, or put a comma before " + name
	case sign == ";" && d.fixes(separator):
		return " if it is one string, or replace the ; by a comma"
	case sign == "," && e.end == end:
		if braces := (edit{from, end, "{" + string(d.text.data[from:end]) + "}"}); d.fixes(braces) {
			return " if it is one string, or put the keys in braces: " + braces.with
		}
	}
	return ""
}

// keyFirst matches a string that starts with a key.
var keyFirst = regexp.MustCompile(`^[a-z][a-z_]*: +\S`)

// nested returns the alternative fix for a string that starts with a key, as in "filter: exclude:
// [x]". Returns "" if there is no alternative.
func (d *diagnosis) nested(e edit) string {
	text := string(d.text.data[e.start:e.end])
	if braces := (edit{e.start, e.end, "{" + text + "}"}); keyFirst.MatchString(text) && d.fixes(braces) {
		return " if it is one string, or " + braces.with
	}
	return ""
}
