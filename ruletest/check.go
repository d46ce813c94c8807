package ruletest

import (
	"context"
	"fmt"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
)

// Check returns a check for a host that watches a rule file ([engine.WatchOptions]): a new version
// of the file is applied only if the test files at paths pass with it.
//
// The test files and their catalogs are read on each check, since they change together with the
// rules. The rule file that they name is ignored, and so are the host's own catalogs: rules are not
// rejected because a server appears or disappears. The error of the check is [rules.Problems]: each
// expectation that is not met, or the problems of a test file. Warnings are ignored. Without paths
// every version passes.
func Check(paths ...string) func(context.Context, *engine.Engine, []*engine.Catalog) error {
	return func(ctx context.Context, e *engine.Engine, _ []*engine.Catalog) error {
		var ps rules.Problems
		for _, path := range paths {
			ps = append(ps, check(ctx, path, e)...)
		}
		if len(ps) > 0 {
			return ps
		}
		return nil
	}
}

func check(ctx context.Context, path string, e *engine.Engine) rules.Problems {
	r, err := runFile(ctx, path, e)
	if err == nil {
		return r.Problems()
	}
	if ps, ok := err.(rules.Problems); ok {
		return ps
	}
	return rules.Problems{{Code: rules.CodeUnreadable, File: path, Offset: -1,
		Message: fmt.Sprintf("cannot run the tests: %v", err), Err: err}}
}
