package automata

import "unicode/utf8"

// A Cell is a set of strings for which each machine has one outcome.
type Cell struct {
	Labels []int    // by machine
	Words  []string // the shortest strings of the cell, shortest first: Limits.Words, or all there are
}

// Limits bound a search. The zero value of a field means no bound, except that of Words, which is
// one.
type Limits struct {
	Bytes  int // the length of strings
	States int // the states of the product
	Words  int // how many words of each cell to find

	Stop func() bool // reports whether to end without a result; nil: never
}

// Cells returns the cells that some string of at most limits.Bytes is in, by the length of their
// shortest strings. It returns false if the product has more states than limits.States, or if the
// search was stopped.
func Cells(machines []Machine, limits Limits) ([]Cell, bool) {
	limits.Words = max(1, limits.Words)
	s := search{machines: machines, limits: limits, letters: alphabet(machines, limits.Words), numbers: map[string]int{}, cells: map[string]int{}}
	ok := s.run()
	return s.found, ok
}

// A search explores a product by the length of strings.
type search struct {
	machines []Machine
	limits   Limits
	letters  []letter

	numbers map[string]int // of states, by the states of the machines
	states  [][]int        // by number
	visits  []int          // by number: how many strings that end in it have been found

	steps []step // in the order in which they were found
	queue [][]int32
	cells map[string]int // by labels
	found []Cell
}

// A step is the last one on the way to a state: a string is its letters.
type step struct {
	before int32 // the step before; -1 at the start
	state  int32
	letter rune
	bytes  int32
}

func (s *search) run() bool {
	start := make([]int, len(s.machines))
	for i, m := range s.machines {
		start[i] = m.Start()
	}
	s.push(step{before: -1, state: int32(s.number(start))})
	next := make([]int, len(s.machines))
	for length := 0; length < len(s.queue); length++ {
		for i := 0; i < len(s.queue[length]); i++ {
			at := s.queue[length][i]
			from := s.steps[at]
			if s.visits[from.state] >= s.limits.Words {
				continue
			}
			if s.limits.Stop != nil && s.limits.Stop() {
				return false
			}
			s.visits[from.state]++
			s.visit(at)
			for _, l := range s.letters {
				bytes := length + l.bytes
				if s.limits.Bytes > 0 && bytes > s.limits.Bytes {
					continue
				}
				for k, m := range s.machines {
					next[k] = m.Step(s.states[from.state][k], l.r)
				}
				to := s.number(next)
				if s.limits.States > 0 && len(s.states) > s.limits.States {
					return false
				}
				if s.visits[to] < s.limits.Words {
					s.push(step{before: at, state: int32(to), letter: l.r, bytes: int32(bytes)})
				}
			}
		}
		s.queue[length] = nil
	}
	return true
}

func (s *search) push(to step) {
	for len(s.queue) <= int(to.bytes) {
		s.queue = append(s.queue, nil)
	}
	s.queue[to.bytes] = append(s.queue[to.bytes], int32(len(s.steps)))
	s.steps = append(s.steps, to)
}

// number returns the number of a state of the product.
func (s *search) number(states []int) int {
	var buffer [256]byte
	key := buffer[:0]
	for _, n := range states {
		key = appendInt(key, n)
	}
	n, known := s.numbers[string(key)]
	if !known {
		n = len(s.states)
		s.numbers[string(key)] = n
		s.states = append(s.states, append([]int(nil), states...))
		s.visits = append(s.visits, 0)
	}
	return n
}

// visit adds the string that ends with a step to its cell.
func (s *search) visit(at int32) {
	states := s.states[s.steps[at].state]
	labels := make([]int, len(s.machines))
	var key []byte
	for i, m := range s.machines {
		labels[i] = m.Label(states[i])
		key = appendInt(key, labels[i])
	}
	n, known := s.cells[string(key)]
	if !known {
		n = len(s.found)
		s.cells[string(key)] = n
		s.found = append(s.found, Cell{Labels: labels})
	}
	if c := &s.found[n]; len(c.Words) < s.limits.Words {
		c.Words = append(c.Words, s.word(at))
	}
}

// word returns the string that ends with a step.
func (s *search) word(at int32) string {
	text := make([]byte, s.steps[at].bytes)
	for end := len(text); s.steps[at].before >= 0; at = s.steps[at].before {
		end -= utf8.RuneLen(s.steps[at].letter)
		utf8.EncodeRune(text[end:], s.steps[at].letter)
	}
	return string(text)
}
