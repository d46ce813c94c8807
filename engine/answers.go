package engine

import (
	"fmt"
	"math"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/schema"
)

// An answer is a title or description that some entry sets, by its number: among those that JSON
// does not escape, or with the bit escaped among all others.
type answer uint32

const (
	noAnswer    answer = iota // the entry has no answer
	emptyAnswer               // the empty string, which removes the member

	wrapped answer = 1 << 29 // flag: the number is that of an around
	escaped answer = 1 << 30 // flag: the JSON string is not just the text in quotes
)

// Words are all answers of an engine's entries without duplicates, as the JSON strings that go into
// tools. Escaping is the most expensive step for a description, so it is done when the engine is
// made.
type words struct {
	asIs    quotedTexts // the text itself is between the quotes
	escaped quotedTexts
	texts   []string // of escaped
	arounds []around
	rows    []row                // of all entries
	levels  [][levelCount]answer // for the rows that depend on the level, without duplicates
}

func (w *words) json(a answer) string {
	if a&escaped != 0 {
		return w.escaped.at(a &^ escaped)
	}
	return w.asIs.at(a)
}

func (w *words) text(a answer) string {
	if a&escaped != 0 {
		return w.texts[a&^escaped]
	}
	quoted := w.asIs.at(a)
	return quoted[1 : len(quoted)-1]
}

// QuotedTexts are concatenated JSON strings.
type quotedTexts struct {
	all  string
	ends []uint32
}

func (q *quotedTexts) at(n answer) string {
	start := uint32(0)
	if n > 0 {
		start = q.ends[n-1]
	}
	return q.all[start:q.ends[n]]
}

// levelCount is the number of levels: 0 to 9.
const levelCount = 10

// A row is the answer of an entry if one of its rules is selected: one answer for every level, or
// with byLevel the index of a list in words.levels. Most rows do not depend on the level, and so
// need 4 bytes instead of 40.
type row uint32

const byLevel row = 1 << 31 // the rest is the number of a list, not an answer

func (w *words) at(r row, level int) answer {
	if r&byLevel == 0 {
		return answer(r)
	}
	return w.levels[r&^byLevel][level]
}

// A placed is an entry's title or description with its path, prepared for requests.
type placed struct {
	text *ruleset.Text
	path *schema.Path // nil for title and description
	rule string       // the text: a pointer into the rules.File

	entry int32 // the index of the entry of descriptions

	rows      uint32 // the index of its rows in words.rows: the first for no rule, then by rule
	shape     int32  // equal if the same rule is selected for every request and tool; -1 without rules
	level     int8   // for requests without a level; -1 if the entry has none
	readsTool bool   // the rule depends on the tool

	sets, removes bool // some request may get a non-empty text; some may get the empty one
}

// pathText returns the property path of the description; empty for title and description of the
// tool.
func (p *placed) pathText() string {
	if p.path == nil {
		return ""
	}
	return p.path.String()
}

// An answerBuilder builds the words of an engine and numbers the shapes of its entries.
type answerBuilder struct {
	words         words
	asIs, escaped []byte // the contents of words.asIs and words.escaped
	answers       map[string]answer
	lists         map[[levelCount]answer]row
	shapes        map[string]int32
	placed        slab[placed]
}

func newAnswerBuilder() *answerBuilder {
	s := &answerBuilder{
		answers: map[string]answer{}, lists: map[[levelCount]answer]row{}, shapes: map[string]int32{},
		placed: slab[placed]{size: 64},
	}
	s.add("") // represents noAnswer
	s.answers[""] = s.add("")
	return s
}

func (s *answerBuilder) add(text string) answer {
	w, start := &s.words, len(s.asIs)
	s.asIs = jsontree.AppendString(s.asIs, text)
	if len(s.asIs)-start == len(`""`)+len(text) {
		w.asIs.ends = append(w.asIs.ends, uint32(len(s.asIs)))
		return answer(len(w.asIs.ends) - 1)
	}
	s.escaped = append(s.escaped, s.asIs[start:]...)
	s.asIs = s.asIs[:start]
	w.escaped.ends = append(w.escaped.ends, uint32(len(s.escaped)))
	w.texts = append(w.texts, text)
	return answer(len(w.texts)-1) | escaped
}

// maxTextBytes is the maximum size of quotedTexts, whose ends are uint32.
const maxTextBytes uint64 = math.MaxUint32

// finish returns the words.
func (s *answerBuilder) finish() (words, error) {
	if n := uint64(max(len(s.asIs), len(s.escaped))); n > maxTextBytes {
		return words{}, fmt.Errorf("the texts have %d bytes; %d are possible", n, maxTextBytes)
	}
	w := s.words
	w.asIs = quotedTexts{string(s.asIs), fit(w.asIs.ends)}
	w.escaped = quotedTexts{string(s.escaped), fit(w.escaped.ends)}
	w.texts, w.rows, w.levels = fit(w.texts), fit(w.rows), fit(w.levels)
	return w, nil
}

// fit returns a copy of list without spare capacity.
func fit[T any](list []T) []T { return append(make([]T, 0, len(list)), list...) }

// place prepares a title or description. Returns nil if the entry has none.
func (s *answerBuilder) place(p ruleset.Placed, path *schema.Path) *placed {
	if p.Text == nil {
		return nil
	}
	made := &s.placed.take(1)[0]
	*made = placed{
		text: p.Text, path: path, rule: p.Pointer, entry: int32(p.Entry),
		rows: uint32(len(s.words.rows)), shape: s.shape(p.Text), level: -1, readsTool: p.Text.ReadsTool(),
	}
	if level, ok := p.Text.DefaultLevel(); ok {
		made.level = int8(level)
	}
	for rule := -1; rule < p.Text.Runners(); rule++ {
		s.words.rows = append(s.words.rows, s.row(made, rule))
	}
	return made
}

// row returns the answer of an entry if a rule is selected; -1 means no rule.
func (s *answerBuilder) row(p *placed, rule int) row {
	if x := p.text.Around(); x != nil {
		s.words.arounds = append(s.words.arounds, newAround(x.Before, x.After))
		p.sets = true
		return row(answer(len(s.words.arounds)-1) | wrapped)
	}
	var list [levelCount]answer
	same := true
	for level := range list {
		if found, ok := p.text.Answer(rule, level); ok {
			list[level] = s.answer(found)
			p.sets, p.removes = p.sets || found != "", p.removes || found == ""
		}
		same = same && list[level] == list[0]
	}
	if same {
		return row(list[0])
	}
	r, known := s.lists[list]
	if !known {
		r = byLevel | row(len(s.words.levels))
		s.lists[list] = r
		s.words.levels = append(s.words.levels, list)
	}
	return r
}

func (s *answerBuilder) answer(text string) answer {
	a, known := s.answers[text]
	if !known {
		a = s.add(text)
		s.answers[text] = a
	}
	return a
}

func (s *answerBuilder) shape(text *ruleset.Text) int32 {
	key := text.Shape()
	if key == "" {
		return -1
	}
	n, known := s.shapes[key]
	if !known {
		n = int32(len(s.shapes))
		s.shapes[key] = n
	}
	return n
}
