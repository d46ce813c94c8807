package prove

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/cond"
)

// A table has the outcomes of a literal for all lists that differ for it, once all else that it
// reads has values. Elements that it treats alike are of one kind; an index has for each kind how
// many there are, up to a cap.
type table struct {
	kinds    []int // by class of elements: the kind; -1 if its number makes no difference
	weights  []int // by kind: what one element adds to an index
	cap      int
	vars     []int // the variables of classes whose numbers matter, ascending
	first    int   // the number of the first variable of the list
	outcomes []cond.Outcome
	settled  []bool // by index: more elements do not change the outcome
}

// maxTable bounds the size of a table.
const maxTable = 20_000

// table returns the table for the list of a literal; nil if it would be too large.
func (s *solver) table(r *rest, list *attribute) *table {
	key := restKey(r, "table")
	if t, known := s.tables[key]; known {
		return t
	}
	t := s.newTable(r, list)
	s.tables[key] = t
	return t
}

func (s *solver) newTable(r *rest, list *attribute) *table {
	v := s.space.views[r.literal]
	kinds, examples := s.kinds(r, v, list)
	t := &table{kinds: kinds, cap: min(max(v.cap, 1), cond.MaxList), first: list.counts}
	size := 1
	for range examples {
		t.weights = append(t.weights, size)
		if size *= t.cap + 1; size > maxTable {
			return nil
		}
	}
	t.outcomes = make([]cond.Outcome, size)
	for index := range t.outcomes {
		items := []any{}
		for k, example := range examples {
			for range index / t.weights[k] % (t.cap + 1) {
				items = append(items, example)
			}
		}
		t.outcomes[index] = s.eval(r, items)
		if len(items) > cond.MaxList {
			t.outcomes[index] = cond.Failed // no list has so many
		}
	}
	t.settle(examples)
	return t
}

// kinds divides the classes of elements into kinds that a literal treats alike, with one example of
// each kind.
func (s *solver) kinds(r *rest, v *view, list *attribute) (kinds []int, examples []any) {
	numbers := map[string]int{}
	for _, item := range list.items {
		var key strings.Builder
		switch x := item.(type) {
		case string:
			for i := range v.elements.questions {
				fmt.Fprintf(&key, "%d ", v.elements.questions[i].Answer(x))
			}
		case int:
			for _, point := range v.elements.ints {
				fmt.Fprintf(&key, "%d ", cmp.Compare(x, point))
			}
		case float64:
			for _, point := range v.elements.floats {
				fmt.Fprintf(&key, "%d ", cmp.Compare(x, point))
			}
		default:
			fmt.Fprint(&key, x)
		}
		for i, at := range r.vars {
			a := s.space.variables[at].attr
			if slices.Contains(v.related, a.name) {
				fmt.Fprintf(&key, "%t ", a.values[r.vals[i]].v == item)
			}
		}
		k, known := numbers[key.String()]
		if !known {
			k = len(examples)
			numbers[key.String()] = k
			examples = append(examples, item)
		}
		kinds = append(kinds, k)
	}
	return kinds, examples
}

// settle finds out which kinds matter, and from where on nothing does.
func (t *table) settle(examples []any) {
	matters := make([]bool, len(examples))
	t.settled = make([]bool, len(t.outcomes))
	for index := len(t.outcomes) - 1; index >= 0; index-- {
		t.settled[index] = true
		for k, weight := range t.weights {
			if index/weight%(t.cap+1) == t.cap {
				continue
			}
			next := index + weight
			matters[k] = matters[k] || t.outcomes[next] != t.outcomes[index]
			t.settled[index] = t.settled[index] && t.settled[next] && t.outcomes[next] == t.outcomes[index]
		}
	}
	for i, k := range t.kinds {
		if !matters[k] {
			t.kinds[i] = -1
			continue
		}
		t.vars = append(t.vars, t.first+i)
	}
}

// count sets the number of elements of the next class.
func (s *solver) count(r *rest, n int) (outcome cond.Outcome, settled bool, left *literal) {
	t := r.counted
	next := *r
	weight := t.weights[t.kinds[t.vars[r.at]-t.first]]
	so := r.state / weight % (t.cap + 1)
	next.state += (min(t.cap, so+n) - so) * weight
	next.at++
	return s.outcomeOrRest(&next)
}

func (s *solver) outcomeOrRest(r *rest) (outcome cond.Outcome, settled bool, left *literal) {
	t := r.counted
	if t.settled[r.state] || r.at == len(t.vars) {
		return t.outcomes[r.state], true, nil
	}
	return 0, false, s.intern(r, "")
}
