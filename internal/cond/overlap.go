package cond

import "slices"

// An Overlap is an equivalent form of an atom that compares strings: the atom is true if the
// strings that it reads of the tool and those that it reads of the request have one in common.
// Examples are tool.server == ctx.tenant, tool.name in ctx.user.tools, ctx.team in tool.tags, and
// any(tool.tags, # in ctx.user.groups). An index over the strings of many tools can evaluate it for
// all tools at once. It is immutable and safe for concurrent use.
type Overlap struct {
	// Negated reports whether the atom is true if there is no string in common: != and not in.
	Negated bool

	tool, request overlapSide
}

// An overlapSide is a string or a list of strings that depends on the tool alone or on the request
// alone.
type overlapSide struct {
	key  string
	term *term
	one  textFunc // nil if it is a list
	many textsFunc
}

// Overlap returns the atom as an Overlap, or nil if it has no such form. The result is valid only
// for tools and requests that the atom can read; see [Atom.CanReadTool].
func (a *Atom) Overlap() *Overlap { return a.overlap }

// ToolKey returns a key that is equal for two Overlaps that read the same strings of every tool.
func (o *Overlap) ToolKey() string { return o.tool.key }

// ToolTexts returns the strings of a tool. The caller must not modify them. A value that is not a
// list is stored in single.
func (o *Overlap) ToolTexts(t *Tool, single *[1]string) []string { return o.tool.texts(t, nil, single) }

// RequestTexts returns the strings of a request. The caller must not modify them. A value that is
// not a list is stored in single.
func (o *Overlap) RequestTexts(r *Request, single *[1]string) []string {
	return o.request.texts(nil, r, single)
}

func (s *overlapSide) texts(t *Tool, r *Request, single *[1]string) []string {
	if s.one == nil {
		return s.many(t, r, element{})
	}
	single[0] = s.one(t, r, element{})
	return single[:]
}

// holds reports whether the atom is true for a tool and a request.
func (o *Overlap) holds(t *Tool, r *Request) bool {
	if o.tool.one != nil {
		return o.requestHas(r, o.tool.one(t, nil, element{})) != o.Negated
	}
	list := o.tool.many(t, nil, element{})
	if o.request.one != nil {
		return slices.Contains(list, o.request.one(nil, r, element{})) != o.Negated
	}
	wanted := o.request.many(nil, r, element{})
	return countCommon(t.owner(), list, r.owner(), wanted, 1) > 0 != o.Negated
}

func (o *Overlap) requestHas(r *Request, text string) bool {
	if o.request.one != nil {
		return o.request.one(nil, r, element{}) == text
	}
	return r.contains(o.request.many(nil, r, element{}), text)
}

// overlapOf returns the Overlap of a term, or nil if it has none.
func overlapOf(t *term) *Overlap {
	switch {
	case t.kind == binaryTerm:
		return overlapOfBinary(t, t.args[0])
	case t.kind == predicateTerm:
		return overlapOfPredicate(t)
	}
	return nil
}

// overlapOfPredicate returns the Overlap of any(list, …) and none(list, …) if the condition
// searches for # in another list, and of all(list, …) if the condition excludes # from another
// list.
func overlapOfPredicate(t *term) *Overlap {
	list, body := t.args[0], t.args[1]
	if body.kind != binaryTerm {
		return nil
	}
	o := overlapOfBinary(body, list)
	switch {
	case o == nil:
		return nil
	case t.op == "any" && !o.Negated, t.op == "all" && o.Negated:
		return o
	case t.op == "none" && !o.Negated:
		o.Negated = true
		return o
	}
	return nil
}

// overlapOfBinary returns the Overlap of a == b, a != b, a in b and a not in b, with element
// instead of an operand #.
func overlapOfBinary(t, element *term) *Overlap {
	o := &Overlap{Negated: t.op == "!=" || t.op == "not in"}
	left, right := t.args[0], t.args[1]
	switch t.op {
	case "==", "!=":
		if !isText(left.typ) || !isText(right.typ) {
			return nil
		}
	case "in", "not in":
	default:
		return nil
	}
	switch {
	case left.kind == elementTerm:
		left = element
	case right.kind == elementTerm:
		right = element
	case element != left: // the condition of the predicate does not search for #
		return nil
	}
	for _, sides := range [][2]*term{{left, right}, {right, left}} {
		if readsOnly(sides[0], true) && readsOnly(sides[1], false) {
			o.tool, o.request = sideOf(sides[0]), sideOf(sides[1])
			if o.tool.reads() && o.request.reads() {
				return o
			}
		}
	}
	return nil
}

func sideOf(t *term) overlapSide {
	s := overlapSide{key: t.vmSource(), term: t}
	if isText(t.typ) {
		s.one = directText(t)
		return s
	}
	s.many = directTexts(t)
	return s
}

func (s *overlapSide) reads() bool { return s.one != nil || s.many != nil }

// readsOnly reports whether a term reads at least one attribute, all attributes that it reads
// belong to the tool (or the request), and it does not depend on the # of an enclosing predicate,
// which belongs to neither.
func readsOnly(t *term, ofTool bool) bool {
	only := t.mentions() && !t.readsElement()
	t.each(func(part *term) { only = only && (part.attr == nil || part.attr.ofTool == ofTool) })
	return only
}
