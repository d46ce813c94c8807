package cond

import (
	"slices"
	"strings"
	"sync"
)

// Limits on the search for idioms in one expression.
const (
	maxTranslations = 8      // errors that get a translation
	maxTries        = 24     // forms that are compiled instead of an idiom
	maxMatchSteps   = 10_000 // parts of patterns that are compared with tokens
)

// translated are the codes of errors that idioms of other languages cause.
var translated = []Code{Syntax, NotAllowed, UnknownName, UnknownAttribute, WrongType, WrongArguments, NotBool, NeverMissing, DynamicRegex}

// translate replaces the hint of each error within an idiom of another language by the form to
// write, and removes further errors in the same idiom. A form is used only if the expression
// compiles with it, as far as the position of the idiom.
func (e *Env) translate(src string, errs Errors) Errors {
	if !slices.ContainsFunc(errs, func(e *Error) bool { return slices.Contains(translated, e.Code) }) {
		return errs
	}
	f := &foreignText{env: e, src: src, tokens: foreignTokens(src)}
	f.pair()
	if f.rules = f.candidates(); len(f.rules) == 0 {
		return errs
	}
	var kept Errors
	end := -1 // the end of the last translated idiom
	for i, mistake := range errs {
		if mistake.Offset < end {
			continue
		}
		kept = append(kept, mistake)
		if i >= maxTranslations {
			continue
		}
		if hint, hi := f.hint(mistake); hint != "" {
			mistake.Hint, end = hint, hi
		}
	}
	return kept
}

// A foreignText is an expression as a list of tokens of any of the supported foreign languages.
type foreignText struct {
	env     *Env
	src     string
	tokens  []foreignToken
	partner []int // by token: the index of a bracket's partner, otherwise -1
	rules   []int // the indexes of the candidates
	steps   int
	tries   int
}

// pair sets the partner of each bracket.
func (f *foreignText) pair() {
	f.partner = make([]int, len(f.tokens))
	var open []int
	for i, t := range f.tokens {
		f.partner[i] = -1
		if t.kind != foreignSign {
			continue
		}
		switch t.text {
		case "(", "[", "{":
			open = append(open, i)
		case ")", "]", "}":
			if len(open) > 0 {
				last := open[len(open)-1]
				open = open[:len(open)-1]
				f.partner[i], f.partner[last] = last, i
			}
		}
	}
}

// A part is one element of an idiom's pattern: a token, a choice of tokens, or a capital letter
// that represents an operand (A, B, C), a name (V, N), a string (S), a regular expression (R, also
// as a string) or anything (P).
type part struct {
	capture byte
	words   []string
}

// parts parses the pattern of an idiom.
func parts(pattern string) (all []part) {
	for field := range strings.FieldsSeq(pattern) {
		switch {
		case len(field) == 1 && field[0] >= 'A' && field[0] <= 'Z':
			all = append(all, part{capture: field[0]})
		case len(field) > 1 && strings.Contains(field, "/"):
			all = append(all, part{words: strings.Split(field, "/")})
		default:
			all = append(all, part{words: []string{field}})
		}
	}
	return all
}

func (p part) is(t foreignToken) bool {
	if t.kind == foreignString || t.kind == foreignRegexp {
		return false
	}
	return slices.ContainsFunc(p.words, func(w string) bool { return strings.EqualFold(w, t.text) })
}

// parsedIdioms returns the parsed patterns of idioms, by index.
var parsedIdioms = sync.OnceValue(func() [][]part {
	all := make([][]part, len(idioms))
	for i := range idioms {
		all[i] = parts(idioms[i].pattern)
	}
	return all
})

// candidates returns the indexes of the idioms whose tokens all occur in the expression.
func (f *foreignText) candidates() (all []int) {
	for i, pattern := range parsedIdioms() {
		missing := func(p part) bool { return p.capture == 0 && !slices.ContainsFunc(f.tokens, p.is) }
		if !slices.ContainsFunc(pattern, missing) {
			all = append(all, i)
		}
	}
	return all
}

// A span is a range of tokens.
type span struct{ lo, hi int }

// A found is a match of an idiom, with its tokens and captures.
type found struct {
	*foreignText
	span
	captures map[byte]span
	never    string // the NeverMissing message, if that is why a form does not compile
}

// hint sets the hint of an error to the translation of the idiom that contains it, and returns the
// byte offset of the idiom's end. If no form certainly fits and the error has no hint of its own,
// it returns a general hint instead.
func (f *foreignText) hint(mistake *Error) (general string, end int) {
	at := slices.IndexFunc(f.tokens, func(t foreignToken) bool { return t.hi > mistake.Offset })
	if at < 0 {
		at = len(f.tokens) - 1
	}
	for _, rule := range f.rules {
		for start := 0; start <= at && f.steps < maxMatchSteps; start++ {
			if start > 0 && f.is(start-1, ".", "?.") || f.is(start, ".") && endsOperand(f.tokens[:start]) {
				continue
			}
			m := &found{foreignText: f, span: span{lo: start}, captures: map[byte]span{}}
			if !m.match(parsedIdioms()[rule], start, at) {
				continue
			}
			hint, sure := m.translation(idioms[rule].forms)
			switch {
			case sure:
				return hint, f.tokens[m.hi-1].hi
			case hint != "" && general == "" && (mistake.Hint == "" || m.never != ""):
				general, end = hint, f.tokens[m.hi-1].hi
			}
		}
	}
	return general, end
}

