package prove

import (
	"context"
	"errors"
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/rules"
)

// An Outcome is the answer to a question. The zero Outcome is Unknown.
type Outcome uint8

const (
	Unknown Outcome = iota
	Proved
	Refuted
)

// String returns "unknown", "proved" or "refuted".
func (o Outcome) String() string { return [...]string{"unknown", "proved", "refuted"}[min(o, Refuted)] }

// An Answer is the answer to a property.
type Answer struct {
	Outcome  Outcome
	Tools    int              // the number of tools that were examined
	Classes  int              // the number of their classes
	Requests []engine.Request // of Refuted: one that breaks the property, or two
	Broken   []engine.Key     // of Refuted: the tools that break it for them
	Tool     *Candidate       // of Refuted, if any tool is meant: one that breaks it

	// Region has conditions that are true for exactly the well-formed requests that break the
	// property, no two for the same request. It is nil if they can't be said in a few conditions.
	Region []string
	Open   []Open // of Unknown: why
}

// An Open is a reason why an answer is unknown.
type Open struct {
	Atom   string // the part of a condition, as it is written; empty if it is not about one
	Where  string // the entry that has it
	Reason string
}

// A Prover answers questions about the rules of a catalog. It is not safe for concurrent use.
type Prover struct {
	catalog *engine.Catalog
	tools   []tool
	cells   map[string][][]string
}

// New returns a Prover for the tools of a catalog and the rules of its engine.
func New(c *engine.Catalog) *Prover {
	return &Prover{catalog: c, tools: toolsOf(c), cells: map[string][][]string{}}
}

// Unmatched returns the pointers of the entries of a property that match no tool of the catalog by
// name.
func (p *Prover) Unmatched(property *Property) []string {
	if property.Entries == nil || property.AnyTool {
		return nil
	}
	return property.unmatched(p.tools)
}

// Selects reports whether some well-formed request is one that the condition selects. It is true if
// that can't be told.
func (p *Prover) Selects(ctx context.Context, when *cond.Program) bool {
	b := newBuilder()
	root := b.when(when, &subject{env: p.env()}, [3]*node{cond.False: b.end(holds), cond.True: b.end(breaks), cond.Failed: b.end(holds)})
	s, d, err := p.solve(ctx, root, 1)
	return err != nil || s.best(d, isBroken) != nil
}

func isBroken(result int) bool { return result == breaks }

// A solution is a diagram with the solver that made it.
type solution struct {
	*solver
	*diagram
}

// Prove answers a property.
func (p *Prover) Prove(ctx context.Context, property *Property) Answer {
	answer := Answer{Outcome: Proved, Tools: len(p.tools)}
	if property.AnyTool {
		if open := p.unsettled(); open != nil {
			answer.open(*open)
			return answer
		}
	}
	roots := p.roots(property)
	answer.Classes = len(roots)
	if property.Bytes {
		if open := p.weigh(ctx, roots); open != nil {
			answer.open(*open)
			return answer
		}
	}
	solutions := p.solutions(ctx, property, roots, &answer)
	var best *path
	var by *solver
	for _, s := range solutions {
		if property.Kind == IndependentOf && s.space.byName[verbosityPath] != nil && p.levelFollows(property.Apart) {
			answer.open(Open{Where: "/verbosity", Reason: "the level of requests that have none depends on what may differ, and conditions read it"})
		}
		found := s.best(s.diagram, isBroken)
		switch {
		case found == nil:
		case found.cost.guesses > 0 && len(p.confirm(property, s.solver, found)) == 0:
			answer.openAtoms(s.solver, found)
		case best == nil || found.cost.compare(best.cost) < 0:
			best, by = found, s.solver
		}
	}
	if best == nil {
		return answer
	}
	requests := by.requests(best, property.Kind == IndependentOf)
	broken := p.confirm(property, by, best)
	if len(broken) == 0 {
		answer.open(Open{Reason: "the counterexample that was found is none for the engine"})
		return answer
	}
	answer.Outcome, answer.Requests, answer.Broken, answer.Open = Refuted, requests, broken, nil
	if property.AnyTool {
		tool := by.candidate(best.chosen())
		answer.Tool = &tool
	}
	if property.Kind != IndependentOf {
		answer.Region = p.regionOf(ctx, property, roots)
	}
	return answer
}

// confirm returns the tools that break a property for the request that a path represents, by the
// reference evaluator.
func (p *Prover) confirm(property *Property, s *solver, found *path) []engine.Key {
	requests := s.requests(found, property.Kind == IndependentOf)
	if property.Bytes && p.bytesOf(requests[0], func(engine.Key) bool { return true }) <= property.Tools {
		return nil
	}
	if !property.AnyTool {
		return property.breaking(p.catalog.Engine().Rules, p.tools, requests)
	}
	only, err := p.only(s.candidate(found.chosen()))
	if err != nil {
		return nil
	}
	return property.breaking(p.catalog.Engine().Rules, only.tools, requests)
}

