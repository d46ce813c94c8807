package prove

import (
	"fmt"
	"slices"
	"strings"
)

// A weighted is a program with what it adds to a sum if it ends with breaks.
type weighted struct {
	program *node
	weight  int
	tools   []int // the indexes of the tools that have the program
}

// solveSum returns the diagram of which the result is breaks if the sum of the weights of the
// programs that end with breaks is greater than limit, and otherwise holds.
func (s *solver) solveSum(all []weighted, limit int) (*diagram, error) {
	numbers := map[*node]int{}
	number := func(n *node) int {
		if numbers[n] == 0 {
			numbers[n] = len(numbers) + 1
		}
		return numbers[n]
	}
	known := map[string]*diagram{}
	var solve func(all []weighted, left int) (*diagram, error)
	solve = func(all []weighted, left int) (*diagram, error) {
		all, left, open := simplified(all, left)
		switch {
		case left < 0:
			return s.ended(breaks), nil
		case open <= left:
			return s.ended(holds), nil
		}
		slices.SortFunc(all, func(a, b weighted) int { return number(a.program) - number(b.program) })
		var key strings.Builder
		fmt.Fprintf(&key, "%d", left)
		v := 1 << 30
		for _, one := range all {
			fmt.Fprintf(&key, " %d*%d", one.weight, number(one.program))
			v = min(v, s.top(one.program))
		}
		if d := known[key.String()]; d != nil {
			return d, nil
		}
		if s.made++; s.made > maxNodes {
			return nil, errTooLarge
		}
		kids := make([]*diagram, s.size(v))
		for value := range kids {
			if !s.allowed(v, value) {
				continue
			}
			next := make([]weighted, len(all))
			for i, one := range all {
				program, err := s.restrict(one.program, v, value)
				if err != nil {
					return nil, err
				}
				next[i] = weighted{program: program, weight: one.weight}
			}
			var err error
			if kids[value], err = solve(next, left); err != nil {
				return nil, err
			}
		}
		d := s.diagram(v, kids)
		known[key.String()] = d
		return d, nil
	}
	return solve(all, limit)
}

// simplified joins equal programs and takes out those that have ended. It returns what is left of
// the limit, and the greatest sum of what remains.
func simplified(all []weighted, left int) (rest []weighted, remaining, open int) {
	at := map[*node]int{}
	for _, one := range all {
		switch i, known := at[one.program]; {
		case one.program.literal == nil && one.program.result == breaks:
			left -= one.weight
		case one.program.literal == nil:
		case known:
			rest[i].weight += one.weight
		default:
			at[one.program] = len(rest)
			rest = append(rest, one)
		}
	}
	for _, one := range rest {
		open += one.weight
	}
	return rest, left, open
}
