package schema

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// An Edit puts Text in the place of the bytes from Start to End of a document.
type Edit struct {
	Start, End int
	Text       string
}

// Description gives the description that the schema has, or nil.
func (p Place) Description() *jsontree.Node {
	if p.Schema == nil || p.member < 0 {
		return nil
	}
	return &p.Schema.Members[p.member].Value
}

// Describe gives the edit that sets the description: in the place of the old one, or as a new member at the end of the schema.
// The empty text removes the description; where there is none, there is nothing to do and ok is false.
func (p Place) Describe(text string) (e Edit, ok bool) {
	switch {
	case p.Schema == nil, text == "" && p.member < 0:
		return Edit{}, false
	case text == "":
		return Remove(p.Schema, p.member), true
	case p.member >= 0:
		return Replace(p.Description(), Quote(text)), true
	}
	return Append(p.Schema, "description", Quote(text)), true
}

// Quote gives text as a JSON string.
func Quote(text string) string { return string(jsontree.AppendString(nil, text)) }

// The functions below make edits of one object. Edits of values, of members of different objects, and of one object's values
// and insertions never meet. Two or more members of one object are removed with [RemoveBeside].

// Replace puts a JSON value in the place of another.
func Replace(n *jsontree.Node, value string) Edit {
	return Edit{n.Start, n.End, value}
}

// InsertAfter adds a member behind member i of an object, which must stay. Of several insertions behind the same one the first
// in the list of edits comes first. The value is JSON, the name is not.
func InsertAfter(object *jsontree.Node, i int, name, value string) Edit {
	at := object.Members[i].Value.End
	return Edit{at, at, "," + Quote(name) + ":" + value}
}

// Append adds a member at the end of an object, whose last member must stay. To an object without members only one can be
// added.
func Append(object *jsontree.Node, name, value string) Edit {
	if last := len(object.Members) - 1; last >= 0 {
		return InsertAfter(object, last, name, value)
	}
	at := object.Start + 1
	return Edit{at, at, Quote(name) + ":" + value}
}

// Remove takes member i out of an object, with its comma and the white space that led up to it. It must be the only one that
// is removed.
func Remove(object *jsontree.Node, i int) Edit {
	switch {
	case i > 0:
		return RemoveBeside(object, i, 0)
	case len(object.Members) > 1:
		return RemoveBeside(object, 0, 1)
	}
	return Edit{object.Start + 1, object.End - 1, ""}
}

// RemoveBeside takes member i out of an object whose member keep stays. It goes with any other edits that leave keep in its
// place: what stands before keep takes along the comma and white space behind it, what stands after keep those in front of it.
func RemoveBeside(object *jsontree.Node, i, keep int) Edit {
	if i < keep {
		return Edit{object.Members[i].Key.Start, object.Members[i+1].Key.Start, ""}
	}
	return Edit{object.Members[i-1].Value.End, object.Members[i].Value.End, ""}
}

// Apply appends src to dst with the edits made, which may be in any order, and gives the extended slice. Edits may touch; of
// two that start at the same byte the one that replaces nothing comes first, and of insertions at one byte the first in the
// list. If two overlap, or one lies outside of src, the error is an *[Error] and dst comes back as it was. src is not changed.
func Apply(dst, src []byte, edits []Edit) ([]byte, error) {
	if !slices.IsSortedFunc(edits, byPlace) {
		edits = slices.Clone(edits)
		slices.SortStableFunc(edits, byPlace)
	}
	out, at := dst, 0
	for _, e := range edits {
		switch {
		case e.Start < 0 || e.End < e.Start || e.End > len(src):
			return dst, &Error{Code: CodeEditOutOfText, Offset: e.Start,
				Message: fmt.Sprintf("there are no bytes from %d to %d to edit", e.Start, e.End)}
		case e.Start < at:
			return dst, &Error{Code: CodeOverlap, Offset: e.Start, Message: fmt.Sprintf("byte %d is edited twice", e.Start)}
		}
		out = append(append(out, src[at:e.Start]...), e.Text...)
		at = e.End
	}
	return append(out, src[at:]...), nil
}

func byPlace(a, b Edit) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}
