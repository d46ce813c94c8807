package cond

import (
	"fmt"
	"reflect"
	"sync/atomic"

	"github.com/toolrules/toolrules/expr"
)

// A Request is a request as expressions see it. It is immutable and safe for concurrent use. A nil
// Request lacks every attribute; the zero one is bound for no Env, so that every atom fails that
// reads it. Make one with [Env.Request].
type Request struct {
	env    *Env
	values expr.RequestValues
	cells  []any                         // by slot: the value, of runner, model and lists a pointer to it; nil if none can be used
	faults map[int]fault                 // by slot: why no value can be used, unless it is merely missing
	lists  [][]string                    // what the cells of lists of texts point to
	row    atomic.Pointer[reflect.Value] // what the machine reads, once it has asked: see machineRow

	setOwner // of its long lists
}

// A fault is why an attribute can't be used. The zero value is none.
type fault struct {
	reason expr.Reason
	detail string
}

var missing = fault{expr.ReasonMissing, "is missing in the request"}

func overLimit(format string, args ...any) fault {
	return fault{expr.ReasonTooLong, fmt.Sprintf(format, args...)}
}

// Request binds a request, once for all expressions. It refuses nothing: what is missing or bad is
// recorded, and makes those expressions fail that read it. Numbers, texts and lists of any Go type
// will do, and so will a json.Number; nil of any type, and JSON's null, is missing. No method of
// any value is called. The values are copied: they must not change while Request runs, and may do
// so afterwards.
//
// Strings count together up to [MaxRequest], in the order runner, model, declarations; one that no
// longer fits is bad.
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

// fault returns why an attribute can't be used; its reason is empty if it can.
func (r *Request) fault(slot int) fault {
	if r.cells[slot] != nil {
		return fault{}
	}
	if f, ok := r.faults[slot]; ok {
		return f
	}
	return missing
}

// machineRow returns a pointer to the struct that the machine reads. It is made when the machine
// first asks for it, since most atoms run as Go functions.
func (r *Request) machineRow() reflect.Value {
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
	r.row.Store(&row) // another goroutine may have made one meanwhile, which is as good
	return row
}

// Values returns back what the request was made of. Attrs is the very map that was handed in,
// unchecked, with what is not declared. To decide something use [Get].
func (r *Request) Values() expr.RequestValues {
	if r == nil {
		return expr.RequestValues{}
	}
	return r.values
}

// Bad lists the declared attributes that can't be used, in order of declaration. What is merely
// missing is not bad.
func (r *Request) Bad() []expr.AttributeError {
	if r == nil || r.env == nil {
		return nil
	}
	return badAttributes(r.env.request, r.fault)
}

func badAttributes(attrs []*attribute, faultOf func(slot int) fault) (bad []expr.AttributeError) {
	for _, a := range attrs {
		if f := faultOf(a.slot); f.reason != "" && f.reason != expr.ReasonMissing {
			bad = append(bad, expr.AttributeError{Path: a.Path, Reason: f.reason, Detail: f.detail})
		}
	}
	return bad
}
