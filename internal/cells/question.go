// Package cells divides the values of one attribute into classes that the conditions on it treat
// alike, and returns values of each class.
package cells

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolrules/toolrules/internal/automata"
	"github.com/toolrules/toolrules/internal/pattern"
)

// An Op is what a [Question] asks about a string. The zero Op is Equals.
type Op uint8

const (
	Equals     Op = iota // is it one of Texts?
	StartsWith           // does it start with the text?
	EndsWith
	Contains
	PrefixOf // does the text start with it?
	SuffixOf
	PartOf
	Matches // does the regular expression match in it?
	Compare // is it less than the text, equal, or greater?
	Length  // has it fewer than N code points, N, or more?
)

// A Question is a condition on one string, the answers of which are small numbers from 0: 0 for no
// and 1 for yes, or of Compare and Length 0 for less, 1 for equal and 2 for more.
type Question struct {
	Calls []string // lower, upper, trim and Fold, applied to the string, outermost first
	Op    Op
	Texts []string // of Equals any number, of Length none, of all others one
	N     int      // of Length

	Regexp *regexp.Regexp // of Matches: compiled from the text
}

// Key returns a string that is equal for equal questions.
func (q *Question) Key() string {
	return fmt.Sprintf("%q %d %q %d", q.Calls, q.Op, q.Texts, q.N)
}

// Fold is the call that compares names as exclude does. Conditions can't call it.
const Fold = "fold"

var callFunctions = map[string]struct {
	apply    func(string) string
	preimage func(automata.Machine) automata.Machine // of the strings that apply maps to those of a machine
}{
	"lower": {strings.ToLower, automata.Lower},
	"upper": {strings.ToUpper, automata.Upper},
	"trim":  {strings.TrimSpace, automata.Trim},
	Fold:    {pattern.Fold, foldPreimage},
}

func foldPreimage(m automata.Machine) automata.Machine {
	return automata.Mapped(m, pattern.FoldRune, '-', '.')
}

// HasCall reports whether questions can have a call of a function of the language.
func HasCall(name string) bool {
	_, ok := callFunctions[name]
	return ok
}

// Answer returns the answer for a string.
func (q *Question) Answer(text string) int {
	text = q.Apply(text)
	switch q.Op {
	case Equals:
		return yes(slices.Contains(q.Texts, text))
	case StartsWith:
		return yes(strings.HasPrefix(text, q.Texts[0]))
	case EndsWith:
		return yes(strings.HasSuffix(text, q.Texts[0]))
	case Contains:
		return yes(strings.Contains(text, q.Texts[0]))
	case PrefixOf:
		return yes(strings.HasPrefix(q.Texts[0], text))
	case SuffixOf:
		return yes(strings.HasSuffix(q.Texts[0], text))
	case PartOf:
		return yes(strings.Contains(q.Texts[0], text))
	case Matches:
		return yes(q.Regexp.MatchString(text))
	case Compare:
		return strings.Compare(text, q.Texts[0]) + 1
	}
	switch n := utf8.RuneCountInString(text); {
	case n < q.N:
		return 0
	case n == q.N:
		return 1
	}
	return 2
}

func yes(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

// machine returns the automaton of the question; the strings of Equals are given.
func (q *Question) machine(words []string) (m automata.Machine, err error) {
	switch q.Op {
	case Equals:
		m = automata.Words(words)
	case StartsWith:
		m = automata.Prefix(q.Texts[0])
	case EndsWith:
		m = automata.Suffix(q.Texts[0])
	case Contains:
		m = automata.Contains(q.Texts[0])
	case PrefixOf:
		m = automata.PrefixOf(q.Texts[0])
	case SuffixOf:
		m = automata.SuffixOf(q.Texts[0])
	case PartOf:
		m = automata.PartOf(q.Texts[0])
	case Compare:
		m = automata.Order(q.Texts[0])
	case Length:
		m = automata.Length(q.N)
	case Matches:
		if m, err = automata.Regexp(q.Texts[0]); err != nil {
			return nil, err
		}
	}
	for _, call := range q.Calls {
		m = callFunctions[call].preimage(m)
	}
	return m, nil
}

// Answers returns the number of answers that the question has.
func (q *Question) Answers() int {
	if q.Op == Compare || q.Op == Length {
		return 3
	}
	return 2
}

// Condition returns the question about a string as a condition of the language, true where the
// answer is answer. It returns "" if the language has none, as for PrefixOf.
func (q *Question) Condition(subject string, answer int) string {
	if slices.Contains(q.Calls, Fold) {
		return ""
	}
	for _, call := range slices.Backward(q.Calls) {
		subject = call + "(" + subject + ")"
	}
	not := answer == 0
	operator := func(op string) string {
		if not {
			op = "not " + op
		}
		return fmt.Sprintf("%s %s %s", subject, op, strconv.Quote(q.Texts[0]))
	}
	switch q.Op {
	case Equals:
		switch {
		case len(q.Texts) != 1:
			op := "in"
			if not {
				op = "not in"
			}
			return fmt.Sprintf("%s %s %s", subject, op, quotedList(q.Texts))
		case not:
			return fmt.Sprintf("%s != %q", subject, q.Texts[0])
		}
		return fmt.Sprintf("%s == %q", subject, q.Texts[0])
	case StartsWith:
		return operator("startsWith")
	case EndsWith:
		return operator("endsWith")
	case Contains:
		return operator("contains")
	case Matches:
		return operator("matches")
	case Compare:
		return fmt.Sprintf("%s %s %q", subject, []string{"<", "==", ">"}[answer], q.Texts[0])
	case Length:
		return fmt.Sprintf("len(%s) %s %d", subject, []string{"<", "==", ">"}[answer], q.N)
	}
	return ""
}

// OrEqual returns the condition of a question of three answers with <= or >=.
func (q *Question) OrEqual(subject, op string) string {
	return strings.Replace(q.Condition(subject, 1), " == ", " "+op+" ", 1)
}

func quotedList(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = strconv.Quote(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// Apply returns a string after the calls of the question.
func (q *Question) Apply(text string) string {
	for _, call := range slices.Backward(q.Calls) {
		text = callFunctions[call].apply(text)
	}
	return text
}
