package prove

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Limits of what a region is described by. More than these do not help a reader.
const (
	maxConditions = 6   // of a region
	maxParts      = 4   // alternatives of the condition on one attribute
	maxCubes      = 200 // that are examined
)

// A cube is a set of requests: for each variable that matters the values that it can have.
type cube []choice

type choice struct {
	variable int
	values   []bool
}

// region returns conditions that are true for exactly the requests that a diagram leads to a wanted
// result, no two for the same request, the most general first. It returns false if it finds none
// that are short enough, or if the language has no such conditions.
func (s *solver) region(d *diagram, wanted func(result int) bool) (conditions []string, ok bool) {
	cubes, ok := s.cubes(d, wanted)
	if !ok {
		return nil, false
	}
	type described struct {
		text  string
		parts int
	}
	var all []described
	for _, c := range cubes {
		parts, ok := s.describe(c)
		if !ok {
			return nil, false
		}
		switch {
		case len(parts) == 0:
			parts = []string{"true"}
		case len(parts) == 1 && parts[0][0] == '(': // around all of it
			parts[0] = parts[0][1 : len(parts[0])-1]
		}
		all = append(all, described{strings.Join(parts, " and "), len(parts)})
	}
	if len(all) > maxConditions {
		return nil, false
	}
	slices.SortStableFunc(all, func(a, b described) int {
		return cmp.Or(cmp.Compare(a.parts, b.parts), cmp.Compare(len(a.text), len(b.text)))
	})
	for _, one := range all {
		conditions = append(conditions, one.text)
	}
	return conditions, true
}

// cubes returns the cubes of a region.
func (s *solver) cubes(d *diagram, wanted func(int) bool) (all []cube, ok bool) {
	leads := map[*diagram]bool{}
	seen := map[*diagram]bool{}
	var mark func(d *diagram) bool
	mark = func(d *diagram) bool {
		if d.variable < 0 {
			return wanted(d.result)
		}
		if seen[d] {
			return leads[d]
		}
		seen[d] = true
		for value, kid := range d.kids {
			if kid != nil && s.allowed(d.variable, value) && mark(kid) {
				leads[d] = true
			}
		}
		return leads[d]
	}
	if !mark(d) {
		return nil, true
	}
	ok = true
	var walk func(d *diagram, so cube)
	walk = func(d *diagram, so cube) {
		switch {
		case d.variable < 0:
			if len(all) == maxCubes {
				ok = false
				return
			}
			all = append(all, slices.Clone(so))
			return
		case d.variable >= len(s.space.variables):
			ok = false // a free literal
			return
		}
		var kids []*diagram
		for value, kid := range d.kids {
			if kid != nil && s.allowed(d.variable, value) && mark(kid) && !slices.Contains(kids, kid) {
				kids = append(kids, kid)
			}
		}
		for _, kid := range kids {
			c := choice{d.variable, make([]bool, len(d.kids))}
			for value := range d.kids {
				c.values[value] = d.kids[value] == kid
			}
			if walk(kid, append(slices.Clone(so), c)); !ok {
				return
			}
		}
	}
	walk(d, nil)
	return all, ok
}

// describe returns the parts of a condition for a cube.
func (s *solver) describe(c cube) (parts []string, ok bool) {
	counts := map[*attribute][]choice{}
	var lists []*attribute
	for _, one := range c {
		v := s.space.variables[one.variable]
		if v.item >= 0 {
			if counts[v.attr] == nil {
				lists = append(lists, v.attr)
			}
			counts[v.attr] = append(counts[v.attr], one)
			continue
		}
		text, ok := s.describeValues(v.attr, one.values)
		if !ok {
			return nil, false
		}
		if text != "" {
			parts = append(parts, text)
		}
	}
	for _, list := range lists {
		texts, ok := s.describeCounts(list, counts[list])
		if !ok {
			return nil, false
		}
		parts = append(parts, texts...)
	}
	return parts, true
}

