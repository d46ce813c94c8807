package automata

import (
	"slices"
	"sync"
	"unicode"
)

// mapped reads a string after a mapping of its code points.
type mapped struct {
	Machine
	f      func(rune) rune
	starts []rune
}

// Lower returns the machine that has for a string the label that m has for the string in lower
// case, as strings.ToLower returns it.
func Lower(m Machine) Machine { return newMapped(m, unicode.ToLower) }

// Upper is Lower for upper case.
func Upper(m Machine) Machine { return newMapped(m, unicode.ToUpper) }

// Mapped returns the machine that has for a string the label that m has for the string after f has
// replaced its code points. It must not change code points other than letters with a case and
// extra.
func Mapped(m Machine, f func(rune) rune, extra ...rune) Machine { return newMapped(m, f, extra...) }

func newMapped(m Machine, f func(rune) rune, extra ...rune) Machine {
	starts := slices.Concat(m.Ranges(), cased(), around(extra))
	return &mapped{m, f, rangesOf(starts)}
}

func (m *mapped) Step(state int, r rune) int { return m.Machine.Step(state, m.f(r)) }

func (m *mapped) Ranges() []rune { return m.starts }

func (m *mapped) Class(r rune) int { return m.Machine.Class(m.f(r)) }

// cased are the ranges of the letters that have another case, each a class of its own.
var cased = sync.OnceValue(func() []rune {
	var runes []rune
	for _, c := range unicode.CaseRanges {
		for r := rune(c.Lo); r <= rune(c.Hi); r++ {
			if unicode.ToLower(r) != r || unicode.ToUpper(r) != r {
				runes = append(runes, r)
			}
		}
	}
	return around(runes)
})

// trimmed reads a string without the white space around it.
type trimmed struct {
	Machine
	starts []rune
	states []trimState
	known  map[trimState]int
}

// A trimState has two states of the machine: after all that was read, and after the last code point
// that is not white space.
type trimState struct {
	all, last int
	started   bool // something has been read that is not white space
}

// Trim returns the machine that has for a string the label that m has for the string without white
// space around it, as strings.TrimSpace returns it.
func Trim(m Machine) Machine {
	t := &trimmed{Machine: m, known: map[trimState]int{}}
	starts := slices.Clone(m.Ranges())
	for _, table := range unicode.White_Space.R16 {
		for r := rune(table.Lo); r <= rune(table.Hi); r += rune(table.Stride) {
			starts = append(starts, r, r+1)
		}
	}
	t.starts = rangesOf(starts)
	t.number(trimState{all: m.Start(), last: m.Start()})
	return t
}

func (t *trimmed) number(s trimState) int {
	n, known := t.known[s]
	if !known {
		n = len(t.states)
		t.known[s] = n
		t.states = append(t.states, s)
	}
	return n
}

func (t *trimmed) Start() int { return 0 }

func (t *trimmed) Step(state int, r rune) int {
	s := t.states[state]
	switch space := unicode.IsSpace(r); {
	case !space:
		next := t.Machine.Step(s.all, r)
		return t.number(trimState{next, next, true})
	case !s.started:
		return state
	}
	return t.number(trimState{t.Machine.Step(s.all, r), s.last, true})
}

func (t *trimmed) Label(state int) int { return t.Machine.Label(t.states[state].last) }

func (t *trimmed) Ranges() []rune { return t.starts }

func (t *trimmed) Class(r rune) int { return 2*t.Machine.Class(r) + flag(unicode.IsSpace(r)) }
