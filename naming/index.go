package naming

import (
	"hash/maphash"
	"math/bits"
)

// An index finds a tool by its name. It is a hash table with linear probing: a slot holds the
// number of a tool, starting at 1, and in the remaining bits a part of the hash of its name, so
// that few other names are compared. The names themselves are in tools. The zero index is empty; an
// index does not grow.
//
// It takes 5.3 bytes a tool where a Go map from string to int takes over 40. Each index has its own
// seed, so that no server can choose names that collide.
type index struct {
	slots      []uint32
	seed       maphash.Seed
	numberBits int
}

func newIndex(tools int) index {
	return index{slots: make([]uint32, tools+tools/3+1), seed: maphash.MakeSeed(), numberBits: bits.Len(uint(tools))}
}

// find returns the tool called name, and false if there is none.
func (x *index) find(tools *tools, name string) (tool int, ok bool) {
	if len(x.slots) == 0 {
		return 0, false
	}
	_, tool, ok = x.probe(tools, name, maphash.String(x.seed, name))
	return tool, ok
}

// add adds a tool. If there is one with its name already, it returns that one and false.
func (x *index) add(tools *tools, tool int) (first int, added bool) {
	name := tools.name(tool)
	hash := maphash.String(x.seed, name)
	slot, first, found := x.probe(tools, name, hash)
	if !found {
		x.slots[slot] = x.tag(hash) | uint32(tool+1)
	}
	return first, !found
}

// replace makes tool the one that find returns for its name, instead of another one with that name.
func (x *index) replace(tools *tools, tool int) {
	name := tools.name(tool)
	hash := maphash.String(x.seed, name)
	slot, _, _ := x.probe(tools, name, hash)
	x.slots[slot] = x.tag(hash) | uint32(tool+1)
}

// tag returns the part of a hash that a slot holds: low bits, since the high ones choose the slot.
func (x *index) tag(hash uint64) uint32 { return uint32(hash) << x.numberBits }

// probe returns the tool called name, or else the free slot where it would be.
func (x *index) probe(tools *tools, name string, hash uint64) (slot, tool int, found bool) {
	first, _ := bits.Mul64(hash, uint64(len(x.slots))) // the hash as a fraction of 2^64, times the number of slots
	tag, numbers := x.tag(hash), uint32(1)<<x.numberBits-1
	for slot = int(first); ; slot++ {
		if slot == len(x.slots) {
			slot = 0
		}
		s := x.slots[slot]
		if s == 0 {
			return slot, 0, false
		}
		if tool = int(s&numbers) - 1; s&^numbers == tag && tools.name(tool) == name {
			return slot, tool, true
		}
	}
}
