package pattern

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// pieceKind says what a piece takes. Its zero value is a run of literal characters.
type pieceKind uint8

const (
	literal pieceKind = iota
	question
	star
)

// A piece is one step of a glob.
type piece struct {
	kind pieceKind
	text string // of a literal
}

// A sequence is a glob without braces: no two stars and no two literals stand side by side in it.
type sequence []piece

// with gives the sequence with a piece behind it. Like append it may write to the sequence's own array.
func (s sequence) with(p piece) sequence {
	if len(s) == 0 || p.kind == question || s[len(s)-1].kind != p.kind {
		return append(s, p)
	}
	s[len(s)-1].text += p.text
	return s
}

// segmentKind says which characters mean something in a segment. Its zero value is a segment in which "/" and ":" are
// ordinary.
type segmentKind uint8

const (
	wholeText segmentKind = iota
	serverSegment
	toolSegment
)

func (k segmentKind) String() string {
	return [...]string{"glob", "server segment", "tool segment"}[k]
}

// checkText refuses what no parser should have to read.
func checkText(src string) *Error {
	n := 0
	for pos, r := range src {
		if r == utf8.RuneError && !strings.HasPrefix(src[pos:], string(utf8.RuneError)) {
			return &Error{Code: InvalidUTF8, Offset: pos, Message: "the pattern is not valid UTF-8"}
		}
		if n == MaxLength {
			return &Error{
				Code: TooLong, Offset: pos,
				Message: fmt.Sprintf("the pattern is longer than %d characters", MaxLength),
				Hint:    "write several patterns",
			}
		}
		n++
	}
	return nil
}

// firstSlash gives the place of the slash that splits a pattern in two, or -1.
func firstSlash(src string) int {
	for pos := 0; pos < len(src); pos++ {
		switch src[pos] {
		case '\\':
			pos++
		case '/':
			return pos
		}
	}
	return -1
}

// A parser reads the segments of one pattern.
type parser struct {
	src          string
	combinations int // of all braces read so far
}

func newParser(src string) (*parser, *Error) {
	if err := checkText(src); err != nil {
		return nil, err
	}
	return &parser{src: src, combinations: 1}, nil
}

// segment reads src[start:end] and gives its alternatives, one for a segment without braces.
func (p *parser) segment(start, end int, kind segmentKind) ([]segment, *Error) {
	read := []sequence{nil}
	for pos := start; pos < end; {
		branches, next, err := p.step(pos, end, kind)
		if err != nil {
			return nil, err
		}
		read = product(read, branches)
		pos = next
	}
	segments := make([]segment, len(read))
	for i, s := range read {
		if len(s) == 0 {
			return nil, emptySegment(start, end, kind)
		}
		segments[i] = compile(s)
	}
	return segments, nil
}

// step reads one piece, or the alternatives of one pair of braces, and says where it ends.
func (p *parser) step(pos, end int, kind segmentKind) ([]sequence, int, *Error) {
	if p.src[pos] != '{' {
		one, next, err := p.piece(pos, end, kind)
		return []sequence{{one}}, next, err
	}
	branches, next, err := p.braces(pos, end, kind)
	if err != nil {
		return nil, 0, err
	}
	if p.combinations *= len(branches); p.combinations > MaxCombinations {
		return nil, 0, &Error{
			Code: TooManyCombinations, Offset: pos,
			Message: fmt.Sprintf("the braces of the pattern make more than %d combinations", MaxCombinations),
			Hint:    "write several patterns",
		}
	}
	return branches, next, nil
}

// braces reads the alternatives of the brace at open.
func (p *parser) braces(open, end int, kind segmentKind) ([]sequence, int, *Error) {
	var branches []sequence
	var branch sequence
	for pos := open + 1; pos < end; {
		switch p.src[pos] {
		case '}':
			return append(branches, branch), pos + 1, nil
		case ',':
			branches, branch = append(branches, branch), nil
			pos++
		default:
			one, next, err := p.piece(pos, end, kind)
			if err != nil {
				return nil, 0, err
			}
			branch, pos = branch.with(one), next
		}
	}
	err := &Error{
		Code: OpenBrace, Offset: open, Message: `"{" has no "}"`,
		Hint: `write "}" behind the last alternative, or \{ for a brace that belongs to the name`,
	}
	if end < len(p.src) && strings.Contains(p.src[end:], "}") {
		err.Message, err.Hint = `braces can't reach over a "/"`, "write a pattern for each alternative"
	}
	return nil, 0, err
}

