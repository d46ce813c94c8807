package cond

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// translation returns the hint for an idiom: the first of its forms that the expression compiles
// with, or that is prose. Where there is none, it returns, as not sure, what is never missing, or
// the forms with lower-case letters for operands.
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

// placeholders are what stands for captures where they can't be used.
var placeholders = strings.NewReplacer("A", "a", "B", "b", "C", "c", "P", `# == "x"`)

// slot matches a place of a form: a capture, or one in braces with a function of [literalForms] in
// front of it.
var slot = regexp.MustCompile(`\{(\w+) ([A-Z])\}|\b[A-Z]\b`)

// fill puts the captures into one form, and reports whether the expression compiles with it, as far
// as the mistake goes.
func (m *found) fill(form string) (string, bool) {
	form, note, noted := strings.Cut(form, " if ")
	text, ok := m.substitute(form)
	if ok && !call.MatchString(form) && (m.binds(m.lo-1) || m.binds(m.hi)) {
		text = "(" + text + ")"
	}
	if !ok || !m.fits(text) {
		return "", false
	}
	if m.lo > 0 && m.is(m.lo-1, "not", "!") {
		text = "not " + text
	}
	if noted {
		return text + " if " + note, true
	}
	return text, true
}

// substitute puts the captures into one form.
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

// capture returns a captured part as it is written here. A part that is an idiom as a whole is
// translated with its first form.
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

// call matches forms that need no brackets, whatever stands beside them.
var call = regexp.MustCompile(`^[\w.]*\(.*\)$|^[\w.]+$|^ctx\.\{name S\}$`)

// binds reports whether the token i would take its operand out of a form.
func (m *found) binds(i int) bool {
	return i >= 0 && i < len(m.tokens) &&
		!m.is(i, "(", ")", "[", "]", "{", "}", ",", ";", "?", ":", "and", "or", "&&", "||", "if", "else", "then", "=>", "->")
}

// fits reports whether the expression compiles with a text in the place of the idiom. Mistakes
// elsewhere do not count, but for the tokens beside it.
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

// compiles reports whether a text compiles, where the mistakes of the whole are of its syntax and
// hide others. One with a # that is not its own can't be tried alone.
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

// predicate matches a text whose # are its own.
var predicate = regexp.MustCompile(`^(?:any|all|none|one|count)\(.*\)$`)

// literalForms make a literal, or an operator and a literal, of what a captured string or regular
// expression says. They report false where the string is not of their sort.
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

// anchored returns a regular expression that matches at the start of a string, and with "$" up to
// its end.
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

// wildcards returns the operator and the operand for a pattern in which many stands for any text
// and one for any character.
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
