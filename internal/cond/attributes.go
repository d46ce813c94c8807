package cond

import (
	"reflect"

	"github.com/toolrules/toolrules/expr"
)

// An Attribute is a value that an expression can read.
type Attribute struct {
	Path     string // "tool.name", "ctx.user.role"
	Type     expr.Type
	Optional bool   // whether a request may lack it, so that ?? and comparisons with nil accept it
	Doc      string // a description; empty for declared attributes
}

// An attribute is an Attribute together with the location of its value.
type attribute struct {
	Attribute
	ofTool bool
	slot   int    // its index among the attributes of the tool or of the request
	value  string // the VM source that reads it
	has    string // the VM source that reads whether it is present; empty unless optional

	hasField int // the index of the field of Env.requestType that has reads
}

// hintWords are the enum values of tool.hints, as MCP names them.
var hintWords = []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}

// audienceWords are the enum values of tool.audience, as MCP Apps names them.
var audienceWords = []string{"model", "app"}

// A toolRow is a tool in the form that the VM reads.
type toolRow expr.ToolInfo

// Slots of the attributes of a tool: strings, then bools, then lists, then ints.
const (
	firstText = 0
	firstList = 9
	toolSlots = 15
)

// texts returns the strings of a tool, by slot.
func (r *toolRow) texts() [5]*string {
	return [...]*string{&r.Server, &r.Name, &r.Key, &r.Title, &r.Description}
}

// lists returns the lists of a tool, by slot from firstList.
func (r *toolRow) lists() [5]*[]string {
	return [...]*[]string{&r.Hints, &r.Arguments, &r.Required, &r.Tags, &r.Audience}
}

// listWords are the enum values of lists, in the order of lists; nil for other strings.
var listWords = [...][]string{0: hintWords, 4: audienceWords}

// Functions that read the attributes of a tool, by slot: strings, then bools, then lists.
var (
	toolTexts = map[int]textFunc{
		0: func(t *Tool, _ *Request, _ element) string { return t.row.Server },
		1: func(t *Tool, _ *Request, _ element) string { return t.row.Name },
		2: func(t *Tool, _ *Request, _ element) string { return t.row.Key },
		3: func(t *Tool, _ *Request, _ element) string { return t.row.Title },
		4: func(t *Tool, _ *Request, _ element) string { return t.row.Description },
	}
	toolBools = map[int]boolFunc{
		5: func(t *Tool, _ *Request, _ element) bool { return t.row.ReadOnly },
		6: func(t *Tool, _ *Request, _ element) bool { return t.row.Destructive },
		7: func(t *Tool, _ *Request, _ element) bool { return t.row.Idempotent },
		8: func(t *Tool, _ *Request, _ element) bool { return t.row.OpenWorld },
	}
	toolLists = map[int]textsFunc{
		9:  func(t *Tool, _ *Request, _ element) []string { return t.row.Hints },
		10: func(t *Tool, _ *Request, _ element) []string { return t.row.Arguments },
		11: func(t *Tool, _ *Request, _ element) []string { return t.row.Required },
		12: func(t *Tool, _ *Request, _ element) []string { return t.row.Tags },
		13: func(t *Tool, _ *Request, _ element) []string { return t.row.Audience },
	}
)

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
	add("Server", "server", server, "the ID of the server")
	add("Name", "name", text, "the raw name of the tool")
	add("Key", "key", text, "server and name as server/tool")
	add("Title", "title", text, "the title as the server sent it, or an empty string")
	add("Description", "description", text, "the description as the server sent it, or an empty string")
	add("ReadOnly", "readOnly", flag, "readOnlyHint; false if the server does not send it")
	add("Destructive", "destructive", flag, "destructiveHint; true if the server does not send it and the tool is not read-only")
	add("Idempotent", "idempotent", flag, "idempotentHint; false if the server does not send it")
	add("OpenWorld", "openWorld", flag, "openWorldHint; true if the server does not send it")
	add("Hints", "hints", words(hintWords), "the names of the hints that the server sends")
	add("Arguments", "arguments", texts, "the names of the top-level properties of the input schema")
	add("Required", "required", texts, "the names of the arguments that are required")
	add("Tags", "tags", texts, "the tags from the host or the catalog file; a server cannot set them")
	add("Audience", "audience", words(audienceWords), "_meta.ui.visibility; model and app if the server does not send it")
	add("Bytes", "bytes", expr.Type{Kind: expr.Int}, "the size of the tool's JSON in bytes, without insignificant white space")
	return all
}

// requestAttributes returns the attributes that every request has.
func requestAttributes() []*attribute {
	return []*attribute{
		{Attribute: Attribute{Path: "ctx.runner", Optional: true, Doc: "the program that drives the model"}},
		{Attribute: Attribute{Path: "ctx.model", Optional: true, Doc: "the model"}},
		{Attribute: Attribute{Path: "ctx.verbosity", Type: expr.Type{Kind: expr.Int},
			Doc: "the verbosity level from 0 to 9: that of the request, or the host's default, or 5"}},
	}
}

// Slots of the attributes that every request has.
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
