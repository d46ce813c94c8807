package cond

import (
	"fmt"
	"reflect"
	"slices"
	"unicode/utf8"

	"github.com/toolrules/toolrules/expr"
)

// A binder writes the values of a request into its cells.
type binder struct {
	request *Request
	left    int // the number of bytes that further strings may have
}

// bindName binds the runner or the model. An empty name counts as missing.
func (b *binder) bindName(slot int, name *string) {
	switch {
	case *name == "":
	case len(*name) > MaxString:
		b.fault(slot, tooLong(*name))
	case !utf8.ValidString(*name):
		b.fault(slot, notUTF8)
	default:
		b.request.cells[slot] = name
		b.left -= len(*name) // two names always fit
	}
}

// bindScope binds the declared entries of a mapping. It ignores all other entries, however deep
// they are.
func (b *binder) bindScope(s *scope, mapping any) {
	if m, ok := mapping.(map[string]any); ok { // the usual case
		for _, name := range s.names {
			b.bindItem(s.items[name], m[name])
		}
		return
	}
	m := plain(reflect.ValueOf(mapping))
	if m.IsValid() && (m.Kind() != reflect.Map || m.Type().Key().Kind() != reflect.String) {
		b.faultScope(s, badValue{expr.CodeWrongType, fmt.Sprintf("can't be read: %s is a %s, not a mapping", s.path, m.Type())})
		return
	}
	for _, name := range s.names {
		var value any
		if m.IsValid() {
			if v := m.MapIndex(reflect.ValueOf(name).Convert(m.Type().Key())); v.IsValid() {
				value = v.Interface()
			}
		}
		b.bindItem(s.items[name], value)
	}
}

func (b *binder) bindItem(item entry, value any) {
	if item.scope != nil {
		b.bindScope(item.scope, value)
		return
	}
	b.bind(item.attr, value)
}

func (b *binder) fault(slot int, f badValue) {
	if b.request.faults == nil {
		b.request.faults = map[int]badValue{}
	}
	b.request.faults[slot] = f
}

// faultScope records a fault for everything that is declared in a mapping.
func (b *binder) faultScope(s *scope, f badValue) {
	for _, name := range s.names {
		item := s.items[name]
		if item.scope != nil {
			b.faultScope(item.scope, f)
			continue
		}
		b.fault(item.attr.slot, f)
	}
}

// bind binds one attribute.
func (b *binder) bind(a *attribute, value any) {
	size, ok := measure(a.Type, value)
	if !ok {
		v := plain(reflect.ValueOf(value))
		if !v.IsValid() {
			return
		}
		var f badValue
		if value, size, f = converted(a.Type, v); f.reason != "" {
			b.fault(a.slot, f)
			return
		}
	}
	if size > b.left {
		b.fault(a.slot, overLimit("exceeds the limit: all strings of a request together may have %d bytes", MaxRequest))
		return
	}
	b.left -= size
	if list, ok := value.([]string); ok {
		value = b.keep(list)
	}
	b.request.cells[a.slot] = value
}

// converted converts a value of any Go type to the form of a cell. size is the number of bytes of
// its strings.
func converted(t expr.Type, v reflect.Value) (cell any, size int, f badValue) {
	made := reflect.New(goType(t))
	if size, f = convert(made.Elem(), t, v); t.Kind != expr.List {
		made = made.Elem()
	}
	return made.Interface(), size, f
}

// keep stores a list, which copyLists copies later, and returns a pointer to it.
func (b *binder) keep(list []string) *[]string {
	r := b.request
	if r.lists == nil {
		r.lists = make([][]string, 0, r.env.textLists) // never grows, so pointers into it stay valid
	}
	r.lists = append(r.lists, list)
	return &r.lists[len(r.lists)-1]
}

// copyLists replaces the lists of the request with copies in one allocation.
func (b *binder) copyLists() {
	lists, n := b.request.lists, 0
	for _, list := range lists {
		n += len(list)
	}
	all := make([]string, 0, n)
	for i, list := range lists {
		from := len(all)
		all = append(all, list...)
		lists[i] = all[from:len(all):len(all)]
	}
}

// measure handles the types that hosts usually pass, which need no conversion, and returns the
// number of bytes of the strings in the value. ok is false if the value has another type or is
// unusable; converted handles it then. Reflection for every value would take most of the time of
// binding a request.
func measure(t expr.Type, value any) (size int, ok bool) {
	switch v := value.(type) {
	case string:
		return len(v), isText(t) && fits(t, v)
	case bool:
		return 0, t.Kind == expr.Bool
	case int:
		return 0, t.Kind == expr.Int
	case float64:
		return 0, t.Kind == expr.Float && isFinite(v)
	case []string:
		if t.Kind != expr.List || !isText(*t.Elem) || v == nil || len(v) > MaxList {
			return 0, false
		}
		for _, text := range v {
			if !fits(*t.Elem, text) {
				return 0, false
			}
			size += len(text)
		}
		return size, true
	}
	return 0, false
}

// fits reports whether a string is a valid value of a string or enum type.
func fits(t expr.Type, text string) bool {
	return len(text) <= MaxString && utf8.ValidString(text) && (t.Kind != expr.Words || slices.Contains(t.Words, text))
}
