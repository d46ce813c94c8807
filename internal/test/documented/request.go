package documented

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"unicode/utf8"
)

// The limits of docs/expressions.md.
const (
	maxRequestText = 1 << 10
	maxList        = 256
	maxToolText    = 64 << 10
)

// bind returns the attributes of a request by their paths. A level that is missing is the host's
// default, or else 5.
func (f *File) bind(r Request, defaultLevel *int64) map[string]attr {
	all := map[string]attr{
		"ctx.runner":    named(r.Runner),
		"ctx.model":     named(r.Model),
		"ctx.verbosity": {float64(level(r.Verbosity, nil, defaultLevel)), good},
	}
	bindFields(all, "ctx.", f.Context, r.Attrs, good)
	return all
}

// named returns a name that is missing if it is empty.
func named(name string) attr {
	switch {
	case name == "":
		return attr{}
	case len(name) > maxRequestText || !utf8.ValidString(name):
		return attr{state: bad}
	}
	return attr{name, good}
}

// bindFields binds what a mapping declares. The state is that of the mapping itself.
func bindFields(all map[string]attr, prefix string, fields []Field, values map[string]any, state attrState) {
	for _, f := range fields {
		path := prefix + f.Name
		value := values[f.Name]
		switch {
		case f.Type.Kind == Mapping:
			inner, ok := value.(map[string]any)
			of := state
			switch {
			case state != good:
			case value == nil:
				of = missing
			case !ok:
				of = bad
			}
			bindFields(all, path+".", f.Type.Fields, inner, of)
		case state != good:
			all[path] = attr{state: state}
		default:
			all[path] = convert(f.Type, value)
		}
	}
}

// convert returns a value of a declared type.
func convert(t Type, value any) attr {
	if value == nil {
		return attr{}
	}
	v := reflect.ValueOf(value)
	switch t.Kind {
	case Bool:
		if v.Kind() == reflect.Bool {
			return attr{v.Bool(), good}
		}
	case Int, Float:
		if n, ok := toNumber(v); ok && (t.Kind == Float || n == math.Trunc(n)) {
			return attr{n, good}
		}
	case String, Enum:
		_, isNumber := value.(json.Number)
		if v.Kind() == reflect.String && !isNumber && v.Len() <= maxRequestText && utf8.ValidString(v.String()) &&
			(t.Kind == String || slices.Contains(t.Words, v.String())) {
			return attr{v.String(), good}
		}
	case List:
		if v.Kind() != reflect.Slice || v.Len() > maxList {
			break
		}
		items := make([]any, v.Len())
		for i := range items {
			item := convert(Type{Kind: t.Elem}, v.Index(i).Interface())
			if item.state != good {
				return attr{state: bad}
			}
			items[i] = item.value
		}
		return attr{items, good}
	}
	return attr{state: bad}
}

func toNumber(v reflect.Value) (float64, bool) {
	if n, ok := v.Interface().(json.Number); ok {
		f, err := n.Float64()
		return f, err == nil
	}
	switch {
	case v.CanInt():
		return float64(v.Int()), true
	case v.CanUint():
		return float64(v.Uint()), true
	case v.CanFloat():
		return v.Float(), !math.IsNaN(v.Float()) && !math.IsInf(v.Float(), 0)
	}
	return 0, false
}

// level returns the level that a request gets: its own, the text's, the host's, or 5.
func level(of *int64, text *int, host *int64) int {
	switch {
	case of != nil:
		return int(max(0, min(9, *of)))
	case text != nil:
		return *text
	case host != nil:
		return int(max(0, min(9, *host)))
	}
	return 5
}
