package engine

import (
	"fmt"

	"github.com/toolrules/toolrules/naming"
)

// A Report describes what happened to everything that the servers sent, and lists the rules that
// match nothing, when a catalog was built. It is for operators, not for callers. All lists are in
// input order: of the servers and their tools, or of the rule file.
type Report struct {
	Tools      int                 // the number of tools in lists that could be read, usable or not
	Faults     []Fault             // what servers sent that could not be used, or only changed
	Rejected   []naming.Rejection  // tools without an exposed name
	Collisions []naming.Collision  // names that several tools would have had
	Truncated  []naming.Truncation // names that were too long and contain a hash
	Failures   []Failure           // rules that fail for every request: they read a value of the tool that exceeds a limit
	Places     []PlaceFault        // descriptions that can't be written to a schema; limited, see [PlaceFault]
	Unmatched  []Unmatched         // patterns that match no tool of the catalog
}

// A Fault is something that a server sent that could not be used.
type Fault struct {
	Key     Key // the tool; Tool is empty if it has no name, or for a fault of the whole list
	Index   int // of the tool among all that the server listed, from 0; -1 for the whole list
	Code    FaultCode
	Message string // for people; continues a sentence that starts with the tool or the server
}

// String returns tool or server, message and code in one line.
func (f Fault) String() string {
	switch {
	case f.Index < 0:
		return fmt.Sprintf("server %s: %s [%s]", f.Key.Server, f.Message, f.Code)
	case f.Key.Tool == "":
		return fmt.Sprintf("server %s, tool %d: %s [%s]", f.Key.Server, f.Index+1, f.Message, f.Code)
	}
	return fmt.Sprintf("%s: %s [%s]", f.Key, f.Message, f.Code)
}

// A FaultCode is the kind of a [Fault]. Codes are stable.
type FaultCode string

const (
	CodeTooLarge  FaultCode = "too_large"  // more bytes or tools than a server may send: none of its tools is used
	CodeBadList   FaultCode = "bad_list"   // a list is not a list of tools: none of its tools is used
	CodeMorePages FaultCode = "more_pages" // the last list has a nextCursor: there are more tools
	CodeBadTool   FaultCode = "bad_tool"   // not a JSON object, or duplicate keys, invalid UTF-8, too deep: not used
	CodeNoName    FaultCode = "no_name"    // the name is missing or not a string: not used
	CodeOtherCase FaultCode = "other_case" // a member differs from one of MCP only in case: left out

	// CodeNonconforming is a tool that does not conform to MCP's schema: left out unless
	// [Options.KeepNonconforming] or [Server.KeepNonconforming] is set.
	CodeNonconforming FaultCode = "nonconforming"

	// CodeHiddenCharacter is a tool that is left out for a hidden character.
	CodeHiddenCharacter FaultCode = "hidden_character"

	CodeRepeated FaultCode = "repeated" // the same tool again, byte for byte: counted once
)

// A PlaceFault is a description of an argument or result that could not be written to a tool's
// schema, or has no effect there.
//
// A server can cause any number of them, so a report is limited. For one description and code it
// lists 32 in one tool, followed by one that counts the others, and 1,000 in all tools of a server,
// the last of which counts the others. After 2,000 for a server, only the first of each description
// and code is listed.
type PlaceFault struct {
	Key  Key
	Rule string // the description: a JSON Pointer into the rule file
	Path string // the property path or JSON Pointer as written
	Code PlaceCode

	// Pointer is the place: a JSON Pointer into the schema. For a shared place it is the path that
	// changes it for all. It is empty if the fault is about several places.
	Pointer string

	Message string // for people; may change
}

// String returns tool, path, message and code in one line.
func (f PlaceFault) String() string {
	return fmt.Sprintf("%s: %s %s [%s]", f.Key, f.Path, f.Message, f.Code)
}

// A PlaceCode is the kind of a [PlaceFault]. Codes are stable.
type PlaceCode string

const (
	CodePlaceMissing   PlaceCode = "missing"     // the path selects nothing
	CodePlaceShared    PlaceCode = "shared"      // the schema it selects is reached by other paths too
	CodePlaceBoolean   PlaceCode = "boolean"     // it selects a boolean schema
	CodePlaceNotText   PlaceCode = "not_text"    // the description there is not a string
	CodePlaceNotSchema PlaceCode = "not_schema"  // a JSON Pointer selects something that is not a schema
	CodePlaceRefused   PlaceCode = "ref_refused" // it is set beside a $ref, which a target refuses
	CodePlaceIgnored   PlaceCode = "ref_ignored" // it is set beside a $ref, which the schema's draft ignores
	CodePlaceRemains   PlaceCode = "ref_remains" // it is removed beside a $ref, whose definition keeps its description
	CodePlaceNoSchema  PlaceCode = "no_schema"   // the tool has no schema for it, or one with too many or too long names
)

// An Unmatched pattern matches no tool of the catalog.
type Unmatched struct {
	Rule    string // the pattern: a JSON Pointer into the rule file
	Pattern string // as it is written
	File    string // the rule file; empty if it was built in Go
	Line    int    // from 1; 0 if it was built in Go
	Column  int    // from 1, in characters; 0 if it was built in Go
}

// String returns position and pattern in one line.
func (u Unmatched) String() string {
	place := EntryPlace{u.Rule, u.File, u.Line, u.Column}
	return fmt.Sprintf("%s: %s matches no tool", place.String(), u.Pattern)
}
