package lint

import (
	"iter"
	"math/bits"
)

// A set is a set of small ints, such as indexes of tools in the catalog. All sets of a catalog have
// the same length.
type set []uint64

func newSet(n int) set { return make(set, (n+63)/64) }

func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s set) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }

// addAll adds the items of the other set.
func (s set) addAll(other set) {
	for i := range s {
		s[i] |= other[i]
	}
}

// andNot returns the items of s that other does not have.
func (s set) andNot(other set) set {
	left := make(set, len(s))
	for i := range s {
		left[i] = s[i] &^ other[i]
	}
	return left
}

// intersect returns the items that both sets have.
func (s set) intersect(other set) set {
	both := make(set, len(s))
	for i := range s {
		both[i] = s[i] & other[i]
	}
	return both
}

func (s set) empty() bool {
	for _, word := range s {
		if word != 0 {
			return false
		}
	}
	return true
}

func (s set) len() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// all returns the items in order.
func (s set) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, word := range s {
			for word != 0 {
				if !yield(i*64 + bits.TrailingZeros64(word)) {
					return
				}
				word &= word - 1
			}
		}
	}
}
