package shape

import (
	"fmt"
	"strings"

	"github.com/toolrules/toolrules/internal/source"
)

// Check returns every part of a file that does not have the form of the format, with line and
// column, in the order of the table: a mapping before its values, missing keys after them. A file
// that could not be parsed has no problem here.
func (f *Format) Check(file *source.File) []source.Problem {
	if file.Root() == nil {
		return nil
	}
	c := checker{format: f, file: file}
	c.check(file.Root(), f.Root)
	return c.problems
}

// ownerOf returns a hint about the mapping to which a misplaced key belongs, or "".
func (f *Format) ownerOf(key string, inBrackets bool) string {
	for _, h := range f.Owners {
		if h.Shape.Key(key) != nil && inBrackets {
			return "it belongs under " + h.Name
		}
		if h.Shape.Key(key) != nil {
			return fmt.Sprintf("it belongs under %s: check the indentation", h.Name)
		}
	}
	for _, h := range f.Owners {
		if near, ok := h.Shape.Meant(key); ok {
			return fmt.Sprintf("did you mean %q, which belongs under %s?", near, h.Name)
		}
	}
	return ""
}

// A checker compares a file with its format.
type checker struct {
	format   *Format
	file     *source.File
	problems []source.Problem
}

// at reports a problem of a value.
func (c *checker) at(n *source.Node, p source.Problem) {
	pos := c.file.Position(n, -1)
	p.Pointer, p.Line, p.Column = n.Pointer, pos.Line, pos.Column
	c.problems = append(c.problems, p)
}

// atKey reports a problem of the key of an entry.
func (c *checker) atKey(e source.Entry, p source.Problem) {
	pos := c.file.KeyPosition(e)
	p.Pointer, p.Line, p.Column = e.Value.Pointer, pos.Line, pos.Column
	c.problems = append(c.problems, p)
}

// check reports everything below n that does not have the form of s.
func (c *checker) check(n *source.Node, s *Shape) {
	if s.Kind == Anything || s.Null && n.Kind == source.Null && n.Text != "" {
		return
	}
	s = s.resolve(n)
	switch {
	case n.Kind == source.Null && n.Plain:
		c.at(n, nullProblem(n, s))
		return
	case !s.accepts(n):
		c.at(n, c.typeProblem(n, s))
		return
	case holdsNothing(n) && !s.Hollow:
		c.at(n, source.Problem{Code: CodeEmpty, Message: s.Name + " must not be empty", Hint: s.Empty})
		return
	}
	switch s.Kind {
	case Mapping:
		c.mapping(n, s)
	case Dictionary:
		c.dictionary(n, s)
	case List:
		for _, item := range n.Items {
			c.item(item, s.Elem)
		}
	case Text:
		c.text(n, s)
	case Integer:
		c.integer(n, s)
	}
}

// item checks an item of a list.
func (c *checker) item(n *source.Node, s *Shape) {
	if n.Kind == source.List && s.Kind != Anything && !s.resolve(n).accepts(n) {
		p := c.typeProblem(n, s)
		p.Hint = "write its items in the outer list"
		c.at(n, p)
		return
	}
	c.check(n, s)
}

// holdsNothing reports whether a node is an empty list or mapping.
func holdsNothing(n *source.Node) bool {
	return (n.Kind == source.List || n.Kind == source.Map) && len(n.Items)+len(n.Entries) == 0
}

// resolve returns the branch of a choice for a node: the one that accepts it, or the first one,
// which is the most common, for any other scalar. Null, lists and mappings that no branch accepts
// are compared with the choice as a whole.
func (s *Shape) resolve(n *source.Node) *Shape {
	if s.Kind != Choice {
		return s
	}
	for _, branch := range s.OneOf {
		if branch.accepts(n) {
			return branch
		}
	}
	if n.Kind == source.Null || n.Kind == source.List || n.Kind == source.Map {
		return s
	}
	return s.OneOf[0]
}

// accepts reports whether a node is of the type of the shape.
func (s *Shape) accepts(n *source.Node) bool {
	switch s.Kind {
	case Mapping, Dictionary:
		return n.Kind == source.Map
	case List:
		return n.Kind == source.List
	case Text:
		return n.Kind == source.String
	case Integer:
		return n.Kind == source.Int
	case Boolean:
		return n.Kind == source.Bool
	}
	return false
}

