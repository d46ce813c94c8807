package source

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// findComments finds the comments of a YAML file. The library returns them without positions and
// loses some, so this walks the file along its scalars: it skips quoted and block scalars, and
// everywhere else a # after a blank, or at the start of the file, starts a comment.
func (l *loader) findComments() {
	slices.SortStableFunc(l.scalars, func(a, b *Node) int { return a.start - b.start })
	src, scalars := l.text.data, l.scalars
	for at := 0; at < len(src); {
		for len(scalars) > 0 && scalars[0].start < at {
			scalars = scalars[1:]
		}
		if len(scalars) > 0 && scalars[0].start == at {
			at = l.skipScalar(scalars[0])
			scalars = scalars[1:]
			continue
		}
		if src[at] != '#' || at > 0 && !isBlank(src[at-1]) {
			at++
			continue
		}
		at = l.comment(at)
	}
}

// comment records the comment at an offset and returns its end.
func (l *loader) comment(at int) int {
	end := lineEnd(l.text.data, at)
	pos := l.text.position(at)
	l.comments = append(l.comments, Comment{Line: pos.Line, Column: pos.Column, start: at,
		Text: strings.Trim(string(l.text.data[at+1:end]), " \t")})
	return end
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// skipScalar returns the offset from which to look for comments after the start of the scalar n.
// For a plain scalar, which contains no # after a blank, it is the next byte.
func (l *loader) skipScalar(n *Node) int {
	src := l.text.data
	switch n.style {
	case singleStyle:
		end, _ := quotedEnd(src, n.start, '\'')
		return end
	case doubleStyle:
		end, _ := quotedEnd(src, n.start, '"')
		return end
	case literalStyle, foldedStyle:
		return l.skipBlock(n)
	}
	return n.start + 1
}

// quotedEnd returns the end of the quoted scalar at an offset, and reports whether it is closed.
func quotedEnd(src []byte, at int, quote byte) (end int, closed bool) {
	for at++; at < len(src); at++ {
		switch {
		case src[at] == '\\' && quote == '"':
			at++
		case src[at] != quote:
		case quote == '\'' && at+1 < len(src) && src[at+1] == quote:
			at++
		default:
			return at + 1, true
		}
	}
	return len(src), false
}

// skipBlock returns the end of a block scalar, and records the comment in its first line.
func (l *loader) skipBlock(n *Node) int {
	d := decoding{src: l.text.data, at: n.start}
	end := lineEnd(d.src, d.at)
	if i := bytes.Index(d.src[d.at:end], []byte(" #")); i >= 0 {
		l.comment(d.at + i + 1)
	}
	d.skipLine()
	indent, empty := blockIndent(d.src, d.at, n.Text), strings.Trim(n.Text, " \n") == ""
	for d.at < len(d.src) {
		if line := d.src[d.at:lineEnd(d.src, d.at)]; !isBlankLine(line) && (empty || countBlanks(line) < indent) {
			break
		}
		d.skipLine()
	}
	return d.at
}

// findCutTexts warns of unquoted strings that a comment seems to have cut short, as in "title: Fix
// issue #12": one blank before the #, and a letter, digit or brace right after it. With a blank
// after it, or two before, it is an ordinary comment, unless the string before it has an open
// bracket, as in "when: any(tool.tags, # == "x")".
func (l *loader) findCutTexts() {
	for _, c := range l.comments {
		i, _ := slices.BinarySearchFunc(l.scalars, c.start, func(n *Node, at int) int { return n.start - at })
		if i == 0 {
			continue
		}
		n := l.scalars[i-1]
		if !readsOn(l.text.data, c) && strings.Count(n.Text, "(") <= strings.Count(n.Text, ")") {
			continue
		}
		if l.endsAt(n, c.start-1) {
			after := string(l.text.data[c.start:lineEnd(l.text.data, c.start)])
			whole := strings.TrimSpace(n.Text + " " + after)
			l.report(c.start, Problem{Code: CodeCutByComment, Pointer: n.Pointer, Warning: true,
				Message: fmt.Sprintf("the string ends before the #, which starts a comment: %s", Quote(n.Text)),
				Hint:    fmt.Sprintf("write %s, or put a blank after the # if it is a comment", Quote(whole))})
		}
	}
}

// readsOn reports whether text could continue through the # of a comment.
func readsOn(src []byte, c Comment) bool {
	if c.start < 2 || src[c.start-1] != ' ' || isBlank(src[c.start-2]) || strings.HasPrefix(c.Text, "rulecheck:") {
		return false
	}
	r, _ := utf8.DecodeRune(src[c.start+1:])
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '{'
}

// endsAt reports whether n is an unquoted string, or an omitted value, that ends at an offset.
func (l *loader) endsAt(n *Node, end int) bool {
	if !n.Plain || n.start > end {
		return false
	}
	if n.Kind == Null {
		return n.Text == "" && n.start == end
	}
	if n.Kind != String {
		return false
	}
	from := max(n.start, l.text.lines[l.text.lineAt(end)-1])
	last := strings.TrimLeft(string(l.text.data[from:end]), " \t")
	return last != "" && strings.HasSuffix(n.Text, last)
}
