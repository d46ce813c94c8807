package engine

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/toolrules/toolrules/internal/conform"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/othercase"
)

// Limits of what a server may send. Real lists stay far below. A server that exceeds the first two
// loses all of its tools, since a part of its list would be shown as if it were the whole list. A
// tool that is too large or too deep is dropped alone.
const (
	maxServerBytes = 64 << 20 // in all lists of a server
	maxServerTools = 100_000
	maxToolBytes   = 1 << 20 // the largest known real tool has 21 KB
	maxToolDepth   = 128     // nested arrays and objects
)

// A reader reads the lists of one server tool by tool, and records what can't be used as faults. A
// malformed tool affects no other tool.
type reader struct {
	server string
	tags   map[string][]string
	keep   bool // nonconforming tools
	parser jsontree.Parser
	pages  []page
	count  int // of tools in all pages
	size   int // of all lists and values, in bytes
	faults []Fault
	index  int                            // of the next tool, counted through all pages
	sent   map[[sha256.Size]byte]struct{} // the hashes of the tools seen so far
	keeper infoBuilder
	tree   sentTool // the current tool
}

// A page is a list of tools that have not been read.
type page struct {
	tools  []unread
	faults []Fault // of the list as a whole
}

// An unread is a value that should be a tool.
type unread struct {
	raw     []byte
	problem string // the reason if there is no raw
}

// newReader finds the tools in everything that a server sent, in order. It does not read them, so a
// list that is too large is rejected cheaply.
func newReader(s Server, keep bool) *reader {
	r := &reader{server: s.ID, tags: s.Tags, keep: keep || s.KeepNonconforming}
	for _, list := range s.Lists {
		r.size += len(list)
	}
	for i, list := range s.Lists {
		if r.isTooLarge() {
			break
		}
		r.list(list, i == len(s.Lists)-1)
	}
	for _, v := range s.Values {
		if r.isTooLarge() {
			break
		}
		r.value(v)
	}
	if r.isTooLarge() {
		r.refuse()
	}
	r.sent = make(map[[sha256.Size]byte]struct{}, r.count)
	r.keeper.lists.size = min(r.count, 1024)
	return r
}

func (r *reader) isTooLarge() bool { return r.size > maxServerBytes || r.count > maxServerTools }

// refuse replaces everything by one fault: the server sends too much.
func (r *reader) refuse() {
	message := fmt.Sprintf("it lists more than %d tools", maxServerTools)
	if r.size > maxServerBytes {
		message = fmt.Sprintf("its lists have more than %d bytes", maxServerBytes)
	}
	r.pages = []page{{faults: []Fault{r.fault(-1, "", CodeTooLarge, message)}}}
}

// tools yields the tools that can be used. Only one is held at a time, since the tree of a tool may
// be forty times as large as its JSON.
func (r *reader) tools(yield func(*sentTool) bool) {
	for _, p := range r.pages {
		r.faults = append(r.faults, p.faults...)
		for _, u := range p.tools {
			t := r.tool(u)
			r.index++
			if t != nil && !yield(t) {
				return
			}
		}
	}
}

func (r *reader) fault(index int, name string, code FaultCode, message string) Fault {
	return Fault{Key: Key{Server: r.server, Tool: name}, Index: index, Code: code, Message: message}
}

// list finds the tools of one page: a tools/list result, or the array of tools alone.
func (r *reader) list(data []byte, last bool) {
	var p page
	fail := func(code FaultCode, message string) { p.faults = append(p.faults, r.fault(-1, "", code, message)) }
	defer func() { r.pages = append(r.pages, p) }()
	outline, err := jsontree.Outline(data, 0, len(data))
	if err == nil && outline.Kind == jsontree.Object {
		if cursor := outline.Get("nextCursor"); last && cursor != nil && string(cursor.Raw(data)) != "null" {
			fail(CodeMorePages, "the last list has a nextCursor: there are more tools than these")
		}
		tools := outline.Get("tools")
		if tools == nil {
			fail(CodeBadList, "it has no tools")
			return
		}
		outline, err = jsontree.Outline(data, tools.Start, tools.End)
	}
	switch e, _ := errors.AsType[*jsontree.Error](err); {
	case e != nil && e.Code == jsontree.CodeTooLarge:
		r.count = maxServerTools + 1
	case err != nil:
		fail(CodeBadList, err.Error())
	case outline.Kind == jsontree.Invalid:
		fail(CodeBadList, "it is not JSON")
	case outline.Kind != jsontree.Array:
		fail(CodeBadList, fmt.Sprintf("its tools are of type %s, not an array", outline.Kind))
	default:
		p.tools = make([]unread, len(outline.Items))
		for i, item := range outline.Items {
			p.tools[i].raw = data[item.Start:item.End:item.End]
		}
		r.count += len(p.tools)
	}
}

