package ruleset

import (
	"errors"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/rules"
)

// compileWhen compiles the expression at pointer. The program is nil if there are problems. A scope
// whose Env is nil has the default one, so that a host can bind requests for it.
func compileWhen(scope Scope, pointer, src string) (*cond.Program, rules.Problems) {
	program, err := scope.Env.Compile(src)
	if err != nil {
		return nil, expressionProblems(pointer, err)
	}
	return program, nil
}

// expressionProblems returns the problems of the expression at pointer, in the order of its errors.
func expressionProblems(pointer string, err error) rules.Problems {
	es, ok := errors.AsType[cond.Errors](err)
	if !ok {
		return rules.Problems{FaultProblem(pointer, rules.CodeExpression, err)}
	}
	ps := make(rules.Problems, len(es))
	for i, e := range es {
		ps[i] = FaultProblem(pointer, rules.CodeExpression, e)
	}
	return ps
}
