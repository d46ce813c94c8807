package cond

import (
	"slices"

	"github.com/toolrules/toolrules/expr"
)

// isText reports whether values of the type are strings.
func isText(t expr.Type) bool { return t.Kind == expr.String || t.Kind == expr.Words }

// elemKind returns the kind of a list's elements, and Object for what is not a list, or a list of
// which nothing is known.
func elemKind(t expr.Type) expr.Kind {
	if t.Kind != expr.List || t.Elem == nil {
		return expr.Object
	}
	return t.Elem.Kind
}

// isNumber reports whether values of the type are numbers.
func isNumber(t expr.Type) bool { return t.Kind == expr.Int || t.Kind == expr.Float }

// cloneType returns a copy that shares nothing with t.
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
