package cond

import (
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/expr"
)

// A Program is a compiled expression. It is immutable and safe for concurrent use. Make one with
// [Env.Compile]. A nil or zero Program always fails.
type Program struct {
	src   string
	root  *Node
	atoms []*Atom
	reads []string
}

// Compile compiles an expression. The error is nil or an [Errors] with all errors that could be
// found, by offset.
func (e *Env) Compile(src string) (p *Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			p, err = nil, Errors{internalError(fmt.Errorf("%v", r))}
		}
	}()
	e = e.orDefault()
	s, t, errs := e.read(src)
	if len(errs) > 0 {
		return nil, e.translate(src, errs)
	}
	return e.program(s, t)
}

// read parses and checks an expression.
func (e *Env) read(src string) (*source, *term, Errors) {
	s, mistake := readSource(src)
	if mistake != nil {
		return nil, nil, Errors{mistake}
	}
	tree, errs := parse(s)
	if len(errs) > 0 {
		return nil, nil, errs
	}
	t, errs := check(e, s, tree)
	return s, t, errs
}

// program splits a checked expression into atoms and compiles them.
func (e *Env) program(s *source, t *term) (*Program, error) {
	p := &Program{src: s.text}
	var err error
	if p.root, err = p.split(e, t); err != nil {
		return nil, Errors{internalError(err)}
	}
	var paths []string
	var errs Errors
	for _, a := range p.atoms {
		if err := a.checkWork(); err != nil {
			errs = append(errs, err)
		}
		paths = append(paths, a.reads...)
	}
	if len(errs) > 0 {
		return nil, errs
	}
	p.reads = sortedSet(paths)
	return p, nil
}

// split returns the tree of and, or, not and ?: over atoms.
func (p *Program) split(e *Env, t *term) (*Node, error) {
	op := t.kind.op()
	if op == OpAtom {
		a, err := newAtom(e, t, p.src)
		if err != nil {
			return nil, err
		}
		a.index = len(p.atoms)
		p.atoms = append(p.atoms, a)
		return &Node{op: OpAtom, atom: a}, nil
	}
	n := &Node{op: op}
	for _, arg := range t.args {
		child, err := p.split(e, arg)
		if err != nil {
			return nil, err
		}
		n.args = append(n.args, child)
	}
	return n, nil
}

// internalError returns the error for an expression that passed the checks of this package but not
// those of expr-lang. It indicates a defect.
func internalError(err error) *Error {
	return &Error{Code: Internal, Message: "internal error: the expression is valid but can't be compiled; please report this", Err: err}
}

func sortedSet(paths []string) []string {
	paths = slices.Clone(paths)
	slices.Sort(paths)
	return slices.Compact(paths)
}

// Source returns the source of the expression.
func (p *Program) Source() string { return p.src }

// Reads returns the sorted paths of the attributes that the expression mentions: "ctx.user.role",
// "tool.name". The caller must not modify them.
func (p *Program) Reads() []string { return p.reads }

// ReadsRequest reports whether the expression mentions an attribute of the request.
func (p *Program) ReadsRequest() bool { return slices.ContainsFunc(p.atoms, (*Atom).ReadsRequest) }

// ReadsTool reports whether the expression mentions an attribute of the tool.
func (p *Program) ReadsTool() bool { return slices.ContainsFunc(p.atoms, (*Atom).ReadsTool) }

// Tree returns the expression as and, or, not and ?: over atoms.
func (p *Program) Tree() *Node { return p.root }

// Atoms returns the atoms in source order. The caller must not modify them.
func (p *Program) Atoms() []*Atom { return p.atoms }

// Eval evaluates the expression for a tool and a request. It evaluates atoms from left to right
// until the outcome is decided. It is the reference evaluator. If the request comes from another
// Env than the program, every atom that reads it fails. A nil tool or request has no attributes.
func (p *Program) Eval(t *Tool, r *Request) Result {
	if p == nil || p.root == nil {
		return Result{Outcome: Failed, Failure: &expr.Failure{Reason: expr.CodeRun, Detail: "the program was not compiled"}}
	}
	return p.root.eval(t, r, (*Atom).Eval)
}

// Result returns the result of [Program.Eval], usually without running the VM.
func (p *Program) Result(t *Tool, r *Request) Result {
	if p == nil || p.root == nil {
		return p.Eval(t, r)
	}
	return p.root.eval(t, r, (*Atom).result)
}

// Outcome returns the outcome of [Program.Eval] without the reason of a failure, usually without
// running the VM.
func (p *Program) Outcome(t *Tool, r *Request) Outcome {
	if p == nil || p.root == nil {
		return Failed
	}
	return p.root.outcome(t, r, nil)
}

// ToolFailure returns the first failure of an atom that occurs for the tool and every request,
// since one of the tool's strings is too long, or nil if there is none. The program need not fail:
// another atom can decide the outcome first.
func (p *Program) ToolFailure(t *Tool) *expr.Failure {
	for _, a := range p.atoms {
		if f := a.ToolFailure(t); f != nil {
			return f
		}
	}
	return nil
}
