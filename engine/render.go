package engine

// AppendToolsJSON appends the "tools" array of a tools/list result, which has the tools that
// [View.Tools] yields, to dst and returns the extended slice. Only names, titles and descriptions
// are replaced; every other byte of a tool is as its server sent it. An empty description removes
// the member, since some clients refuse an empty description.
func (v *View) AppendToolsJSON(dst []byte) []byte {
	dst = append(dst, '[')
	start := len(dst)
	for t := range v.listedTools {
		if len(dst) > start {
			dst = append(dst, ',')
		}
		dst = t.AppendJSON(dst)
	}
	return append(dst, ']')
}

// AppendJSON appends the tool's JSON object, as the request sees it, to dst and returns the
// extended slice.
func (t Tool) AppendJSON(dst []byte) []byte {
	if t.view.catalog.engine.opts.reference {
		return t.appendPlain(dst)
	}
	own := t.own()
	raw, cuts := t.view.form(own)
	at := uint32(0)
	for i := range cuts {
		c := &cuts[i]
		if c.place == nameCut {
			dst = append(dst, raw[at:c.from]...)
			dst = append(dst, t.Name()...)
			at = c.to
			continue
		}
		switch a := t.view.answer(&t, &own.places[c.place]); a {
		case noAnswer:
		case emptyAnswer:
			dst = append(dst, raw[at:c.lo]...)
			at = c.hi
		default:
			dst = append(dst, raw[at:c.from]...)
			if c.label != 0 {
				dst = append(dst, labels[c.label]...)
			}
			if a&wrapped != 0 {
				x := &t.view.words.arounds[a&^wrapped]
				dst = append(append(dst, '"'), x.quotedBefore...)
				dst = append(append(dst, inner(raw[c.from:c.to])...), x.quotedAfter...)
				dst = append(dst, '"')
			} else {
				dst = append(dst, t.view.words.json(a)...)
			}
			at = c.to
		}
	}
	return append(dst, raw[at:]...)
}

// jsonSize returns the number of bytes that AppendJSON appends.
func (t Tool) jsonSize() int {
	if t.view.catalog.engine.opts.reference {
		return len(t.appendPlain(nil))
	}
	own := t.own()
	raw, cuts := t.view.form(own)
	size := len(raw)
	for i := range cuts {
		c := &cuts[i]
		if c.place == nameCut {
			size += len(t.Name()) - int(c.to-c.from)
			continue
		}
		switch a := t.view.answer(&t, &own.places[c.place]); a {
		case noAnswer:
		case emptyAnswer:
			size -= int(c.hi - c.lo)
		default:
			size += len(labels[c.label]) - int(c.to-c.from)
			if a&wrapped != 0 {
				x := &t.view.words.arounds[a&^wrapped]
				size += len(`""`) + len(x.quotedBefore) + len(inner(raw[c.from:c.to])) + len(x.quotedAfter)
			} else {
				size += len(t.view.words.json(a))
			}
		}
	}
	return size
}
