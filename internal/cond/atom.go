package cond

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"

	exprlang "github.com/expr-lang/expr"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"
	"github.com/toolrules/toolrules/expr"
)

// An Atom is a maximal subexpression that is not itself an and, or, not or ?: expression. It is
// immutable and safe for concurrent use. Atoms are made by [Env.Compile]; [Program.Atoms] and
// [Node.Atom] return them.
type Atom struct {
	env                                           *Env
	source                                        string
	index                                         int // in Program.Atoms
	offset                                        int
	key                                           string
	term                                          *term // what it means, see Term
	mentions                                      []mention
	reads                                         []string
	program                                       *vm.Program
	direct                                        boolFunc // equivalent to program; nil if only the VM can evaluate the atom
	overlap                                       *Overlap // equivalent form; nil if there is none
	beside                                        bool     // whether the atom reads both the tool and the request
	toolWork, aloneWork, requestWork, refreshWork int      // see ToolWork, RequestWork and RefreshWork
	between                                       *Between // equivalent form; nil if there is none
}

// A mention is an attribute that occurs in an atom.
type mention struct {
	attr      *attribute
	orMissing bool // it occurs only as an operand of ?? or of a comparison with nil
	searched  int  // the maximum size that regular expressions may search; 0 means the limits of the attribute
}

// newAtom compiles a term. The optimizer of expr-lang is off, because it changes which errors
// occur.
func newAtom(e *Env, t *term, src string) (*Atom, error) {
	text := t.vmSource()
	a := &Atom{
		env: e, source: src[t.lo:t.hi], offset: t.lo, key: text, term: t, mentions: mentions(t),
		direct: directBool(t), overlap: overlapOf(t), between: betweenOf(t),
	}
	for _, m := range a.mentions {
		a.reads = append(a.reads, m.attr.Path)
		if m.orMissing {
			// The VM source of a ?? b equals that of a != nil ? a : b, but only the latter fails
			// without a.
			a.key += " ?? " + m.attr.Path
		}
	}
	a.reads = sortedSet(a.reads)
	a.beside = a.ReadsTool() && a.ReadsRequest()
	a.measure(t)
	row := reflect.New(e.vmType).Elem().Interface()
	options := []exprlang.Option{exprlang.Env(row), exprlang.Optimize(false)}
	text = t.vmSourceWith(func(pattern *regexp.Regexp) string {
		name := fmt.Sprintf("matches%d", len(options))
		options = append(options, exprlang.Function(name, func(args ...any) (any, error) {
			return pattern.MatchString(args[0].(string)), nil
		}, new(func(string) bool)))
		return name
	})
	var err error
	a.program, err = exprlang.Compile(text, options...)
	return a, err
}

// mentions returns the attributes of a term, each once, in source order.
func mentions(t *term) (all []mention) {
	searched := searchedBytes(t)
	seesNil := map[*term]bool{} // operands for which a missing value is nil
	t.each(func(part *term) {
		switch part.kind {
		case absentTerm, presentTerm:
			seesNil[part.args[0]] = true
		case coalesceTerm:
			for _, arg := range part.args[:len(part.args)-1] {
				seesNil[arg] = true
			}
		case attrTerm:
			i := slices.IndexFunc(all, func(m mention) bool { return m.attr == part.attr })
			if i < 0 {
				all = append(all, mention{part.attr, seesNil[part], searched[part.attr]})
				return
			}
			all[i].orMissing = all[i].orMissing && seesNil[part]
		}
	})
	return all
}

// searchedBytes returns the maximum size in bytes of each tool attribute that regular expressions
// of the term search.
func searchedBytes(t *term) map[*attribute]int {
	var limits map[*attribute]int
	var walk func(t, list *term)
	walk = func(t, list *term) {
		switch {
		case t.kind == predicateTerm:
			walk(t.args[0], nil)
			walk(t.args[1], t.args[0])
			return
		case t.kind == binaryTerm && t.args[1].regexp != nil:
			if limits == nil {
				limits = map[*attribute]int{}
			}
			limit := func(part *term) {
				if a := part.attr; a != nil && a.ofTool {
					n := MaxRegexWork / t.args[1].instructions
					if limits[a] > 0 {
						n = min(n, limits[a])
					}
					limits[a] = n
				}
			}
			t.args[0].each(limit)
			if list != nil && t.args[0].readsElement() {
				list.each(limit)
			}
		}
		for _, arg := range t.args {
			walk(arg, list)
		}
	}
	walk(t, nil)
	return limits
}

