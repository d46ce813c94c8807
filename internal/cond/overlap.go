package cond

import "slices"

// An Overlap is another way to say what an atom means: it is true where some text of the tool is
// among some texts of the request. All of these are such: tool.server == ctx.tenant, tool.name in
// ctx.user.tools, ctx.team in tool.tags, any(tool.tags, # in ctx.user.groups). Who has an index
// over the texts of many tools can ask it for the texts of the request, in place of asking tool by
// tool. It is immutable and safe for concurrent use.
type Overlap struct {
	// Negated says that the atom is true where there is no text in common: != and not in.
	Negated bool

	tool, request overlapSide
}

// An overlapSide is a text or a list of texts that is read from the tool alone or from the request
// alone.
type overlapSide struct {
	key  string
	term *term
	one  textFunc // nil if it is a list
	many textsFunc
}

// Overlap returns the atom as an Overlap, or nil if it is none. It holds for tools and requests
// that the atom can read, see [Atom.CanReadTool].
func (a *Atom) Overlap() *Overlap { return a.overlap }

// ToolKey is equal for two Overlaps that read the same texts of every tool.
func (o *Overlap) ToolKey() string { return o.tool.key }

// ToolTexts returns the texts of a tool. They must not be changed; one that is no list is put into
// single.
func (o *Overlap) ToolTexts(t *Tool, single *[1]string) []string { return o.tool.texts(t, nil, single) }

// RequestTexts returns the texts of a request. They must not be changed; one that is no list is put
// into single.
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

// overlapOf returns the Overlap that a term says, or nil.
func overlapOf(t *term) *Overlap {
	switch {
	case t.kind == binaryTerm:
		return overlapOfBinary(t, t.args[0])
	case t.kind == predicateTerm:
		return overlapOfPredicate(t)
	}
	return nil
}

// overlapOfPredicate is for any(list, …) and none(list, …), where the condition looks for #
// elsewhere, and for all(list, …), where it makes sure that # is not there.
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

// overlapOfBinary is for a == b, a != b, a in b and a not in b, with element in the place of a #
// among them.
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
	case element != left: // a predicate whose condition does not look for #
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
	s := overlapSide{key: t.machine(), term: t}
	if isText(t.typ) {
		s.one = directText(t)
		return s
	}
	s.many = directTexts(t)
	return s
}

func (s *overlapSide) reads() bool { return s.one != nil || s.many != nil }

// readsOnly reports whether a term reads at least one attribute, all attributes that it reads
// belong to the tool (or the request), and it does not depend on the # of a predicate around it,
// which belongs to neither.
func readsOnly(t *term, ofTool bool) bool {
	only := t.mentions() && !t.readsElement()
	t.each(func(part *term) { only = only && (part.attr == nil || part.attr.ofTool == ofTool) })
	return only
}
