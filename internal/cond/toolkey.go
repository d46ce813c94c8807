package cond

import "encoding/binary"

// AppendToolKey appends the values that the atom reads of a tool to dst, and returns the extended
// slice. If two tools append the same bytes, the atom has the same outcome for both with every
// request.
func (a *Atom) AppendToolKey(dst []byte, t *Tool) []byte {
	for i := range a.mentions {
		if attr := a.mentions[i].attr; attr.ofTool {
			if a.beside && t.isLongBeside(attr.slot) {
				dst = append(dst, 0)
				continue
			}
			dst = t.appendValue(dst, attr.slot)
		}
	}
	return dst
}

// AppendHintKey appends what conditions read of a tool that entries of annotations can set.
func (t *Tool) AppendHintKey(dst []byte) []byte {
	for _, a := range defaultEnv().tool {
		switch a.Path {
		case "tool.readOnly", "tool.destructive", "tool.idempotent", "tool.openWorld", "tool.hints", "tool.tags":
			dst = t.appendValue(dst, a.slot)
		}
	}
	return dst
}

// appendValue appends one attribute: a byte that states whether it is usable, and its value if it
// is.
func (t *Tool) appendValue(dst []byte, slot int) []byte {
	if t.fault(slot).reason != "" {
		return append(dst, 0)
	}
	dst = append(dst, 1)
	switch {
	case toolTexts[slot] != nil:
		return appendText(dst, toolTexts[slot](t, nil, element{}))
	case toolBools[slot] != nil:
		return appendBool(dst, toolBools[slot](t, nil, element{}))
	case toolLists[slot] != nil:
		list := toolLists[slot](t, nil, element{})
		dst = binary.AppendUvarint(dst, uint64(len(list)))
		for _, text := range list {
			dst = appendText(dst, text)
		}
		return dst
	}
	return binary.AppendVarint(dst, int64(t.row.Bytes))
}
