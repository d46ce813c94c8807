package ruletest

import (
	"context"
	"fmt"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
)

// Check makes a check for a host that watches a rule file ([engine.WatchOptions]): a version of the file is put in force only if the test
// files at these paths pass with it.
//
// They are read anew each time, since they change together with the rules, and so are their catalogs. The rule file that they name is not
// looked at, nor are the host's own catalogs: a server that comes or goes is no reason to refuse rules. The error of the check is
// [rules.Problems]: each expectation that is not met, or what is wrong with a test file; warnings are passed over. Without paths it
// lets every version pass.
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
	f, err := Load(path)
	if err != nil {
		return problemsOf(path, err)
	}
	servers, err := f.Servers()
	if err != nil {
		return problemsOf(path, err)
	}
	r, err := f.run(ctx, e, servers)
	if err != nil {
		return problemsOf(path, err)
	}
	return r.Problems()
}

func problemsOf(path string, err error) rules.Problems {
	if ps, ok := err.(rules.Problems); ok {
		return ps
	}
	return rules.Problems{{Code: rules.CodeUnreadable, File: path, Offset: -1,
		Message: fmt.Sprintf("the tests can't be run: %v", err), Err: err}}
}
