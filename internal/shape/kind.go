package shape

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/source"
)

// maxShown is the length of the longest value in a message, in bytes.
const maxShown = 60

// typeProblem returns the problem of a value of an unexpected type.
func (c *checker) typeProblem(n *source.Node, s *Shape) source.Problem {
	p := source.Problem{Code: CodeWrongType, Message: fmt.Sprintf("expected %s, got %s", s.Name, n.Kind)}
	if n.Text != "" && len(n.Text) <= maxShown {
		p.Message = fmt.Sprintf("expected %s, got %q, which is %s", s.Name, n.Text, n.Kind)
	}
	switch {
	case n.Kind == source.Map:
		p.Hint = c.insteadOfMapping(n, s)
	case n.Kind == source.List:
		p.Hint = c.insteadOfList(n, s)
	case s.Kind == Text:
		p.Code = CodeUnquoted
		p.Message = fmt.Sprintf("%s is %s", n.Text, n.Kind)
		p.Hint = "write " + source.Quote(n.Text)
	default:
		p.Hint = insteadOfScalar(n, s)
	}
	if s.Instead != nil {
		p.Hint = cmp.Or(s.Instead(n), p.Hint)
	}
	return p
}

// insteadOfMapping returns what to write instead of a mapping. Most often it is a list entry
// without its dash.
func (c *checker) insteadOfMapping(n *source.Node, s *Shape) string {
	switch {
	case s.Kind != List && isStringInBraces(n):
		return "a string that starts with { needs quotes"
	case s.Kind == Choice:
		return s.Empty
	case s.Kind == Text && s.Words == nil:
		return named(n)
	case s.Kind != List || len(n.Entries) == 0:
		return ""
	case lacksBlank(n.Entries[0].Key.Text):
		return blankAfterDash
	}
	elem := s.Elem.resolve(n)
	switch {
	case elem.Kind == Text && len(n.Entries) <= maxListed:
		return "write [" + strings.Join(keysOf(n), ", ") + "]"
	case elem.Kind != Mapping:
		return "write - and a blank before each item"
	case !elem.hasKeyOf(n):
		return "write a list whose items have the keys " + strings.Join(elem.keyNames(), ", ")
	case c.file.InBrackets(n):
		return "write [{…}]: each entry is an item of a list"
	}
	hint := "put - before " + n.Entries[0].Key.Text
	if len(n.Entries) > 1 {
		hint += ", and two blanks before the keys below it"
	}
	return hint + ": each entry is an item of a list"
}

// maxListed is the largest number of keys in a hint.
const maxListed = 8

func keysOf(n *source.Node) []string {
	keys := make([]string, len(n.Entries))
	for i, e := range n.Entries {
		keys[i] = e.Key.Text
	}
	return keys
}

// named returns what to write for a mapping that names something, as {id: fs} and {name: fs} do, if
// only the name is expected.
func named(n *source.Node) string {
	for _, e := range n.Entries {
		if (e.Key.Text == "id" || e.Key.Text == "name") && e.Value.Kind == source.String {
			return "write " + e.Value.Text
		}
	}
	return ""
}

// isStringInBraces reports whether a mapping was meant as a string, such as {a,b}: none of its keys
// has a value.
func isStringInBraces(n *source.Node) bool {
	return len(n.Entries) > 0 && !slices.ContainsFunc(n.Entries, func(e source.Entry) bool {
		return e.Value.Kind != source.Null || e.Value.Text != "" || !e.Value.Plain
	})
}

// insteadOfList returns what to write instead of a list.
func (c *checker) insteadOfList(n *source.Node, s *Shape) string {
	if len(n.Items) == 0 {
		return s.Empty
	}
	switch first := n.Items[0]; {
	case s.Kind == Dictionary && first.Kind == source.Map, s.resolve(first).hasKeyOf(first):
		brackets := "the -"
		if c.file.InBrackets(n) {
			brackets = "the [ and ]"
		}
		return fmt.Sprintf("remove %s: %s is not a list", brackets, s.Name)
	case len(n.Items) == 1 && first.Kind == source.String && s.resolve(first).Kind == Text:
		return "write " + source.Quote(first.Text)
	case s.Kind == Choice:
		return s.Empty
	}
	return insteadOfScalar(n, s)
}

// insteadOfScalar returns what to write instead of a scalar.
func insteadOfScalar(n *source.Node, s *Shape) string {
	switch s.Kind {
	case Boolean:
		if n.Kind == source.String && isYes(n.Text) {
			return "write true"
		}
		if n.Kind == source.String && isNo(n.Text) {
			return "write false"
		}
		return "write true or false"
	case Integer:
		return s.numberHint(n)
	case List:
		if lacksBlank(n.Text) {
			return blankAfterDash
		}
		if n.Kind == source.String {
			items := strings.Split(strings.Trim(strings.TrimSpace(n.Text), "()"), ", ")
			for i, item := range items {
				items[i] = source.Quote(strings.TrimSpace(item))
			}
			return "write [" + strings.Join(items, ", ") + "]"
		}
	case Mapping:
		return "known keys: " + strings.Join(s.keyNames(), ", ")
	case Dictionary:
		return "write a mapping: " + s.KeyIs.Name + ", a colon and its value"
	}
	return ""
}

const blankAfterDash = "put a blank after the dash"

// lacksBlank reports whether a string starts with the dash of a list item without a blank after it.
func lacksBlank(text string) bool {
	return len(text) > 1 && text[0] == '-' && text[1] != ' '
}

// hasKeyOf reports whether a mapping has a key of the shape.
func (s *Shape) hasKeyOf(n *source.Node) bool {
	return slices.ContainsFunc(n.Entries, func(e source.Entry) bool { return s.Key(e.Key.Text) != nil })
}
