package automata

import (
	"slices"
)

// dead is the state in which nothing matters any more.
const dead = -1

// words is a trie: the label of a word is its index plus 1, that of all other strings 0.
type words struct {
	ranges
	nodes  []map[rune]int
	labels []int
}

// Words returns the machine whose label is 1 plus the index of the word that the string is equal
// to, and 0 for a string that is not one of them.
func Words(list []string) Machine {
	w := &words{nodes: []map[rune]int{{}}, labels: []int{0}}
	var runes []rune
	for i, word := range list {
		at := 0
		for _, r := range word {
			runes = append(runes, r)
			next, ok := w.nodes[at][r]
			if !ok {
				next = len(w.nodes)
				w.nodes, w.labels = append(w.nodes, map[rune]int{}), append(w.labels, 0)
				w.nodes[at][r] = next
			}
			at = next
		}
		w.labels[at] = i + 1
	}
	w.ranges = around(runes)
	return w
}

func (w *words) Start() int { return 0 }

func (w *words) Step(state int, r rune) int {
	if state == dead {
		return dead
	}
	if next, ok := w.nodes[state][r]; ok {
		return next
	}
	return dead
}

func (w *words) Label(state int) int {
	if state == dead {
		return 0
	}
	return w.labels[state]
}

// flag returns 1 for true.
func flag(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// prefix is for strings that start with a text: the state is how much of it has been read.
type prefix struct {
	ranges
	text []rune
}

// Prefix returns the machine whose label is 1 if the string starts with text.
func Prefix(text string) Machine { return &prefix{around([]rune(text)), []rune(text)} }

func (p *prefix) Start() int { return 0 }

func (p *prefix) Step(state int, r rune) int {
	switch {
	case state == dead || state == len(p.text):
		return state
	case p.text[state] == r:
		return state + 1
	}
	return dead
}

func (p *prefix) Label(state int) int { return flag(state == len(p.text)) }

// occurrence is for strings that contain or end with a text: the state is the length of the longest
// prefix of the text that the string ends with.
type occurrence struct {
	ranges
	text   []rune
	back   []int // by state: the next shorter such prefix
	sticky bool
}

// Contains returns the machine whose label is 1 if the string contains text.
func Contains(text string) Machine { return newOccurrence(text, true) }

// Suffix returns the machine whose label is 1 if the string ends with text.
func Suffix(text string) Machine { return newOccurrence(text, false) }

func newOccurrence(text string, sticky bool) Machine {
	o := &occurrence{text: []rune(text), sticky: sticky}
	o.ranges = around([]rune(text))
	o.back = make([]int, len(o.text)+1)
	for i := 2; i <= len(o.text); i++ {
		o.back[i] = o.advance(o.back[i-1], o.text[i-1])
	}
	return o
}

func (o *occurrence) Start() int { return 0 }

func (o *occurrence) Step(state int, r rune) int {
	if state == len(o.text) && o.sticky {
		return state
	}
	return o.advance(state, r)
}

func (o *occurrence) advance(state int, r rune) int {
	for {
		switch {
		case state < len(o.text) && o.text[state] == r:
			return state + 1
		case state == 0:
			return 0
		}
		state = o.back[state]
	}
}

func (o *occurrence) Label(state int) int { return flag(state == len(o.text)) }

// order compares with a text: the state is how much of the text has been read, or one of these.
type order struct {
	ranges
	text []rune
}

const (
	isLess    = -1
	isGreater = -2
)

// Order returns the machine whose label is 0 if the string is less than text, 1 if it is equal, and
// 2 if it is greater.
func Order(text string) Machine { return &order{around([]rune(text)), []rune(text)} }

func (o *order) Start() int { return 0 }

func (o *order) Step(state int, r rune) int {
	switch {
	case state < 0:
		return state
	case state == len(o.text) || r > o.text[state]:
		return isGreater
	case r < o.text[state]:
		return isLess
	}
	return state + 1
}

func (o *order) Label(state int) int {
	switch {
	case state == len(o.text):
		return 1
	case state == isGreater:
		return 2
	}
	return 0
}

// length counts code points, up to one more than n.
type length struct {
	ranges
	n int
}

// Length returns the machine whose label is 0 if the string has fewer than n code points, 1 if it
// has n, and 2 if it has more.
func Length(n int) Machine { return &length{n: n} }

func (l *length) Start() int { return 0 }

func (l *length) Step(state int, _ rune) int { return max(0, min(state+1, l.n+1)) }

func (l *length) Label(state int) int {
	switch {
	case state < l.n:
		return 0
	case state == l.n:
		return 1
	}
	return 2
}

// within is for strings that are a part of a text: a state is the set of positions in the text
// where the string may end.
type within struct {
	ranges
	text  []rune
	sets  [][]int
	known map[string]int
	start int
	label func(set []int) bool
}

// PrefixOf returns the machine whose label is 1 if text starts with the string.
func PrefixOf(text string) Machine {
	w := newWithin(text, func(set []int) bool { return len(set) > 0 })
	w.start = w.number([]int{0})
	return w
}

// PartOf returns the machine whose label is 1 if text contains the string.
func PartOf(text string) Machine {
	w := newWithin(text, func(set []int) bool { return len(set) > 0 })
	w.start = w.number(positions(len(w.text)))
	return w
}

// SuffixOf returns the machine whose label is 1 if text ends with the string.
func SuffixOf(text string) Machine {
	n := len([]rune(text))
	w := newWithin(text, func(set []int) bool { return len(set) > 0 && set[len(set)-1] == n })
	w.start = w.number(positions(n))
	return w
}

func positions(n int) []int {
	all := make([]int, n+1)
	for i := range all {
		all[i] = i
	}
	return all
}

func newWithin(text string, label func(set []int) bool) *within {
	return &within{ranges: around([]rune(text)), text: []rune(text), known: map[string]int{}, label: label}
}

func (w *within) number(set []int) int {
	var key []byte
	for _, at := range set {
		key = appendInt(key, at)
	}
	n, known := w.known[string(key)]
	if !known {
		n = len(w.sets)
		w.known[string(key)] = n
		w.sets = append(w.sets, slices.Clone(set))
	}
	return n
}

func (w *within) Start() int { return w.start }

func (w *within) Step(state int, r rune) int {
	var next []int
	for _, at := range w.sets[state] {
		if at < len(w.text) && w.text[at] == r {
			next = append(next, at+1)
		}
	}
	return w.number(next)
}

func (w *within) Label(state int) int { return flag(w.label(w.sets[state])) }
