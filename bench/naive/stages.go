package naive

import (
	"github.com/expr-lang/expr/vm"

	"github.com/toolrules/toolrules/bench/workload"
)

// Stages is the filter in two stages of ConduitMCP: rules that depend on names alone are applied
// when a list arrives, the others for each request. Its functions are programs of expr-lang.
type Stages struct {
	loop  *Loop
	tools []*workload.Tool
	rest  []int // the tools that no name rule hides
}

// Stages is the first stage.
func (l *Loop) Stages(tools []*workload.Tool) *Stages {
	s := &Stages{loop: l, tools: tools}
	for i, t := range tools {
		if !l.hiddenByName(t) {
			s.rest = append(s.rest, i)
		}
	}
	return s
}

// List is the second stage: it appends the numbers of the visible tools.
func (s *Stages) List(dst []int, r *workload.Request) []int {
	machine, e := &vm.VM{}, &env{Ctx: r}
	for _, i := range s.rest {
		e.Tool = s.tools[i]
		if !s.loop.hiddenByExpression(machine, e) {
			dst = append(dst, i)
		}
	}
	return dst
}