func (c *checker) mapping(n *source.Node, s *Shape) {
	rests := c.rests(n, s)
	for i, e := range n.Entries {
		switch known := s.Key(e.Key.Text); {
		case rests[i] != nil:
			c.cut(e, rests[i], c.unknownKey(e, s, true))
		case known != nil && known.Write != "" && e.Value.Kind == source.Null && e.Value.Plain:
			p := nullProblem(e.Value, known.Shape)
			p.Hint = known.hint()
			c.at(e.Value, p)
		case known != nil:
			c.check(e.Value, known.Shape)
		case s.Others != nil:
			c.entry(e, s.KeyIs, s.Others)
		default:
			c.atKey(e, c.unknownKey(e, s, c.file.InBrackets(n)))
		}
	}
	for _, k := range s.Keys {
		if k.Required && n.Get(k.Name) == nil {
			c.at(n, source.Problem{Code: CodeMissingKey, Message: fmt.Sprintf("%s needs the key %s", s.Name, k.Name),
				Hint: k.hint()})
		}
	}
}

// hint returns what to write for a key that is missing.
func (k Key) hint() string {
	if k.Write != "" {
		return "write " + k.Write
	}
	return k.Doc
}

// foreign removes the differences between the spellings of a key.
var foreign = strings.NewReplacer("-", "", "_", "", ".", "", " ", "")

func (c *checker) unknownKey(e source.Entry, s *Shape, inBrackets bool) source.Problem {
	p := source.Problem{Code: CodeUnknownKey, Message: fmt.Sprintf("unknown key %q in %s", e.Key.Text, s.Name)}
	if hint, ok := s.Hints[foreign.Replace(strings.ToLower(e.Key.Text))]; ok {
		p.Hint = hint
	} else if near, ok := s.Meant(e.Key.Text); ok {
		p.Hint = fmt.Sprintf("did you mean %q?", near)
	} else if home := c.format.ownerOf(e.Key.Text, inBrackets); home != "" {
		p.Hint = home
	} else {
		p.Hint = "known keys: " + strings.Join(s.keyNames(), ", ")
	}
	return p
}

func (c *checker) dictionary(n *source.Node, s *Shape) {
	rests := c.rests(n, s)
	for i, e := range n.Entries {
		if rests[i] != nil {
			c.cut(e, rests[i], nullProblem(e.Value, s.Elem))
			continue
		}
		c.entry(e, s.KeyIs, s.Elem)
	}
}

// entry checks an entry whose key is not in the table.
func (c *checker) entry(e source.Entry, rule KeyRule, s *Shape) {
	c.key(e, rule)
	if rule.Alone != "" && e.Value.Kind == source.Null && e.Value.Text == "" {
		p := nullProblem(e.Value, s)
		p.Hint = joinHints(p.Hint, rule.Alone)
		c.at(e.Value, p)
		return
	}
	c.check(e.Value, s)
}

func (c *checker) key(e source.Entry, rule KeyRule) {
	var p source.Problem
	switch {
	case rule.Selector:
		return
	case e.Key.Plain && e.Key.Kind != source.String:
		p.Code = CodeUnquoted
		p.Message = fmt.Sprintf("%s is %s, not a string", e.Key.Text, e.Key.Kind)
		p.Hint = "write " + source.Quote(e.Key.Text)
	case rule.Match != nil && !rule.Match.MatchString(e.Key.Text):
		p.Code = CodeBadName
		p.Message = fmt.Sprintf("%q is not a valid name of %s", e.Key.Text, rule.Name)
		if p.Hint = rule.Hint; p.Hint == "" {
			p.Hint = "names look like " + rule.Match.String()
		}
	case strings.TrimSpace(e.Key.Text) == "" && (e.Key.Text != "" || !rule.Empty):
		p.Code = CodeBadName
		p.Message = "the name of " + rule.Name + " must not be blank"
	default:
		return
	}
	c.atKey(e, p)
}
