package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/internal/jsontree"
)

// What a server may send. Real lists stay far below; what is above costs that server all of its tools, since part of a list
// would be shown as if it were the whole.
const (
	maxServerBytes = 64 << 20 // in all lists of a server
	maxServerTools = 100_000
	maxToolDepth   = 128 // arrays and objects inside each other
)

// A reader takes the lists of one server apart, tool by tool, and keeps what can't be used as faults. A broken tool costs
// itself and no other.
type reader struct {
	server string
	parser jsontree.Parser
	tools  []sentTool
	faults []Fault
	index  int                 // of the next tool, counted through all lists
	size   int                 // of all lists and values, in bytes
	sent   map[string][][]byte // by name, what has been sent
}

// readServer reads all that a server sent, in the order in which it was sent, and says how many tools that was, whether they can
// be used or not.
func readServer(s Server) (tools []sentTool, faults []Fault, listed int) {
	r := &reader{server: s.ID, sent: map[string][][]byte{}}
	for _, list := range s.Lists {
		r.size += len(list)
	}
	if r.size > maxServerBytes {
		return nil, r.tooLarge(), r.index
	}
	for i, list := range s.Lists {
		r.list(list, i == len(s.Lists)-1)
	}
	for _, v := range s.Values {
		r.value(v)
	}
	if r.size > maxServerBytes || r.index > maxServerTools {
		return nil, r.tooLarge(), r.index
	}
	for i := range r.tools {
		r.tools[i].facts.Tags = s.Tags[r.tools[i].name]
	}
	return r.tools, r.faults, r.index
}

// tooLarge is all that is said of a server that sends too much.
func (r *reader) tooLarge() []Fault {
	r.faults = nil
	message := fmt.Sprintf("it lists %d tools; %d are allowed", r.index, maxServerTools)
	if r.size > maxServerBytes {
		message = fmt.Sprintf("its lists have %d bytes; %d are allowed", r.size, maxServerBytes)
	}
	r.fail(-1, "", FaultTooLarge, message)
	return r.faults
}

// fail notes a fault of the tool at index, or of a list as a whole if index is -1.
func (r *reader) fail(index int, name string, code FaultCode, message string) {
	r.faults = append(r.faults, Fault{Key: Key{Server: r.server, Tool: name}, Index: index, Code: code, Message: message})
}

// list reads one page: a tools/list result, or the array of tools alone.
func (r *reader) list(data []byte, last bool) {
	outline, err := jsontree.Outline(data, 0, len(data))
	if err != nil {
		r.fail(-1, "", FaultBadList, err.Error())
		return
	}
	if outline.Kind == jsontree.Object {
		if cursor := outline.Get("nextCursor"); last && cursor != nil && string(cursor.Raw(data)) != "null" {
			r.fail(-1, "", FaultMorePages, "the last list has a nextCursor: there are more tools than these")
		}
		tools := outline.Get("tools")
		if tools == nil {
			r.fail(-1, "", FaultBadList, "it has no tools")
			return
		}
		if outline, err = jsontree.Outline(data, tools.Start, tools.End); err != nil {
			r.fail(-1, "", FaultBadList, err.Error())
			return
		}
	}
	if outline.Kind != jsontree.Array {
		r.fail(-1, "", FaultBadList, fmt.Sprintf("its tools are of type %s and no array", outline.Kind))
		return
	}
	for _, item := range outline.Items {
		r.tool(data[item.Start:item.End:item.End])
	}
}

// value reads a tool that the host has as a Go value.
func (r *reader) value(v any) {
	raw, err := marshal(v)
	if err != nil {
		r.fail(r.index, "", FaultBadTool, "can't be marshalled: "+err.Error())
		r.index++
		return
	}
	r.size += len(raw)
	r.tool(raw)
}

// marshal is json.Marshal, which lets the panics of a value's own methods through.
func marshal(v any) (raw []byte, err error) {
	defer func() {
		if thrown := recover(); thrown != nil {
			raw, err = nil, fmt.Errorf("it panics: %v", thrown)
		}
	}()
	return json.Marshal(v)
}

func (r *reader) tool(raw []byte) {
	index := r.index
	r.index++
	root, err := r.parser.Parse(raw, jsontree.Options{MaxDepth: maxToolDepth})
	switch {
	case err != nil:
		r.fail(index, "", FaultBadTool, err.Error())
		return
	case root.Start > 0:
		r.fail(index, "", FaultBadTool, "starts with a byte order mark, which may stand in front of the whole list alone")
		return
	case root.Kind != jsontree.Object:
		r.fail(index, "", FaultBadTool, fmt.Sprintf("is of type %s and no object", root.Kind))
		return
	}
	name := root.Get("name")
	if name == nil || name.Kind != jsontree.String {
		r.fail(index, "", FaultNoName, "has no name that is a string")
		return
	}
	t := sentTool{name: name.Text(raw), raw: raw, root: root}
	earlier := r.sent[t.name]
	if slices.ContainsFunc(earlier, func(sent []byte) bool { return bytes.Equal(sent, raw) }) {
		r.fail(index, t.name, FaultRepeated, "is listed again, byte for byte: it counts once")
		return
	}
	r.sent[t.name] = append(earlier, raw)
	t.readFacts(r.server, func(code FaultCode, message string) { r.fail(index, t.name, code, message) })
	r.tools = append(r.tools, t)
}
