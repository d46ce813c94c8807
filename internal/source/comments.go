package source

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// findComments finds the comments of a YAML file. The library gives them without their places and loses some, so the file is
// walked along its scalars: what is quoted or in a block is stepped over, and everywhere else a # with a blank in front of it, or
// with nothing, starts a comment.
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

// comment notes the comment that starts at a place and gives its end.
func (l *loader) comment(at int) int {
	end := lineEnd(l.text.data, at)
	pos := l.text.position(at)
	l.comments = append(l.comments, Comment{Line: pos.Line, Column: pos.Column, start: at,
		Text: strings.Trim(string(l.text.data[at+1:end]), " \t")})
	return end
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// skipScalar gives the place from which to look for comments after the scalar n has started. A plain scalar holds no # with a
// blank in front of it, so there it is the next byte.
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

// quotedEnd gives the end of the quoted scalar that starts at a place, and whether it has one.
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

// skipBlock gives the end of a block scalar, and notes the comment in its first line.
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

// findCutTexts warns of unquoted texts that a comment seems to have cut short, as in "title: Fix issue #12": one blank in front of
// the #, and a letter, digit or brace right behind it. With a blank behind it, or two in front, it is a comment like any other,
// unless the text in front of it has a bracket open, as in "when: any(tool.tags, # == "x")".
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
			behind := string(l.text.data[c.start:lineEnd(l.text.data, c.start)])
			whole := strings.TrimSpace(n.Text + " " + behind)
			l.report(c.start, Problem{Code: CodeCutByComment, Pointer: n.Pointer, Warning: true,
				Message: fmt.Sprintf("the text ends in front of the #, which starts a comment: %s", Quote(n.Text)),
				Hint:    fmt.Sprintf("write %s, or put a blank behind the # if it is a comment", Quote(whole))})
		}
	}
}

// readsOn says whether the line would read on through the # of a comment.
func readsOn(src []byte, c Comment) bool {
	if c.start < 2 || src[c.start-1] != ' ' || isBlank(src[c.start-2]) || strings.HasPrefix(c.Text, "rulecheck:") {
		return false
	}
	r, _ := utf8.DecodeRune(src[c.start+1:])
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '{'
}

// endsAt says whether n is an unquoted text, or a value that was left out, whose last character stands in front of a place.
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
