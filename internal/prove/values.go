package prove

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cells"
	"github.com/toolrules/toolrules/internal/cond"
)

// scalars returns values of each class of a type that is not a list.
func (s *space) scalars(a *attribute, t expr.Type, seen *observed, n int) (all []any) {
	switch t.Kind {
	case expr.Bool:
		return []any{true, false}
	case expr.Words:
		return anyOf(t.Words)
	case expr.Float:
		return anyOf(cells.Floats(seen.floats, n))
	case expr.Int:
		if a.path == verbosityPath {
			return anyOf([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
		}
		return anyOf(cells.Ints(seen.ints, n))
	}
	isName := a.path == "ctx.runner" || a.path == "ctx.model"
	groups, err := s.strings(seen.questions, cells.StringOptions{Bytes: cond.MaxString, Copies: n, NonEmpty: isName})
	if err != nil {
		a.unexplored = err.Error()
		groups = candidates(seen)
	}
	return anyOf(slices.Concat(groups...))
}

// candidates returns some strings that differ for the questions.
func candidates(seen *observed) (groups [][]string) {
	groups = [][]string{{"", "a", "A", "b"}}
	for _, q := range seen.questions {
		groups = append(groups, q.Texts)
	}
	return groups
}

// strings is [cells.Strings] with a cache.
func (s *space) strings(questions []cells.Question, opts cells.StringOptions) ([][]string, error) {
	var key strings.Builder
	fmt.Fprintf(&key, "%v", opts)
	for i := range questions {
		fmt.Fprintf(&key, "\n%s", questions[i].Key())
	}
	if found, ok := s.cache[key.String()]; ok {
		return found, nil
	}
	found, err := cells.Strings(s.ctx, questions, opts)
	if err == nil {
		s.cache[key.String()] = found
	}
	return found, err
}

func anyOf[V any](list []V) []any {
	all := make([]any, len(list))
	for i, v := range list {
		all[i] = v
	}
	return all
}

// fillList finds the values of a list of a type.
func (s *space) fillList(a *attribute, t expr.Type, seen *observed, n int) {
	element := &attribute{name: a.name, path: a.path}
	items := s.scalars(element, *t.Elem, seen, n)
	slices.SortStableFunc(items, func(x, y any) int { return cmp.Compare(len(spelling(x)), len(spelling(y))) })
	if element.unexplored == "" && len(items) > maxItems {
		element.unexplored = fmt.Sprintf("its elements are of more than %d classes", maxItems)
	}
	if element.unexplored != "" {
		a.unexplored = element.unexplored
		items = items[:min(len(items), 8)]
	}
	a.cap = min(max(a.cap, 1), cond.MaxList)
	if !a.whole {
		a.items = items
		a.values = append(a.values, value{v: []any{}, counts: true})
		return
	}
	lists, ok := wholeLists(a, items)
	if !ok {
		a.unexplored = "there are too many combinations of elements"
		lists = [][]any{{}, items[:min(len(items), 1)]}
	}
	for _, list := range lists {
		a.values = append(a.values, value{v: list})
	}
}

// maxLists is how many lists are tried as values of one attribute.
const maxLists = 4000

// wholeLists returns lists such that for each list there is one with the same numbers of elements
// of each class, up to a cap, that is equal to the same sequences.
func wholeLists(a *attribute, items []any) (lists [][]any, ok bool) {
	most := a.cap
	lengths := map[int]bool{}
	for _, sequence := range a.sequences {
		lengths[lengthOf(sequence)] = true
		most = max(most, lengthOf(sequence)+1)
	}
	var multisets func(from int, list []any) bool
	multisets = func(from int, list []any) bool {
		if from == len(items) {
			if !lengths[len(list)] {
				lists = append(lists, append([]any{}, list...)) // nil would be a missing list
			}
			return len(lists) <= maxLists
		}
		for range most + 1 {
			if !multisets(from+1, list) {
				return false
			}
			list = append(list, items[from])
		}
		return true
	}
	if !multisets(0, nil) {
		return nil, false
	}
	for n := range most + 1 {
		if !lengths[n] {
			continue
		}
		ordered := [][]any{{}}
		for range n {
			var longer [][]any
			for _, list := range ordered {
				for _, item := range items {
					longer = append(longer, append(slices.Clone(list), item))
				}
			}
			if ordered = longer; len(ordered)+len(lists) > maxLists {
				return nil, false
			}
		}
		lists = append(lists, ordered...)
	}
	return lists, true
}

// malformed returns a value that an attribute can't have.
func malformed(a *attribute) (wrong any, ok bool) {
	switch {
	case a.path == verbosityPath:
		return nil, false
	case a.path == "ctx.runner" || a.path == "ctx.model":
		return strings.Repeat("x", cond.MaxString+1), true
	case a.kind() == expr.Int || a.kind() == expr.Float || a.kind() == expr.Bool:
		return "", true
	}
	return 0, true
}

// rate finds out for which sides a value is well-formed, and what it costs.
func (s *space) rate(a *attribute, v *value) {
	var values requestValues
	values.set(a.path, v.v)
	for i, env := range s.sides {
		found, reads := s.declared[env][a.path]
		if !reads {
			v.wellFormed |= 1 << i
			continue
		}
		bad := slices.ContainsFunc(env.Request(values.RequestValues).Bad(), func(e expr.AttributeError) bool { return e.Path == a.path })
		if !bad && (v.v != nil || found.Optional || a.path == verbosityPath) {
			v.wellFormed |= 1 << i
		}
	}
	if v.wellFormed != 1<<len(s.sides)-1 {
		v.cost.malformed = 1
	}
	if v.v != nil {
		v.cost.present = 1
		v.cost.bytes = len(spelling(v.v)) + len(a.path)
	}
}

// spelling returns a value as JSON.
func spelling(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(data)
}

// maxItems is how many classes of elements a list can have.
const maxItems = 400