// solutions solves the programs of a property: one by one, or in one step if it is about all tools
// together.
func (p *Prover) solutions(ctx context.Context, property *Property, roots []weighted, answer *Answer) (all []solution) {
	side := uint8(0)
	if property.wellFormed() {
		side = 1
	}
	add := func(s *solver, d *diagram, err error) {
		if err != nil {
			answer.open(Open{Reason: reasonOf(err)})
			return
		}
		all = append(all, solution{s, d})
	}
	if property.Kind != AtMost {
		for _, root := range roots {
			add(p.solve(ctx, root.program, side))
		}
		return all
	}
	programs := make([]*node, len(roots))
	for i, root := range roots {
		programs[i] = root.program
	}
	s := newSolver(ctx, p.space(ctx, programs...), side)
	d, err := s.solveSum(roots, property.Tools)
	add(s, d, err)
	return all
}

func (p *Prover) env() *cond.Env { return p.catalog.Engine().Rules.Env() }

// levels returns the section that sets the level of requests that have none; nil if there is none.
func (p *Prover) levels() *rules.VerbositySpec { return p.catalog.Engine().File().Verbosity }

// levelFollows reports whether the level of requests that have none depends on one of some
// attributes, and is not one of these itself.
func (p *Prover) levelFollows(paths []string) bool {
	return !slices.Contains(paths, verbosityPath) && slices.ContainsFunc(p.catalog.Engine().Rules.Verbosity().Reads(),
		func(path string) bool { return slices.Contains(paths, path) })
}

// roots returns the different programs of a property for the tools, and how many tools have each.
func (p *Prover) roots(property *Property) (roots []weighted) {
	b := newBuilder()
	if property.AnyTool {
		return []weighted{{program: b.program(p.catalog.Engine().Rules, property, &tool{named: true})}}
	}
	at := map[*node]int{}
	for i := range p.tools {
		root := b.program(p.catalog.Engine().Rules, property, &p.tools[i])
		k, known := at[root]
		if !known {
			k = len(roots)
			at[root] = k
			roots = append(roots, weighted{program: root})
		}
		roots[k].weight++
		roots[k].tools = append(roots[k].tools, i)
	}
	return roots
}

// regionOf returns conditions for the well-formed requests that break a property; nil if they can't
// be said in a few.
func (p *Prover) regionOf(ctx context.Context, property *Property, roots []weighted) []string {
	b := newBuilder()
	union := b.end(holds)
	var programs []*node
	for _, one := range roots {
		programs = append(programs, one.program)
		union = b.replace(one.program, map[int]*node{holds: union, breaks: b.end(breaks)})
	}
	solve := func(s *solver) (*diagram, error) {
		if property.Kind == AtMost {
			return s.solveSum(roots, property.Tools)
		}
		return s.solve(union)
	}
	s := newSolver(ctx, p.space(ctx, programs...), 1)
	d, err := solve(s)
	if err != nil {
		return nil
	}
	if property.AnyTool {
		return s.regionOfRequests(d)
	}
	conditions, ok := s.region(d, isBroken)
	if !ok || len(conditions) == 0 {
		return nil
	}
	said, ok := p.statement(b, conditions)
	if !ok {
		return nil
	}
	// Equal diagrams of one solver are one: what is said must be true for exactly these requests,
	// and must not fail.
	s = newSolver(ctx, p.space(ctx, append(programs, said)...), 1)
	if d, err = solve(s); err != nil {
		return nil
	}
	if same, err := s.solve(said); err != nil || same != d {
		return nil
	}
	return conditions
}

// statement returns the program that ends with breaks if one of the conditions is true, and with
// failed if one fails. It returns false if a condition does not compile.
func (p *Prover) statement(b *builder, conditions []string) (said *node, ok bool) {
	said = b.end(holds)
	for _, text := range conditions {
		when, err := p.env().Compile(text)
		if err != nil {
			return nil, false
		}
		said = b.when(when, &subject{env: p.env()}, [3]*node{cond.False: said, cond.True: b.end(breaks), cond.Failed: b.end(failed)})
	}
	return said, true
}

// space returns the space for programs.
func (p *Prover) space(ctx context.Context, programs ...*node) *space {
	return newSpace(ctx, literalsOf(programs...), p)
}

// solve returns the diagram of a program, with the solver that made it.
func (p *Prover) solve(ctx context.Context, root *node, side uint8) (*solver, *diagram, error) {
	s := newSolver(ctx, p.space(ctx, root), side)
	d, err := s.solve(root)
	return s, d, err
}

func (a *Answer) open(o Open) {
	a.Outcome = Unknown
	if !slices.Contains(a.Open, o) {
		a.Open = append(a.Open, o)
	}
}

// openAtoms notes the free literals on which a path depends.
func (a *Answer) openAtoms(s *solver, p *path) {
	for ; p.at.variable >= 0; p = p.next {
		if i := p.at.variable - len(s.space.variables); i >= 0 && s.costOf(p.at.variable, p.value).guesses > 0 {
			a.open(s.openOf(s.freeRests[i].literal))
		}
	}
}

func reasonOf(err error) string {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return "there was not enough time"
	}
	return err.Error()
}
