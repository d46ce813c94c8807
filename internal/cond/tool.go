package cond

import (
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/expr"
)

// A Tool is a tool in the form that expressions read. It is immutable and safe for concurrent use.
// Make one with [Env.Tool]. A nil Tool has no attributes. The zero Tool is that of the zero
// [ToolInfo].
type Tool struct {
	row   toolRow // the values within the limits
	unfit *unfit  // nil if all values are within the limits, as for nearly every tool; saves memory
	long  uint16  // a bit for each slot whose value exceeds besideLimit

	setOwner // the sets of long lists
}

// An unfit holds the values of a tool that exceed a limit.
type unfit struct {
	facts  expr.ToolInfo // all values
	faults [toolSlots]badValue
}

// Tool binds a tool for all expressions of all Envs. It never fails: the expressions that read a
// value over a limit fail.
func (e *Env) Tool(f expr.ToolInfo) *Tool {
	for _, list := range (*toolRow)(&f).lists() {
		*list = slices.Clone(*list)
	}
	t := new(Tool)
	e.Bind(t, f)
	return t
}

// Bind sets t to the result of Tool. It keeps the lists of f, which must not change afterwards. It
// is for a caller that binds many tools in one allocation. It must be called once for t, before t
// is shared.
func (*Env) Bind(t *Tool, f expr.ToolInfo) {
	if server, name, ok := cutKey(f.Key, len(f.Server)); !ok || server != f.Server || name != f.Name {
		f.Key = f.Server + "/" + f.Name
	}
	*t = Tool{row: toolRow(f)}
	for i, text := range t.row.texts() {
		if len(*text) > MaxToolString {
			t.refuse(f, firstText+i, overLimit("has %d bytes; at most %d are allowed", len(*text), MaxToolString))
			*text = ""
		}
	}
	for i, list := range t.row.lists() {
		if fault := listFault(*list); fault.reason != "" {
			t.refuse(f, firstList+i, fault)
			*list = nil
		}
		if words := listWords[i]; words != nil {
			t.checkWords(f, firstList+i, list, words)
		}
	}
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

// cutKey splits a key at the slash at an index, and reports whether there is one.
func cutKey(key string, at int) (server, name string, ok bool) {
	if at >= len(key) || key[at] != '/' {
		return "", "", false
	}
	return key[:at], key[at+1:], true
}

// checkWords refuses a list with elements that are not one of words.
func (t *Tool) checkWords(f expr.ToolInfo, slot int, list *[]string, words []string) {
	if i := slices.IndexFunc(*list, func(w string) bool { return !slices.Contains(words, w) }); i >= 0 {
		t.refuse(f, slot, badValue{expr.CodeWord, fmt.Sprintf("element %d is not one of %s", i, quoted(words))})
		*list = nil
	}
}

// isLong is the bit of Tool.long for [Tool.IsLong]. It is above those of the slots.
const isLong = 1 << 15

// IsLong reports whether a string or a list of the tool is so long that some atom may fail for it.
// If it is false, no atom needs to be checked.
func (t *Tool) IsLong() bool { return t != nil && t.long&isLong != 0 }

// size returns the number of bytes of a string or of all items of a list, and 0 for other types.
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

// isLongBeside reports whether an attribute is too long for atoms that also read the request.
func (t *Tool) isLongBeside(slot int) bool { return t.long>>slot&1 == 1 }

func (t *Tool) refuse(f expr.ToolInfo, slot int, why badValue) {
	if t.unfit == nil {
		t.unfit = &unfit{facts: f}
	}
	t.unfit.faults[slot] = why
}

// Fail makes each condition fail that reads the attribute with a path, which must be one of a tool.
// It may be called after [Env.Bind] and before t is shared.
func (t *Tool) Fail(path, detail string) {
	for _, a := range defaultEnv().tool {
		if a.Path == path {
			t.refuse(t.Info(), a.slot, badValue{expr.CodeAnnotation, detail})
			t.long |= isLong
		}
	}
}

// fault returns why an attribute is unusable. The zero fault means that it is usable.
func (t *Tool) fault(slot int) badValue {
	if t.unfit == nil {
		return badValue{}
	}
	return t.unfit.faults[slot]
}

// listFault returns the fault of a list that exceeds a limit. All items together may be as long as
// one string, so that a server can't make one expression read megabytes.
func listFault(list []string) badValue {
	if len(list) > MaxList {
		return overLimit("has %d elements; at most %d are allowed", len(list), MaxList)
	}
	size := 0
	for _, s := range list {
		size += len(s)
	}
	if size > MaxToolString {
		return overLimit("has %d bytes; at most %d are allowed", size, MaxToolString)
	}
	return badValue{}
}

// Info returns the attributes that the tool was made of. The caller must not modify its lists.
func (t *Tool) Info() expr.ToolInfo {
	if t == nil {
		return expr.ToolInfo{}
	}
	if t.unfit != nil {
		return t.unfit.facts
	}
	return expr.ToolInfo(t.row)
}

// Title returns the title that the tool was made with.
func (t *Tool) Title() string {
	if t != nil && t.unfit == nil {
		return t.row.Title
	}
	return t.Info().Title
}

// Description returns the description that the tool was made with.
func (t *Tool) Description() string {
	if t != nil && t.unfit == nil {
		return t.row.Description
	}
	return t.Info().Description
}

// Bad returns the attributes that exceed a limit, so that every expression that reads them fails.
func (t *Tool) Bad() []expr.AttributeError {
	if t == nil || t.unfit == nil {
		return nil
	}
	return badAttributes(toolAttributes(nil), t.fault)
}
