package cond

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// translation returns the hint for an idiom: the first of its forms that compiles within the
// expression, or that is a sentence. If there is none, sure is false, and the hint is the message
// that an operand is never missing, or the forms with lower-case letters for operands.
func (m *found) translation(forms []string) (hint string, sure bool) {
	var general []string
	for _, form := range forms {
		if prose, ok := strings.CutPrefix(form, ": "); ok {
			return prose, true
		}
		var all []string
		for one := range strings.SplitSeq(form, ", or ") {
			shown, ok := m.fill(one)
			if !ok {
				all = nil
				break
			}
			all = append(all, shown)
		}
		if len(all) > 0 {
			return "write " + strings.Join(all, ", or "), true
		}
		general = append(general, placeholders.Replace(form))
	}
	if m.never != "" {
		return m.never, false
	}
	if strings.ContainsAny(general[0], "{VNSR#") {
		return "", false
	}
	return "the form is " + strings.Join(general, ", or "), false
}

// placeholders replaces captures that cannot be used.
var placeholders = strings.NewReplacer("A", "a", "B", "b", "C", "c", "P", `# == "x"`)

// slot matches a slot of a form: a capture, or a function of [literalForms] and a capture in
// braces.
var slot = regexp.MustCompile(`\{(\w+) ([A-Z])\}|\b[A-Z]\b`)

// fill substitutes the captures in a form, and reports whether the expression compiles with it, as
// far as the position of the error.
func (m *found) fill(form string) (string, bool) {
	form, note, noted := strings.Cut(form, " if ")
	text, ok := m.substitute(form)
	inBrackets := text
	if !call.MatchString(form) {
		inBrackets = "(" + text + ")"
	}
	if m.binds(m.lo-1) || m.binds(m.hi) {
		text = inBrackets
	}
	if !ok || !m.fits(text) {
		return "", false
	}
	switch {
	case m.lo > 0 && m.is(m.lo-1, "not", "!"):
		text = "not " + text
	case m.negated(text):
		text = "not " + inBrackets
	}
	if noted {
		return text + " if " + note, true
	}
	return text, true
}

// negated reports whether a condition that replaces the idiom is negated by what is around it: by
// not and brackets, or since it is compared with false, or with what is missing. A hint without
// that would read as its opposite.
func (m *found) negated(text string) bool {
	if _, _, errs := m.env.read(text); len(errs) > 0 { // it is not a condition
		return false
	}
	if m.lo > 1 && m.is(m.lo-1, "(") && m.partner[m.lo-1] == m.hi {
		return m.is(m.lo-2, "not", "!")
	}
	if m.hi+1 >= len(m.tokens) {
		return false
	}
	if m.is(m.hi, "!=", "!==") {
		return m.is(m.hi+1, "true")
	}
	return m.is(m.hi, "==", "===", "is") && m.is(m.hi+1, "false", "null", "nil", "none", "undefined")
}

// substitute substitutes the captures in a form.
func (m *found) substitute(form string) (string, bool) {
	ok := true
	text := slot.ReplaceAllStringFunc(form, func(place string) string {
		parts := slot.FindStringSubmatch(place)
		if parts[1] == "" {
			filled, fits := m.capture(m.captures[place[0]])
			ok = ok && fits
			return filled
		}
		value, readable := m.value(parts[2][0])
		filled, fits := literalForms[parts[1]](value)
		ok = ok && readable && fits
		return filled
	})
	return text, ok
}

// capture returns a captured part in the spelling of this language. If the whole part is an idiom,
// it is translated with its first form.
func (m *found) capture(s span) (string, bool) {
	if t := m.tokens[s.lo]; t.kind == foreignRegexp {
		value, ok := literalValue(t)
		return quoteLiteral(value), ok
	}
	for _, rule := range m.rules {
		inner := &found{foreignText: m.foreignText, captures: map[byte]span{}}
		if v, ok := m.captures['V']; ok {
			inner.captures['V'] = v
		}
		if s.hi-s.lo < m.hi-m.lo && inner.match(parsedIdioms()[rule], s.lo, s.hi-1) && inner.hi == s.hi {
			inner.lo = s.lo
			return inner.substitute(idioms[rule].forms[0])
		}
	}
	return m.text(s), true
}

// call matches forms that need no brackets in any context.
var call = regexp.MustCompile(`^[\w.]*\(.*\)$|^[\w.]+$|^ctx\.\{name S\}$`)

// binds reports whether the token i binds more tightly than the operators of a form.
func (m *found) binds(i int) bool {
	return i >= 0 && i < len(m.tokens) &&
		!m.is(i, "(", ")", "[", "]", "{", "}", ",", ";", "?", ":", "and", "or", "&&", "||", "if", "else", "then", "=>", "->")
}

