package expr

import "fmt"

// A Value is what the value of an attribute is in Go. Texts and words are strings.
type Value interface {
	string | bool | int | float64 | []string | []bool | []int | []float64
}

// Get gives the value of a request's attribute by its path, such as ctx.user.role or ctx.runner, as expressions see it: held to its
// declaration and to the limits, whatever Go type the host handed in. It is for Go functions that decide; what [Request.Values] gives
// is not checked, and a value that is missing there looks like a zero value, which decides too. A list must not be changed.
//
// The error is a *[BadAttribute] for what is missing, can't be used, is not declared, or is declared as another type than T. A Go
// function of a filter returns it, and so fails as an expression would.
func Get[T Value](r *Request, path string) (value T, err error) {
	if r == nil || r.env == nil {
		return value, &BadAttribute{path, missing.reason, missing.detail}
	}
	for _, a := range r.env.request {
		if a.Path != path {
			continue
		}
		if f := r.fault(a.slot); f.reason != "" {
			return value, &BadAttribute{path, f.reason, f.detail}
		}
		switch cell := r.cells[a.slot].(type) {
		case T:
			return cell, nil
		case *T:
			return *cell, nil
		}
		return value, &BadAttribute{path, ReasonWrongType, fmt.Sprintf("is %s; %T was asked for", article(a.Type), value)}
	}
	return value, &BadAttribute{path, ReasonUndeclared, "is no declared attribute of a request"}
}
