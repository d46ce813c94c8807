package plan

import (
	"slices"

	"github.com/toolrules/toolrules/internal/cond"
)

// maxVerdictParts is the maximum number of request parts of an entry that has verdicts. Three parts
// have 27 combinations of outcomes, most of which select equal sets of tools.
const maxVerdictParts = 3

// Verdicts are all possible results of an entry. Most entries have one or two request parts and no
// atom that reads both sides: tool.destructive && ctx.user.role != "admin". For each combination of
// outcomes of these parts a refresh computes the tools for which the entry counts; a request picks
// one of these sets, instead of several passes over sets.
type verdicts struct {
	parts []*node // request parts
	sets  []set   // by the outcomes of parts as base-3 digits, the first the lowest; nil is empty
}

// findVerdicts returns the verdicts of n for the tools of demand. The entry counts where it is true
// and, if orFailed, where it fails. Returns nil if n has too many request parts, or an atom or
// function that reads both tool and request.
func (w *walk) findVerdicts(n *node, demand set, orFailed bool) *verdicts {
	parts, ok := requestParts(nil, n)
	if !ok || len(parts) > maxVerdictParts {
		return nil
	}
	v := &verdicts{parts: parts}
	yes, failed := w.take(), w.take()
	for range pow(len(outcomes), len(parts)) {
		code := len(v.sets)
		for _, part := range parts {
			w.requestParts[part.number] = cached(outcomes[code%len(outcomes)])
			code /= len(outcomes)
		}
		w.eval(n, demand, yes, failed)
		if orFailed {
			yes.or(failed)
		}
		v.sets = append(v.sets, v.share(yes))
	}
	w.drop(2)
	return v
}

var outcomes = []cond.Outcome{cond.False, cond.True, cond.Failed}

// share returns a set of v that is equal to s, or a copy of s. An empty set is nil.
func (v *verdicts) share(s set) set {
	if s.empty() {
		return nil
	}
	for _, known := range v.sets {
		if slices.Equal(known, s) {
			return known
		}
	}
	return slices.Clone(s)
}

// never reports whether the entry counts for no tool, whatever the request.
func (v *verdicts) never() bool {
	return !slices.ContainsFunc(v.sets, func(s set) bool { return s != nil })
}

// pick returns the tools for which the entry counts in this request; nil is the empty set.
func (w *walk) pick(v *verdicts) set {
	code, digit := 0, 1
	for _, part := range v.parts {
		code += digit * int(w.requestOutcome(part))
		digit *= len(outcomes)
	}
	return v.sets[code]
}

// requestParts appends the request parts of n to dst, without duplicates. Returns false if an atom
// or function in n reads both tool and request.
func requestParts(dst []*node, n *node) ([]*node, bool) {
	switch {
	case !n.readsRequest:
		return dst, true
	case !n.readsTool:
		if !slices.ContainsFunc(dst, func(known *node) bool { return known.number == n.number }) {
			dst = append(dst, n)
		}
		return dst, true
	case len(n.args) == 0:
		return nil, false
	}
	for _, arg := range n.args {
		var ok bool
		if dst, ok = requestParts(dst, arg); !ok {
			return nil, false
		}
	}
	return dst, true
}

func pow(base, exponent int) int {
	n := 1
	for range exponent {
		n *= base
	}
	return n
}
