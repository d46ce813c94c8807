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

// An Env declares what expressions can read: the attributes of a tool, which are fixed, and those
// of a request, most of which a rule file declares. It is immutable and safe for concurrent use.
// Make one with [NewEnv]. A nil or zero Env declares no context. A program and the requests that it
// evaluates must come from the same Env.
type Env struct {
	tool, request []*attribute
	names         *scope       // the names that an expression can start with
	declared      *scope       // the declared part of ctx
	textLists     int          // the number of request attributes that are lists of strings
	requestType   reflect.Type // a struct of values, each optional one with a bool that states whether it is present
	vmType        reflect.Type // struct{ T *toolRow; C *requestType }
}

// A scope is an ordered mapping of names to attributes and further scopes.
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

// EnvOptions configure an [Env]. The zero value is the default.
type EnvOptions struct {
	// Servers are the IDs of all servers. If it is not empty, a literal that is compared with
	// tool.server must be one of them.
	Servers []string
}

// NewEnv returns an Env whose requests have the declared context in addition to runner, model and
// verbosity. context may be nil. The error is nil or an [Errors] with all problems of the
// declarations, in their order.
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
	e, _ := NewEnv(nil, EnvOptions{}) // cannot fail without declarations
	return e
})

func (e *Env) orDefault() *Env {
	if e == nil || e.names == nil {
		return defaultEnv()
	}
	return e
}

// declare adds fields to a scope, and the leaves of fields to the request's attributes.
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

// makeTypes assigns the slots of the request attributes and builds the struct type that the VM
// reads. The struct has no methods, pointers or interfaces, so that an expression cannot call code
// of a request, and the VM never sees nil: a separate bool stores whether an optional value is
// present.
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
	e.vmType = reflect.StructOf([]reflect.StructField{
		{Name: "T", Type: reflect.TypeFor[*toolRow]()},
		{Name: "C", Type: reflect.PointerTo(e.requestType)},
	})
}

// Attributes returns all attributes: those of the tool, then those of the request, each in
// declaration order.
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

// checkFields returns the problems of the declarations below path.
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
			fail(at, BadName, "use letters, digits and _, and do not start with a digit", "%q is not a valid name", f.Name)
		case path == "" && slices.Contains([]string{"runner", "model", "verbosity"}, f.Name):
			fail(at, ReservedName, "remove the declaration", "%s is built in and can't be declared", f.Name)
		case seen[f.Name]:
			fail(at, DuplicateName, "", "%s is declared twice", f.Name)
		}
		seen[f.Name] = true
		if f.Type.Kind != expr.Object {
			errs = append(errs, checkLeaf(at, f.Type)...)
			continue
		}
		if f.Optional {
			fail(at, OptionalMapping, "add ? after the names in the mapping instead", "a mapping can't be optional")
		}
		switch {
		case len(f.Type.Fields) == 0:
			fail(at, EmptyMapping, "declare its attributes", "the mapping is empty")
		case strings.Count(at, ".") >= MaxDepth:
			fail(at, BadType, "", "mappings are nested more than %d deep", MaxDepth)
		default:
			errs = append(errs, checkFields(at, f.Type.Fields)...)
		}
	}
	return errs
}

// checkLeaf returns the problems of a type that is not a mapping.
func checkLeaf(path string, t expr.Type) Errors {
	var err *Error
	switch t.Kind {
	case expr.String, expr.Bool, expr.Int, expr.Float:
	case expr.Words:
		err = checkWords(t.Words)
	case expr.List:
		if t.Elem == nil || t.Elem.Kind > expr.Float {
			err = &Error{Code: BadType, Message: "write a list of string, bool, int or float", Hint: "write [string]"}
		}
	default:
		err = &Error{Code: BadType, Message: "the type is invalid"}
	}
	if err == nil {
		return nil
	}
	err.Path, err.Offset = path, 0
	return Errors{err}
}

// validName reports whether a declaration may have the name, which must match
// [A-Za-z_][A-Za-z0-9_]*.
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
