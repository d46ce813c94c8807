package engine

import (
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/schema"
	"github.com/toolrules/toolrules/rules"
)

// An answer is a text that some rule file's texts give, by its number among all of them.
type answer uint32

const (
	noAnswer    answer = iota // none of the texts has one
	emptyAnswer               // the empty text
)

// Words are all answers of an engine's texts, each once, however many texts and catalogs give it; as text, and as the JSON string
// that goes into a tool. To escape a text costs more than all else about it, and so it is done when the engine is made.
type words struct {
	texts  []string
	quoted string // one behind the other
	ends   []int  // in quoted
}

func (w *words) text(a answer) string { return w.texts[a] }

func (w *words) json(a answer) string {
	start := 0
	if a > 0 {
		start = w.ends[a-1]
	}
	return w.quoted[start:w.ends[a]]
}

// A placed is a text and where it goes, ready for requests.
type placed struct {
	text *rules.Text
	path schema.Path // zero for title and description
	rule string      // the text: a pointer into the rules.File

	answers   []answer // by rule, the first for none, and by level: see [placed.at]
	shape     int      // which texts take the same rule for a request and a tool; -1 for those that have no rules
	readsTool bool     // the rule depends on the tool
	level     int      // for a request that asks for none; -1 if the text does not say
}

// levelCount is how many levels there are: 0 to 9.
const levelCount = 10

// at gives the answer where a rule of the text is the one that is asked, -1 for none of them.
func (p *placed) at(rule, level int) answer { return p.answers[(rule+1)*levelCount+level] }

// A speller makes the words of an engine and numbers the shapes of its texts.
type speller struct {
	words   words
	quoted  []byte
	answers map[string]answer
	shapes  map[string]int
	placed  slab[placed]
	lists   slab[answer] // of the texts
}

func newSpeller() *speller {
	s := &speller{answers: map[string]answer{}, shapes: map[string]int{}, placed: slab[placed]{size: 64}, lists: slab[answer]{size: 64 * levelCount}}
	s.add("") // stands for noAnswer
	s.answers[""] = s.add("")
	return s
}

func (s *speller) add(text string) answer {
	s.quoted = jsontree.AppendString(s.quoted, text)
	s.words.texts = append(s.words.texts, text)
	s.words.ends = append(s.words.ends, len(s.quoted))
	return answer(len(s.words.texts) - 1)
}

// finish gives the words.
func (s *speller) finish() words {
	s.words.quoted = string(s.quoted)
	return s.words
}

// place makes a text ready. It gives nil for none.
func (s *speller) place(p rules.Placed, path schema.Path) *placed {
	if p.Text == nil {
		return nil
	}
	made := &s.placed.take(1)[0]
	*made = placed{text: p.Text, path: path, rule: p.Pointer, shape: s.shape(p.Text), readsTool: p.Text.ReadsTool(), level: -1}
	if level, ok := p.Text.DefaultLevel(); ok {
		made.level = level
	}
	made.answers = s.lists.take((p.Text.Runners() + 1) * levelCount)
	for i := range made.answers {
		if text, ok := p.Text.Answer(i/levelCount-1, i%levelCount); ok {
			made.answers[i] = s.answer(text)
		}
	}
	return made
}

func (s *speller) answer(text string) answer {
	a, known := s.answers[text]
	if !known {
		a = s.add(text)
		s.answers[text] = a
	}
	return a
}

func (s *speller) shape(text *rules.Text) int {
	key := text.Shape()
	if key == "" {
		return -1
	}
	n, known := s.shapes[key]
	if !known {
		n = len(s.shapes)
		s.shapes[key] = n
	}
	return n
}
