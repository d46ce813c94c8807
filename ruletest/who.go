package ruletest

import (
	"context"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/prove"
)

// An Audience is the set of well-formed requests that see some tools.
type Audience struct {
	Tools []engine.Key // all tools of this audience among those in question

	// Known reports whether the audience is known exactly. If it is not, Open explains why.
	Known bool
	Open  []Open

	// Region has conditions that are true for exactly these requests, no two of them for one
	// request, and none that fails. It is empty and not nil if no request sees the tools, and
	// ["true"] if every request does. It is nil if they can't be said in a few conditions.
	Region []string

	Reads  []string        // the paths of the attributes on which it depends, sorted
	Sees   *engine.Request // a smallest request that sees the tools; nil if there is none
	Misses *engine.Request // a smallest request that does not see them; nil if there is none
}

// Who returns the audiences of tools of a catalog, in the order of the first tool of each. Keys of
// tools that the catalog does not have are ignored. Once the context is done, audiences are not
// known.
//
// Rules that a host passes to the engine in Go are ignored.
func Who(ctx context.Context, c *engine.Catalog, keys ...engine.Key) (audiences []Audience) {
	for _, found := range prove.New(c).Who(ctx, keys) {
		a := Audience{Tools: found.Tools, Known: found.Outcome == prove.Proved, Region: found.Region, Reads: found.Reads,
			Sees: found.Sees, Misses: found.Misses}
		for _, o := range found.Open {
			a.Open = append(a.Open, Open(o))
		}
		audiences = append(audiences, a)
	}
	return audiences
}
