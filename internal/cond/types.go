package cond

import (
	"slices"

	"github.com/toolrules/toolrules/expr"
)

// isText reports whether t is string or an enum type.
func isText(t expr.Type) bool { return t.Kind == expr.String || t.Kind == expr.Words }

// elemKind returns the kind of a list's elements, or Object if t is not a list or its element type
// is unknown.
func elemKind(t expr.Type) expr.Kind {
	if t.Kind != expr.List || t.Elem == nil {
		return expr.Object
	}
	return t.Elem.Kind
}

// isNumber reports whether t is int or float.
func isNumber(t expr.Type) bool { return t.Kind == expr.Int || t.Kind == expr.Float }

// cloneType returns a deep copy of t.
func cloneType(t expr.Type) expr.Type {
	if t.Elem != nil {
		elem := cloneType(*t.Elem)
		t.Elem = &elem
	}
	t.Words = slices.Clone(t.Words)
	t.Fields = slices.Clone(t.Fields)
	for i := range t.Fields {
		t.Fields[i].Type = cloneType(t.Fields[i].Type)
	}
	return t
}
