package source

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// maxSyntaxErrors is the largest number of syntax errors of one file that are reported.
const maxSyntaxErrors = 20

// reportSyntax reports a syntax error, and those that show once it is fixed: by the fix of its
// hint, or, if no fix is certain, without the lines of the error.
func (l *loader) reportSyntax(err error) {
	work := &loader{File: &File{name: l.name, text: l.text}, readable: l.readable, spent: new(int)}
	var edits []edit           // from the text of l to that of work
	reported := map[int]bool{} // whether the line of an error is left out
	for range 2 * maxSyntaxErrors {
		p, d := work.syntaxProblem(err)
		at := d.at
		for _, e := range slices.Backward(edits) {
			at = e.origin(at)
		}
		line := l.text.lineAt(min(at, len(l.text.data)))
		e := d.fix
		switch {
		case reported[line]: // a consequence of what was left out
			e = d.without(d.section())
		case len(l.problems) >= maxSyntaxErrors:
			return
		default:
			l.report(at, p)
			if reported[line] = e == nil; e == nil {
				e = d.without(d.block())
			}
		}
		if p.Code != CodeSyntax || *work.spent > maxSpent || string(work.readable[e.start:e.end]) == e.with {
			return
		}
		fixed := slices.Concat(work.readable[:e.start], []byte(e.with), work.readable[e.end:])
		edits = append(edits, *e)
		work = &loader{File: &File{name: l.name, text: newText(fixed)}, readable: fixed, spent: work.spent}
		*work.spent += len(fixed)
		if _, _, err = compose(fixed); err == nil {
			return
		}
	}
}

// origin returns the offset before an edit of a byte after it.
func (e edit) origin(at int) int {
	switch {
	case at >= e.start+len(e.with):
		return at - len(e.with) + e.end - e.start
	case at > e.end:
		return e.end
	}
	return at
}

// syntaxProblem returns the problem for an error of the library, which has a position but not what
// the author probably meant.
func (l *loader) syntaxProblem(err error) (Problem, *diagnosis) {
	d := &diagnosis{loader: l}
	bad, ok := errors.AsType[*yaml.LoadError](err)
	if !ok {
		return Problem{Code: CodeSyntax, Message: err.Error()}, d
	}
	d.said, d.at = bad.Message, l.text.offset(bad.Mark.Line, bad.Mark.Column)
	if strings.HasPrefix(bad.Message, "exceeded max depth") {
		return Problem{Code: CodeTooDeep, Message: tooDeepMessage}, d
	}
	d.opened = d.at
	if bad.ContextMark.Line > 0 {
		d.opened = l.text.offset(bad.ContextMark.Line, bad.ContextMark.Column)
	}
	at, opened := d.at, d.opened
	if !d.find() { // if a later error remains, a fix is an edit that leads to it
		d.at, d.opened, d.tries, d.lenient = at, opened, 0, true
		if !d.find() {
			if d.at, d.opened = at, opened; !d.unclosed() {
				d.giveUp()
			}
		}
	}
	return Problem{Code: CodeSyntax, Message: d.message, Hint: d.hint}, d
}

// without returns the edit that blanks the lines from first up to, but not including, last.
func (d *diagnosis) without(first, last int) *edit {
	e := edit{start: d.text.lines[first-1], end: len(d.readable)}
	if last <= len(d.text.lines) {
		e.end = d.text.lines[last-1]
	}
	e.with = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' {
			return r
		}
		return ' '
	}, string(d.readable[e.start:e.end]))
	return &e
}

// block returns the line of the error and those that are indented below it.
func (d *diagnosis) block() (first, last int) {
	first = d.text.lineAt(min(d.at, len(d.text.data)))
	indent := countBlanks([]byte(d.text.line(first)))
	for last = first + 1; last <= len(d.text.lines); last++ {
		if s := d.text.line(last); strings.TrimSpace(s) != "" && countBlanks([]byte(s)) <= indent {
			break
		}
	}
	return first, last
}

// section returns the lines of the top-level key that contains the error, or of the item in a file
// that is a list.
func (d *diagnosis) section() (first, last int) {
	isList := bytes.HasPrefix(bytes.TrimLeft(d.readable, " \r\n"), []byte("- "))
	starts := func(line int) bool {
		s := d.text.line(line)
		return s != "" && strings.IndexByte(" \t#]}", s[0]) < 0 && (isList || s[0] != '-')
	}
	first = d.text.lineAt(min(d.at, len(d.text.data)))
	for first > 1 && !starts(first) {
		first--
	}
	for last = first + 1; last <= len(d.text.lines) && !starts(last); {
		last++
	}
	return first, last
}
