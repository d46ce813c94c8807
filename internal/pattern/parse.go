package pattern

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolrules/toolrules/internal/fault"
)

// A pieceKind defines what a piece matches. The zero value is a run of literal characters.
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

// A sequence is a glob without braces. It has no two adjacent stars and no two adjacent literals.
type sequence []piece

// with returns s with a piece appended. Like append it may write to the array of s.
func (s sequence) with(p piece) sequence {
	if len(s) == 0 || p.kind == question || s[len(s)-1].kind != p.kind {
		return append(s, p)
	}
	s[len(s)-1].text += p.text
	return s
}

// A segmentKind defines which characters are special in a segment. In the zero value "/" and ":"
// are ordinary.
type segmentKind uint8

const (
	wholeText segmentKind = iota
	serverSegment
	toolSegment
)

func (k segmentKind) String() string {
	return [...]string{"glob", "server segment", "tool segment"}[k]
}

// checkText rejects invalid UTF-8 and patterns that are too long.
func checkText(src string) *Error {
	n := 0
	for pos, r := range src {
		if r == utf8.RuneError && !strings.HasPrefix(src[pos:], string(utf8.RuneError)) {
			return fault.New(CodeInvalidUTF8, pos, "the pattern is not valid UTF-8", "")
		}
		if n == MaxLength {
			return fault.New(CodeTooLong, pos, fmt.Sprintf("the pattern is longer than %d characters", MaxLength),
				"write several patterns")
		}
		n++
	}
	return nil
}

// firstSlash returns the offset of the slash that separates server and tool, or -1.
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

// A parser parses the segments of one pattern.
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

// segment parses src[start:end] and returns its alternatives, one for a segment without braces.
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

// step parses one piece, or the alternatives in braces, and returns the offset after it.
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
		return nil, 0, fault.New(CodeTooManyCombinations, pos,
			fmt.Sprintf("the braces of the pattern have more than %d combinations", MaxCombinations),
			"write several patterns")
	}
	return branches, next, nil
}

// braces parses the alternatives of the brace at open.
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
	err := fault.New(CodeOpenBrace, open, `"{" has no "}"`,
		`write "}" after the last alternative, or \{ for a brace that belongs to the name`)
	if end < len(p.src) && strings.Contains(p.src[end:], "}") {
		err.Message, err.Hint = `braces can't span a "/"`, "write a pattern for each alternative"
	}
	return nil, 0, err
}

// piece parses a wildcard or a literal character.
func (p *parser) piece(pos, end int, kind segmentKind) (piece, int, *Error) {
	at := pos
	switch p.src[pos] {
	case '*':
		return piece{kind: star}, pos + 1, nil
	case '?':
		return piece{kind: question}, pos + 1, nil
	case '\\':
		if at++; at == end {
			return piece{}, 0, fault.New(CodeTrailingBackslash, pos, `nothing follows the "\" at the end`,
				`write \\ for a backslash that belongs to the name`)
		}
	default:
		if err := p.rejected(pos, kind); err != nil {
			return piece{}, 0, err
		}
	}
	if p.src[at] == ':' && kind == serverSegment {
		return piece{}, 0, fault.New(CodeServerColon, at, `":" is not allowed in a server ID`,
			`write "/" between server and tool`)
	}
	_, width := utf8.DecodeRuneInString(p.src[at:])
	return piece{text: p.src[at : at+width]}, at + width, nil
}

// rejected returns an error if the character at pos must be escaped.
func (p *parser) rejected(pos int, kind segmentKind) *Error {
	switch c := p.src[pos]; c {
	case '[', ']':
		message := fmt.Sprintf("unescaped %q: patterns have no character classes", c)
		return fault.New(CodeBracket, pos, message, fmt.Sprintf(
			`use a regex, or write \%c for a bracket that belongs to the name (\\%[1]c in double quotes)`, c))
	case '{':
		return fault.New(CodeNestedBrace, pos, "braces can't be nested", "write out the combinations")
	case '}':
		return fault.New(CodeStrayBrace, pos, `"}" has no "{"`, `write \} for a brace that belongs to the name`)
	case '/':
		return p.extraSlash(pos, kind)
	}
	return nil
}

func (p *parser) extraSlash(pos int, kind segmentKind) *Error {
	switch kind {
	case serverSegment:
		return fault.New(CodeExtraSlash, pos, `"/" is not allowed in a server ID`, "write the server alone")
	case toolSegment:
		return fault.New(CodeExtraSlash, pos, `second "/": a pattern is server/tool`, p.extraSlashHint(pos))
	}
	return nil
}

// extraSlashHint distinguishes a slash that belongs to a name from that of a second pattern in the
// same string.
func (p *parser) extraSlashHint(pos int) string {
	switch before := p.src[:pos]; {
	case strings.Contains(before, " - "):
		return "the next line continues this string: check its indentation"
	case strings.Contains(before, " "), strings.Contains(before, ",") && !strings.Contains(before, "{"):
		return "write two entries: a string is one pattern"
	}
	return `write \/ for a slash that belongs to the tool's name`
}

func emptySegment(start, end int, kind segmentKind) *Error {
	err := fault.New(CodeEmptySegment, start, fmt.Sprintf("the %s is empty", kind), "write * for any")
	if start < end {
		err.Message = fmt.Sprintf("an alternative leaves the %s empty", kind)
		err.Hint = "remove the empty alternative, or write * for any"
	}
	return err
}

// product appends each branch to each sequence read so far. The result shares no memory with the
// arguments.
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
