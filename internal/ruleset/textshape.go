package ruleset

import (
	"encoding/binary"
	"slices"

	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/cond"
)

// Shape returns a key for the conditions of the text's rules and their order. [Text.Rule] returns
// the same index for texts of one file with equal shapes, so it needs to be called once for each
// shape: there are far fewer shapes than texts. The shape of a text without rules is empty.
func (t *Text) Shape() string {
	if t == nil {
		return ""
	}
	var key []byte
	for i := range t.rules {
		r := &t.rules[i]
		key = binary.AppendUvarint(key, uint64(r.index))
		key = r.runner.appendKey(key)
		key = r.model.appendKey(key)
		source := ""
		if r.when != nil {
			source = r.when.Source()
		}
		key = appendKeyText(key, source)
	}
	return string(key)
}

func (m *matcher) appendKey(key []byte) []byte {
	key = append(key, byte(m.kind))
	key = binary.AppendUvarint(key, uint64(len(m.text)))
	for _, text := range m.text {
		key = appendKeyText(key, text)
	}
	return key
}

func appendKeyText(key []byte, text string) []byte {
	return append(binary.AppendUvarint(key, uint64(len(text))), text...)
}

// ReadsTool reports whether the result of [Text.Rule] can depend on the tool: whether a condition
// reads it.
func (t *Text) ReadsTool() bool {
	return t != nil && slices.ContainsFunc(t.rules,
		func(r runnerRule) bool { return r.when != nil && r.when.ReadsTool() })
}

// AppendToolKey appends a key of the parts of a tool that the conditions read, and returns the
// extended slice. For two tools with equal keys, [Text.Rule] returns the same index for every
// request.
func (t *Text) AppendToolKey(dst []byte, tool *cond.Tool) []byte {
	if t == nil {
		return dst
	}
	for i := range t.rules {
		if when := t.rules[i].when; when != nil {
			for _, atom := range when.Atoms() {
				if atom.ReadsRequest() {
					dst = atom.AppendToolKey(dst, tool)
				} else {
					dst = append(dst, byte(atom.Outcome(tool, nil)))
				}
			}
		}
	}
	return dst
}

// Settle evaluates the parts of all conditions that read only the tool, for [TextRequest.Settled].
// The result is the same for tools for which [Text.AppendToolKey] appends the same bytes.
func (t *Text) Settle(tool *cond.Tool) []cond.Settled {
	if t == nil {
		return nil
	}
	settled := make([]cond.Settled, len(t.rules))
	for i := range t.rules {
		if when := t.rules[i].when; when != nil {
			settled[i] = when.Settle(tool)
		}
	}
	return settled
}

// ToolFailures calls report for each rule whose condition has a part that fails for the tool with
// every request: with its index in TextSpec.Runners and the first such part.
func (t *Text) ToolFailures(tool *cond.Tool, report func(rule int, failure *expr.Failure)) {
	if t == nil {
		return
	}
	for i := range t.rules {
		if r := &t.rules[i]; r.when != nil {
			if failure := r.when.ToolFailure(tool); failure != nil {
				report(r.index, failure)
			}
		}
	}
}

// DefaultLevel returns the level for requests without one, and reports whether the text sets it.
func (t *Text) DefaultLevel() (level int, ok bool) {
	if t == nil || t.defaultVerbosity == nil {
		return 0, false
	}
	return *t.defaultVerbosity, true
}
