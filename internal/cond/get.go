package cond

import "github.com/toolrules/toolrules/expr"

// Lookup implements [expr.Request]: it returns the value of an attribute, or a pointer to it.
func (r *Request) Lookup(path string) (any, error) {
	if r == nil || r.env == nil {
		return nil, &expr.AttributeError{Path: path, Reason: missing.reason, Detail: missing.detail}
	}
	for _, a := range r.env.request {
		if a.Path != path {
			continue
		}
		if f := r.fault(a.slot); f.reason != "" {
			return nil, &expr.AttributeError{Path: path, Reason: f.reason, Detail: f.detail}
		}
		return r.cells[a.slot], nil
	}
	return nil, &expr.AttributeError{Path: path, Reason: expr.CodeUndeclared, Detail: "is not a declared attribute of a request"}
}
