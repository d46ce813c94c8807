package search

import "math/bits"

// lettersOf returns the set of the letters of a word, hashed to bits. One edit changes at most two
// of them.
func lettersOf(word string) (set uint64) {
	for i := 0; i < len(word); i++ {
		set |= 1 << (word[i] & 63)
	}
	return set
}

// oneEdit reports whether b results from a by inserting, removing or replacing one byte, or by
// swapping two adjacent ones.
func oneEdit(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	if i == len(a) {
		return false // equal
	}
	return a[i+1:] == b[i+1:] ||
		i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

// eachNear calls yield for each term that is one edit from a word.
func (x *Index) eachNear(word string, yield func(term uint32)) {
	letters := lettersOf(word)
	for i := range x.plain {
		t := &x.plain[i]
		if bits.OnesCount64(t.letters^letters) <= 2 && oneEdit(t.text, word) {
			yield(t.term)
		}
	}
}
