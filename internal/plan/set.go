package plan

import "math/bits"

// A set holds tools by their number in a plan. All sets of one plan have the same length. Bits
// beyond the last tool are 0.
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

// decide keeps those tools of s, or with negated those not in s, that are in demand and not broken.
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

// replace replaces the tools of part by those of other, which is a subset of part.
func (s set) replace(part, other set) {
	part, other = part[:len(s)], other[:len(s)]
	for i := range s {
		s[i] = s[i]&^part[i] | other[i]
	}
}

// subtract removes the tools of other.
func (s set) subtract(other set) {
	for i, word := range other[:len(s)] {
		s[i] &^= word
	}
}

// intersect sets s to the tools that are in both a and b.
func (s set) intersect(a, b set) {
	a, b = a[:len(s)], b[:len(s)]
	for i := range s {
		s[i] = a[i] & b[i]
	}
}

// andNot sets s to the tools of a that are in neither b nor c.
func (s set) andNot(a, b, c set) {
	a, b, c = a[:len(s)], b[:len(s)], c[:len(s)]
	for i := range s {
		s[i] = a[i] &^ (b[i] | c[i])
	}
}

// orAt adds the first n tools of other, shifted by at.
func (s set) orAt(at int, other set, n int) {
	word, shift := at/wordBits, at%wordBits
	for _, bits := range other[:words(n)] {
		s[word] |= bits << shift
		word++
		if over := bits >> (wordBits - shift); over != 0 {
			s[word] |= over
		}
	}
}

// all yields the numbers in the set, in ascending order.
func (s set) all(yield func(int) bool) {
	for at, word := range s {
		for ; word != 0; word &= word - 1 {
			if !yield(at*wordBits + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}
