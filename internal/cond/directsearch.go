package cond

import "strings"

// Most conditions of predicates compare # with a value that is the same for all elements:
// any(tool.tags, # startsWith ctx.team), count(ctx.groups, # in tool.tags). That value is evaluated
// once. What remains is a loop without function calls for the parts of the condition.

// directSearch returns the function that counts the elements of a list of strings that meet such a
// condition, up to most, or nil if the condition has another form.
func directSearch(list, condition *term, most int) intFunc {
	negated := condition.kind == notTerm
	if negated {
		condition = condition.args[0]
	}
	if condition.kind != binaryTerm {
		return nil
	}
	op, not := strings.CutPrefix(condition.op, "not ")
	if op == "!=" {
		op, not = "==", true
	}
	not = not != negated
	left, right := condition.args[0], condition.args[1]
	switch {
	case left.kind == elementTerm && right.readsElement(), left.kind != elementTerm && (right.kind != elementTerm || left.readsElement()):
		return nil
	case op == "in" && left.kind == elementTerm:
		return directCommon(list, right, most, not)
	}
	items, compare := directTexts(list), textOperators[op]
	if items == nil || compare == nil {
		return nil
	}
	if left.kind == elementTerm {
		return searchFor(items, wholly(right, directText), most, func(item, value string) bool { return compare(item, value) != not })
	}
	return searchFor(items, wholly(left, directText), most, func(item, value string) bool { return compare(value, item) != not })
}

// wholly returns the function of a term of a predicate's condition that is evaluated outside the
// predicate, so no result is held for it.
func wholly[F any](t *term, direct func(*term) F) F {
	var held []*term
	t.each(func(part *term) {
		if part.isHeld {
			held = append(held, part)
			part.isHeld = false
		}
	})
	defer func() {
		for _, part := range held {
			part.isHeld = true
		}
	}()
	return direct(t)
}

func searchFor(items textsFunc, value textFunc, most int, meets func(item, value string) bool) intFunc {
	if value == nil {
		return nil
	}
	return func(t *Tool, r *Request, e element) int {
		all, n := items(t, r, e), 0
		if len(all) == 0 {
			return 0
		}
		wanted := value(t, r, e)
		for _, item := range all {
			if meets(item, wanted) {
				if n++; n == most {
					break
				}
			}
		}
		return n
	}
}

// directCommon is directSearch for # in other and # not in other.
func directCommon(list, other *term, most int, not bool) intFunc {
	items, others := directTexts(list), wholly(other, directTexts)
	owner, otherOwner := ownerOf(list), ownerOf(other)
	if items == nil || others == nil || owner == nil || otherOwner == nil {
		return nil
	}
	return func(t *Tool, r *Request, e element) int {
		all := items(t, r, e)
		if not {
			return min(most, len(all)-countCommon(owner(t, r), all, otherOwner(t, r), others(t, r, e), len(all)+1))
		}
		return countCommon(owner(t, r), all, otherOwner(t, r), others(t, r, e), most)
	}
}

// ownerOf returns the function that returns the owner of a list's sets. It returns nil if a
// condition determines which list it is, and for list literals, which are too short for sets.
func ownerOf(t *term) func(*Tool, *Request) *setOwner {
	switch {
	case readsOnly(t, true):
		return func(t *Tool, _ *Request) *setOwner { return t.owner() }
	case readsOnly(t, false):
		return func(_ *Tool, r *Request) *setOwner { return r.owner() }
	case t.literals():
		return func(*Tool, *Request) *setOwner { return nil }
	}
	return nil
}
