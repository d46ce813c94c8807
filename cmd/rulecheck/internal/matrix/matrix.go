// Package matrix builds the requests that a rule file distinguishes: all combinations of some
// values of some attributes. Each request has a name that distinguishes it from the others.
package matrix

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
)

// A Request is one request of a matrix.
type Request struct {
	Name string // what sets it apart: "user.role=guest, verbosity=0"; empty if there is no other one
	engine.Request
}

// An Axis is an attribute and its values.
type Axis struct {
	Path   string // runner, model, verbosity, or a declared attribute by its whole path: user.role
	Values []any  // nil is a request that lacks it; a level is an int

	Literals bool // made by [Compared]
}

// Declared returns the axes of the declared attributes whose paths are in fields, in the order of
// the declarations. The values are each value of an enum, both bools, the empty list, and, for an
// optional attribute, its absence. Other types have too many values: their attributes are missing
// in the requests, and left holds the paths of those that are not optional.
func Declared(context []expr.Field, fields []string) (axes []Axis, left []string) {
	return declared("", context, fields)
}

func declared(prefix string, context []expr.Field, fields []string) (axes []Axis, left []string) {
	for _, f := range context {
		path := prefix + f.Name
		if f.Type.Kind == expr.Object {
			inner, missing := declared(path+".", f.Type.Fields, fields)
			axes, left = append(axes, inner...), append(left, missing...)
			continue
		}
		if !slices.Contains(fields, path) {
			continue
		}
		values := valuesOf(f.Type)
		switch {
		case values == nil && !f.Optional:
			left = append(left, path)
		case f.Optional:
			values = append([]any{nil}, values...)
		}
		if values != nil {
			axes = append(axes, Axis{Path: path, Values: values})
		}
	}
	return axes, left
}

// valuesOf returns all values of a type with few values, or nil.
func valuesOf(t expr.Type) []any {
	switch t.Kind {
	case expr.Words:
		values := make([]any, len(t.Words))
		for i, w := range t.Words {
			values[i] = w
		}
		return values
	case expr.Bool:
		return []any{false, true}
	case expr.List:
		return []any{[]any{}}
	}
	return nil
}

// Size returns how many requests [Requests] would build, but at most most+1.
func Size(bases int, axes []Axis, most int) int {
	for _, a := range axes {
		if bases *= len(a.Values); bases > most {
			return most + 1
		}
	}
	return min(bases, most+1)
}

// RequestsFromLiterals returns the result of [Requests] if that is at most most requests. Otherwise
// axes made by [Compared] are fixed to their first value, each of their other values is tried
// alone, and complete is false. The result never exceeds limit requests.
func RequestsFromLiterals(bases []engine.Request, axes []Axis, most, limit int) (list []Request, complete bool) {
	if Size(len(bases), axes, most) <= most {
		return Requests(bases, axes), true
	}
	fixed := slices.Clone(axes)
	for i := range fixed {
		if fixed[i].Literals {
			fixed[i].Values = fixed[i].Values[:1]
		}
	}
	add := func(axes []Axis) {
		for _, base := range bases {
			list = append(list, combine(base, axes)...)
		}
	}
	add(fixed)
	for i, a := range axes {
		if !a.Literals {
			continue
		}
		for _, value := range a.Values[1:] {
			alone := slices.Clone(fixed)
			alone[i].Values = []any{value}
			if len(list)+Size(len(bases), alone, limit) > limit {
				continue
			}
			add(alone)
		}
	}
	name(list)
	return list, false
}

// Requests returns all combinations of a base and a value of each axis; the last axis varies
// fastest. The value of an axis overrides the value of the base. The bases are not changed.
func Requests(bases []engine.Request, axes []Axis) []Request {
	var list []Request
	for _, base := range bases {
		list = append(list, combine(base, axes)...)
	}
	name(list)
	return list
}

func combine(base engine.Request, axes []Axis) []Request {
	list := []Request{{Request: base}}
	for _, a := range axes {
		var next []Request
		for _, r := range list {
			for _, value := range a.Values {
				next = append(next, Request{Request: with(r.Request, a.Path, value)})
			}
		}
		list = next
	}
	return list
}

// with returns a request that differs from req in one attribute.
func with(req engine.Request, path string, value any) engine.Request {
	switch path {
	case "runner":
		req.Runner, _ = value.(string)
	case "model":
		req.Model, _ = value.(string)
	case "verbosity":
		req.Verbosity = engine.Level{}
		if n, ok := value.(int); ok {
			req.Verbosity = engine.Verbosity(int64(n))
		}
	default:
		req.Attrs = set(req.Attrs, strings.Split(path, "."), value)
	}
	return req
}

// set returns a copy of attrs in which one attribute has another value.
func set(attrs map[string]any, path []string, value any) map[string]any {
	attrs = maps.Clone(attrs)
	if attrs == nil {
		attrs = map[string]any{}
	}
	if len(path) > 1 {
		inner, _ := attrs[path[0]].(map[string]any)
		attrs[path[0]] = set(inner, path[1:], value)
		return attrs
	}
	if attrs[path[0]] = value; value == nil {
		delete(attrs, path[0])
	}
	return attrs
}

// name sets the name of each request: the attributes that it has and that not all requests have.
func name(list []Request) {
	pairs := make([][]string, len(list))
	count := map[string]int{}
	var order []string // all pairs, as they come up
	for i, r := range list {
		pairs[i] = carried(r.Request)
		for _, p := range pairs[i] {
			if count[p] == 0 {
				order = append(order, p)
			}
			count[p]++
		}
	}
	for i := range list {
		own := slices.DeleteFunc(pairs[i], func(p string) bool { return count[p] == len(list) })
		list[i].Name = strings.Join(own, ", ")
		if list[i].Name == "" && len(list) > 1 {
			list[i].Name = absent(order, count, len(list))
		}
	}
}

// absent returns the name of a request that has no attribute beyond those of all requests: it lists
// what the request lacks.
func absent(order []string, count map[string]int, all int) string {
	var paths []string
	for _, p := range order {
		path, _, _ := strings.Cut(p, "=")
		if count[p] < all && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	if len(paths) == 0 {
		return "the same"
	}
	return "no " + strings.Join(paths, ", no ")
}

// carried returns the attributes of a request as path=value: sorted by name, then runner, model and
// verbosity.
func carried(req engine.Request) []string {
	pairs := flat("", req.Attrs)
	if req.Runner != "" {
		pairs = append(pairs, "runner="+req.Runner)
	}
	if req.Model != "" {
		pairs = append(pairs, "model="+req.Model)
	}
	if n, ok := req.Verbosity.Get(); ok {
		pairs = append(pairs, fmt.Sprintf("verbosity=%d", n))
	}
	return pairs
}

func flat(prefix string, attrs map[string]any) (pairs []string) {
	for _, key := range slices.Sorted(maps.Keys(attrs)) {
		if inner, ok := attrs[key].(map[string]any); ok {
			pairs = append(pairs, flat(prefix+key+".", inner)...)
			continue
		}
		pairs = append(pairs, prefix+key+"="+text(attrs[key]))
	}
	return pairs
}

// text returns a value as a string; a string has no quotes.
func text(value any) string {
	if s, ok := value.(string); ok {
		return s
	}
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(data)
}
