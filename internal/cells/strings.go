package cells

import (
	"context"
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/internal/automata"
)

// Limits of what is explored for one attribute.
const (
	maxStates  = 60_000
	maxStrings = 3000 // cells
)

// StringOptions define which strings there are. The zero value is the default.
type StringOptions struct {
	Bytes    int  // the greatest length; 0 is no limit
	Copies   int  // how many strings of each cell to return; 0 is one
	NonEmpty bool // the empty string is not a value
}

// Strings returns strings of each cell: of the strings for which all questions have equal answers.
// Cells have opts.Copies strings, or all there are if they have fewer. The error states what causes
// too many cells or states.
func Strings(ctx context.Context, questions []Question, opts StringOptions) (cells [][]string, err error) {
	machines, err := machinesOf(questions)
	if err != nil {
		return nil, err
	}
	if opts.NonEmpty {
		machines = append(machines, automata.Length(0))
	}
	found, ok := automata.Cells(machines, automata.Limits{Bytes: opts.Bytes, States: maxStates, Words: opts.Copies,
		Stop: func() bool { return ctx.Err() != nil }})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if !ok {
		return nil, fmt.Errorf("more than %d states", maxStates)
	}
	if len(found) > maxStrings {
		return nil, fmt.Errorf("more than %d classes of strings", maxStrings)
	}
	for _, cell := range found {
		if opts.NonEmpty && cell.Labels[len(cell.Labels)-1] == 1 {
			continue
		}
		cells = append(cells, cell.Words)
	}
	return cells, nil
}

// machinesOf returns a machine for each question, and one for all that compare the same with
// literals.
func machinesOf(questions []Question) (machines []automata.Machine, err error) {
	var equal []Question // one for each list of calls, with all texts
	for _, q := range questions {
		if q.Op == Equals {
			i := slices.IndexFunc(equal, func(other Question) bool { return slices.Equal(other.Calls, q.Calls) })
			if i < 0 {
				i = len(equal)
				equal = append(equal, Question{Calls: q.Calls})
			}
			equal[i].Texts = append(equal[i].Texts, q.Texts...)
			continue
		}
		m, err := q.machine(nil)
		if err != nil {
			return nil, err
		}
		machines = append(machines, m)
	}
	for _, q := range equal {
		slices.Sort(q.Texts)
		m, err := q.machine(slices.Compact(q.Texts))
		if err != nil {
			return nil, err
		}
		machines = append(machines, m)
	}
	return machines, nil
}
