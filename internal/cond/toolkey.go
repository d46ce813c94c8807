package cond

import "encoding/binary"

// AppendToolKey appends what the atom reads of a tool, and gives the extended slice. For two tools
// that append the same bytes the atom has the same outcome, whatever the request.
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

// appendValue appends one attribute: a byte that says whether it can be used, and its value if it
// can.
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
