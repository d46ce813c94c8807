package jsontree

import (
	"bytes"
	"fmt"
)

// Outline finds the items or members of the array or object data[start:end], which may have white
// space around it, without examining them: their Kind is derived from their first byte, and they
// have no Items or Members. Any other value is returned unparsed.
//
// It isolates faults in a list: with [ParseRange] for each item, a duplicate name, invalid UTF-8 or
// malformed input in one item does not affect the others. An item may be empty, as between the
// commas of [1,,2]; ParseRange rejects it. Outline returns an *[Error] only if the bounds of the
// items are unknown or the whole is invalid: an unterminated string, unbalanced brackets, data
// after the value, member names that are not strings or not unique, or more than 100,000 values.
//
// Offsets count from data[0].
func Outline(data []byte, start, end int) (Node, error) {
	start = skipMark(data[:end], start)
	s := scanner{data: data[:end], at: skipSpace(data[:end], start)}
	n, err := s.root()
	if err != nil {
		return Node{}, err
	}
	if rest := skipSpace(s.data, s.at); rest < end {
		return Node{}, trailingData(rest)
	}
	return n, nil
}

// maxOutline is the largest number of items or members of an outline. Without a limit a few
// megabytes of commas would need gigabytes of memory.
const maxOutline = 100_000

func (s *scanner) tooMany() *Error {
	return &Error{Code: CodeTooLarge, Offset: s.at, Message: fmt.Sprintf("more than %d values", maxOutline)}
}

// A scanner skips values by looking only at their strings and brackets.
type scanner struct {
	data  []byte
	at    int
	names Parser // of members
	open  []byte // of the value that is read: the brackets that are to come
}

func (s *scanner) root() (Node, error) {
	switch s.peek() {
	case '[':
		return s.array()
	case '{':
		return s.object()
	case 0:
		return Node{}, s.fail("expected a value")
	}
	return s.value()
}

func (s *scanner) array() (Node, error) {
	n := Node{Kind: Array, Start: s.at}
	s.at++
	for done := s.closed(']'); !done; {
		item, err := s.value()
		if err != nil {
			return Node{}, err
		}
		if len(n.Items) == maxOutline {
			return Node{}, s.tooMany()
		}
		n.Items = push(n.Items, item)
		if done, err = s.next(']'); err != nil {
			return Node{}, err
		}
	}
	n.End = s.at
	return n, nil
}

func (s *scanner) object() (Node, error) {
	n := Node{Kind: Object, Start: s.at}
	s.at++
	seen := make(map[string]bool)
	for done := s.closed('}'); !done; {
		m, err := s.member(seen)
		if err != nil {
			return Node{}, err
		}
		if len(n.Members) == maxOutline {
			return Node{}, s.tooMany()
		}
		n.Members = append(n.Members, m)
		if done, err = s.next('}'); err != nil {
			return Node{}, err
		}
	}
	n.End = s.at
	return n, nil
}

func (s *scanner) member(seen map[string]bool) (Member, error) {
	key := Span{Start: s.at}
	if s.peek() != '"' {
		return Member{}, s.fail("expected a name in double quotes")
	}
	if err := s.text(); err != nil {
		return Member{}, err
	}
	key.End = s.at
	name, err := s.names.ParseRange(s.data, key.Start, key.End, Options{})
	if err != nil {
		return Member{}, err
	}
	m := Member{Name: name.Text(s.data), Key: key}
	if seen[m.Name] {
		return Member{}, &Error{Code: CodeDuplicateKey, Offset: key.Start, Path: AppendToken("", m.Name),
			Message: duplicateName(m.Name)}
	}
	seen[m.Name] = true
	if s.space() != ':' {
		return Member{}, s.fail("expected a colon after the name")
	}
	s.at++
	s.space()
	m.Value, err = s.value()
	return m, err
}

// closed consumes the bracket that ends an empty list and reports whether it comes next.
func (s *scanner) closed(closing byte) bool {
	if s.space() != closing {
		return false
	}
	s.at++
	return true
}

// next consumes the comma before the next item, or the bracket that ends the list.
func (s *scanner) next(closing byte) (done bool, err error) {
	switch s.peek() {
	case closing:
		s.at++
		return true, nil
	case ',':
		s.at++
		s.space()
		return false, nil
	}
	return false, s.fail(fmt.Sprintf("expected %q or %q", ',', closing))
}

// value skips to the comma or bracket that ends a value, and returns the value without surrounding
// white space.
func (s *scanner) value() (Node, error) {
	n := Node{Start: s.at}
	open := s.open[:0]
	defer func() { s.open = open }()
	for ; s.at < len(s.data); s.at++ {
		switch c := s.data[s.at]; c {
		case '"':
			if err := s.text(); err != nil {
				return Node{}, err
			}
			s.at--
		case '[':
			open = append(open, ']')
		case '{':
			open = append(open, '}')
		case ',':
			if len(open) == 0 {
				return s.end(n), nil
			}
		case ']', '}':
			if len(open) == 0 {
				return s.end(n), nil
			}
			if open[len(open)-1] != c {
				return Node{}, s.fail(fmt.Sprintf("expected %q, got %q", open[len(open)-1], c))
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return Node{}, s.fail(fmt.Sprintf("expected %q", open[len(open)-1]))
	}
	return s.end(n), nil
}

// end completes a value that ends before s.at.
func (s *scanner) end(n Node) Node {
	n.End = n.Start + len(bytes.TrimRight(s.data[n.Start:s.at], " \t\n\r"))
	if n.End > n.Start {
		n.Kind = kindOf(s.data[n.Start])
	}
	return n
}

// text skips a string.
func (s *scanner) text() error {
	end := stringEnd(s.data, s.at)
	if end < 0 {
		return s.fail("the string has no closing quote")
	}
	s.at = end
	return nil
}

// stringEnd returns the offset after the string that starts at an offset, or -1 if it is not
// closed.
func stringEnd(data []byte, start int) int {
	for at := start + 1; ; {
		length := bytes.IndexByte(data[at:], '"')
		if length < 0 {
			return -1
		}
		end, backslashes := at+length, 0
		for i := end - 1; i >= at && data[i] == '\\'; i-- {
			backslashes++
		}
		at = end + 1
		if backslashes%2 == 0 { // they escape each other, not the quote
			return at
		}
	}
}

// space skips white space and returns the byte after it.
func (s *scanner) space() byte {
	s.at = skipSpace(s.data, s.at)
	return s.peek()
}

// peek returns the byte at s.at, or 0 at the end.
func (s *scanner) peek() byte {
	if s.at < len(s.data) {
		return s.data[s.at]
	}
	return 0
}

func (s *scanner) fail(message string) *Error {
	return &Error{Code: CodeSyntax, Offset: s.at, Message: message}
}
