package ruleset

import (
	"cmp"
	"fmt"
)

// A Specificity ranks a runner rule among the rules of a text. Among the rules that match, the one
// with the greatest Specificity is used, and among equals the first in the file. The fields are
// compared in their order, so the model outweighs all others.
type Specificity struct {
	Model    int // 3 for a name, 2 for a list, 1 for a glob (even {a,b}), 0 for any model
	Runner   int // 2 for a name, 1 for a list, 0 for any runner
	When     int // 1 with a condition, 0 without
	Literals int // literal characters of the model's glob (shortest alternative); 0 without a glob
}

// Compare returns -1 if s is less specific than other, 0 if neither is more, and +1 if s is more
// specific.
func (s Specificity) Compare(other Specificity) int {
	return cmp.Or(
		cmp.Compare(s.Model, other.Model),
		cmp.Compare(s.Runner, other.Runner),
		cmp.Compare(s.When, other.When),
		cmp.Compare(s.Literals, other.Literals),
	)
}

// String returns the four numbers, for explanations.
func (s Specificity) String() string {
	return fmt.Sprintf("model %d, runner %d, when %d, literals %d", s.Model, s.Runner, s.When, s.Literals)
}

var (
	modelRank  = [...]int{anything: 0, globbed: 1, listed: 2, named: 3}
	runnerRank = [...]int{anything: 0, globbed: 0, listed: 1, named: 2}
)

// specificity returns the Specificity of a rule. It does not depend on the request.
func (r *runnerRule) specificity() Specificity {
	s := Specificity{Model: modelRank[r.model.kind], Runner: runnerRank[r.runner.kind]}
	if r.when != nil {
		s.When = 1
	}
	if r.model.glob != nil {
		s.Literals = r.model.glob.Literals()
	}
	return s
}
