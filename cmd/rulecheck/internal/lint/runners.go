package lint

import (
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// A runnerRule is a rule of a text, with its place in the order in which rules are tried.
type runnerRule struct {
	spec  *rules.RunnerSpec
	index int // in the file
	when  test
	score ruleset.Specificity
}

// shadowedRunners finds rules that are never used, because rules that are tried before them match
// whenever they do.
func (l *linter) shadowedRunners(pointer string, spec *rules.TextSpec) {
	q := newUnknowns()
	tried := l.runnerRules(q, spec)
	for i, r := range tried {
		if by := shadowing(q, r, tried[:i]); len(by) > 0 {
			l.report(fmt.Sprintf("%s/runners/%d", pointer, r.index), l.shadowedRunner(pointer, r, by))
		}
	}
}

func (l *linter) shadowedRunner(pointer string, r runnerRule, by []runnerRule) *rules.Problem {
	lines := make([]string, len(by))
	for i, b := range by {
		lines[i] = l.line(fmt.Sprintf("%s/runners/%d", pointer, b.index))
	}
	p := &rules.Problem{Code: CodeShadowedRunner,
		Hint: "remove it, or make its model more specific: a name is tried before a list, and a list before a glob"}
	what, matches := "the rule", "matches whenever it does, and is"
	if len(by) > 1 {
		what, matches = "the rules", "match whenever it does, and are"
	}
	why := "more specific"
	if by[0].score.Compare(r.score) == 0 {
		why = "as specific and comes first"
		p.Hint = "remove one of the two, or move this one up"
	}
	p.Message = fmt.Sprintf("this rule is never used: %s in %s %s tried first (%s)", what, list(lines), matches, why)
	return p
}

// runnerRules returns the rules of a text in the order in which they are tried. Tools are unknown,
// so all atoms of conditions are.
func (l *linter) runnerRules(q *unknowns, spec *rules.TextSpec) []runnerRule {
	compiled, err := ruleset.CompileText(*spec, l.rules.Scope())
	if err != nil {
		return nil // it has been compiled before
	}
	var tried []runnerRule
	for _, v := range compiled.Explain(ruleset.TextRequest{}).Rules {
		r := runnerRule{spec: &spec.Runners[v.Index], index: v.Index, score: v.Specificity,
			when: test{condition: settled(cond.True)}}
		if r.spec.When != "" {
			program, err := l.rules.Env().Compile(r.spec.When)
			if err != nil {
				return nil
			}
			r.when.condition = q.of(program.Tree(), func(*cond.Atom) (cond.Outcome, bool) { return 0, false })
		}
		tried = append(tried, r)
	}
	return tried
}

// shadowing returns the rules that match whenever r does, if there are any: for each runner and
// model that r names, and for each glob or any that it has, the earlier rules that cover it.
func shadowing(q *unknowns, r runnerRule, earlier []runnerRule) []runnerRule {
	var all []runnerRule
	for _, runner := range parts(r.spec.Runner) {
		for _, model := range parts(r.spec.Model) {
			var candidates []runnerRule
			var tests []test
			for _, e := range earlier {
				if ruleset.Covers(e.spec.Runner, runner) && ruleset.Covers(e.spec.Model, model) {
					candidates, tests = append(candidates, e), append(tests, e.when)
				}
			}
			by := q.cover(r.when, tests)
			if len(by) == 0 {
				return nil
			}
			for _, i := range by {
				if !slices.ContainsFunc(all,
					func(known runnerRule) bool { return known.index == candidates[i].index }) {
					all = append(all, candidates[i])
				}
			}
		}
	}
	return all
}

// parts returns the names of a matcher one by one, or else the matcher.
func parts(m rules.Matcher) []rules.Matcher {
	names, ok := ruleset.Names(m)
	if !ok {
		return []rules.Matcher{m}
	}
	list := make([]rules.Matcher, len(names))
	for i, name := range names {
		list[i] = rules.Name(name)
	}
	return list
}
