package cond

import (
	"reflect"

	"github.com/toolrules/toolrules/expr"
)

// An Attribute is one thing that an expression can read.
type Attribute struct {
	Path     string // "tool.name", "ctx.user.role"
	Type     expr.Type
	Optional bool   // a request may lack it: it may stand before ?? and beside nil
	Doc      string // what it is; empty for declared attributes
}

// An attribute is an Attribute and where to find its value.
type attribute struct {
	Attribute
	ofTool bool
	slot   int    // its number among the attributes of its side
	value  string // how the machine reads it
	has    string // how the machine reads whether it is there; empty unless optional

	hasField int // the field of Env.requestType that has reads
}

// hintWords are the words of tool.hints, as MCP names them.
var hintWords = []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}

// audienceWords are the words of tool.audience, as MCP Apps name them.
var audienceWords = []string{"model", "app"}

// A toolRow is a tool as the machine reads it.
type toolRow struct {
	Server, Name, Key, Title, Description        string
	ReadOnly, Destructive, Idempotent, OpenWorld bool
	Hints, Arguments, Required, Tags, Audience   []string
	Bytes                                        int
}

// toolAttributes returns the attributes of a tool in the order of the fields of toolRow.
func toolAttributes(servers []string) []*attribute {
	text, flag := expr.Type{}, expr.Type{Kind: expr.Bool}
	texts := expr.Type{Kind: expr.List, Elem: &expr.Type{}}
	words := func(of []string) expr.Type {
		return expr.Type{Kind: expr.List, Elem: &expr.Type{Kind: expr.Words, Words: of}}
	}
	server := text
	if len(servers) > 0 {
		server = expr.Type{Kind: expr.Words, Words: servers}
	}
	var all []*attribute
	add := func(field, name string, t expr.Type, doc string) {
		all = append(all, &attribute{
			Attribute: Attribute{Path: "tool." + name, Type: t, Doc: doc}, ofTool: true, slot: len(all), value: "T." + field,
		})
	}
	add("Server", "server", server, "the id of the server")
	add("Name", "name", text, "the name that the server gave the tool")
	add("Key", "key", text, "server and name as server/tool")
	add("Title", "title", text, "the title as the server sent it, or an empty text")
	add("Description", "description", text, "the description as the server sent it, or an empty text")
	add("ReadOnly", "readOnly", flag, "readOnlyHint; false if the server does not send it")
	add("Destructive", "destructive", flag, "destructiveHint; true if the server does not send it and the tool is not read-only")
	add("Idempotent", "idempotent", flag, "idempotentHint; false if the server does not send it")
	add("OpenWorld", "openWorld", flag, "openWorldHint; true if the server does not send it")
	add("Hints", "hints", words(hintWords), "which of the four hints the server sends")
	add("Arguments", "arguments", texts, "the names of the top-level properties of the input schema")
	add("Required", "required", texts, "the names of the arguments that are required")
	add("Tags", "tags", texts, "the tags that the host or the catalog gave the tool, never the server")
	add("Audience", "audience", words(audienceWords), "who the tool is for, by _meta.ui.visibility; model and app if the server does not send it")
	add("Bytes", "bytes", expr.Type{Kind: expr.Int}, "the size of the tool's JSON in bytes, insignificant white space left out")
	return all
}

// requestAttributes returns the attributes that every request has.
func requestAttributes() []*attribute {
	return []*attribute{
		{Attribute: Attribute{Path: "ctx.runner", Optional: true, Doc: "the program that asks"}},
		{Attribute: Attribute{Path: "ctx.model", Optional: true, Doc: "the model that it asks for"}},
		{Attribute: Attribute{Path: "ctx.verbosity", Type: expr.Type{Kind: expr.Int},
			Doc: "the requested level from 0 to 9: the request's, else the host's default, else 5"}},
	}
}

// The slots of the attributes that every request has.
const (
	runnerSlot = iota
	modelSlot
	verbositySlot
)

// goType returns the Go type of the values that the VM reads.
func goType(t expr.Type) reflect.Type {
	switch t.Kind {
	case expr.Bool:
		return reflect.TypeFor[bool]()
	case expr.Int:
		return reflect.TypeFor[int]()
	case expr.Float:
		return reflect.TypeFor[float64]()
	case expr.List:
		return reflect.SliceOf(goType(*t.Elem))
	}
	return reflect.TypeFor[string]()
}
