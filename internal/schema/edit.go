package schema

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// An Edit replaces the bytes from Start to End of a document by Text.
type Edit struct {
	Start, End int
	Text       string
}

// Description returns the description of the schema, or nil.
func (p Place) Description() *jsontree.Node {
	if p.Schema == nil || p.member < 0 {
		return nil
	}
	return &p.Schema.Members[p.member].Value
}

// Describe returns the edit that sets the description: it replaces the old one, or appends a member
// to the schema. The empty text removes the description; ok is false if there is nothing to remove.
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

// Quote returns text as a JSON string.
func Quote(text string) string { return string(jsontree.AppendString(nil, text)) }

// The functions below return edits of one object. Edits of values, of members of different objects,
// and of one object's values and insertions never overlap. Two or more members of one object are
// removed with [RemoveBeside].

// Replace replaces a JSON value by another.
func Replace(n *jsontree.Node, value string) Edit {
	return Edit{n.Start, n.End, value}
}

// InsertAfter inserts a member after member i of an object, which must stay. Several insertions
// after the same member keep the order of the list of edits. The value is JSON, the name is not.
func InsertAfter(object *jsontree.Node, i int, name, value string) Edit {
	at := object.Members[i].Value.End
	return Edit{at, at, "," + Quote(name) + ":" + value}
}

// Append appends a member to an object, whose last member must stay. Only one can be appended to an
// object without members.
func Append(object *jsontree.Node, name, value string) Edit {
	if last := len(object.Members) - 1; last >= 0 {
		return InsertAfter(object, last, name, value)
	}
	at := object.Start + 1
	return Edit{at, at, Quote(name) + ":" + value}
}

// Remove removes member i of an object, with its comma and the white space before it. It must be
// the only one that is removed.
func Remove(object *jsontree.Node, i int) Edit {
	switch {
	case i > 0:
		return RemoveBeside(object, i, 0)
	case len(object.Members) > 1:
		return RemoveBeside(object, 0, 1)
	}
	return Edit{object.Start + 1, object.End - 1, ""}
}

// RemoveBeside removes member i of an object whose member keep stays. It can be combined with any
// other edits that leave keep in its position: members before keep are removed with the comma and
// white space after them, members after keep with those before them.
func RemoveBeside(object *jsontree.Node, i, keep int) Edit {
	if i < keep {
		return Edit{object.Members[i].Key.Start, object.Members[i+1].Key.Start, ""}
	}
	return Edit{object.Members[i-1].Value.End, object.Members[i].Value.End, ""}
}

// Apply appends src to dst with the edits applied, which may be in any order, and returns the
// extended slice. Edits may touch. If two start at the same byte, the one that replaces nothing
// comes first, and insertions at one byte keep their order. If two overlap, or one is outside of
// src, the error is an *[Error] and dst is returned unchanged. src is not changed.
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
				Message: fmt.Sprintf("bytes %d to %d are outside of the document", e.Start, e.End)}
		case e.Start < at:
			return dst, &Error{Code: CodeOverlap, Offset: e.Start,
				Message: fmt.Sprintf("byte %d is edited twice", e.Start)}
		}
		out = append(append(out, src[at:e.Start]...), e.Text...)
		at = e.End
	}
	return append(out, src[at:]...), nil
}

func byPlace(a, b Edit) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}
