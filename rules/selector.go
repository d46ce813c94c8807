package rules

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// A Span is a range of verbosity levels, both ends included.
type Span struct{ Lo, Hi int }

// A Selector is the set of verbosity levels that an entry of a text covers. Make one with [Level],
// [Range], [Levels] or [ParseSelector]. The zero Selector covers no level, so its entry is never
// used; a rule file cannot express it.
//
// Selectors are checked when the file is compiled: levels outside 0 to 9, inverted ranges and
// levels that are covered twice are errors then.
type Selector []Span

// Level returns a Selector for the level n.
func Level(n int) Selector { return Selector{{n, n}} }

// Range returns a Selector for the levels from lo to hi, both included.
func Range(lo, hi int) Selector { return Selector{{lo, hi}} }

// Levels returns a Selector for the given levels.
func Levels(levels ...int) Selector {
	var s Selector
	for _, n := range levels {
		s = append(s, Span{n, n})
	}
	return s
}

// String returns the selector as a rule file writes it: "3", "2-5", "1,4,9". Selectors that a file
// cannot express have other forms: a list with ranges in it, and the empty string for a selector
// that covers no level.
func (s Selector) String() string {
	parts := make([]string, len(s))
	for i, span := range s {
		parts[i] = strconv.Itoa(span.Lo)
		if span.Hi != span.Lo {
			parts[i] += "-" + strconv.Itoa(span.Hi)
		}
	}
	return strings.Join(parts, ",")
}

// ParseSelector parses a key of levels or verbosity_map: one level ("3"), a range with both ends
// included ("2-5", also "3-3"), or a list ("1,4,9"). Numbers have decimal digits without a sign or
// leading zeros, and there are no blanks: "01", "0x5", "1_0", "+1", "1, 4" and a range inside a
// list are errors.
//
// ParseSelector checks only the syntax. Levels outside 0 to 9, inverted ranges and levels that are
// covered twice are found when the file is compiled; a number too large for an int is read as the
// largest int. The error is a *[Problem] with [CodeBadSelector] and without a pointer; its Offset
// is the byte of key where the fault starts.
func ParseSelector(key string) (Selector, error) {
	if lo, hi, ok := strings.Cut(key, "-"); ok && !strings.Contains(key, ",") {
		from, ok := parseLevel(lo)
		if !ok {
			return nil, badSelector(key, 0)
		}
		to, ok := parseLevel(hi)
		if !ok {
			return nil, badSelector(key, len(lo)+1)
		}
		return Range(from, to), nil
	}
	var s Selector
	offset := 0
	for part := range strings.SplitSeq(key, ",") {
		n, ok := parseLevel(part)
		if !ok {
			return nil, badSelector(key, offset)
		}
		s = append(s, Span{n, n})
		offset += len(part) + 1
	}
	return s, nil
}

// parseLevel parses a number in its only valid form.
func parseLevel(text string) (int, bool) {
	if text == "" || len(text) > 1 && text[0] == '0' {
		return 0, false
	}
	n := 0
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, false
		}
		if n > (math.MaxInt-9)/10 {
			n = math.MaxInt // which no further digit can lower: each of them meets this branch again
			continue
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// foreignRange matches a range of other languages: 0..4, 0:4, 0 to 4.
var foreignRange = regexp.MustCompile(`^\s*([0-9])\s*(?:\.{2,3}|:|to|–|—)\s*([0-9])\s*$`)

func badSelector(key string, offset int) *Problem {
	p := &Problem{Code: CodeBadSelector, Offset: offset, OnKey: true,
		Message: strconv.Quote(key) + " is not a level, range or list of levels",
		Hint:    "write one level (3), a range (2-5) or a list (1,4,9)"}
	if mended := strings.Join(strings.Fields(key), ""); mended != key {
		if _, err := ParseSelector(mended); err == nil {
			p.Hint = "write it without blanks: " + mended
		}
	}
	if m := foreignRange.FindStringSubmatch(key); m != nil {
		p.Hint = "write " + m[1] + "-" + m[2]
	}
	return p
}
