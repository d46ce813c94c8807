package ruleset

import "github.com/toolrules/toolrules/internal/cond"

// A Scope holds the names that the entries of a filter and the rules of a text may refer to. In the
// zero value there are no sets, any server ID is accepted, and expressions read only the tool and
// the request's runner, model and verbosity.
type Scope struct {
	Env     *cond.Env           // what expressions may read; nil means no declared attributes
	Sets    map[string][]string // named groups of patterns, written $name in an entry
	Servers []string            // the closed list of server ids; empty means any
}
