// Package automata finds out what strings there are: for several conditions on one string, each a
// regular language, it returns every combination of outcomes that some string has, with shortest
// strings that have it.
//
// A condition is a [Machine], a deterministic automaton over code points whose states are numbered
// when they are first reached. [Cells] explores the product of machines from the start state, so
// that the cost depends on the states that strings reach, not on those that could exist. Strings
// are valid UTF-8.
package automata

import (
	"slices"
	"unicode/utf8"
)

// A Machine is a deterministic automaton over code points. States are numbers that only the machine
// that returned them understands. A Machine is not safe for concurrent use: it numbers states
// lazily.
type Machine interface {
	// Start returns the state for the empty string.
	Start() int
	// Step returns the state after one more code point.
	Step(state int, r rune) int
	// Label returns the outcome for a string that ends in the state.
	Label(state int) int

	// Ranges returns in ascending order the code points at which a new class of code points may
	// start.
	Ranges() []rune
	// Class returns a number that is equal for two code points only if all states treat them alike.
	Class(r rune) int
}

// Label returns the outcome of a machine for a string.
func Label(m Machine, text string) int {
	state := m.Start()
	for _, r := range text {
		state = m.Step(state, r)
	}
	return m.Label(state)
}

// ranges is the part of a machine that divides code points into classes.
type ranges []rune

func (rs ranges) Ranges() []rune { return rs }

func (rs ranges) Class(r rune) int {
	i, found := slices.BinarySearch(rs, r)
	if found {
		return i + 1
	}
	return i
}

// rangesOf sorts the code points at which classes start.
func rangesOf(starts []rune) ranges {
	slices.Sort(starts)
	return slices.Compact(starts)
}

// around returns ranges in which each of the code points is a class of its own.
func around(runes []rune) ranges {
	starts := make([]rune, 0, 2*len(runes))
	for _, r := range runes {
		starts = append(starts, r, r+1)
	}
	return rangesOf(starts)
}

// A letter represents a class of code points that all machines of a product treat alike.
type letter struct {
	r     rune
	bytes int
}

// preferred are the code points that make readable strings, best first.
const preferred = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_./@:+ !#$%&'()*,;<=>?[]^`{|}~\"\\"

// alphabet returns n letters of each class, or all there are, those with the fewest bytes first.
func alphabet(machines []Machine, n int) (letters []letter) {
	count, known := map[string]int{}, map[rune]bool{}
	var key []byte
	add := func(r rune) {
		key = key[:0]
		for _, m := range machines {
			key = appendInt(key, m.Class(r))
		}
		if !known[r] && count[string(key)] < n {
			known[r] = true
			count[string(key)]++
			letters = append(letters, letter{r, utf8.RuneLen(r)})
		}
	}
	for _, r := range preferred {
		add(r)
	}
	starts := []rune{0, 0x80, 0x800, 0xE000, 0x10000}
	for _, m := range machines {
		starts = append(starts, m.Ranges()...)
	}
	starts = rangesOf(starts)
	for i, start := range starts {
		end := rune(utf8.MaxRune) + 1
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		for r, found := start, 0; r < end && found < n; r++ {
			if !utf8.ValidRune(r) {
				break // all surrogates: the range after them starts at U+E000
			}
			if !known[r] {
				found++
			}
			add(r)
		}
	}
	return letters
}

func appendInt(key []byte, n int) []byte {
	return append(key, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}
