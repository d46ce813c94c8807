package naming

import (
	"fmt"
	"strings"
)

// A Report is what Build did to tools beyond naming them, all in the order of the catalog. An operator reads it, never a model
// and never a caller.
type Report struct {
	Rejected   []Rejection  // every tool without an exposed name, whatever the reason
	Collisions []Collision  // every name that was asked for more than once or is reserved, by first member
	Truncated  []Truncation // every name that was too long, rejected ones included
}

// A Reason is why a tool has no exposed name. Reasons are stable.
type Reason string

const (
	InvalidName  Reason = "invalid_name" // the raw name is not legal: see [ValidToolName]
	Collided     Reason = "collision"    // another tool would have the same exposed name
	ReservedName Reason = "reserved"     // the host keeps that name for itself
)

// A Rejection is a tool that gets no exposed name. With [KeepFirst] a tool that its server lists twice is rejected the second
// time, and has its name from the first.
type Rejection struct {
	Key     Key
	Reason  Reason
	Exposed string // the name it would have had; "" if its raw name is not legal
}

// String gives tool, cause and reason in one line, the names as the servers sent them.
func (r Rejection) String() string {
	why := "has no legal name"
	switch r.Reason {
	case Collided:
		why = fmt.Sprintf("would be called %s, as another tool would", r.Exposed)
	case ReservedName:
		why = fmt.Sprintf("would be called %s, which the host keeps for itself", r.Exposed)
	}
	return fmt.Sprintf("%s %s [%s]", r.Key, why, r.Reason)
}

// A Collision is an exposed name that could not be given to all who would get it.
type Collision struct {
	Name  string
	Tools []Key // all of them, in the order of the catalog; just one is possible if the name is reserved

	Reserved  bool // the host keeps the name for itself, so that none of them got it
	Truncated bool // one of them has a truncated name, so that none of them got it, even with KeepFirst
	Kept      bool // the first of Tools got the name, by KeepFirst
}

// String gives the name and the tools in one line, the names as the servers sent them.
func (c Collision) String() string {
	tools := make([]string, len(c.Tools))
	for i, k := range c.Tools {
		tools[i] = k.String()
	}
	outcome := "nobody gets it"
	switch {
	case c.Kept:
		outcome = "the first gets it"
	case c.Reserved:
		outcome = "the host keeps it"
	}
	return fmt.Sprintf("%s is the name of %s: %s", c.Name, strings.Join(tools, ", "), outcome)
}

// A Truncation is a name that was longer than the limit.
type Truncation struct {
	Key   Key
	Full  string // the name at its full length
	Name  string // the truncated name
	Limit int    // the length, in bytes, that Full exceeds
}

// String gives tool and name in one line, the tool's as the server sent it.
func (t Truncation) String() string {
	return fmt.Sprintf("%s is called %s, since %s has more than %d bytes", t.Key, t.Name, t.Full, t.Limit)
}
