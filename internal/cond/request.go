package cond

import (
	"fmt"
	"reflect"
	"sync/atomic"

	"github.com/toolrules/toolrules/expr"
)

// A Request is a request in the form that expressions read. It is immutable and safe for concurrent
// use. Make one with [Env.Request]. A nil Request has no attributes. Every atom that reads the zero
// Request fails, since it belongs to no Env.
type Request struct {
	env    *Env
	values expr.RequestValues
	cells  []any                         // by slot: the value, or a pointer to it for runner, model and lists; nil if there is no usable value
	faults map[int]badValue              // by slot: why a value is unusable; missing values are not included
	lists  [][]string                    // the lists of strings that cells point to
	row    atomic.Pointer[reflect.Value] // the struct that the VM reads; see vmRow

	setOwner // the sets of long lists
}

// A badValue is the reason why an attribute is unusable. The zero value means that it is usable.
type badValue struct {
	reason expr.Code
	detail string
}

var missing = badValue{expr.CodeMissing, "is missing in the request"}

func overLimit(format string, args ...any) badValue {
	return badValue{expr.CodeTooLong, fmt.Sprintf(format, args...)}
}

// Request binds a request for all expressions of the Env. It never fails: it records missing and
// unusable values, and the expressions that read them fail. Numbers, strings and lists of any Go
// type are accepted, and so is json.Number. JSON null and nil of any type count as missing. No
// method of any value is called. The values are copied: they must not change while Request runs,
// and may change afterwards.
//
// All strings together may have [MaxRequest] bytes, counted in the order runner, model,
// declarations. A string that does not fit is unusable.
func (e *Env) Request(v expr.RequestValues) *Request {
	e = e.orDefault()
	r := &Request{env: e, values: v, cells: make([]any, len(e.request))}
	b := binder{request: r, left: MaxRequest}
	b.bindName(runnerSlot, &r.values.Runner)
	b.bindName(modelSlot, &r.values.Model)
	r.cells[verbositySlot] = min(max(v.Verbosity, 0), 9)
	b.bindScope(e.declared, v.Attrs)
	b.copyLists()
	return r
}

// fault returns why an attribute is unusable. The zero fault means that it is usable.
func (r *Request) fault(slot int) badValue {
	if r.cells[slot] != nil {
		return badValue{}
	}
	if f, ok := r.faults[slot]; ok {
		return f
	}
	return missing
}

// vmRow returns a pointer to the struct that the VM reads. It is made on first use, since most
// atoms run as Go functions.
func (r *Request) vmRow() reflect.Value {
	if made := r.row.Load(); made != nil {
		return *made
	}
	row := reflect.New(r.env.requestType)
	for _, a := range r.env.request {
		if r.cells[a.slot] == nil {
			continue
		}
		row.Elem().Field(a.slot).Set(reflect.Indirect(reflect.ValueOf(r.cells[a.slot])))
		if a.Optional {
			row.Elem().Field(a.hasField).SetBool(true)
		}
	}
	r.row.Store(&row) // another goroutine may have stored an equal one
	return row
}

// Values returns the values that the request was made of. Attrs is the host's own map, unchecked
// and with undeclared entries. For decisions use [Get].
func (r *Request) Values() expr.RequestValues {
	if r == nil {
		return expr.RequestValues{}
	}
	return r.values
}

// Bad returns the declared attributes that are unusable, in order of declaration. A missing
// attribute is not unusable.
func (r *Request) Bad() []expr.AttributeError {
	if r == nil || r.env == nil {
		return nil
	}
	return badAttributes(r.env.request, r.fault)
}

func badAttributes(attrs []*attribute, faultOf func(slot int) badValue) (bad []expr.AttributeError) {
	for _, a := range attrs {
		if f := faultOf(a.slot); f.reason != "" && f.reason != expr.CodeMissing {
			bad = append(bad, expr.AttributeError{Path: a.Path, Reason: f.reason, Detail: f.detail})
		}
	}
	return bad
}
