package expr

import "slices"

// shortList is up to how many items a list is searched one by one, which is faster than a set then.
const shortList = 8

// A listSet is a list of a request as a set. Those of one request are a linked list, of which there are few.
type listSet struct {
	first   *string // of the list
	members map[string]struct{}
	next    *listSet
}

// contains reports whether a list of the request, or of the rules, has the string. A long list becomes a set when something is
// first looked up in it: any(tool.arguments, # in ctx.groups) would otherwise compare 65,536 strings for each tool.
func (r *Request) contains(list []string, text string) bool {
	if len(list) <= shortList || r == nil {
		return slices.Contains(list, text)
	}
	_, ok := r.setOf(list)[text]
	return ok
}

// setOf returns a list as a set. Two goroutines may make the same one, and either is good.
func (r *Request) setOf(list []string) map[string]struct{} {
	all := r.sets.Load()
	for s := all; s != nil; s = s.next {
		if s.first == &list[0] {
			return s.members
		}
	}
	made := &listSet{first: &list[0], members: make(map[string]struct{}, len(list))}
	for _, item := range list {
		made.members[item] = struct{}{}
	}
	for made.next = all; !r.sets.CompareAndSwap(made.next, made); made.next = r.sets.Load() {
	}
	return made.members
}