// fits reports whether the expression compiles with text instead of the idiom. Errors elsewhere are
// ignored, except at the adjacent tokens.
func (m *found) fits(text string) bool {
	lo, hi := m.tokens[m.lo].lo, m.tokens[m.hi-1].hi
	from, to := lo, lo+len(text)
	if m.lo > 0 {
		from = m.tokens[m.lo-1].lo
	}
	if _, foreign := ourSpelling[m.textOf(m.hi)]; !foreign && m.hi < len(m.tokens) {
		to += m.tokens[m.hi].hi - hi
	}
	if m.tries++; m.tries > maxTries {
		return false
	}
	_, _, errs := m.env.read(m.src[:lo] + text + m.src[hi:])
	if !m.compiles(text, errs) {
		return false
	}
	return !slices.ContainsFunc(errs, func(e *Error) bool {
		if e.Code == NeverMissing && e.Offset == lo && strings.HasSuffix(text, " nil") {
			m.never = e.Message
		}
		return e.Code != NotBool && (e.Offset >= from && e.Offset <= to || e.Offset < from && e.Code == Syntax)
	})
}

// compiles reports whether text compiles alone, if the expression has syntax errors that hide
// others. A text with a # of an enclosing predicate can't be compiled alone.
func (m *found) compiles(text string, errs Errors) bool {
	if !slices.ContainsFunc(errs, func(e *Error) bool { return e.Code == Syntax || e.Code == NotAllowed }) {
		return true
	}
	if strings.Contains(text, "#") && !predicate.MatchString(text) {
		return true
	}
	_, _, alone := m.env.read(text)
	return !slices.ContainsFunc(alone, func(e *Error) bool { return e.Code != NotBool })
}

// predicate matches a call that binds the # in it.
var predicate = regexp.MustCompile(`^(?:any|all|none|one|count)\(.*\)$`)

// literalForms convert the value of a captured string or regular expression to a literal, or to an
// operator and a literal. They report false if the value has no such form.
var literalForms = map[string]func(string) (string, bool){
	"name":  func(s string) (string, bool) { return s, plainName.MatchString(s) },
	"start": func(s string) (string, bool) { return quoteLiteral(anchored(s, "")), true },
	"whole": func(s string) (string, bool) {
		return quoteLiteral(anchored(s, "$")), !(strings.HasPrefix(s, "^") && strings.HasSuffix(s, "$"))
	},
	"fold": func(s string) (string, bool) { return quoteLiteral("(?i)" + s), true },
	"sql": func(s string) (string, bool) {
		text, ok := wildcards(s, "%", "")
		return text, ok && !strings.Contains(s, "*") // as in Cedar
	},
	"sql1": func(s string) (string, bool) {
		text, _ := wildcards(s, "%", "_")
		return text, strings.Contains(s, "_")
	},
	"sqlfold":   func(s string) (string, bool) { return wildcards(strings.ToLower(s), "%", "") },
	"undefined": func(s string) (string, bool) { return "== nil", s == "undefined" },
	"defined":   func(s string) (string, bool) { return "!= nil", s == "undefined" },
	"glob":      func(s string) (string, bool) { return wildcards(s, "*", "?") },
}

var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// anchored returns a regular expression that matches at the start of a string, and at its end if
// end is "$".
func anchored(pattern, end string) string {
	pattern = strings.TrimPrefix(pattern, "^")
	if end != "" {
		pattern = strings.TrimSuffix(pattern, "$")
	}
	if strings.Contains(pattern, "|") {
		pattern = "(?:" + pattern + ")"
	}
	return "^" + pattern + end
}

// wildcards returns the operator and the operand for a wildcard pattern in which many represents
// any string and one any character.
func wildcards(s, many, one string) (string, bool) {
	middle := strings.TrimSuffix(strings.TrimPrefix(s, many), many)
	if strings.Contains(middle, many) || one != "" && strings.Contains(s, one) {
		pattern := strings.ReplaceAll(regexp.QuoteMeta(s), regexp.QuoteMeta(many), ".*")
		if one != "" {
			pattern = strings.ReplaceAll(pattern, regexp.QuoteMeta(one), ".")
		}
		return "matches " + quoteLiteral("^"+pattern+"$"), true
	}
	opens, closes := strings.HasPrefix(s, many), strings.HasSuffix(s, many)
	operator := "=="
	switch {
	case middle == "":
		return "", false
	case opens && closes:
		operator = "contains"
	case opens:
		operator = "endsWith"
	case closes:
		operator = "startsWith"
	}
	return operator + " " + strconv.Quote(middle), true
}
