package expr

import (
	"fmt"
	"slices"
)

// ToolFacts are what expressions may know of a tool. Server, Name, Title, Description, Hints, Arguments and Required are the
// server's own words and not to be trusted. A host or engine fills it in; the zero value is a tool without a name that is
// neither read-only nor anything else.
type ToolFacts struct {
	Server, Name, Title, Description string

	// ReadOnly and the others are the effective hints: MCP's defaults stand in for those that were not sent.
	ReadOnly, Destructive, Idempotent, OpenWorld bool

	Hints     []string // those of readOnlyHint, destructiveHint, idempotentHint and openWorldHint that were sent
	Arguments []string // the names of the top-level properties of the input schema
	Required  []string // those of them that are required
	Tags      []string // from the host, never from the server
	Bytes     int      // the size of the tool's JSON without insignificant white space
}

// A Tool is a tool as expressions see it. It is immutable and safe for concurrent use; a nil Tool lacks every attribute.
type Tool struct {
	facts  ToolFacts
	row    toolRow
	faults [toolSlots]fault
}

// toolSlots is the number of attributes of a tool.
const toolSlots = 13

// Tool binds a tool, once for all expressions of all Envs. Like a request it is never refused: every expression fails that reads
// what is over a limit.
func (e *Env) Tool(f ToolFacts) *Tool {
	f.Hints, f.Arguments = slices.Clone(f.Hints), slices.Clone(f.Arguments)
	f.Required, f.Tags = slices.Clone(f.Required), slices.Clone(f.Tags)
	t := &Tool{facts: f, row: toolRow(f)}
	for i, text := range []*string{&t.row.Server, &t.row.Name, &t.row.Title, &t.row.Description} {
		if len(*text) > MaxToolString {
			t.faults[i] = overLimit("has %d bytes; %d are allowed", len(*text), MaxToolString)
			*text = ""
		}
	}
	const firstList = 8
	for i, list := range []*[]string{&t.row.Hints, &t.row.Arguments, &t.row.Required, &t.row.Tags} {
		t.faults[firstList+i] = listFault(*list)
		if t.faults[firstList+i].reason != "" {
			*list = nil
		}
	}
	if i := slices.IndexFunc(t.row.Hints, func(w string) bool { return !slices.Contains(hintWords, w) }); i >= 0 {
		t.faults[firstList] = fault{ReasonWord, fmt.Sprintf("holds at %d none of %s", i, quoted(hintWords))}
		t.row.Hints = nil
	}
	return t
}

// listFault holds a list of a tool to its limits. A list as a whole may be as long as one text, so that a server can't make one
// expression read megabytes.
func listFault(list []string) fault {
	if len(list) > MaxList {
		return overLimit("has %d elements; %d are allowed", len(list), MaxList)
	}
	size := 0
	for _, s := range list {
		size += len(s)
	}
	if size > MaxToolString {
		return overLimit("has %d bytes; %d are allowed", size, MaxToolString)
	}
	return fault{}
}

// Facts gives back what the tool was made of. The caller must not change its lists.
func (t *Tool) Facts() ToolFacts {
	if t == nil {
		return ToolFacts{}
	}
	return t.facts
}

// Bad lists the attributes that are over a limit, so that every expression that reads them fails.
func (t *Tool) Bad() []BadAttribute {
	if t == nil {
		return nil
	}
	return badAttributes(toolAttributes(nil), t.faults[:])
}
