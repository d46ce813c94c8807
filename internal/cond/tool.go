package cond

import (
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/expr"
)

// A Tool is a tool as expressions see it. It is immutable and safe for concurrent use. A nil Tool
// lacks every attribute; the zero one is that of the zero [ToolInfo]. Make one with [Env.Tool].
type Tool struct {
	row   toolRow // the facts as far as they are within the limits
	unfit *unfit  // nil: all of them are, as with nearly every tool, which takes 192 bytes then and would take 768
	long  uint16  // by slot: what is over besideLimit

	setOwner // of its long lists
}

// An unfit has what is over a limit.
type unfit struct {
	facts  expr.ToolInfo // all of them
	faults [toolSlots]fault
}

// toolSlots is the number of attributes of a tool.
const toolSlots = 15

// Tool binds a tool, once for all expressions of all Envs. Like a request it is never refused:
// every expression fails that reads what is over a limit.
func (e *Env) Tool(f expr.ToolInfo) *Tool {
	f.Hints, f.Arguments = slices.Clone(f.Hints), slices.Clone(f.Arguments)
	f.Required, f.Tags, f.Audience = slices.Clone(f.Required), slices.Clone(f.Tags), slices.Clone(f.Audience)
	t := new(Tool)
	e.Bind(t, f)
	return t
}

// Bind makes t what Tool returns. It keeps the lists of f, which must not be changed afterwards:
// for a caller that binds many tools, and has memory for all of them. It must be called once for t,
// and before t is shared.
func (*Env) Bind(t *Tool, f expr.ToolInfo) {
	if server, name, ok := cutKey(f.Key, len(f.Server)); !ok || server != f.Server || name != f.Name {
		f.Key = f.Server + "/" + f.Name
	}
	*t = Tool{row: toolRow(f)}
	for i, text := range []*string{&t.row.Server, &t.row.Name, &t.row.Key, &t.row.Title, &t.row.Description} {
		if len(*text) > MaxToolString {
			t.refuse(f, i, overLimit("has %d bytes; %d are allowed", len(*text), MaxToolString))
			*text = ""
		}
	}
	const firstList, lastList = 9, 13
	for i, list := range []*[]string{&t.row.Hints, &t.row.Arguments, &t.row.Required, &t.row.Tags, &t.row.Audience} {
		if fault := listFault(*list); fault.reason != "" {
			t.refuse(f, firstList+i, fault)
			*list = nil
		}
	}
	t.checkWords(f, firstList, &t.row.Hints, hintWords)
	t.checkWords(f, lastList, &t.row.Audience, audienceWords)
	for _, a := range defaultEnv().tool {
		size := t.size(a.slot)
		if size > besideLimit(a) {
			t.long |= 1 << a.slot
		}
		if size > MaxRegexWork/MaxRegexInstructions {
			t.long |= isLong
		}
	}
	if t.long != 0 || t.unfit != nil {
		t.long |= isLong
	}
}

// cutKey returns what is before and after the slash at an index, and reports whether there is one.
func cutKey(key string, at int) (server, name string, ok bool) {
	if at >= len(key) || key[at] != '/' {
		return "", "", false
	}
	return key[:at], key[at+1:], true
}

// checkWords refuses a list that has others than the words.
func (t *Tool) checkWords(f expr.ToolInfo, slot int, list *[]string, words []string) {
	if i := slices.IndexFunc(*list, func(w string) bool { return !slices.Contains(words, w) }); i >= 0 {
		t.refuse(f, slot, fault{expr.ReasonWord, fmt.Sprintf("holds at %d none of %s", i, quoted(words))})
		*list = nil
	}
}

// isLong is the bit of Tool.long that [Tool.IsLong] returns. There are fewer slots than bits.
const isLong = 1 << 15

// IsLong reports whether a string or a list of the tool is so long that some atom could fail for
// it. It spares asking all of them.
func (t *Tool) IsLong() bool { return t != nil && t.long&isLong != 0 }

// size returns the bytes of a string, or of all items of a list; 0 for all else.
func (t *Tool) size(slot int) int {
	switch {
	case toolTexts[slot] != nil:
		return len(toolTexts[slot](t, nil, element{}))
	case toolLists[slot] == nil:
		return 0
	}
	n := 0
	for _, item := range toolLists[slot](t, nil, element{}) {
		n += len(item)
	}
	return n
}

// isLongBeside reports whether an attribute can't be read beside the request.
func (t *Tool) isLongBeside(slot int) bool { return t.long>>slot&1 == 1 }

func (t *Tool) refuse(f expr.ToolInfo, slot int, why fault) {
	if t.unfit == nil {
		t.unfit = &unfit{facts: f}
	}
	t.unfit.faults[slot] = why
}

// fault returns why an attribute can't be used.
func (t *Tool) fault(slot int) fault {
	if t.unfit == nil {
		return fault{}
	}
	return t.unfit.faults[slot]
}

// listFault holds a list of a tool to its limits. A list as a whole may be as long as one text, so
// that a server can't make one expression read megabytes.
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

// Facts returns back what the tool was made of. The caller must not change its lists.
func (t *Tool) Info() expr.ToolInfo {
	if t == nil {
		return expr.ToolInfo{}
	}
	if t.unfit != nil {
		return t.unfit.facts
	}
	return expr.ToolInfo(t.row)
}

// Title returns the title that the tool was made with, as Facts does.
func (t *Tool) Title() string {
	if t != nil && t.unfit == nil {
		return t.row.Title
	}
	return t.Info().Title
}

// Description returns the description that the tool was made with, as Facts does.
func (t *Tool) Description() string {
	if t != nil && t.unfit == nil {
		return t.row.Description
	}
	return t.Info().Description
}

// Bad lists the attributes that are over a limit, so that every expression that reads them fails.
func (t *Tool) Bad() []expr.AttributeError {
	if t == nil || t.unfit == nil {
		return nil
	}
	return badAttributes(toolAttributes(nil), t.fault)
}
