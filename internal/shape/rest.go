package shape

import (
	"strings"

	"github.com/toolrules/toolrules/internal/source"
)

// A rest is a key that is none: what stands behind the comma that has ended an unquoted text in braces.
type rest struct {
	of    *source.Node // the text
	meant string       // the text with all that belongs to it; empty for what was told with another rest
}

// rests finds the entries of a mapping that are the rest of a text, by their index.
func (c *checker) rests(n *source.Node, s *Shape) map[int]*rest {
	var all map[int]*rest
	for i := 0; i < len(n.Entries); i++ {
		text, first := n.Entries[i].Value, i+1
		for ; i+1 < len(n.Entries) && s.isNoKey(text, n.Entries[i+1].Key); i++ {
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

// isNoKey says whether a key with nothing behind it is sure to be none. Among keys of the author's own it is sure only where the values can
// be any text and this reads like a sentence.
func (s *Shape) isNoKey(text, key *source.Node) bool {
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

// cut reports a text that a comma has ended, at the key that its rest reads as. It is a problem of the text, so that no other is looked
// for in it.
func (c *checker) cut(e source.Entry, r *rest, p source.Problem) {
	if r.meant == "" {
		return
	}
	p.Hint = "a comma ends an unquoted text in {…}: write " + source.Quote(r.meant)
	pos := c.file.KeyPosition(e)
	p.Pointer, p.Line, p.Column = r.of.Pointer, pos.Line, pos.Column
	c.problems = append(c.problems, p)
}
