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
	b := &binder{request: r, left: MaxRequest}
	b.bindName(e.request[runnerSlot], v.Runner)
	b.bindName(e.request[modelSlot], v.Model)
	r.row.Elem().Field(verbositySlot).SetInt(int64(min(max(v.Verbosity, 0), 9)))
	b.bindScope(e.declared, reflect.ValueOf(v.Attrs))
	for slot := range e.request {
		r.cells[slot] = r.row.Elem().Field(slot).Addr().Interface()
	}
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

// A binder puts the values of a request in their places.
type binder struct {
	request *Request
	left    int // bytes that strings may still take
}

// bindName binds the runner or the model, of which an empty one is a missing one.
func (b *binder) bindName(a *attribute, name string) {
	if name == "" {
		b.request.faults[a.slot] = missing
		return
	}
	b.bind(a, reflect.ValueOf(name))
}

// bindScope binds what is declared in a mapping. Nothing else of the mapping is looked at, however deep it goes.
func (b *binder) bindScope(s *scope, mapping reflect.Value) {
	mapping = plain(mapping)
	if mapping.IsValid() && (mapping.Kind() != reflect.Map || mapping.Type().Key().Kind() != reflect.String) {
		b.fault(s, fault{ReasonWrongType, fmt.Sprintf("can't be read: %s is a %s, not a mapping", s.path, mapping.Type())})
		return
	}
	for _, name := range s.names {
		var value reflect.Value
		if mapping.IsValid() {
			value = mapping.MapIndex(reflect.ValueOf(name).Convert(mapping.Type().Key()))
		}
		item := s.items[name]
		if item.scope != nil {
			b.bindScope(item.scope, value)
			continue
		}
		b.bind(item.attr, value)
	}
}

// fault records a fault for everything that is declared in a mapping.
func (b *binder) fault(s *scope, f fault) {
	for _, name := range s.names {
		item := s.items[name]
		if item.scope != nil {
			b.fault(item.scope, f)
			continue
		}
		b.request.faults[item.attr.slot] = f
	}
}

// bind binds one attribute.
func (b *binder) bind(a *attribute, value reflect.Value) {
	value = plain(value)
	if !value.IsValid() {
		b.request.faults[a.slot] = missing
		return
	}
	field := b.request.row.Elem().Field(a.slot)
	size, f := convert(field, a.Type, value)
	if f.reason == "" && size > b.left {
		f = overLimit("does not fit: all strings of a request together have at most %d bytes", MaxRequest)
	}
	if f.reason != "" {
		b.request.faults[a.slot] = f
		return
	}
	b.left -= size
	if a.Optional {
		b.request.row.Elem().FieldByName(a.has[len("C."):]).SetBool(true)
	}
}