// piece reads one wildcard or one literal character.
func (p *parser) piece(pos, end int, kind segmentKind) (piece, int, *Error) {
	at := pos
	switch p.src[pos] {
	case '*':
		return piece{kind: star}, pos + 1, nil
	case '?':
		return piece{kind: question}, pos + 1, nil
	case '\\':
		if at++; at == end {
			return piece{}, 0, &Error{
				Code: TrailingBackslash, Offset: pos,
				Message: `"\" takes the next character as it is, and there is none`,
				Hint:    `write \\ for a backslash that belongs to the name`,
			}
		}
	default:
		if err := p.refused(pos, kind); err != nil {
			return piece{}, 0, err
		}
	}
	if p.src[at] == ':' && kind == serverSegment {
		return piece{}, 0, &Error{
			Code: ServerColon, Offset: at,
			Message: `the server segment has a ":", which no server id has`,
			Hint:    `write "/" between server and tool`,
		}
	}
	_, width := utf8.DecodeRuneInString(p.src[at:])
	return piece{text: p.src[at : at+width]}, at + width, nil
}

// refused says why a character can't stand where it does without a "\" in front of it.
func (p *parser) refused(pos int, kind segmentKind) *Error {
	switch c := p.src[pos]; c {
	case '[', ']':
		return &Error{
			Code: Bracket, Offset: pos,
			Message: fmt.Sprintf("patterns have no character classes, and %q is not escaped", c),
			Hint:    fmt.Sprintf(`use a regex, or put a \ in front of a %c that belongs to the name (\\ inside double quotes)`, c),
		}
	case '{':
		return &Error{Code: NestedBrace, Offset: pos, Message: "braces can't stand inside of braces", Hint: "write the combinations out"}
	case '}':
		return &Error{Code: StrayBrace, Offset: pos, Message: `"}" has no "{"`, Hint: `write \} for a brace that belongs to the name`}
	case '/':
		return p.extraSlash(pos, kind)
	}
	return nil
}

func (p *parser) extraSlash(pos int, kind segmentKind) *Error {
	switch kind {
	case serverSegment:
		return &Error{Code: ExtraSlash, Offset: pos, Message: `a server has no "/"`, Hint: "write the server alone"}
	case toolSegment:
		return &Error{
			Code: ExtraSlash, Offset: pos,
			Message: `the pattern has a second "/", and is only a server and a tool`,
			Hint:    p.extraSlashHint(pos),
		}
	}
	return nil
}

// extraSlashHint tells a slash that belongs to a name from the one of a second pattern in the same text.
func (p *parser) extraSlashHint(pos int) string {
	switch before := p.src[:pos]; {
	case strings.Contains(before, " - "):
		return "the next line is read as part of this text: check its indent"
	case strings.Contains(before, " "), strings.Contains(before, ",") && !strings.Contains(before, "{"):
		return "write two entries: a text is one pattern"
	}
	return `write \/ for a slash that belongs to the tool's name`
}

func emptySegment(start, end int, kind segmentKind) *Error {
	err := &Error{Code: EmptySegment, Offset: start, Message: fmt.Sprintf("the %s is empty", kind), Hint: "write * for any"}
	if start < end {
		err.Message, err.Hint = fmt.Sprintf("an alternative leaves the %s empty", kind), "remove the empty alternative, or write * for any"
	}
	return err
}

// product puts each branch behind each sequence read so far. What it gives shares no memory with what it takes.
func product(read, branches []sequence) []sequence {
	all := make([]sequence, 0, len(read)*len(branches))
	for _, before := range read {
		for _, branch := range branches {
			s := slices.Clone(before)
			for _, one := range branch {
				s = s.with(one)
			}
			all = append(all, s)
		}
	}
	return all
}
