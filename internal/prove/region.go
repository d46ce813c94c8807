package prove

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cells"
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

// describeSet returns a condition on subject that is true for exactly the chosen values, of which
// there is one of each class at least.
func describeSet(subject string, t expr.Type, seen *observed, values []any, chosen []bool) (text string, ok bool) {
	switch t.Kind {
	case expr.Bool:
		i := slices.Index(chosen, true)
		if values[i] == true {
			return subject, true
		}
		return "not " + subject, true
	case expr.Int, expr.Float:
		return describeNumbers(subject, t, seen, values, chosen)
	case expr.Words:
		return describeWords(subject, values, chosen), true
	case expr.String:
		return describeStrings(subject, seen, values, chosen)
	}
	return "", false
}

// describeWords returns the condition that an enum has one of the chosen values.
func describeWords(subject string, values []any, chosen []bool) string {
	var in, out []string
	for i, v := range values {
		if chosen[i] {
			in = append(in, v.(string))
		} else {
			out = append(out, v.(string))
		}
	}
	slices.Sort(in)
	slices.Sort(out)
	switch {
	case len(in) == 1:
		return fmt.Sprintf("%s == %q", subject, in[0])
	case len(out) == 1:
		return fmt.Sprintf("%s != %q", subject, out[0])
	case len(out) < len(in):
		return fmt.Sprintf("%s not in [%s]", subject, quotedAll(out))
	}
	return fmt.Sprintf("%s in [%s]", subject, quotedAll(in))
}

func quotedAll(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = strconv.Quote(text)
	}
	return strings.Join(quoted, ", ")
}

// describeNumbers returns a condition for runs of chosen numbers.
func describeNumbers(subject string, t expr.Type, seen *observed, values []any, chosen []bool) (string, bool) {
	in, spelt, point := map[float64]bool{}, map[float64]string{}, map[float64]bool{}
	var ordered []float64
	for i, v := range values {
		x := floatOf(v)
		if before, known := in[x]; known && before != chosen[i] {
			return "", false // a request without a level differs from one with level 5
		} else if !known {
			ordered = append(ordered, x)
		}
		in[x], spelt[x] = chosen[i], spelling(v)
		point[x] = subject == "ctx.verbosity"
	}
	if t.Kind == expr.Int {
		for _, x := range seen.ints {
			point[float64(x)] = true
		}
	} else {
		for _, x := range seen.floats {
			point[x] = true
		}
	}
	slices.Sort(ordered)
	var runs []string
	for i := 0; i < len(ordered); i++ {
		if !in[ordered[i]] {
			continue
		}
		first := i
		for i+1 < len(ordered) && in[ordered[i+1]] {
			i++
		}
		var lower, upper string
		ok := true
		if lo := ordered[first]; point[lo] {
			lower = spelt[lo] + " <= "
		} else if first > 0 {
			lower, ok = spelt[ordered[first-1]]+" < ", point[ordered[first-1]]
		}
		if hi := ordered[i]; point[hi] {
			upper = " <= " + spelt[hi]
		} else if i+1 < len(ordered) {
			upper, ok = " < "+spelt[ordered[i+1]], ok && point[ordered[i+1]]
		}
		if !ok || len(runs) == maxParts {
			return "", false
		}
		runs = append(runs, runText(subject, lower, upper, first == i))
	}
	return eitherOf(runs), true
}

// runText returns the condition that a number is between bounds, either of which may be empty.
func runText(subject, lower, upper string, single bool) string {
	mirrored := map[string]string{"<=": ">=", "<": ">"}
	switch number, op, _ := strings.Cut(lower, " "); {
	case single && strings.HasPrefix(upper, " <= ") && strings.HasSuffix(lower, "<= "):
		return subject + " == " + number
	case upper == "":
		return fmt.Sprintf("%s %s %s", subject, mirrored[strings.TrimSpace(op)], number)
	}
	return lower + subject + upper
}

// eitherOf joins conditions by or.
func eitherOf(conditions []string) string {
	if len(conditions) == 1 {
		return conditions[0]
	}
	return "(" + strings.Join(conditions, " or ") + ")"
}

// A wording is a condition and the values for which it is true.
type wording struct {
	text  string
	holds []bool
}

// describeStrings returns a condition made of the questions about a string.
func describeStrings(subject string, seen *observed, values []any, chosen []bool) (string, bool) {
	wordings := wordingsOf(subject, seen, values)
	covered := make([]bool, len(values))
	var parts []string
	for _, w := range wordings {
		if slices.Equal(w.holds, chosen) {
			return w.text, true
		}
	}
	for i := range values {
		if !chosen[i] || covered[i] {
			continue
		}
		part, holds, ok := conjunction(wordings, chosen, i)
		if !ok || len(parts) == maxParts {
			return "", false
		}
		parts = append(parts, part)
		for k := range holds {
			covered[k] = covered[k] || holds[k]
		}
	}
	return eitherOf(parts), true
}

// conjunction returns a condition that is true for one value and for no value that is not chosen.
func conjunction(wordings []wording, chosen []bool, value int) (text string, holds []bool, ok bool) {
	holds = make([]bool, len(chosen))
	for i := range holds {
		holds[i] = true
	}
	wrong := func(w *wording) (n int) {
		for i := range chosen {
			if !chosen[i] && holds[i] && (w == nil || w.holds[i]) {
				n++
			}
		}
		return n
	}
	var texts []string
	for left := wrong(nil); left > 0; {
		var best *wording
		least := left
		for i := range wordings {
			if w := &wordings[i]; w.holds[value] {
				if n := wrong(w); n < least {
					best, least = w, n
				}
			}
		}
		if best == nil {
			return "", nil, false
		}
		texts = append(texts, best.text)
		for i := range holds {
			holds[i] = holds[i] && best.holds[i]
		}
		left = least
	}
	if len(texts) > maxParts {
		return "", nil, false
	}
	return strings.Join(texts, " and "), holds, true
}

// wordingsOf returns the conditions that the language has for the questions about a string.
func wordingsOf(subject string, seen *observed, values []any) (all []wording) {
	add := func(text string, is func(value string) bool) {
		if text == "" {
			return
		}
		w := wording{text, make([]bool, len(values))}
		for i, v := range values {
			w.holds[i] = is(v.(string))
		}
		all = append(all, w)
	}
	var literals []string
	for i := range seen.questions {
		q := &seen.questions[i]
		if len(q.Calls) == 0 && q.Op == cells.Equals {
			literals = append(literals, q.Texts...)
		}
		for answer := range q.Answers() {
			add(q.Condition(subject, answer), func(value string) bool { return q.Answer(value) == answer })
		}
		if q.Answers() == 3 {
			add(q.OrEqual(subject, "<="), func(value string) bool { return q.Answer(value) < 2 })
			add(q.OrEqual(subject, ">="), func(value string) bool { return q.Answer(value) > 0 })
		}
	}
	slices.Sort(literals)
	for _, text := range slices.Compact(literals) {
		add(fmt.Sprintf("%s == %q", subject, text), func(value string) bool { return value == text })
		add(fmt.Sprintf("%s != %q", subject, text), func(value string) bool { return value != text })
	}
	return all
}
