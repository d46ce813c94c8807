package cond

import (
	"hash/maphash"
	"math/bits"
	"slices"
	"sync/atomic"
)

// shortList is the length up to which a linear search is faster than a set.
const shortList = 8

// A stringSet is a hash set of the strings of a list, with lookup time independent of the list's
// length. The sets of one tool or request form a short linked list.
type stringSet struct {
	list   []string
	hashes []uint32 // of the items
	slots  []uint16 // the number of an item, from 1; 0 is free
	next   *stringSet
}

// A setOwner is the part of a tool or request that keeps the sets of its lists. A list gets a set
// at the first lookup. Without it, any(tool.arguments, # in ctx.groups) could compare 65,536
// strings for each tool.
type setOwner struct{ sets atomic.Pointer[stringSet] }

// hashSeed is random, so that no one can choose strings that collide.
var hashSeed = maphash.MakeSeed()

func hashOf(text string) uint32 { return uint32(maphash.String(hashSeed, text)) }

// set returns the set of a list of the owner, or nil if the list is short or o is nil.
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
		// Another goroutine has added a set. A duplicate does no harm.
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

// listHas reports whether a list of the owner contains text.
func listHas(o *setOwner, list []string, text string) bool {
	if s := o.set(list); s != nil {
		return s.has(text, hashOf(text))
	}
	return slices.Contains(list, text)
}

// countCommon returns how many items of list, counted with duplicates, occur in other. Counting
// stops at most.
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

// owner returns the owner of the request's sets, or nil for a nil request.
func (r *Request) owner() *setOwner {
	if r == nil {
		return nil
	}
	return &r.setOwner
}

// owner returns the owner of the tool's sets, or nil for a nil tool.
func (t *Tool) owner() *setOwner {
	if t == nil {
		return nil
	}
	return &t.setOwner
}

// contains reports whether a list of the request, or of the rules, contains text.
func (r *Request) contains(list []string, text string) bool { return listHas(r.owner(), list, text) }
