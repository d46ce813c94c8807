package naming

import (
	"fmt"
	"strings"
)

// A Report lists what Build did to tools beyond naming them, in the order of the catalog. It is for
// operators; neither a model nor a caller may see it.
type Report struct {
	Rejected   []Rejection  // each tool without an exposed name
	Collisions []Collision  // each name that several tools would get or that is reserved, by first member
	Truncated  []Truncation // each name that was too long, of rejected tools too
}

// A Reason is the code of a [Rejection]. Reasons are stable.
type Reason string

const (
	CodeInvalidName Reason = "invalid_name" // the raw name is not legal: see [ValidToolName]
	CodeCollision   Reason = "collision"    // another tool would have the same exposed name
	CodeReserved    Reason = "reserved"     // the host reserved the name
)

// A Rejection is a tool without an exposed name. With [KeepFirst], of a tool that its server lists
// twice the first keeps the name and the second is rejected.
type Rejection struct {
	Key     Key
	Reason  Reason
	Exposed string // the name that the tool would have had; empty if its raw name is not legal
}

// String returns the tool and the reason in one line, with names as the servers sent them.
func (r Rejection) String() string {
	why := "has no legal name"
	switch r.Reason {
	case CodeCollision:
		why = fmt.Sprintf("would be called %s, as another tool would", r.Exposed)
	case CodeReserved:
		why = fmt.Sprintf("would be called %s, which the host reserves", r.Exposed)
	}
	return fmt.Sprintf("%s %s [%s]", r.Key, why, r.Reason)
}

// A Collision is an exposed name that several tools would get, or that is reserved.
type Collision struct {
	Name  string
	Tools []Key // in the order of the catalog; a reserved name may have one

	Reserved  bool // the host reserved the name; no tool gets it
	Truncated bool // one of the names is truncated; KeepFirst does not apply
	Owner     Key  // the tool that has the name, or the zero Key: see [KeepFirst] and [Scheme.Servers]
}

// String returns the name and the tools in one line, with names as the servers sent them.
func (c Collision) String() string {
	tools := make([]string, len(c.Tools))
	for i, k := range c.Tools {
		tools[i] = k.String()
	}
	outcome := "no tool gets it"
	switch {
	case c.Owner != Key{}:
		outcome = c.Owner.String() + " gets it"
	case c.Reserved:
		outcome = "the host reserves it"
	}
	return fmt.Sprintf("%s is the name of %s: %s", c.Name, strings.Join(tools, ", "), outcome)
}

// A Truncation is a name that was longer than the limit.
type Truncation struct {
	Key   Key
	Full  string // the name at full length
	Name  string // the truncated name
	Limit int    // the limit in bytes that Full exceeds
}

// String returns the tool and its name in one line, with names as the servers sent them.
func (t Truncation) String() string {
	return fmt.Sprintf("%s is called %s, since %s is longer than %d bytes", t.Key, t.Name, t.Full, t.Limit)
}
