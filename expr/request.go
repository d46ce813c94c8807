package expr

import (
	"fmt"
	"reflect"
)

// RequestValues are what a request carries.
type RequestValues struct {
	Runner, Model string         // "" is missing
	Verbosity     int            // the effective level, 0 to 9; anything else is clamped
	Attrs         map[string]any // the declared attributes, by their first name; what is not declared is ignored
}

// A Request is a request as expressions see it. It is immutable and safe for concurrent use; a nil Request lacks every attribute.
type Request struct {
	env    *Env
	values RequestValues
	row    reflect.Value // a pointer to the struct that the machine reads
	cells  []any         // pointers to the values in row, by slot
	faults []fault
}

// A fault is why an attribute can't be used. The zero value is none.
type fault struct {
	reason Reason
	detail string
}

var missing = fault{ReasonMissing, "is missing in the request"}

func overLimit(format string, args ...any) fault {
	return fault{ReasonTooLong, fmt.Sprintf(format, args...)}
}

// A BadAttribute is an attribute that is there but can't be used. Every expression that reads it fails.
type BadAttribute struct {
	Path   string
	Reason Reason
	Detail string // for people; it holds no value of the request
}

// Request binds a request, once for all expressions. It refuses nothing: what is missing or bad is recorded, and makes those
// expressions fail that read it. Numbers, texts and lists of any Go type will do, and so will a json.Number; nil of any type, and
// JSON's null, is missing. No method of any value is called. The values are copied: they must not change while Request runs, and
// may do so afterwards.
//
// Strings count together up to [MaxRequest], in the order runner, model, declarations; one that no longer fits is bad.
func (e *Env) Request(v RequestValues) *Request {
	e = e.orDefault()
	r := &Request{env: e, values: v, row: reflect.New(e.requestType), cells: make([]any, len(e.request)), faults: make([]fault, len(e.request))}
	for slot := range e.request {
		r.cells[slot] = r.row.Elem().Field(slot).Addr().Interface()
	}
	b := &binder{request: r, left: MaxRequest}
	b.bindName(e.request[runnerSlot], v.Runner)
	b.bindName(e.request[modelSlot], v.Model)
	*r.cells[verbositySlot].(*int) = min(max(v.Verbosity, 0), 9)
	b.bindScope(e.declared, v.Attrs)
	return r
}

// Values gives back what the request was made of.
func (r *Request) Values() RequestValues {
	if r == nil {
		return RequestValues{}
	}
	return r.values
}

// Bad lists the declared attributes that can't be used, in order of declaration. What is merely missing is not bad.
func (r *Request) Bad() []BadAttribute {
	if r == nil || r.env == nil {
		return nil
	}
	return badAttributes(r.env.request, r.faults)
}

func badAttributes(attrs []*attribute, faults []fault) (bad []BadAttribute) {
	for i, f := range faults {
		if f.reason != "" && f.reason != ReasonMissing {
			bad = append(bad, BadAttribute{attrs[i].Path, f.reason, f.detail})
		}
	}
	return bad
}
