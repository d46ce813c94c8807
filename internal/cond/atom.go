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

// An Atom is a largest part of an expression that has no and, or, not or ?: on the way to it. It is
// immutable and safe for concurrent use. Atoms come with a program: see [Program.Atoms] and
// [Node.Atom].
type Atom struct {
	env                                           *Env
	source                                        string
	index                                         int // in Program.Atoms
	offset                                        int
	key                                           string
	mentions                                      []mention
	reads                                         []string
	program                                       *vm.Program
	direct                                        boolFunc // the same as program; nil if the atom is not simple
	overlap                                       *Overlap // the same again; nil if the atom is none
	beside                                        bool     // it reads both the tool and the request
	toolWork, aloneWork, requestWork, refreshWork int      // see ToolWork, RequestWork and RefreshWork
	between                                       *Between // the same again; nil if the atom is none
}

// A mention is an attribute that stands anywhere in an atom.
type mention struct {
	attr      *attribute
	orMissing bool // it stands only before ?? and beside nil
	searched  int  // bytes of it that regular expressions can search; 0 is no limit but those of the attribute
}

// newAtom compiles a term. expr-lang's optimizer stays off: it changes which errors are seen.
func newAtom(e *Env, t *term, src string) (*Atom, error) {
	text := t.machine()
	a := &Atom{
		env: e, source: src[t.lo:t.hi], offset: t.lo, key: text, mentions: mentions(t),
		direct: directBool(t), overlap: overlapOf(t), between: betweenOf(t),
	}
	for _, m := range a.mentions {
		a.reads = append(a.reads, m.attr.Path)
		if m.orMissing {
			// The text for the machine is the same for a ?? b and a != nil ? a : b, which fails
			// without a.
			a.key += " ?? " + m.attr.Path
		}
	}
	a.reads = sortedSet(a.reads)
	a.beside = a.ReadsTool() && a.ReadsRequest()
	a.measure(t)
	machine := reflect.New(e.machineType).Elem().Interface()
	options := []exprlang.Option{exprlang.Env(machine), exprlang.Optimize(false)}
	text = t.machineWith(func(pattern *regexp.Regexp) string {
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

// mentions returns the attributes of a term in the order of the source, each once.
func mentions(t *term) (all []mention) {
	searched := searchedBytes(t)
	asked := map[*term]bool{} // read only where nil is seen
	t.each(func(part *term) {
		switch part.kind {
		case absentTerm, presentTerm:
			asked[part.args[0]] = true
		case coalesceTerm:
			for _, arg := range part.args[:len(part.args)-1] {
				asked[arg] = true
			}
		case attrTerm:
			i := slices.IndexFunc(all, func(m mention) bool { return m.attr == part.attr })
			if i < 0 {
				all = append(all, mention{part.attr, asked[part], searched[part.attr]})
				return
			}
			all[i].orMissing = all[i].orMissing && asked[part]
		}
	})
	return all
}

// searchedBytes returns for the attributes of a tool that regular expressions search how many bytes
// they may have.
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

// Source returns the atom as it was written.
func (a *Atom) Source() string { return a.source }

// Offset is the byte of the expression at which the atom starts, from 0.
func (a *Atom) Offset() int { return a.offset }

// Key is equal for two atoms of one Env if they were written alike, blanks, brackets and spelling
// of operators aside. They then have the same outcome for every tool and request.
func (a *Atom) Key() string { return a.key }

// Reads returns the paths of the attributes that the atom mentions, sorted. The caller must not
// change them.
func (a *Atom) Reads() []string { return a.reads }

// ReadsRequest reports whether the atom mentions an attribute of the request.
func (a *Atom) ReadsRequest() bool {
	return slices.ContainsFunc(a.mentions, func(m mention) bool { return !m.attr.ofTool })
}

// ReadsTool reports whether the atom mentions an attribute of the tool.
func (a *Atom) ReadsTool() bool {
	return slices.ContainsFunc(a.mentions, func(m mention) bool { return m.attr.ofTool })
}

// Eval evaluates the atom alone. It fails if an attribute that the atom mentions is bad, or missing
// where that is not seen as nil, wherever in the atom it stands. A nil tool or request lacks every
// attribute.
func (a *Atom) Eval(t *Tool, r *Request) Result {
	for _, m := range a.mentions {
		f := a.fault(&m, t, r)
		if f.reason == "" || m.orMissing && f.reason == expr.ReasonMissing {
			continue
		}
		return a.fail(f.reason, m.attr.Path, f.detail)
	}
	out, err := a.run(t, r)
	if err != nil {
		return a.fail(expr.ReasonRun, "", err.Error())
	}
	if out {
		return Result{Outcome: True}
	}
	return Result{Outcome: False}
}

func (a *Atom) fail(reason expr.Reason, attribute, detail string) Result {
	return Result{Outcome: Failed, Failure: &expr.Failure{Atom: a.source, Offset: a.offset, Reason: reason, Attribute: attribute, Detail: detail}}
}

// fault returns what is wrong with an attribute of a tool or request.
func (a *Atom) fault(m *mention, t *Tool, r *Request) fault {
	switch attr := m.attr; {
	case attr.ofTool && t == nil:
		return fault{expr.ReasonMissing, "is missing: there is no tool"}
	case attr.ofTool && t.fault(attr.slot).reason != "":
		return t.fault(attr.slot)
	case attr.ofTool:
		return a.tooLong(m, t)
	case r == nil:
		return fault{expr.ReasonMissing, "is missing: there is no request"}
	case r.env != a.env:
		return fault{expr.ReasonRun, "can't be read: the request was bound for other rules"}
	}
	return r.fault(m.attr.slot)
}

// tooLong says that an attribute of a tool is longer than this atom can read.
func (a *Atom) tooLong(m *mention, t *Tool) fault {
	size := t.size(m.attr.slot)
	switch {
	case a.beside && t.isLongBeside(m.attr.slot):
		return overLimit("has %d bytes; %d are allowed beside what is read of the request", size, besideLimit(m.attr))
	case m.searched > 0 && size > m.searched:
		return overLimit("has %d bytes; %d are allowed for a regular expression of this size", size, m.searched)
	}
	return fault{}
}

// run runs the compiled atom. Each run has a machine of its own: a used one still holds what it
// read.
func (a *Atom) run(t *Tool, r *Request) (out bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = false, fmt.Errorf("panic: %v", p)
		}
	}()
	machine := reflect.New(a.env.machineType).Elem()
	if t != nil {
		machine.Field(0).Set(reflect.ValueOf(&t.row))
	}
	if r != nil && r.env == a.env {
		machine.Field(1).Set(r.machineRow())
	} else {
		machine.Field(1).Set(reflect.New(a.env.requestType)) // no request lacks everything, which == nil can ask for
	}
	value, err := vm.Run(a.program, machine.Interface())
	if err != nil {
		return false, plainError(err)
	}
	out, ok := value.(bool)
	if !ok {
		return false, fmt.Errorf("the result is a %T, not a bool", value)
	}
	return out, nil
}

// plainError leaves out the place, which counts in the text for the machine.
func plainError(err error) error {
	var at *file.Error
	if errors.As(err, &at) {
		return errors.New(at.Message)
	}
	return err
}
