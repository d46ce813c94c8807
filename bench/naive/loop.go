package naive

import (
	"fmt"
	"regexp"

	exprlang "github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"
	"github.com/gobwas/glob"

	"github.com/toolrules/toolrules/bench/workload"
)

// A Loop evaluates every rule for every tool, up to the first that hides it. Its programs are those
// of expr-lang with the optimizer, a typed struct as the environment, and one VM for a request.
type Loop struct {
	globs    []globRule
	regexes  []regexRule
	programs []*vm.Program
}

type globRule struct{ server, tool *glob.Pattern }

type regexRule struct {
	server *glob.Pattern
	tool   *regexp.Regexp
}

// env is what an expression reads.
type env struct {
	Tool *workload.Tool    `expr:"tool"`
	Ctx  *workload.Request `expr:"ctx"`
}

// NewLoop compiles a policy.
func NewLoop(p workload.Policy) (*Loop, error) {
	l := &Loop{}
	for _, g := range p.Globs {
		server, err := glob.Compile(g.Server)
		if err != nil {
			return nil, err
		}
		tool, err := glob.Compile(g.Tool)
		if err != nil {
			return nil, err
		}
		l.globs = append(l.globs, globRule{server, tool})
	}
	for _, r := range p.Regexes {
		server, err := glob.Compile(r.Server)
		if err != nil {
			return nil, err
		}
		tool, err := regexp.Compile(r.Tool)
		if err != nil {
			return nil, err
		}
		l.regexes = append(l.regexes, regexRule{server, tool})
	}
	for _, when := range p.Whens {
		program, err := exprlang.Compile(when, exprlang.Env(env{}), exprlang.AsBool())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", when, err)
		}
		l.programs = append(l.programs, program)
	}
	return l, nil
}

// List appends the numbers of the visible tools.
func (l *Loop) List(dst []int, tools []*workload.Tool, r *workload.Request) []int {
	machine, e := &vm.VM{}, &env{Ctx: r}
	for i, t := range tools {
		e.Tool = t
		if !l.hiddenByName(t) && !l.hiddenByExpression(machine, e) {
			dst = append(dst, i)
		}
	}
	return dst
}

func (l *Loop) hiddenByName(t *workload.Tool) bool {
	for i := range l.globs {
		if g := &l.globs[i]; g.server.Match(t.Server) && g.tool.Match(t.Folded) {
			return true
		}
	}
	for i := range l.regexes {
		r := &l.regexes[i]
		if r.server.Match(t.Server) && (r.tool.MatchString(t.Name) ||
			t.Folded != t.Name && r.tool.MatchString(t.Folded)) {
			return true
		}
	}
	return false
}

func (l *Loop) hiddenByExpression(machine *vm.VM, e *env) bool {
	for _, p := range l.programs {
		if out, err := machine.Run(p, e); err != nil || out != false {
			return true
		}
	}
	return false
}
