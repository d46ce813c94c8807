package prove

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// A rest is what is left of a literal when some of its variables have values.
type rest struct {
	literal *literal
	vars    []int // of its attributes, ascending
	vals    []int // of the first of vars: indexes of values

	counted *table // once all attributes have values and one is a list: the outcomes by its elements
	state   int    // the numbers of elements so far, as an index of the table
	at      int    // the index of the next of counted.vars

	free   int          // the variable that decides; 0 if none does
	three  bool         // it can also make the literal fail
	actual cond.Outcome // of a free one: its outcome for the values; Failed if the values do not tell
}

// restOf returns what is to be decided of a literal.
func (s *solver) restOf(l *literal) *rest {
	if l.rest != nil {
		return l.rest
	}
	r := s.whole[l]
	if r == nil {
		r = &rest{literal: l}
		for _, path := range l.paths() {
			r.vars = append(r.vars, s.space.byName[l.copy.name(path)].variable)
		}
		slices.Sort(r.vars)
		s.whole[l] = r
	}
	return r
}

// next returns the variable that decides next.
func (r *rest) next() int {
	switch {
	case r.free > 0:
		return r.free
	case r.counted != nil:
		return r.counted.vars[r.at]
	}
	return r.vars[len(r.vals)]
}

// assign sets the next variable of a literal to a value. It returns the outcome if that is settled,
// and otherwise what is left.
func (s *solver) assign(r *rest, value int) (outcome cond.Outcome, settled bool, left *literal) {
	switch {
	case r.free > 0:
		return cond.Outcome(value), true, nil
	case r.counted != nil:
		return s.count(r, value)
	}
	next := *r
	next.vals = append(slices.Clip(r.vals), value)
	if len(next.vals) < len(next.vars) {
		return 0, false, s.intern(&next, "")
	}
	if s.isOverLong(&next) {
		next.three = true
		return 0, false, s.decideFreely(&next, cond.Failed)
	}
	if s.space.views[r.literal].free != "" {
		actual := s.eval(&next, nil)
		if actual == cond.Failed {
			return actual, true, nil
		}
		if s.countedList(&next) != nil {
			actual = cond.Failed
		}
		return 0, false, s.decideFreely(&next, actual)
	}
	list := s.countedList(&next)
	if list == nil {
		return s.eval(&next, nil), true, nil
	}
	if next.counted = s.table(&next, list); next.counted == nil {
		return 0, false, s.decideFreely(&next, cond.Failed)
	}
	return s.outcomeOrRest(&next)
}

// decideFreely returns a literal that may have either outcome.
func (s *solver) decideFreely(r *rest, actual cond.Outcome) *literal {
	r.actual = actual
	key := restKey(r, "free")
	v, known := s.freeVars[key]
	if !known {
		v = len(s.space.variables) + len(s.freeRests)
		s.freeVars[key] = v
		s.freeRests = append(s.freeRests, r)
	}
	r.free = v
	return s.intern(r, "free")
}

// intern returns the literal of a rest, which is the same for equal ones.
func (s *solver) intern(r *rest, mark string) *literal {
	key := restKey(r, mark)
	l := s.rests[key]
	if l == nil {
		l = &literal{key: key, rest: r}
		s.rests[key] = l
	}
	return l
}

func restKey(r *rest, mark string) string {
	key := []byte(mark + "|" + r.literal.key + "|")
	for _, v := range r.vals {
		key = binary.AppendUvarint(key, uint64(v))
	}
	if r.counted != nil {
		key = fmt.Appendf(key, "|%d %d", r.state, r.at)
	}
	return string(key)
}

// countedList returns the list of a literal whose elements have variables, if it is there.
func (s *solver) countedList(r *rest) *attribute {
	for i, v := range r.vars {
		a := s.space.variables[v].attr
		if a.kind() == expr.List && a.values[r.vals[i]].counts {
			return a
		}
	}
	return nil
}

// eval evaluates a literal by the reference evaluator. The items are the elements of its list.
func (s *solver) eval(r *rest, items []any) cond.Outcome {
	if r.literal.names != nil {
		return s.evalNames(r)
	}
	var values requestValues
	info := expr.ToolInfo{Audience: []string{"model", "app"}}
	values.Verbosity = 5
	for i, v := range r.vars {
		a := s.space.variables[v].attr
		x := a.values[r.vals[i]].v
		if a.values[r.vals[i]].counts {
			x = items
			if items == nil {
				x = []any{}
			}
		}
		if a.isOfTool() {
			setTool(&info, a.path, x)
			continue
		}
		values.set(a.path, x)
	}
	l := r.literal
	tool := l.tool
	if l.any {
		info.Key = info.Server + "/" + info.Name
		tool = l.env.Tool(info)
	}
	return l.atom.Eval(tool, l.env.Request(values.RequestValues)).Outcome
}