// describeValues returns a condition that is true for exactly some of the values of an attribute;
// an empty one if they are all.
func (s *solver) describeValues(a *attribute, chosen []bool) (text string, ok bool) {
	if a.name != a.path || a.unexplored != "" {
		return "", false
	}
	var present []any
	var in []bool
	missing, optional, all := false, false, true
	for i, v := range a.values {
		switch {
		case v.wellFormed&s.side == 0:
		case v.v == nil && a.path != verbosityPath:
			missing, optional = chosen[i], true
		default:
			x := v.v
			if x == nil {
				x = 5 // the level of a request that asks for none
			}
			present, in = append(present, x), append(in, chosen[i])
			all = all && chosen[i]
		}
	}
	none := !slices.Contains(in, true)
	switch {
	case all && (missing || !optional):
		return "", true
	case all:
		return a.path + " != nil", true
	case none:
		return a.path + " == nil", true
	}
	if text, ok = describeSet(a.path, a.types[0].Type, &a.observed, present, in); !ok {
		return "", false
	}
	switch {
	case missing:
		return "(" + a.path + " == nil or " + text + ")", true
	case optional:
		return a.path + " != nil and " + text, true
	}
	return text, true
}

// describeCounts returns conditions on the numbers of elements of a list.
func (s *solver) describeCounts(list *attribute, choices []choice) (parts []string, ok bool) {
	none := make([]bool, len(list.items))
	elem := *list.types[0].Type.Elem
	of := func(in []bool) (string, bool) {
		return describeSet("#", elem, &list.elements, list.items, in)
	}
	for _, c := range choices {
		item := s.space.variables[c.variable].item
		if exactly(c.values, 0, 0) {
			none[item] = true
			continue
		}
		only := make([]bool, len(list.items))
		only[item] = true
		text := fmt.Sprintf("count(%s, %%s)", list.path)
		if len(list.items) == 1 {
			text = fmt.Sprintf("len(%s)", list.path)
		} else {
			condition, ok := of(only)
			if !ok {
				return nil, false
			}
			if exactly(c.values, 1, len(c.values)-1) {
				parts = append(parts, anyOfList(list.path, condition))
				continue
			}
			text = fmt.Sprintf(text, condition)
		}
		bounds, ok := describeBounds(text, c.values)
		if !ok {
			return nil, false
		}
		parts = append(parts, bounds)
	}
	switch {
	case !slices.Contains(none, true):
	case !slices.Contains(none, false):
		parts = append(parts, fmt.Sprintf("len(%s) == 0", list.path))
	default:
		condition, ok := of(none)
		if !ok {
			return nil, false
		}
		parts = append(parts, noneOfList(list.path, condition))
	}
	return parts, true
}

// anyOfList returns the condition that an element of a list meets a condition, in its shortest
// form.
func anyOfList(list, condition string) string {
	if value, ok := equalTo(condition); ok {
		return value + " in " + list
	}
	return fmt.Sprintf("any(%s, %s)", list, condition)
}

func noneOfList(list, condition string) string {
	if value, ok := equalTo(condition); ok {
		return value + " not in " + list
	}
	return fmt.Sprintf("none(%s, %s)", list, condition)
}

// equalTo returns the literal with which a condition compares #, if it does nothing else.
func equalTo(condition string) (value string, ok bool) {
	value, ok = strings.CutPrefix(condition, "# == ")
	if !ok {
		return "", false
	}
	if value[0] == '"' {
		_, err := strconv.Unquote(value)
		return value, err == nil
	}
	return value, !strings.Contains(value, " ")
}

// exactly reports whether the values from first to last are chosen and no others.
func exactly(values []bool, first, last int) bool {
	for i, chosen := range values {
		if chosen != (first <= i && i <= last) {
			return false
		}
	}
	return true
}

// describeBounds returns the condition that a number, capped at the last value, is one of the
// chosen.
func describeBounds(text string, values []bool) (string, bool) {
	first := slices.Index(values, true)
	last := len(values) - 1
	for last > 0 && !values[last] {
		last--
	}
	switch {
	case !exactly(values, first, last):
		return "", false
	case last == len(values)-1:
		return fmt.Sprintf("%s >= %d", text, first), true
	case first == last:
		return fmt.Sprintf("%s == %d", text, first), true
	case first == 0:
		return fmt.Sprintf("%s <= %d", text, last), true
	}
	return fmt.Sprintf("%d <= %s <= %d", first, text, last), true
}
