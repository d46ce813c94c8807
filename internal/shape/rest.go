package shape

import (
	"strings"

	"github.com/toolrules/toolrules/internal/source"
)

// A rest is not a key but the continuation of an unquoted string in braces after the comma that
// ended it.
type rest struct {
	of    *source.Node // the string
	meant string       // the string with all of its parts; empty if another rest reports it
}

// rests finds the entries of a mapping that are rests of a string, by their index.
func (c *checker) rests(n *source.Node, s *Shape) map[int]*rest {
	var all map[int]*rest
	for i := 0; i < len(n.Entries); i++ {
		text, first := n.Entries[i].Value, i+1
		for ; i+1 < len(n.Entries) && s.isRest(text, n.Entries[i+1].Key); i++ {
			meant, ok := c.file.CutByComma(text, n.Entries[i+1].Key)
			if !ok {
				break
			}
			if all == nil {
				all = map[int]*rest{}
			}
			all[i+1] = &rest{}
			*all[first] = rest{text, meant}
		}
	}
	return all
}

// isRest reports whether a key without a value is certainly not a key. Among arbitrary keys that is
// certain only if the values can be any string and this reads like a sentence.
func (s *Shape) isRest(text, key *source.Node) bool {
	if s.Key(key.Text) != nil {
		return false
	}
	values := s.Elem
	if s.Kind == Mapping {
		values = s.Others
	}
	if values == nil {
		return true
	}
	values = values.resolve(text)
	isLevel := s.KeyIs.Selector && s.KeyIs.Match != nil && s.KeyIs.Match.MatchString(key.Text)
	return values.Kind == Text && values.Blank == EmptyIsFine && !isLevel && strings.Contains(text.Text+key.Text, " ")
}

// cut reports a string that a comma has ended, at the key of its rest. It is a problem of the
// string, so that no other one is reported for it.
func (c *checker) cut(e source.Entry, r *rest, p source.Problem) {
	if r.meant == "" {
		return
	}
	p.Hint = "a comma ends an unquoted string in {…}: write " + source.Quote(r.meant)
	pos := c.file.KeyPosition(e)
	p.Pointer, p.Line, p.Column = r.of.Pointer, pos.Line, pos.Column
	c.problems = append(c.problems, p)
}
