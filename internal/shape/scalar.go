package shape

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/internal/suggest"
)

func (c *checker) text(n *source.Node, s *Shape) {
	var p source.Problem
	blank := strings.TrimSpace(n.Text) == ""
	switch {
	case blank && s.Blank == NotBlank, blank && s.Blank == EmptyIsFine && n.Text != "":
		p.Code = CodeBlank
		p.Message = s.Name + " must not be blank"
		p.Hint = s.Empty
	case s.Words != nil && !slices.Contains(s.Words, n.Text):
		p.Code = CodeNotAWord
		p.Message = fmt.Sprintf("%q is not one of %s", n.Text, strings.Join(s.Words, ", "))
		if near, ok := suggest.Nearest(n.Text, s.Words); ok {
			p.Hint = fmt.Sprintf("did you mean %q?", near)
		}
		if also, ok := s.Also[strings.ToLower(n.Text)]; ok {
			p.Hint = "write " + also
		}
	case s.Match != nil && !s.Match.MatchString(n.Text):
		p.Code = CodeBadName
		p.Message = fmt.Sprintf("%q is not %s", n.Text, s.Name)
		p.Hint = "write one that looks like " + s.Match.String()
	default:
		return
	}
	c.at(n, p)
}

func (c *checker) integer(n *source.Node, s *Shape) {
	value, ok := Decimal(n.Text)
	if ok && value >= s.Min && value <= s.Max {
		return
	}
	p := source.Problem{Code: CodeOutOfRange}
	switch {
	case !ok:
		p.Code = CodeWrongType
		p.Message = fmt.Sprintf("%s is not a plain decimal number", n.Text)
		p.Hint = s.numberHint(n)
	case s.Min == s.Max:
		p.Message = fmt.Sprintf("%s must be %d, not %s", s.Name, s.Min, n.Text)
		p.Hint = fmt.Sprintf("write %d", s.Min)
	default:
		p.Message = fmt.Sprintf("%s must be %d to %d, not %s", s.Name, s.Min, s.Max, n.Text)
	}
	c.at(n, p)
}

// numberHint returns what to write for a number in another notation: 1.0, "1", v1.
func (s *Shape) numberHint(n *source.Node) string {
	text := strings.TrimPrefix(strings.ToLower(n.Text), "v")
	if s.Min == s.Max && text != strconv.Itoa(s.Min) {
		return fmt.Sprintf("write %d", s.Min)
	}
	if whole, zeros, ok := strings.Cut(text, "."); ok && strings.Trim(zeros, "0.") == "" {
		text = whole
	}
	value, ok := Decimal(text)
	if !ok || value < s.Min || value > s.Max {
		return ""
	}
	if text == n.Text {
		return "write " + text + " without quotes"
	}
	return "write " + text
}

// Decimal parses a plain decimal number: one to nine digits without a leading zero, sign, base or
// underscores. Returns false for anything else.
func Decimal(s string) (int, bool) {
	if s == "" || len(s) > 9 || len(s) > 1 && s[0] == '0' {
		return 0, false
	}
	n := 0
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

func nullProblem(n *source.Node, s *Shape) source.Problem {
	p := source.Problem{Code: CodeNull, Message: s.Name + " is missing: the key has no value", Hint: s.Empty}
	switch {
	case n.Text != "":
		p.Message = fmt.Sprintf("%s is missing: %s means no value", s.Name, n.Text)
		if s.Kind == Text {
			p.Hint = joinHints(p.Hint, "write "+source.Quote(n.Text)+" if that is the string")
		}
	case s.Kind == Mapping || s.Kind == Dictionary || s.Kind == List:
		p.Hint = "indent its value, or " + cmp.Or(s.Empty, "leave the key out")
	}
	p.Hint = cmp.Or(p.Hint, "write it, or leave the key out")
	return p
}

func joinHints(hint, other string) string {
	if hint == "" {
		return other
	}
	return hint + "; " + other
}

func isNo(s string) bool {
	switch strings.ToLower(s) {
	case "no", "n", "off", "false":
		return true
	}
	return false
}

func isYes(s string) bool {
	switch strings.ToLower(s) {
	case "yes", "y", "on", "true":
		return true
	}
	return false
}
