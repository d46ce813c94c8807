package source_test

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/toolrules/toolrules/internal/source"
	"pgregory.net/rapid"
)

// A page is a file that is being written. It counts lines and columns, so that it knows the
// position of each character without parsing the file.
type page struct {
	t            *rapid.T
	b            strings.Builder
	line, column int
	eol          string
}

func newPage(t *rapid.T) *page {
	p := &page{t: t, line: 1, column: 1}
	p.eol = p.pick("line break", "\n", "\n", "\r\n", "\r")
	p.b.WriteString(p.pick("byte order mark", "", "", "\uFEFF"))
	return p
}

func (p *page) write(s string) {
	p.b.WriteString(s)
	p.column += len([]rune(s))
}

func (p *page) newline() {
	p.b.WriteString(p.eol)
	p.line, p.column = p.line+1, 1
}

func (p *page) here() source.Position { return source.Position{Line: p.line, Column: p.column} }

func (p *page) pick(label string, choices ...string) string {
	return rapid.SampledFrom(choices).Draw(p.t, label)
}

// A written is a string in a file: its start, and the position of each of its runes and of its end,
// or none if positions inside it are unknown.
type written struct {
	text   string
	start  source.Position
	places []source.Position
}

// quoted writes a string in quotes; spell returns the spelling of a rune.
func (p *page) quoted(text, quote string, spell func(rune) string) written {
	w := written{text: text, start: p.here()}
	p.write(quote)
	for _, r := range text {
		w.places = append(w.places, p.here())
		p.write(spell(r))
	}
	w.places = append(w.places, p.here())
	p.write(quote)
	return w
}

func (p *page) plain(text string) written {
	return p.quoted(text, "", func(r rune) string { return string(r) })
}

func (p *page) single(text string) written {
	return p.quoted(text, "'", func(r rune) string { return strings.ReplaceAll(string(r), "'", "''") })
}

// double writes a text in YAML's double quotes, each rune in one of its spellings.
func (p *page) double(text string) written {
	names := map[rune]string{
		'"': `\"`, '\\': `\\`, '/': `\/`, '\n': `\n`, '\t': `\t`, ' ': `\ `, '\u00a0': `\_`, '\u2028': `\L`,
		'\x00': `\0`, '\x1b': `\e`,
	}
	return p.quoted(text, `"`, func(r rune) string {
		spellings := []string{fmt.Sprintf(`\U%08x`, r)}
		if r < 0x10000 {
			spellings = append(spellings, fmt.Sprintf(`\u%04X`, r))
		}
		if r < 0x100 {
			spellings = append(spellings, fmt.Sprintf(`\x%02x`, r))
		}
		return p.spelling(r, names, spellings, r != '\u2028')
	})
}

// jsonString writes a text as a JSON string, each rune in one of its spellings.
func (p *page) jsonString(text string) written {
	names := map[rune]string{'"': `\"`, '\\': `\\`, '/': `\/`, '\n': `\n`, '\t': `\t`}
	return p.quoted(text, `"`, func(r rune) string {
		escape := fmt.Sprintf(`\u%04x`, r)
		if r >= 0x10000 {
			high, low := utf16.EncodeRune(r)
			escape = fmt.Sprintf(`\u%04x\u%04X`, high, low)
		}
		return p.spelling(r, names, []string{escape}, true)
	})
}

// spelling chooses one of the spellings of a rune: unchanged, if allowed, by name, or by number.
func (p *page) spelling(r rune, names map[rune]string, numbers []string, bare bool) string {
	spellings := numbers
	if name, ok := names[r]; ok {
		spellings = append(spellings, name)
	}
	if bare && r >= ' ' && r != '"' && r != '\\' {
		spellings = append(spellings, string(r), string(r), string(r))
	}
	return p.pick("spelling", spellings...)
}

// block writes a text as a | scalar in a mapping that is indented by pad blanks.
func (p *page) block(text string, pad int) written {
	w := written{text: text, start: p.here()}
	body := strings.TrimRight(text, "\n")
	step := rapid.IntRange(1, 4).Draw(p.t, "step")
	p.write("|")
	if body == "" || strings.ContainsAny(body[:1], " \n") || rapid.Bool().Draw(p.t, "indicator") {
		p.write(fmt.Sprint(step))
	}
	p.write([]string{"-", "", "+"}[min(len(text)-len(body), 2)])
	p.newline()
	for i, line := range strings.Split(body, "\n") {
		if i > 0 {
			w.places = append(w.places, p.here())
			p.newline()
		}
		if line != "" {
			p.write(strings.Repeat(" ", pad+step))
		}
		for _, r := range line {
			w.places = append(w.places, p.here())
			p.write(string(r))
		}
	}
	end := p.here()
	for range len(text) - len(body) {
		w.places = append(w.places, p.here())
		p.newline()
	}
	if len(text) == len(body) {
		p.newline()
	}
	w.places = append(w.places, end)
	return w
}

// several writes words over several lines, in a style that folds them into one.
func (p *page) several(words []string, pad int) written {
	w := written{text: strings.Join(words, " "), start: p.here()}
	quote := p.pick("folded style", "", "'", `"`, ">-")
	if quote == ">-" {
		p.write(quote)
		p.newline()
		p.write(strings.Repeat(" ", pad+1))
	} else {
		p.write(quote)
	}
	for i, word := range words {
		if i > 0 {
			p.newline()
			p.write(strings.Repeat(" ", pad+1))
		}
		p.write(word)
	}
	if quote != ">-" {
		p.write(quote)
	}
	return w
}
