package cond

import "github.com/toolrules/toolrules/expr"

// Outcome returns the outcome of [Atom.Eval], without the reason of a failure.
func (a *Atom) Outcome(t *Tool, r *Request) Outcome {
	if !a.CanReadTool(t) || !a.CanReadRequest(r) {
		return Failed
	}
	var yes bool
	switch {
	case a.overlap != nil:
		yes = a.overlap.holds(t, r)
	case a.direct != nil:
		yes = a.direct(t, r, element{})
	default:
		var err error
		if yes, err = a.run(t, r); err != nil {
			return Failed
		}
	}
	if yes {
		return True
	}
	return False
}

// result returns the result of Eval. It calls Eval only for atoms that fail.
func (a *Atom) result(t *Tool, r *Request) Result {
	if outcome := a.Outcome(t, r); outcome != Failed {
		return Result{Outcome: outcome}
	}
	return a.Eval(t, r)
}

// CanReadTool reports whether the tool has usable values of all attributes that the atom mentions.
// If not, the atom fails for this tool and every request.
func (a *Atom) CanReadTool(t *Tool) bool {
	for i := range a.mentions {
		m := &a.mentions[i]
		switch {
		case !m.attr.ofTool:
		case t == nil, t.fault(m.attr.slot).reason != "", a.beside && t.isLongBeside(m.attr.slot):
			return false
		case m.searched > 0 && t.size(m.attr.slot) > m.searched:
			return false
		}
	}
	return true
}

// ToolFailure returns why the atom fails for the tool and every request, or nil if it does not. See
// [Atom.CanReadTool].
func (a *Atom) ToolFailure(t *Tool) *expr.Failure {
	for i := range a.mentions {
		if m := &a.mentions[i]; m.attr.ofTool {
			if f := a.fault(m, t, nil); f.reason != "" {
				return a.fail(f.reason, m.attr.Path, f.detail).Failure
			}
		}
	}
	return nil
}

// CanReadRequest reports whether the request has usable values of all attributes that the atom
// mentions, except those that may be missing. If not, the atom fails for this request and every
// tool.
func (a *Atom) CanReadRequest(r *Request) bool {
	for i := range a.mentions {
		m := &a.mentions[i]
		if m.attr.ofTool {
			continue
		}
		reason := expr.CodeMissing
		switch {
		case r == nil:
		case r.env != a.env:
			return false
		default:
			reason = r.fault(m.attr.slot).reason
		}
		if reason != "" && !(m.orMissing && reason == expr.CodeMissing) {
			return false
		}
	}
	return true
}
