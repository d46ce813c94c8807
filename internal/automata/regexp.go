package automata

import (
	"regexp/syntax"
	"slices"
	"unicode"
)

// expression searches for a match of a regular expression. A state is the set of instructions at
// which matches that have begun go on, and what has been read last.
type expression struct {
	ranges
	prog               *syntax.Prog
	usesWord, usesLine bool // \b and \B; (?m)^ and $

	states []expressionState
	known  map[string]int
}

type expressionState struct {
	at      []uint32 // instructions that have not been followed yet, ascending
	last    lastRead
	matched bool // whatever follows
}

// A lastRead is the kind of the code point before a position, as far as it matters.
type lastRead uint8

const (
	readNothing lastRead = iota
	readOther
	readWord
	readNewline
)

// represented are code points of the kinds.
var represented = map[lastRead]rune{readNothing: -1, readOther: ' ', readWord: 'a', readNewline: '\n'}

// Regexp returns the machine whose label is 1 if a match of the regular expression, which is one of
// package regexp, is found in the string. The error is that of [syntax.Parse].
func Regexp(source string) (Machine, error) {
	parsed, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil, err
	}
	prog, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, err
	}
	e := &expression{prog: prog, known: map[string]int{}}
	e.findRanges()
	e.number(expressionState{last: readNothing})
	return e, nil
}

func (e *expression) findRanges() {
	var starts []rune
	for i := range e.prog.Inst {
		switch in := &e.prog.Inst[i]; in.Op {
		case syntax.InstRune, syntax.InstRune1:
			starts = appendRanges(starts, in)
		case syntax.InstRuneAnyNotNL:
			starts = append(starts, '\n', '\n'+1)
		case syntax.InstEmptyWidth:
			op := syntax.EmptyOp(in.Arg)
			e.usesWord = e.usesWord || op&(syntax.EmptyWordBoundary|syntax.EmptyNoWordBoundary) != 0
			e.usesLine = e.usesLine || op&(syntax.EmptyBeginLine|syntax.EmptyEndLine) != 0
		}
	}
	if e.usesWord {
		starts = append(starts, '0', '9'+1, 'A', 'Z'+1, '_', '_'+1, 'a', 'z'+1)
	}
	if e.usesLine {
		starts = append(starts, '\n', '\n'+1)
	}
	e.ranges = rangesOf(starts)
}

// appendRanges appends the starts of what an instruction reads.
func appendRanges(starts []rune, in *syntax.Inst) []rune {
	if len(in.Rune) == 1 {
		first := in.Rune[0]
		starts = append(starts, first, first+1)
		if syntax.Flags(in.Arg)&syntax.FoldCase != 0 {
			for r := unicode.SimpleFold(first); r != first; r = unicode.SimpleFold(r) {
				starts = append(starts, r, r+1)
			}
		}
		return starts
	}
	for i := 0; i+1 < len(in.Rune); i += 2 {
		starts = append(starts, in.Rune[i], in.Rune[i+1]+1)
	}
	return starts
}

func (e *expression) number(s expressionState) int {
	key := []byte{byte(s.last), byte(flag(s.matched))}
	for _, pc := range s.at {
		key = appendInt(key, int(pc))
	}
	n, known := e.known[string(key)]
	if !known {
		n = len(e.states)
		e.known[string(key)] = n
		e.states = append(e.states, s)
	}
	return n
}

func (e *expression) kind(r rune) lastRead {
	switch {
	case e.usesLine && r == '\n':
		return readNewline
	case e.usesWord && syntax.IsWordChar(r):
		return readWord
	}
	return readOther
}

// follow calls read for each instruction that reads a code point, and reports whether there is a
// match, for matches that go on at the state or begin here.
func (e *expression) follow(s *expressionState, next rune, read func(in *syntax.Inst)) bool {
	context := syntax.EmptyOpContext(represented[s.last], next)
	seen := make([]bool, len(e.prog.Inst))
	stack := append(slices.Clone(s.at), uint32(e.prog.Start))
	matched := false
	for len(stack) > 0 {
		pc := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[pc] {
			continue
		}
		seen[pc] = true
		switch in := &e.prog.Inst[pc]; in.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			stack = append(stack, in.Out, in.Arg)
		case syntax.InstCapture, syntax.InstNop:
			stack = append(stack, in.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(in.Arg)&^context == 0 {
				stack = append(stack, in.Out)
			}
		case syntax.InstMatch:
			matched = true
		case syntax.InstFail:
		default:
			read(in)
		}
	}
	return matched
}

func (e *expression) Start() int { return 0 }

func (e *expression) Step(state int, r rune) int {
	s := e.states[state]
	if s.matched {
		return state
	}
	next := expressionState{last: e.kind(r)}
	matched := e.follow(&s, r, func(in *syntax.Inst) {
		if in.MatchRune(r) {
			next.at = append(next.at, in.Out)
		}
	})
	if matched {
		return e.number(expressionState{matched: true})
	}
	slices.Sort(next.at)
	next.at = slices.Compact(next.at)
	return e.number(next)
}

func (e *expression) Label(state int) int {
	s := e.states[state]
	return flag(s.matched || e.follow(&s, -1, func(*syntax.Inst) {}))
}