// value adds a tool that the host has as a Go value.
func (r *reader) value(v any) {
	u := unread{}
	raw, err := marshal(v)
	if err != nil {
		u.problem = "can't be marshaled: " + err.Error()
	} else {
		u.raw = raw
	}
	r.pages = append(r.pages, page{tools: []unread{u}})
	r.count++
	r.size += len(raw)
}

// marshal is json.Marshal, but returns an error if a method of the value panics.
func marshal(v any) (raw []byte, err error) {
	defer func() {
		if thrown := recover(); thrown != nil {
			raw, err = nil, fmt.Errorf("it panics: %v", thrown)
		}
	}()
	return json.Marshal(v)
}

// tool reads a tool. Returns nil if it can't be used.
func (r *reader) tool(u unread) *sentTool {
	fail := func(name string, code FaultCode, message string) *sentTool {
		r.faults = append(r.faults, r.fault(r.index, name, code, message))
		return nil
	}
	if u.problem != "" {
		return fail("", CodeBadTool, u.problem)
	}
	root, err := r.parser.ParseNext(u.raw, jsontree.Options{MaxDepth: maxToolDepth, MaxBytes: maxToolBytes})
	switch {
	case err != nil:
		return fail("", CodeBadTool, err.Error())
	case root.Start > 0:
		return fail("", CodeBadTool, "starts with a byte order mark, which is allowed only at the start of the whole list")
	case root.Kind != jsontree.Object:
		return fail("", CodeBadTool, fmt.Sprintf("is of type %s, not an object", root.Kind))
	}
	name := root.Get("name")
	if name == nil || name.Kind != jsontree.String {
		return fail("", CodeNoName, "has no name that is a string")
	}
	t := &r.tree
	*t = sentTool{raw: u.raw, root: root, index: r.index, size: root.CompactSize()}
	t.key = r.keeper.key(t, r.server, name)
	t.name = t.key[len(r.server)+len("/"):]
	sum := sha256.Sum256(u.raw)
	if _, again := r.sent[sum]; again {
		return fail(t.name, CodeRepeated, "is listed again, byte for byte: it counts once")
	}
	r.sent[sum] = struct{}{}
	if err := r.dropNulls(t); err != nil {
		return fail(t.name, CodeBadTool, err.Error())
	}
	r.judge(t)
	r.keeper.fill(t, r.server)
	t.info.Tags = r.tags[t.name]
	return t
}

// dropNulls removes the nulls that count as not sent. It returns an error only if the result is
// invalid JSON, which should never happen.
func (r *reader) dropNulls(t *sentTool) error {
	clean, dropped := conform.DropNulls(t.raw, &t.root)
	if !dropped {
		return nil
	}
	root, err := r.parser.Parse(clean, jsontree.Options{MaxDepth: maxToolDepth, MaxBytes: maxToolBytes})
	if err != nil {
		return err
	}
	t.sent, t.raw, t.root = t.raw, clean, root
	return nil
}

// judge checks whether a tool conforms, reports it if not, and decides whether it is left out. A
// tool that is left out still takes part in naming, so no other tool gets its name.
func (r *reader) judge(t *sentTool) {
	fault := func(code FaultCode, message string) {
		r.faults = append(r.faults, r.fault(r.index, t.name, code, message))
	}
	// Whether a caller ignores case can't be known here. Removing the member would change what the
	// server sent, and leaving it in would show what no rule was applied to. So such a tool is
	// never shown.
	if member, field := othercase.InTool(&t.root); field != "" {
		t.leftOut = fmt.Sprintf("has %s, which differs from %s only in case", member, field)
		fault(CodeOtherCase, t.leftOut+": it is left out")
		return
	}
	reason := conform.Check(t.raw, &t.root)
	switch {
	case reason == "":
	case r.keep:
		fault(CodeNonconforming, reason+": it is kept, though strict clients reject a list with such a tool")
	default:
		t.leftOut = reason
		fault(CodeNonconforming, reason+": it is left out, since strict clients reject a list with such a tool")
	}
}
