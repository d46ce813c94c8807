package cond

import (
	"fmt"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode/utf8"
)

// What makes a regular expression slow to parse is found before it is parsed: its length, ranges
// that are folded by (?i), which package regexp/syntax goes through character by character, and
// named classes, which have hundreds of ranges each. In the text of 2 KB these three took it 3.6 s.

// checkRegexpCost refuses a pattern that is slow to parse. It reads any text, valid or not.
func checkRegexpCost(pattern string) *Error {
	if len(pattern) > MaxRegexBytes {
		return &Error{Code: RegexTooLarge, Offset: MaxRegexBytes, Hint: "split it into several rules",
			Message: fmt.Sprintf("the regular expression has %d bytes; %d are allowed", len(pattern), MaxRegexBytes)}
	}
	s := regexpScanner{pattern: pattern, folds: []bool{false}}
	for s.at < len(pattern) && s.err == nil {
		s.step()
	}
	return s.err
}

// A regexpScanner goes through a pattern and adds up what its classes cost.
type regexpScanner struct {
	pattern string
	at      int
	folds   []bool // whether (?i) holds, in the groups that are open
	folded  int    // characters in ranges under (?i)
	named   int    // named classes
	err     *Error
}

func (s *regexpScanner) fold() bool { return s.folds[len(s.folds)-1] }

func (s *regexpScanner) has(prefix string) bool { return strings.HasPrefix(s.pattern[s.at:], prefix) }

func (s *regexpScanner) step() {
	switch {
	case s.has(`\Q`):
		if end := strings.Index(s.pattern[s.at:], `\E`); end >= 0 {
			s.at += end
			return
		}
		s.at = len(s.pattern)
	case s.has(`\`):
		s.rune()
	case s.has("["):
		s.class()
	case s.has("("):
		s.folds = append(s.folds, s.fold())
		s.at++
		if s.has("?") {
			s.flags()
		}
	case s.has(")"):
		s.at++
		if len(s.folds) > 1 {
			s.folds = s.folds[:len(s.folds)-1]
		}
	default:
		s.at++
	}
}

// flags reads what follows the "(" of a group, up to the first character that is not a flag. Flags
// with no group of their own hold to the end of the group around them.
func (s *regexpScanner) flags() {
	on := true
	for s.at++; s.at < len(s.pattern); s.at++ {
		switch c := s.pattern[s.at]; {
		case c == '-':
			on = false
		case c == 'i':
			s.folds[len(s.folds)-1] = on
		case c == ')' && len(s.folds) > 1:
			s.at++
			s.folds = append(s.folds[:len(s.folds)-2], s.fold())
			return
		case !strings.ContainsRune("msU", rune(c)):
			return
		}
	}
}

// class reads a class in brackets.
func (s *regexpScanner) class() {
	s.at++
	if s.has("^") {
		s.at++
	}
	for first := true; s.at < len(s.pattern) && (first || !s.has("]")) && s.err == nil; first = false {
		if end := strings.Index(s.pattern[s.at:], ":]"); end > 0 && s.has("[:") {
			s.at += end + len(":]")
			continue
		}
		from := s.at
		lo := s.rune()
		if !s.has("-") || s.has("-]") {
			continue
		}
		s.at++
		s.addRange(from, lo, s.rune())
	}
	s.at++
}

// addRange adds a range that starts at the byte from. Characters below the first that has another
// case, or above the last, cost nothing, and neither does a range of all those in between.
func (s *regexpScanner) addRange(from int, lo, hi rune) {
	const firstCased, lastCased = 'A', 0x1e943
	lo, hi = max(lo, firstCased), min(hi, lastCased)
	if !s.fold() || hi < lo || lo == firstCased && hi == lastCased {
		return
	}
	if s.folded += int(hi - lo + 1); s.folded > MaxRegexFolded && s.err == nil {
		s.err = &Error{Code: RegexTooLarge, Offset: from, Hint: "write the range outside of (?i), as in (?i:word)[range]",
			Message: fmt.Sprintf("the ranges under (?i) have more than %d characters", MaxRegexFolded)}
	}
}

// rune reads one character of a class, or an escape. Of one that represents many characters it
// returns a letter.
func (s *regexpScanner) rune() rune {
	r, size := utf8.DecodeRuneInString(s.pattern[s.at:])
	from := s.at
	s.at += size
	if r != '\\' || s.at == len(s.pattern) {
		return r
	}
	r, size = utf8.DecodeRuneInString(s.pattern[s.at:])
	s.at += size
	switch {
	case r == 'p' || r == 'P':
		if s.named++; s.named > MaxRegexNamed && s.err == nil {
			s.err = &Error{Code: RegexTooLarge, Offset: from, Hint: "name each class once, or split it into several rules",
				Message: fmt.Sprintf("the regular expression has more than %d named classes such as \\pL", MaxRegexNamed)}
		}
	case r == 'x' && s.has("{"):
		if end := strings.IndexByte(s.pattern[s.at:], '}'); end > 0 {
			r = number(s.pattern[s.at+1:s.at+end], 16)
			s.at += end + 1
		}
	case r == 'x' && s.at+2 <= len(s.pattern):
		r = number(s.pattern[s.at:s.at+2], 16)
		s.at += 2
	case '0' <= r && r <= '7':
		start := s.at - 1
		for s.at < len(s.pattern) && s.at < start+3 && '0' <= s.pattern[s.at] && s.pattern[s.at] <= '7' {
			s.at++
		}
		r = number(s.pattern[start:s.at], 8)
	}
	return r
}

// number returns the character with a number; 0 if it is not one, which the parser refuses.
func number(digits string, base int) rune {
	n, err := strconv.ParseInt(digits, base, 32)
	if err != nil {
		return 0
	}
	return rune(n)
}

// leastInstructions returns a number that the compiled program is sure to reach, without the work
// of compiling. It stops counting above the limit.
func leastInstructions(re *syntax.Regexp) int {
	n := 0
	for _, sub := range re.Sub {
		n = min(n+leastInstructions(sub), MaxRegexInstructions+1)
	}
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpRepeat:
		return min(n*max(re.Min, re.Max), MaxRegexInstructions+1)
	}
	return n
}

// mostCompiled is up to how many parts, those of repetitions counted each time, a pattern is
// compiled at all. What is within MaxRegexInstructions and over this repeats nothing at all, as in
// (||||){1000}.
const mostCompiled = 20 * MaxRegexInstructions

// partsOf returns how many parts the compiler goes through. It stops counting above mostCompiled.
func partsOf(re *syntax.Regexp) int {
	n := 1
	for _, sub := range re.Sub {
		n = min(n+partsOf(sub), mostCompiled+1)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(re.Min, re.Max, 1)
	}
	return min(n, mostCompiled+1)
}
