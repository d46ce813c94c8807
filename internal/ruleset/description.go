package ruleset

import (
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/schema"
	"github.com/toolrules/toolrules/internal/servertext"
	"github.com/toolrules/toolrules/rules"
)

// A Rank is the specificity of a pattern for one tool, see [Description.Match].
type Rank = pattern.Rank

// A Description is a compiled entry of descriptions, as [Rules.Descriptions] returns them: which
// tools it applies to, and their descriptions. It is immutable and safe for concurrent use.
type Description struct {
	pointer            string
	patterns           []*pattern.Pattern
	title, description Placed
	arguments, results []Placed

	serverText *[levelCount]servertext.Mode // nil: not set
	hidden     string
}

// A Placed is a compiled text with its location. Text is nil if the entry has none for the
// location.
type Placed struct {
	Path    string // a property path or a JSON Pointer; empty for title and description
	Pointer string // the text: a JSON Pointer into the [rules.File]
	Text    *Text
	Spec    *rules.TextSpec // as it is written

	Entry   int    // the index of the entry
	Section string // title, description, arguments or results
}

// Pointer returns the JSON Pointer of the entry into the [File]: /descriptions/3.
func (d *Description) Pointer() string { return d.pointer }

// Title returns the text for the tool's title.
func (d *Description) Title() Placed { return d.title }

// Description returns the text for the tool's description.
func (d *Description) Description() Placed { return d.description }

// Arguments returns the texts for the input schema, in file order. The list must not be modified.
func (d *Description) Arguments() []Placed { return d.arguments }

// Results returns the texts for the output schema, in file order. The list must not be modified.
func (d *Description) Results() []Placed { return d.results }

// Placed returns the text with a Pointer; zero if the entry has no such text.
func (d *Description) Placed(pointer string) Placed {
	for _, p := range slices.Concat([]Placed{d.title, d.description}, d.arguments, d.results) {
		if p.Pointer == pointer {
			return p
		}
	}
	return Placed{}
}

// Match reports whether the entry matches a tool, and returns its rank: that of its most specific
// pattern that matches. Names are compared exactly. If several entries have a text for one
// location, the one with the greatest rank comes first, and among equals the first in the file.
func (d *Description) Match(server, tool string) (Rank, bool) {
	var best Rank
	found := false
	for _, p := range d.patterns {
		if rank, ok := p.Best(server, tool); ok && (!found || rank.Compare(best) > 0) {
			best, found = rank, true
		}
	}
	return best, found
}

// ServerText returns what the entry keeps of the server's own texts, by level; nil if it does not
// set it.
func (d *Description) ServerText() *[levelCount]servertext.Mode { return d.serverText }

// HiddenCharacters returns keep, strip or reject, or the empty string if the entry does not set it.
func (d *Description) HiddenCharacters() string { return d.hidden }

func (d *Description) toolsPointer(i int) string { return fmt.Sprintf("%s/tools/%d", d.pointer, i) }

func (c *compiler) descriptions() {
	for i := range c.file.Descriptions {
		if c.full() || c.limit.exceeded {
			return
		}
		c.description(i)
	}
}

func (c *compiler) description(i int) {
	spec := &c.file.Descriptions[i]
	d := &Description{pointer: fmt.Sprintf("/descriptions/%d", i)}
	if len(spec.Tools) == 0 {
		c.add(&rules.Problem{Code: rules.CodeMissingKey, Pointer: d.pointer, Offset: -1,
			Message: "an entry of descriptions needs tools", Hint: "write tools: server/tool, or tools: '*'"})
	}
	for j, text := range spec.Tools {
		if p := c.pattern(d.toolsPointer(j), text); p != nil {
			d.patterns = append(d.patterns, p)
			if problem := c.limit.pattern(d.toolsPointer(j), p, max(textsIn(spec), 1)); problem != nil {
				c.add(problem)
			}
		}
	}
	if len(d.patterns) == len(spec.Tools) && len(spec.Tools) > 0 {
		if problem := c.limit.description(d, textsIn(spec)); problem != nil {
			c.add(problem)
		}
	}
	if spec.Title != nil && (spec.Title.Prepend != nil || spec.Title.Append != nil) {
		c.add(&rules.Problem{Code: rules.CodeBadPrepend, Pointer: d.pointer + "/title", Offset: -1,
			Message: "a title has neither prepend nor append", Hint: "write the title, or prepend and append under description"})
	}
	d.hidden, d.serverText = spec.HiddenCharacters, c.serverText(d.pointer+"/server_text", spec.ServerText)
	d.title = c.text(i, "title", d.pointer+"/title", spec.Title)
	d.description = c.text(i, "description", d.pointer+"/description", spec.Description)
	d.arguments = c.placed(i, "arguments", d.pointer+"/arguments", spec.Arguments)
	d.results = c.placed(i, "results", d.pointer+"/results", spec.Results)
	c.rules.descriptions = append(c.rules.descriptions, d)
}

// serverText compiles server_text.
func (c *compiler) serverText(pointer string, entries []rules.LevelVariant) *[levelCount]servertext.Mode {
	if len(entries) == 0 {
		return nil
	}
	var t textCompiler
	var ls levels
	for i, entry := range entries {
		t.cover(&ls, fmt.Sprintf("/%d", i), entry.On, answer{text: entry.Variant})
	}
	if len(t.problems) > 0 || !ls.any() {
		c.addBelow(pointer, t.problems)
		return nil
	}
	var modes [levelCount]servertext.Mode
	for level, a := range ls.fill(LevelsTier) {
		modes[level] = servertext.Mode(max(0, slices.Index(servertext.Modes[:], a.text)))
	}
	return &modes
}

// textsIn returns how many texts an entry has.
func textsIn(s *rules.DescriptionSpec) int {
	n := len(s.Arguments) + len(s.Results)
	if s.Title != nil {
		n++
	}
	if s.Description != nil {
		n++
	}
	return n
}

func (c *compiler) text(entry int, section, pointer string, spec *rules.TextSpec) Placed {
	if spec == nil {
		return Placed{}
	}
	text, err := CompileText(*spec, c.rules.scope)
	c.addBelow(pointer, err)
	if text != nil {
		if p := c.work.addText(pointer, text); p != nil {
			c.add(p)
		}
	}
	return Placed{Pointer: pointer, Text: text, Spec: spec, Entry: entry, Section: section}
}

func (c *compiler) placed(entry int, section, pointer string, specs []rules.PlacedText) []Placed {
	var list []Placed
	seen := make(map[string]bool, len(specs))
	for i := range specs {
		at := fmt.Sprintf("%s/%d", pointer, i)
		if _, err := schema.ParsePath(specs[i].Path); err != nil {
			c.add(pathProblem(at, err))
		}
		if seen[specs[i].Path] {
			c.add(&rules.Problem{Code: rules.CodeDuplicatePath, Pointer: at, Offset: -1, OnKey: true,
				Message: fmt.Sprintf("the path %s is there twice", specs[i].Path), Hint: "keep one of the two"})
		}
		seen[specs[i].Path] = true
		p := c.text(entry, section, at, &specs[i].Text)
		p.Path = specs[i].Path
		list = append(list, p)
	}
	return list
}

func pathProblem(pointer string, err error) *rules.Problem {
	p := FaultProblem(pointer, rules.CodeBadPath, err)
	p.Code, p.OnKey = rules.CodeBadPath, true
	return p
}
