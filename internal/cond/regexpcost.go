package cond

import (
	"fmt"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Patterns that are slow to parse are refused before they are parsed. The causes are length, ranges
// folded by (?i), which package regexp/syntax processes character by character, and named classes,
// which have hundreds of ranges each. Together they can make a pattern of 2 KB take seconds.

// checkRegexpCost returns an error for a pattern that is slow to parse. The pattern may be invalid.
func checkRegexpCost(pattern string) *Error {
	if len(pattern) > MaxRegexBytes {
		return &Error{Code: RegexTooLarge, Offset: MaxRegexBytes, Hint: "split it into several rules",
			Message: fmt.Sprintf("the regular expression has %d bytes; at most %d are allowed", len(pattern), MaxRegexBytes)}
	}
	s := regexpScanner{pattern: pattern, folds: []bool{false}}
	for s.at < len(pattern) && s.err == nil {
		s.step()
	}
	return s.err
}

// A regexpScanner scans a pattern and adds up the cost of its classes.
type regexpScanner struct {
	pattern string
	at      int
	folds   []bool // by open group: whether (?i) applies
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

// flags reads the flags after the "(" of a group. Flags without a group of their own apply until
// the end of the enclosing group.
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

// addRange adds the cost of a range that starts at the byte from. Characters outside the span of
// characters with another case cost nothing, and neither does a range that covers the whole span.
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

// rune reads one character of a class, or an escape. For an escape that represents many characters
// it returns a letter.
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

// number returns the character with a code, or 0 if there is none, which the parser rejects.
func number(digits string, base int) rune {
	n, err := strconv.ParseInt(digits, base, 32)
	if err != nil {
		return 0
	}
	return rune(n)
}

// leastInstructions returns a lower bound of the number of instructions of the compiled program,
// without compiling it. Counting stops above the limit.
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

// mostCompiled is the maximum number of parts, with those of repetitions counted each time, of a
// pattern that is compiled at all. A pattern within MaxRegexInstructions that exceeds it repeats
// empty matches, as in (||||){1000}.
const mostCompiled = 20 * MaxRegexInstructions

// partsOf returns the number of parts that the compiler processes. Counting stops above
// mostCompiled.
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
