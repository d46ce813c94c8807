package documented

import (
	"strconv"
	"strings"
)

func (g *grammar) bool() exp {
	if g.element != nil && g.element.Kind == Bool && g.one(2) {
		return exp{"#", value}
	}
	r, _ := g.attribute(ofKind(Bool))
	return g.read(r, func() exp {
		if g.deeper() {
			return g.whole()
		}
		return pick(g.dice, exp{"true", value}, exp{"false", value}, g.bool())
	})
}

func (g *grammar) number() exp {
	literal := func() exp {
		return exp{pick(g.dice, "0", "1", "2", "3", "5", "9", "40", "150", "200", "0.5", "2.0", "-1"), value}
	}
	switch {
	case g.element != nil && g.element.Kind == Int && g.one(2):
		return exp{"#", value}
	case g.deeper():
		switch g.n(4) {
		case 0:
			return g.chosen(g.number)
		case 1:
			if e, ok := g.overList("count"); ok {
				return e
			}
		case 2:
			return exp{"len(" + g.list(String).text + ")", value}
		}
		return exp{"len(" + g.text().text + ")", value}
	case g.one(3):
		return literal()
	}
	r, _ := g.attribute(ofKind(Int, Float))
	return g.read(r, g.number)
}

var someTexts = []string{"a", "b", "ab", "A", "", "a_b", "É", "ops", "docs", "ba", " a ", "é\t"}

// serverTexts are texts of servers with sentences and hidden characters.
var serverTexts = append([]string{"One. Two.", "One\nTwo", " First? Second", "读取。写入", "v1.2 of it. More", "\u200b", "a\u202eb. c",
	"\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F ok", strings.Repeat("long word ", 30)}, someTexts...)

func (g *grammar) quote(s string) string {
	switch {
	case g.one(4):
		return "'" + strings.Trim(strings.ReplaceAll(strconv.Quote(s), `\"`, `"`), `"`) + "'"
	case g.one(8):
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

func (g *grammar) text() exp {
	literal := func() exp { return exp{g.quote(pick(g.dice, someTexts...)), value} }
	switch {
	case g.element != nil && g.element.Kind == String && g.one(3):
		return exp{"#", value}
	case g.deeper() && g.one(3):
		return g.chosen(g.text)
	case g.deeper():
		return exp{pick(g.dice, "lower", "upper", "trim") + "(" + g.short(g.text).text + ")", value}
	case g.one(3):
		return literal()
	}
	r, _ := g.attribute(ofKind(String))
	return g.read(r, func() exp {
		if g.one(3) {
			return literal()
		}
		return g.text()
	})
}

var regexes = []string{"^a", "b$", "[ab]{2}", "(?i)A", `\d`, "a.b", "^$", "^(get|set)_", `\w-`}

func (g *grammar) regex() string {
	if s := pick(g.dice, regexes...); g.one(2) {
		return "`" + s + "`"
	} else {
		return strconv.Quote(s)
	}
}

// short draws a text that is neither title nor description of a tool, if it is inside the condition
// of any and its like.
func (g *grammar) short(draw func() exp) exp {
	before := g.plain
	g.plain = g.plain || g.element != nil
	defer func() { g.plain = before }()
	return draw()
}

// list draws a list of texts, numbers or bools.
func (g *grammar) list(elem Kind) exp {
	literal := func() exp {
		var items []string
		for range 1 + g.n(3) {
			switch elem {
			case String:
				items = append(items, g.quote(pick(g.dice, someTexts...)))
			case Bool:
				items = append(items, pick(g.dice, "true", "false"))
			case Float:
				items = append(items, pick(g.dice, "0.5", "1", "2.25"))
			default:
				items = append(items, pick(g.dice, "0", "1", "2", "40", "-1"))
			}
		}
		switch {
		case elem == String && g.one(4):
			items = append(items, g.text().text)
		case g.element != nil && g.element.Kind == elem && g.one(3):
			items = append(items, "#")
		}
		return exp{"[" + strings.Join(items, ", ") + "]", value}
	}
	r, ok := g.attribute(func(r readable) bool { return r.typ.Kind == List && r.typ.Elem == elem })
	switch {
	case !ok || g.one(4):
		return literal()
	case g.deeper() && g.one(3):
		return g.chosen(func() exp { return g.list(elem) })
	}
	return g.read(r, func() exp { return g.list(elem) })
}
