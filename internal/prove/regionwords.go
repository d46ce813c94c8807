package prove

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cells"
)

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
