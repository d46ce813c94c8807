package expr

import "reflect"

// An Attribute is one thing that an expression can read.
type Attribute struct {
	Path     string // "tool.name", "ctx.user.role"
	Type     Type
	Optional bool   // a request may lack it: it may stand before ?? and beside nil
	Doc      string // what it is; empty for declared attributes
}

// An attribute is an Attribute and where the bound values have it.
type attribute struct {
	Attribute
	ofTool bool
	slot   int    // its number among the attributes of its side
	value  string // how the machine reads it
	has    string // how the machine reads whether it is there; empty unless optional

	hasField int // of the struct that the machine reads: has
}

// hintWords are the words of tool.hints, as MCP names them.
var hintWords = []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}

// A toolRow is a tool as the machine reads it.
type toolRow struct {
	Server, Name, Title, Description             string
	ReadOnly, Destructive, Idempotent, OpenWorld bool
	Hints, Arguments, Required, Tags             []string
	Bytes                                        int
}

// toolAttributes gives the attributes of a tool in the order of the fields of toolRow.
func toolAttributes(servers []string) []*attribute {
	texts := Type{Kind: List, Elem: &Type{}}
	server := Type{}
	if len(servers) > 0 {
		server = Type{Kind: Words, Words: servers}
	}
	all := []*attribute{
		{value: "Server", Attribute: Attribute{Path: "tool.server", Type: server, Doc: "the id of the server"}},
		{value: "Name", Attribute: Attribute{Path: "tool.name", Doc: "the name that the server gave the tool"}},
		{value: "Title", Attribute: Attribute{Path: "tool.title", Doc: "the title as the server sent it, or an empty text"}},
		{value: "Description", Attribute: Attribute{Path: "tool.description", Doc: "the description as the server sent it, or an empty text"}},
		{value: "ReadOnly", Attribute: Attribute{Path: "tool.readOnly", Type: Type{Kind: Bool}, Doc: "readOnlyHint; false if the server does not send it"}},
		{value: "Destructive", Attribute: Attribute{Path: "tool.destructive", Type: Type{Kind: Bool}, Doc: "destructiveHint; true if the server does not send it and the tool is not read-only"}},
		{value: "Idempotent", Attribute: Attribute{Path: "tool.idempotent", Type: Type{Kind: Bool}, Doc: "idempotentHint; false if the server does not send it"}},
		{value: "OpenWorld", Attribute: Attribute{Path: "tool.openWorld", Type: Type{Kind: Bool}, Doc: "openWorldHint; true if the server does not send it"}},
		{value: "Hints", Attribute: Attribute{Path: "tool.hints", Type: Type{Kind: List, Elem: &Type{Kind: Words, Words: hintWords}}, Doc: "which of the four hints the server sends"}},
		{value: "Arguments", Attribute: Attribute{Path: "tool.arguments", Type: texts, Doc: "the names of the top-level properties of the input schema"}},
		{value: "Required", Attribute: Attribute{Path: "tool.required", Type: texts, Doc: "the names of the arguments that are required"}},
		{value: "Tags", Attribute: Attribute{Path: "tool.tags", Type: texts, Doc: "the tags that the host or the catalog gave the tool, never the server"}},
		{value: "Bytes", Attribute: Attribute{Path: "tool.bytes", Type: Type{Kind: Int}, Doc: "the size of the tool's JSON in bytes, insignificant white space left out"}},
	}
	for i, a := range all {
		a.ofTool, a.slot, a.value = true, i, "T."+a.value
	}
	return all
}

// requestAttributes gives the attributes that every request has.
func requestAttributes() []*attribute {
	return []*attribute{
		{Attribute: Attribute{Path: "ctx.runner", Optional: true, Doc: "the program that asks"}},
		{Attribute: Attribute{Path: "ctx.model", Optional: true, Doc: "the model that it asks for"}},
		{Attribute: Attribute{Path: "ctx.verbosity", Type: Type{Kind: Int}, Doc: "the requested level from 0 to 9: the request's, else the host's default, else 5"}},
	}
}

// The slots of the attributes that every request has.
const (
	runnerSlot = iota
	modelSlot
	verbositySlot
)

// goType gives the Go type of the values that the machine reads.
func (t Type) goType() reflect.Type {
	switch t.Kind {
	case Bool:
		return reflect.TypeFor[bool]()
	case Int:
		return reflect.TypeFor[int]()
	case Float:
		return reflect.TypeFor[float64]()
	case List:
		return reflect.SliceOf(t.Elem.goType())
	}
	return reflect.TypeFor[string]()
}