func (f *foreignText) is(i int, texts ...string) bool {
	t := f.tokens[i]
	return (t.kind == foreignSign || t.kind == foreignWord) && slices.Contains(texts, strings.ToLower(t.text))
}

// isName reports whether the string at the token i is a valid name.
func (f *foreignText) isName(i int) bool {
	name, ok := literalValue(f.tokens[i])
	return ok && plainName.MatchString(name)
}

// textOf returns the source of the token i, or "" if there is no such token.
func (f *foreignText) textOf(i int) string {
	if i < len(f.tokens) {
		return f.tokens[i].text
	}
	return ""
}

// match reports whether the rest of a pattern matches the tokens from i on, beyond the token at.
func (m *found) match(pattern []part, i, at int) bool {
	if m.steps++; m.steps > maxMatchSteps {
		return false
	}
	if len(pattern) == 0 {
		m.hi = i
		return i > at
	}
	p := pattern[0]
	if i >= len(m.tokens) {
		return false
	}
	if p.capture == 0 {
		return p.is(m.tokens[i]) && m.match(pattern[1:], i+1, at)
	}
	if before, ok := m.captures[p.capture]; ok { // a repeated capture must be equal
		n := before.hi - before.lo
		return i+n <= len(m.tokens) && m.text(span{i, i + n}) == m.text(before) && m.match(pattern[1:], i+n, at)
	}
	for _, end := range slices.Backward(m.ends(p.capture, i)) {
		m.captures[p.capture] = span{i, end}
		if m.match(pattern[1:], end, at) {
			return true
		}
	}
	delete(m.captures, p.capture)
	return false
}

// ends returns the possible ends, in order, of a capture that starts at the token i.
func (m *found) ends(capture byte, i int) (all []int) {
	t := m.tokens[i]
	switch {
	case capture == 'P':
		for i < len(m.tokens) && !(m.is(i, ")", "]", "}")) {
			if m.partner[i] > i {
				i = m.partner[i]
			}
			i++
			all = append(all, i)
		}
		return all
	case (capture == 'V' || capture == 'N') && t.kind == foreignWord && !slices.Contains(operatorWords, strings.ToLower(t.text)),
		capture == 'S' && t.kind == foreignString,
		capture == 'R' && (t.kind == foreignString || t.kind == foreignRegexp):
		return []int{i + 1}
	case strings.IndexByte("VNSR", capture) >= 0:
		return nil
	}
	return m.operandEnds(i)
}

// operandEnds returns the possible ends of an operand that starts at the token i: after its first
// name, and after each following part.
func (m *found) operandEnds(i int) (all []int) {
	switch t := m.tokens[i]; {
	case t.kind == foreignString, t.kind == foreignNumber, t.kind == foreignSign && t.text == "#":
		i++
	case t.kind == foreignWord && !slices.Contains(operatorWords, strings.ToLower(t.text)):
		i++
	case m.is(i, "-") && i+1 < len(m.tokens) && m.tokens[i+1].kind == foreignNumber:
		i += 2
	case m.is(i, "(", "[") && m.partner[i] > i:
		i = m.partner[i] + 1
	default:
		return nil
	}
	for all = append(all, i); i < len(m.tokens); all = append(all, i) {
		switch {
		case m.is(i, ".", "?.") && i+1 < len(m.tokens) && m.tokens[i+1].kind == foreignWord:
			i += 2
		case m.is(i, "(") && m.partner[i] > i && m.tokens[i-1].kind == foreignWord, m.is(i, "[") && m.partner[i] > i:
			i = m.partner[i] + 1
		default:
			return all
		}
	}
	return all
}

// text returns a range of tokens in the spelling of this language, with # for the idiom's element
// name.
func (m *found) text(s span) string {
	var b strings.Builder
	for i := s.lo; i < s.hi; i++ {
		t := m.tokens[i]
		if i > s.lo {
			b.WriteString(m.src[m.tokens[i-1].hi:t.lo])
		}
		element, hasElement := m.captures['V']
		switch {
		case hasElement && t.kind == foreignWord && t.text == m.tokens[element.lo].text && (i == s.lo || !m.is(i-1, ".", "?.")):
			b.WriteByte('#')
		case i > s.lo && i+2 < s.hi && m.is(i, "[") && m.partner[i] == i+2 && m.tokens[i+1].kind == foreignString && m.isName(i+1):
			name, _ := literalValue(m.tokens[i+1])
			b.WriteString("." + name)
			i += 2
		case t.kind == foreignString || t.kind == foreignRegexp:
			b.WriteString(ourLiteral(t))
		default:
			if ours, ok := ourSpelling[t.text]; ok && (i == s.lo || !m.is(i-1, ".", "?.")) {
				b.WriteString(ours)
			} else {
				b.WriteString(t.text)
			}
		}
	}
	return b.String()
}

// value returns the value of a captured string or regular expression.
func (m *found) value(capture byte) (string, bool) {
	s, ok := m.captures[capture]
	if !ok || s.hi != s.lo+1 {
		return "", false
	}
	if k := m.tokens[s.lo].kind; k != foreignString && k != foreignRegexp {
		return "", false
	}
	return literalValue(m.tokens[s.lo])
}
