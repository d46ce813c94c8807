package ruleset

import (
	"errors"

	"github.com/toolrules/toolrules/internal/cond"
	"github.com/toolrules/toolrules/rules"
)

// compileWhen compiles the expression at pointer. The program is nil if there are problems. A scope without an Env has the
// default one, which nil stands for, so that a host can bind requests for it.
func compileWhen(scope Scope, pointer, src string) (*cond.Program, rules.Problems) {
	program, err := scope.Env.Compile(src)
	if err != nil {
		return nil, expressionProblems(pointer, err)
	}
	return program, nil
}

// expressionProblems turns what package expr says about the text at pointer into problems, all of it in its order.
func expressionProblems(pointer string, err error) rules.Problems {
	if es, ok := errors.AsType[cond.Errors](err); ok {
		ps := make(rules.Problems, len(es))
		for i, e := range es {
			ps[i] = expressionProblem(pointer, e)
		}
		return ps
	}
	return rules.Problems{expressionProblem(pointer, err)}
}

// expressionProblem turns one thing that package expr says about the text at pointer into a problem. Its code is that of expr
// behind "expression_".
func expressionProblem(pointer string, err error) *rules.Problem {
	e, ok := errors.AsType[*cond.Error](err)
	if !ok {
		return &rules.Problem{Code: rules.CodeExpression, Pointer: pointer, Offset: -1, Message: err.Error(), Err: err}
	}
	return &rules.Problem{
		Code: rules.CodeExpression + "_" + rules.Code(e.Code), Pointer: pointer, Offset: e.Offset,
		Message: e.Message, Hint: e.Hint, Err: err,
	}
}
