package cond

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/toolrules/toolrules/expr"
)

// An Env is what expressions may read: the attributes of a tool, which are always the same, and
// those of a request, of which a rule file declares most. It is immutable and safe for concurrent
// use. Make one with [NewEnv]; nil and the zero value declare nothing. A program and the requests
// that it is evaluated for must come from the same Env.
type Env struct {
	tool, request []*attribute
	names         *scope       // what a name at the start of an expression can be
	declared      *scope       // ctx without runner, model and verbosity
	textLists     int          // how many attributes of a request are lists of texts
	requestType   reflect.Type // a struct of values and of whether they are there
	machineType   reflect.Type // struct{ T *toolRow; C *requestType }
}

// A scope is a mapping of names to attributes and further mappings, in order.
type scope struct {
	path  string // "ctx.user"; empty for the outermost
	names []string
	items map[string]entry
}

// An entry is an attribute or a scope.
type entry struct {
	attr  *attribute
	scope *scope
}

func newScope(path string) *scope { return &scope{path: path, items: map[string]entry{}} }

func (s *scope) add(name string, e entry) {
	s.names = append(s.names, name)
	s.items[name] = e
}

// EnvOptions refine an [Env]. The zero value is the default.
type EnvOptions struct {
	// Servers is the closed list of server ids. If there is one, a literal that is compared with
	// tool.server must be in it.
	Servers []string
}

// NewEnv makes an Env whose requests carry the declared context beside runner, model and verbosity.
// No context is fine. The error, if any, is of type [Errors] and has the declarations' mistakes in
// their order.
func NewEnv(context []expr.Field, opts EnvOptions) (*Env, error) {
	if errs := checkFields("", context); len(errs) > 0 {
		return nil, errs
	}
	e := &Env{
		tool:     toolAttributes(slices.Clone(opts.Servers)),
		request:  requestAttributes(),
		names:    newScope(""),
		declared: newScope("ctx"),
	}
	tool, ctx := newScope("tool"), newScope("ctx")
	e.names.add("tool", entry{scope: tool})
	e.names.add("ctx", entry{scope: ctx})
	for _, a := range e.tool {
		tool.add(a.Path[len("tool."):], entry{attr: a})
	}
	for _, a := range e.request {
		ctx.add(a.Path[len("ctx."):], entry{attr: a})
	}
	e.declare(e.declared, cloneType(expr.Type{Kind: expr.Object, Fields: context}).Fields)
	for _, name := range e.declared.names {
		ctx.add(name, e.declared.items[name])
	}
	e.makeTypes()
	return e, nil
}

// defaultEnv is the Env that declares nothing.
var defaultEnv = sync.OnceValue(func() *Env {
	e, _ := NewEnv(nil, EnvOptions{}) // there is no declaration that could be wrong
	return e
})

func (e *Env) orDefault() *Env {
	if e == nil || e.names == nil {
		return defaultEnv()
	}
	return e
}

// declare adds fields to a scope, and their leaves to the attributes of a request.
func (e *Env) declare(s *scope, fields []expr.Field) {
	for _, f := range fields {
		path := s.path + "." + f.Name
		if f.Type.Kind == expr.Object {
			inner := newScope(path)
			e.declare(inner, f.Type.Fields)
			s.add(f.Name, entry{scope: inner})
			continue
		}
		a := &attribute{Attribute: Attribute{Path: path, Type: f.Type, Optional: f.Optional}}
		e.request = append(e.request, a)
		s.add(f.Name, entry{attr: a})
	}
}

// makeTypes returns the attributes of a request their slots and lays out what the machine reads.
// The struct has no methods, no pointers and no interfaces, so that nothing of a request can be
// called and nil never gets into the machine: whether an optional value is there is a bool beside
// it.
func (e *Env) makeTypes() {
	var fields []reflect.StructField
	for i, a := range e.request {
		n := strconv.Itoa(i)
		a.slot, a.value = i, "C.V"+n
		if a.Type.Kind == expr.List && isText(*a.Type.Elem) {
			e.textLists++
		}
		fields = append(fields, reflect.StructField{Name: "V" + n, Type: goType(a.Type)})
	}
	for i, a := range e.request {
		if a.Optional {
			n := strconv.Itoa(i)
			a.has, a.hasField = "C.H"+n, len(fields)
			fields = append(fields, reflect.StructField{Name: "H" + n, Type: reflect.TypeFor[bool]()})
		}
	}
	e.requestType = reflect.StructOf(fields)
	e.machineType = reflect.StructOf([]reflect.StructField{
		{Name: "T", Type: reflect.TypeFor[*toolRow]()},
		{Name: "C", Type: reflect.PointerTo(e.requestType)},
	})
}

// Attributes returns all that can be read, tool before request, each in its own order.
func (e *Env) Attributes() []Attribute {
	e = e.orDefault()
	var all []Attribute
	for _, a := range slices.Concat(e.tool, e.request) {
		copied := a.Attribute
		copied.Type = cloneType(a.Type)
		all = append(all, copied)
	}
	return all
}

// checkFields looks for mistakes in declarations below path.
func checkFields(path string, fields []expr.Field) (errs Errors) {
	fail := func(path string, code Code, hint, format string, args ...any) {
		errs = append(errs, &Error{Code: code, Path: path, Message: fmt.Sprintf(format, args...), Hint: hint})
	}
	seen := map[string]bool{}
	for _, f := range fields {
		at := f.Name
		if path != "" {
			at = path + "." + f.Name
		}
		switch {
		case !validName(f.Name):
			fail(at, BadName, "a name is letters, digits and _, and does not start with a digit", "%q is no name", f.Name)
		case path == "" && slices.Contains([]string{"runner", "model", "verbosity"}, f.Name):
			fail(at, ReservedName, "leave the declaration out", "%s is always there and can't be declared", f.Name)
		case seen[f.Name]:
			fail(at, DuplicateName, "", "%s is declared twice", f.Name)
		}
		seen[f.Name] = true
		if f.Type.Kind != expr.Object {
			errs = append(errs, checkLeaf(at, f.Type)...)
			continue
		}
		if f.Optional {
			fail(at, OptionalMapping, "put the ? behind the names in it", "a mapping can't be marked as one that may be missing")
		}
		switch {
		case len(f.Type.Fields) == 0:
			fail(at, EmptyMapping, "declare what is in it", "the mapping declares nothing")
		case strings.Count(at, ".") >= MaxDepth:
			fail(at, BadType, "", "more than %d mappings in one another", MaxDepth)
		default:
			errs = append(errs, checkFields(at, f.Type.Fields)...)
		}
	}
	return errs
}

// checkLeaf looks for mistakes in the type of a value that is no mapping.
func checkLeaf(path string, t expr.Type) Errors {
	var err *Error
	switch t.Kind {
	case expr.String, expr.Bool, expr.Int, expr.Float:
	case expr.Words:
		err = checkWords(t.Words)
	case expr.List:
		if t.Elem == nil || t.Elem.Kind > expr.Float {
			err = &Error{Code: BadType, Message: "a list is of string, bool, int or float", Hint: "write [string]"}
		}
	default:
		err = &Error{Code: BadType, Message: "there is no such type"}
	}
	if err == nil {
		return nil
	}
	err.Path, err.Offset = path, 0
	return Errors{err}
}

// validName reports whether a declaration may have the name: [A-Za-z_][A-Za-z0-9_]*.
func validName(name string) bool {
	for i, c := range []byte(name) {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
		digit := '0' <= c && c <= '9'
		if !letter && (!digit || i == 0) {
			return false
		}
	}
	return name != ""
}
