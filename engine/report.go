package engine

import (
	"fmt"

	"github.com/toolrules/toolrules/naming"
)

// A Report says what became of everything that the servers sent and of every rule that found nothing to do, when a catalog
// was built. It is for operators, not for callers. All lists are in input order: of the servers and their tools, or of the
// rule file.
type Report struct {
	Tools      int                 // how many tools were listed, whether they can be used or not, in lists that could be read
	Faults     []Fault             // what servers sent that could not be used, or not as it stands
	Rejected   []naming.Rejection  // tools that got no exposed name
	Collisions []naming.Collision  // the names that several tools would have got
	Truncated  []naming.Truncation // names that were too long and got a hash
	Failures   []Failure           // rules that failed whatever the request: they read of the tool what is over a limit
	Places     []PlaceFault        // texts that a schema has no place for; of one text there are limits, see [PlaceFault]
	Unmatched  []Unmatched         // patterns that no tool of the catalog matches
}

// A Fault is something in a server's answer that could not be used.
type Fault struct {
	Key     Key // the tool; Tool is empty where there is no name or the list as a whole is meant
	Index   int // of the tool among all that the server listed, from 0; -1 for the list as a whole
	Code    FaultCode
	Message string // for people; continues a sentence that starts with the tool or the server
}

// String gives tool or server, message and code in one line.
func (f Fault) String() string {
	switch {
	case f.Index < 0:
		return fmt.Sprintf("server %s: %s [%s]", f.Key.Server, f.Message, f.Code)
	case f.Key.Tool == "":
		return fmt.Sprintf("server %s, tool %d: %s [%s]", f.Key.Server, f.Index+1, f.Message, f.Code)
	}
	return fmt.Sprintf("%s: %s [%s]", f.Key, f.Message, f.Code)
}

// A FaultCode names one kind of [Fault]. Codes are stable.
type FaultCode string

const (
	FaultTooLarge  FaultCode = "too_large"  // more bytes or tools than a server may send: none of its tools is used
	FaultBadList   FaultCode = "bad_list"   // a list that is no list of tools: nothing of this list is used
	FaultMorePages FaultCode = "more_pages" // the last list says that there are more
	FaultBadTool   FaultCode = "bad_tool"   // no JSON object, or one with duplicate keys, invalid UTF-8, too deep: not used
	FaultNoName    FaultCode = "no_name"    // no name that is a string: not used
	FaultOtherCase FaultCode = "other_case" // a member that differs from one of MCP in case alone: left out

	// FaultNonconforming is a tool that does not conform to MCP's schema: left out unless [Options.KeepNonconforming] or
	// [Server.KeepNonconforming] is set.
	FaultNonconforming FaultCode = "nonconforming"

	FaultRepeated FaultCode = "repeated" // the same tool again, byte for byte: counts once
)

// A PlaceFault is a text for a place of a schema that it could not be written to, or where it does not do what it is for.
//
// A server can make any number of them, and so a report lists those of one text and one code only so far: 32 in one tool, with one
// more that says how many others there are, and 1,000 in all tools of a server, of which the message of the last says how many others
// there are. Once 2,000 of all texts are listed for a server, only the first of each text and code is listed. None of the 63 real
// servers among the tests comes near.
type PlaceFault struct {
	Key     Key
	Rule    string // the text: a JSON Pointer into the rule file
	Path    string // the property path or JSON Pointer that was asked for
	Code    PlaceCode
	Pointer string // the place: a JSON Pointer into the schema. For a shared one, the path that changes it for all. Empty for several
	Message string // for people
}

// String gives tool, path, message and code in one line.
func (f PlaceFault) String() string {
	return fmt.Sprintf("%s: %s %s [%s]", f.Key, f.Path, f.Message, f.Code)
}

// A PlaceCode names one kind of [PlaceFault]. Codes are stable.
type PlaceCode string

const (
	PlaceMissing   PlaceCode = "missing"     // the path leads nowhere
	PlaceShared    PlaceCode = "shared"      // what it leads to is reached by other paths too
	PlaceBoolean   PlaceCode = "boolean"     // it leads to a boolean schema
	PlaceNotText   PlaceCode = "not_text"    // the description there is no string
	PlaceNotSchema PlaceCode = "not_schema"  // a JSON Pointer leads to what is no schema
	PlaceRefused   PlaceCode = "ref_refused" // written beside a $ref, which a target refuses
	PlaceIgnored   PlaceCode = "ref_ignored" // written beside a $ref, which the schema's draft ignores
	PlaceRemains   PlaceCode = "ref_remains" // removed beside a $ref, whose definition keeps its description
	PlaceNoSchema  PlaceCode = "no_schema"   // the tool has no schema for it at all, or one with too many or too long names in it
)

// An Unmatched pattern matches no tool of the catalog.
type Unmatched struct {
	Rule    string // the pattern: a JSON Pointer into the rule file
	Pattern string // as it is written
	File    string // where it stands; empty if it was built in Go
	Line    int    // from 1; 0 if it was built in Go
	Column  int    // from 1, in characters; 0 if it was built in Go
}

// String gives place and pattern in one line.
func (u Unmatched) String() string {
	place := EntryPlace{u.Rule, u.File, u.Line, u.Column}
	return fmt.Sprintf("%s: %s matches no tool", place.text(), u.Pattern)
}
