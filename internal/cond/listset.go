package cond

import (
	"hash/maphash"
	"math/bits"
	"slices"
	"sync/atomic"
)

// shortList is up to how many items a list is searched one by one, which is faster than a set then.
const shortList = 8

// A stringSet is a list of strings in a hash table, by which an item is found in the same time
// however long the list is. Those of one tool or request are a linked list, of which there are few.
type stringSet struct {
	list   []string
	hashes []uint32 // of the items
	slots  []uint16 // the number of an item, from 1; 0 is free
	next   *stringSet
}

// A setOwner is a tool or a request, which keeps the sets of its lists. A list becomes a set when
// something is first looked up in it: any(tool.arguments, # in ctx.groups) would otherwise compare
// 65,536 strings for each tool.
type setOwner struct{ sets atomic.Pointer[stringSet] }

// hashSeed makes it impossible to choose strings that meet in one slot.
var hashSeed = maphash.MakeSeed()

func hashOf(text string) uint32 { return uint32(maphash.String(hashSeed, text)) }

// set returns a list of the owner as a set, or nil if it is short, or there is no owner.
func (o *setOwner) set(list []string) *stringSet {
	if len(list) <= shortList || len(list) > MaxList || o == nil {
		return nil
	}
	all := o.sets.Load()
	for s := all; s != nil; s = s.next {
		if &s.list[0] == &list[0] {
			return s
		}
	}
	made := newStringSet(list)
	for made.next = all; !o.sets.CompareAndSwap(made.next, made); made.next = o.sets.Load() {
		// Another goroutine has added a set. If it is the same one, it does no harm.
	}
	return made
}

func newStringSet(list []string) *stringSet {
	s := &stringSet{list: list, hashes: make([]uint32, len(list)), slots: make([]uint16, 1<<bits.Len(uint(2*len(list))))}
	mask := uint32(len(s.slots) - 1)
	for i, item := range list {
		s.hashes[i] = hashOf(item)
		at := s.hashes[i] & mask
		for s.slots[at] != 0 {
			at = (at + 1) & mask
		}
		s.slots[at] = uint16(i + 1)
	}
	return s
}

func (s *stringSet) has(text string, hash uint32) bool {
	mask := uint32(len(s.slots) - 1)
	for at := hash & mask; s.slots[at] != 0; at = (at + 1) & mask {
		if i := s.slots[at] - 1; s.hashes[i] == hash && s.list[i] == text {
			return true
		}
	}
	return false
}

// listHas reports whether a list of the owner has a string.
func listHas(o *setOwner, list []string, text string) bool {
	if s := o.set(list); s != nil {
		return s.has(text, hashOf(text))
	}
	return slices.Contains(list, text)
}

// countCommon returns how many items of the first list, each as often as it occurs, the second one
// has. Counting stops at most.
func countCommon(owner *setOwner, list []string, otherOwner *setOwner, other []string, most int) (n int) {
	in := otherOwner.set(other)
	if in == nil {
		for _, text := range list {
			if slices.Contains(other, text) {
				if n++; n == most {
					break
				}
			}
		}
		return n
	}
	hashed := owner.set(list)
	for i, text := range list {
		hash := uint32(0)
		if hashed != nil {
			hash = hashed.hashes[i]
		} else {
			hash = hashOf(text)
		}
		if in.has(text, hash) {
			if n++; n == most {
				break
			}
		}
	}
	return n
}

// owner returns what keeps the sets of a request's lists; nil for no request.
func (r *Request) owner() *setOwner {
	if r == nil {
		return nil
	}
	return &r.setOwner
}

// owner returns what keeps the sets of a tool's lists; nil for no tool.
func (t *Tool) owner() *setOwner {
	if t == nil {
		return nil
	}
	return &t.setOwner
}

// contains reports whether a list of the request, or of the rules, has a string.
func (r *Request) contains(list []string, text string) bool { return listHas(r.owner(), list, text) }
