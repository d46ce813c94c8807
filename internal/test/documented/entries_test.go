package documented

import (
	"fmt"
	"strings"
)

// patterns draws patterns for the tools of some servers.
type patterns struct {
	*dice
	servers []string
}

func (p *patterns) server() string {
	id := pick(p.dice, p.servers...)
	switch p.n(6) {
	case 0, 1:
		return "*"
	case 2:
		return "{" + id + ",*}"
	case 3:
		return id[:1] + "*"
	}
	return id
}

func (p *patterns) tool() string {
	return pick(p.dice, "*", "a", "b", "ab", "*a*", "a*", "*b", "?", "a?b", "{a,b}", "{get,set}_*", "{a,}b", "A",
		`a\.b`, "a.b", "a_b", "A-B",
		"get_*", "*_*", "long*", "*.abc{d,e}", "OPS", "{a,b*}", "n*", "_y", "é", "*É", "1st", "-x", `\a\b`)
}

func (p *patterns) pattern() string {
	if p.one(4) {
		return p.tool()
	}
	return p.server() + "/" + p.tool()
}

// entry draws an entry of the filter.
func entry(g *grammar, p *patterns, sets []Set, id string) Entry {
	var e Entry
	switch g.n(6) {
	case 0, 1, 2:
		for range 1 + g.n(2) {
			if len(sets) > 0 && g.one(4) {
				e.Tools = append(e.Tools, "$"+pick(g.dice, sets...).Name)
			} else {
				e.Tools = append(e.Tools, p.pattern())
			}
		}
	case 3:
		e.Server, e.Regex = p.server(), pick(g.dice, "^a", "b$", "A", "_", `^\w+\.b$`, "^get", "^(a|b)$")
	}
	if e.Tools == nil && e.Regex == "" || g.one(2) {
		e.When = g.condition()
	}
	if g.one(3) {
		e.ID = id
	}
	if g.one(3) {
		e.Reason = "Some reason."
	}
	return e
}

// drawDescription draws an entry of descriptions.
func drawDescription(g *grammar, p *patterns) Description {
	var d Description
	for range 1 + g.n(2) {
		d.Tools = append(d.Tools, p.pattern())
	}
	t := &texts{grammar: g}
	if g.one(2) {
		d.Title = t.text()
	}
	if g.one(2) {
		d.Description = t.text()
	}
	d.Arguments = t.arguments()
	if g.one(3) {
		d.Results = t.arguments()
	}
	switch t.n(6) {
	case 0:
		d.ServerText = pick(t.dice, "keep", "first_sentence", "remove")
	case 1:
		d.ServerTextLevels = t.byLevel(func() string { return pick(t.dice, "keep", "first_sentence", "remove") })
	}
	if t.one(6) {
		d.HiddenCharacters = pick(t.dice, "keep", "strip", "reject")
	}
	if t.one(3) {
		around := &Text{Prepend: new("Beta “x”. "), Append: new(" \n“End”")}
		switch t.n(4) {
		case 0:
			around.Append = nil
		case 1:
			around.Prepend = nil
		}
		if t.one(2) || len(d.Arguments) == 0 {
			d.Description = around
		} else {
			d.Arguments[0].Text = *around
		}
	}
	if d.Title == nil && len(d.Arguments) == 0 && len(d.Results) == 0 && d.Description == nil {
		d.Description = t.text()
	}
	return d
}

// texts draws texts, each of which is another one.
type texts struct {
	*grammar
	count int
}

func (t *texts) arguments() (all []Argument) {
	paths := []string{"a", "b", "ref", "/$defs/place", "address.street", "labels[].name", "labels", "/properties/x.y",
		"labels[]", "", "/properties/ab", "/properties/address/properties/a~1b"}
	for _, path := range some(t.dice, 0, 2, paths) {
		all = append(all, Argument{path, *t.text()})
	}
	return all
}

func (t *texts) words() string {
	t.count++
	return pick(t.dice, fmt.Sprintf("text %d", t.count), fmt.Sprintf("Text %d: with “more”, and\na second line.",
		t.count), "")
}

func (t *texts) text() *Text {
	if t.one(2) {
		return &Text{Only: new(t.words())}
	}
	text := &Text{}
	if t.one(2) {
		text.Default = new(t.words())
	}
	if t.one(2) {
		text.DefaultVerbosity = new(t.n(10))
	}
	if t.one(2) {
		text.Levels = t.byLevel(t.words)
	}
	names := some(t.dice, 0, 3, []string{"terse", "careful", "third one"})
	for _, name := range names {
		text.Variants = append(text.Variants, Variant{name, t.words()})
	}
	variant := func() string { return pick(t.dice, names...) }
	if len(names) > 0 && t.one(2) {
		text.VerbosityMap = t.byLevel(variant)
	}
	if len(names) > 0 {
		for range t.n(5) {
			text.Runners = append(text.Runners, t.runner(variant))
		}
	}
	if text.Default == nil && len(text.Levels) == 0 && len(text.VerbosityMap) == 0 && len(text.Runners) == 0 {
		text.Default = new(t.words())
	}
	return text
}

// names draws the runners and models of a runner rule.
func (t *texts) names() (r Runner) {
	switch t.n(4) {
	case 0, 1:
		r.Runner = []string{pick(t.dice, "codex", "a", "cursor", "*", "Codex")}
	case 2:
		r.Runner, r.RunnerList = some(t.dice, 1, 3, []string{"codex", "a", "other"}), true
	}
	switch t.n(5) {
	case 0:
		r.Model = []string{pick(t.dice, "gpt-5", "5.4", "*", "spark")}
	case 1, 2:
		r.Model = []string{pick(t.dice, "gpt-*", "gpt-5*", "*-mini", "{gpt,o}*", "?.?", "{spark,gpt-5}", "a*b", "*5*")}
	case 3:
		r.Model, r.ModelList = some(t.dice, 1, 3, []string{"gpt-5", "spark", "5.4"}), true
	}
	return r
}

func (t *texts) runner(variant func() string) Runner {
	r := t.names()
	if t.one(3) {
		r.When = t.condition()
	}
	if t.one(2) {
		r.Levels = t.byLevel(variant)
	}
	if r.Levels == nil || t.one(4) {
		r.Default = new(variant())
	}
	return r
}

func (t *texts) byLevel(value func() string) (all []ByLevel) {
	keys := pick(t.dice, "3", "0-4", "0-4 5-9", "0-2 7-9", "1,4,9 2-3", "0 9", "5 2 8", "4-6", "0,9 3-5 7")
	for key := range strings.FieldsSeq(keys) {
		all = append(all, ByLevel{key, value()})
	}
	return all
}
