package plan

import "math/bits"

// A set holds tools by their number in a plan. All sets of one plan are equally long, and none has a bit that is no tool's.
type set []uint64

const wordBits = 64

func words(n int) int { return (n + wordBits - 1) / wordBits }

func (s set) add(i int) { s[i/wordBits] |= 1 << (i % wordBits) }

func (s set) remove(i int) { s[i/wordBits] &^= 1 << (i % wordBits) }

func (s set) has(i int) bool { return s[i/wordBits]>>(i%wordBits)&1 == 1 }

func (s set) empty() bool {
	for _, word := range s {
		if word != 0 {
			return false
		}
	}
	return true
}

func (s set) addAll(tools []int32) {
	for _, i := range tools {
		s.add(int(i))
	}
}

// decide leaves those tools of demand in s that are not broken and that were in s before, or were not if negated.
func (s set) decide(demand, broken set, negated bool) {
	var flip uint64
	if negated {
		flip = ^uint64(0)
	}
	demand, broken = demand[:len(s)], broken[:len(s)]
	for i := range s {
		s[i] = (s[i] ^ flip) & demand[i] &^ broken[i]
	}
}

// or adds the tools of other.
func (s set) or(other set) {
	for i, word := range other[:len(s)] {
		s[i] |= word
	}
}

// replace makes s have of the tools in part those that other has.
func (s set) replace(part, other set) {
	part, other = part[:len(s)], other[:len(s)]
	for i := range s {
		s[i] = s[i]&^part[i] | other[i]
	}
}

// without removes the tools of other.
func (s set) without(other set) {
	for i, word := range other[:len(s)] {
		s[i] &^= word
	}
}

// meet makes s the tools that a and b have in common.
func (s set) meet(a, b set) {
	a, b = a[:len(s)], b[:len(s)]
	for i := range s {
		s[i] = a[i] & b[i]
	}
}

// rest makes s the tools of a that are in neither b nor c.
func (s set) rest(a, b, c set) {
	a, b, c = a[:len(s)], b[:len(s)], c[:len(s)]
	for i := range s {
		s[i] = a[i] &^ (b[i] | c[i])
	}
}

// place adds the first n tools of other, which counts from 0, as those from at on.
func (s set) place(at int, other set, n int) {
	word, shift := at/wordBits, at%wordBits
	for _, bits := range other[:words(n)] {
		s[word] |= bits << shift
		word++
		if over := bits >> (wordBits - shift); over != 0 {
			s[word] |= over
		}
	}
}

// all calls yield for each number of the set, in order.
func (s set) all(yield func(int) bool) {
	for at, word := range s {
		for ; word != 0; word &= word - 1 {
			if !yield(at*wordBits + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}
