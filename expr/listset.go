package expr

import (
	"hash/maphash"
	"math/bits"
	"slices"
	"sync/atomic"
)

// shortList is up to how many items a list is searched one by one, which is faster than a set then.
const shortList = 8

// A stringSet is a list of strings in a hash table, by which an item is found in the same time however long the list is. Those of
// one tool or request are a linked list, of which there are few.
type stringSet struct {
	first *string  // of the list
	slots []uint16 // the number of an item, from 1; 0 is free
	next  *stringSet
}

// hashSeed makes it impossible to choose strings that meet in one slot.
var hashSeed = maphash.MakeSeed()

// listHas reports whether a list has a string. A long list of the tool or request that owns the sets becomes a set when something is
// first looked up in it: any(tool.arguments, # in ctx.groups) would otherwise compare 65,536 strings for each tool.
func listHas(sets *atomic.Pointer[stringSet], list []string, text string) bool {
	if len(list) <= shortList || len(list) > MaxList || sets == nil {
		return slices.Contains(list, text)
	}
	all := sets.Load()
	for s := all; s != nil; s = s.next {
		if s.first == &list[0] {
			return s.has(list, text)
		}
	}
	made := newStringSet(list)
	for made.next = all; !sets.CompareAndSwap(made.next, made); made.next = sets.Load() {
		// Another goroutine has added a set. If it is the same one, it does no harm.
	}
	return made.has(list, text)
}

func newStringSet(list []string) *stringSet {
	s := &stringSet{first: &list[0], slots: make([]uint16, 1<<bits.Len(uint(2*len(list))))}
	for i, item := range list {
		at := s.start(item)
		for s.slots[at] != 0 {
			at = (at + 1) % len(s.slots)
		}
		s.slots[at] = uint16(i + 1)
	}
	return s
}

func (s *stringSet) start(text string) int {
	return int(maphash.String(hashSeed, text) & uint64(len(s.slots)-1))
}

func (s *stringSet) has(list []string, text string) bool {
	for at := s.start(text); s.slots[at] != 0; at = (at + 1) % len(s.slots) {
		if list[s.slots[at]-1] == text {
			return true
		}
	}
	return false
}

// contains reports whether a list of the request, or of the rules, has a string.
func (r *Request) contains(list []string, text string) bool {
	if r == nil {
		return slices.Contains(list, text)
	}
	return listHas(&r.sets, list, text)
}
