package ruleset

import "github.com/toolrules/toolrules/internal/cond"

// A Scope is what the entries of a filter and the rules of a text may refer to. The zero value has no sets, knows no server
// ids, and lets expressions read the tool and the request's runner, model and verbosity alone.
type Scope struct {
	Env     *cond.Env           // what expressions may read; nil means no declared attributes
	Sets    map[string][]string // named groups of patterns, written $name in an entry
	Servers []string            // the closed list of server ids; empty means any
}