// Source returns the source text of the atom.
func (a *Atom) Source() string { return a.source }

// Offset returns the byte offset of the atom in its expression, from 0.
func (a *Atom) Offset() int { return a.offset }

// Key returns a canonical form of the atom, without differences in white space, brackets and
// spelling of operators. Two atoms of one Env with equal keys have the same outcome for every tool
// and request.
func (a *Atom) Key() string { return a.key }

// Reads returns the sorted paths of the attributes that the atom mentions. The caller must not
// modify them.
func (a *Atom) Reads() []string { return a.reads }

// ReadsRequest reports whether the atom mentions an attribute of the request.
func (a *Atom) ReadsRequest() bool {
	return slices.ContainsFunc(a.mentions, func(m mention) bool { return !m.attr.ofTool })
}

// ReadsTool reports whether the atom mentions an attribute of the tool.
func (a *Atom) ReadsTool() bool {
	return slices.ContainsFunc(a.mentions, func(m mention) bool { return m.attr.ofTool })
}

// Eval evaluates the atom alone. It fails if any attribute that the atom mentions is unusable. A
// missing attribute fails too, unless it occurs only where it may be nil. A nil tool or request has
// no attributes.
func (a *Atom) Eval(t *Tool, r *Request) Result {
	for _, m := range a.mentions {
		f := a.fault(&m, t, r)
		if f.reason == "" || m.orMissing && f.reason == expr.CodeMissing {
			continue
		}
		return a.fail(f.reason, m.attr.Path, f.detail)
	}
	out, err := a.run(t, r)
	if err != nil {
		return a.fail(expr.CodeRun, "", err.Error())
	}
	if out {
		return Result{Outcome: True}
	}
	return Result{Outcome: False}
}

func (a *Atom) fail(reason expr.Code, attribute, detail string) Result {
	return Result{Outcome: Failed, Failure: &expr.Failure{Atom: a.source, Offset: a.offset, Reason: reason, Attribute: attribute, Detail: detail}}
}

// fault returns why an attribute of a tool or request is unusable. The zero fault means that it is
// usable.
func (a *Atom) fault(m *mention, t *Tool, r *Request) badValue {
	switch attr := m.attr; {
	case attr.ofTool && t == nil:
		return badValue{expr.CodeMissing, "is missing: there is no tool"}
	case attr.ofTool && t.fault(attr.slot).reason != "":
		return t.fault(attr.slot)
	case attr.ofTool:
		return a.tooLong(m, t)
	case r == nil:
		return badValue{expr.CodeMissing, "is missing: there is no request"}
	case r.env != a.env:
		return badValue{expr.CodeRun, "can't be read: the request belongs to another rule file"}
	}
	return r.fault(m.attr.slot)
}

// tooLong returns the fault of a tool attribute that is longer than this atom may read.
func (a *Atom) tooLong(m *mention, t *Tool) badValue {
	size := t.size(m.attr.slot)
	switch {
	case a.beside && t.isLongBeside(m.attr.slot):
		return overLimit("has %d bytes; at most %d are allowed in a condition that also reads the request", size, besideLimit(m.attr))
	case m.searched > 0 && size > m.searched:
		return overLimit("has %d bytes; at most %d are allowed for a regular expression of this size", size, m.searched)
	}
	return badValue{}
}

// run runs the compiled atom in a new VM, because a used VM retains the values that it read.
func (a *Atom) run(t *Tool, r *Request) (out bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = false, fmt.Errorf("panic: %v", p)
		}
	}()
	row := reflect.New(a.env.vmType).Elem()
	if t != nil {
		row.Field(0).Set(reflect.ValueOf(&t.row))
	}
	if r != nil && r.env == a.env {
		row.Field(1).Set(r.vmRow())
	} else {
		row.Field(1).Set(reflect.New(a.env.requestType)) // no attribute is present
	}
	value, err := vm.Run(a.program, row.Interface())
	if err != nil {
		return false, withoutPosition(err)
	}
	out, ok := value.(bool)
	if !ok {
		return false, fmt.Errorf("the result is a %T, not a bool", value)
	}
	return out, nil
}

// withoutPosition removes the position, which refers to the VM source.
func withoutPosition(err error) error {
	var at *file.Error
	if errors.As(err, &at) {
		return errors.New(at.Message)
	}
	return err
}
