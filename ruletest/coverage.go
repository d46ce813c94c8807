package ruletest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/rules"
)

// A Coverage says which rules of a rule file the cases of its tests cover, see the package comment. [Result.Coverage] makes it.
type Coverage struct {
	rules   *rules.Rules
	covered map[string]bool // by the pointers of the rules into the rule file
}

// A CoveredRule is a rule of a rule file, and whether a case covers it.
type CoveredRule struct {
	Kind    RuleKind
	Pointer string // a JSON Pointer into the rule file
	File    string // empty for rules that were built in Go
	Line    int    // from 1; 0 for rules that were built in Go
	Column  int    // from 1, in code points
	Text    string // which rule it is, for people: its id, its patterns, its condition
	Covered bool
}

// A RuleKind says what sort of rule a [CoveredRule] is. The values are stable.
type RuleKind string

const (
	IncludeRule     RuleKind = "include"     // an entry of the filter
	ExcludeRule     RuleKind = "exclude"     // an entry of the filter
	SetPatternRule  RuleKind = "set_pattern" // a pattern of a set
	RenameRule      RuleKind = "rename"      // an entry of naming.rename
	DescriptionRule RuleKind = "description" // an entry of descriptions
	RunnerRule      RuleKind = "runner"      // a runner rule of a text
)

// Coverage says what the cases cover. It looks at every tool and every expectation anew.
func (r *Result) Coverage() *Coverage {
	c := &Coverage{rules: r.Catalog.Engine().Rules(), covered: map[string]bool{}}
	texts, sets, renames := textsOf(c.rules), newSetPatterns(c.rules), renamesOf(r.Catalog)
	for i := range r.Cases {
		t := newTrial(r.file, r.Catalog, i)
		for _, rule := range slices.Concat(t.missed(t.decisions(), t.decidingEntry), t.missedSetPatterns(sets), t.missedRenames(renames),
			t.missedTexts(texts)) {
			c.covered[rule] = true
		}
	}
	return c
}

// Add adds what the tests in another file cover, which have to be for the same rule file.
func (c *Coverage) Add(other *Coverage) {
	for pointer := range other.covered {
		c.covered[pointer] = true
	}
}

// runnerPointer gives the pointer of a runner rule of a text.
func runnerPointer(text string, rule int) string { return fmt.Sprintf("%s/runners/%d", text, rule) }

// splitRule takes the pointer of a text apart: /descriptions/3/arguments/body is the section arguments of the entry /descriptions/3.
func splitRule(pointer string) (entry, section string) {
	tokens := strings.SplitN(pointer, "/", 5)
	if len(tokens) < 4 {
		return pointer, ""
	}
	return strings.Join(tokens[:3], "/"), tokens[3]
}

// Rules gives all rules that can be covered, in the order of the kinds and of the file; runner rules stand behind their entry.
func (c *Coverage) Rules() []CoveredRule {
	var list []CoveredRule
	add := func(kind RuleKind, pointer, text string) {
		r := CoveredRule{Kind: kind, Pointer: c.rules.Pointer(pointer), Text: text}
		r.File, r.Line, r.Column = c.rules.Place(pointer)
		r.Covered = c.covered[r.Pointer]
		list = append(list, r)
	}
	file := c.rules.File()
	for i, e := range file.Filter.Include {
		add(IncludeRule, fmt.Sprintf("/filter/include/%d", i), entryText(e))
	}
	for i, e := range file.Filter.Exclude {
		add(ExcludeRule, fmt.Sprintf("/filter/exclude/%d", i), entryText(e))
	}
	for i, set := range file.Sets {
		for j, text := range set.Patterns {
			add(SetPatternRule, setPatternPointer(i, j), "$"+set.Name+": "+text)
		}
	}
	for _, key := range sortedRenames(file.Naming.Rename) {
		add(RenameRule, renamePointer(key), key.String()+": "+file.Naming.Rename[key])
	}
	for i := range file.Descriptions {
		d := &file.Descriptions[i]
		add(DescriptionRule, fmt.Sprintf("/descriptions/%d", i), strings.Join(d.Tools, ", "))
		eachText(i, d, func(pointer, name string, text *rules.TextSpec) {
			for j := range text.Runners {
				add(RunnerRule, runnerPointer(pointer, j), name+": "+runnerText(&text.Runners[j]))
			}
		})
	}
	return list
}

// Share gives how many rules are covered, and how many there are.
func (c *Coverage) Share() (covered, all int) {
	for _, r := range c.Rules() {
		all++
		if r.Covered {
			covered++
		}
	}
	return covered, all
}

// eachText calls yield for each text of an entry of descriptions, with its pointer into the [rules.File].
func eachText(i int, d *rules.DescriptionSpec, yield func(pointer, name string, text *rules.TextSpec)) {
	at := fmt.Sprintf("/descriptions/%d", i)
	if d.Title != nil {
		yield(at+"/title", "title", d.Title)
	}
	if d.Description != nil {
		yield(at+"/description", "description", d.Description)
	}
	for j := range d.Arguments {
		yield(fmt.Sprintf("%s/arguments/%d", at, j), "arguments."+d.Arguments[j].Path, &d.Arguments[j].Text)
	}
	for j := range d.Results {
		yield(fmt.Sprintf("%s/results/%d", at, j), "results."+d.Results[j].Path, &d.Results[j].Text)
	}
}

// entryText says which entry of the filter is meant.
func entryText(e rules.EntrySpec) string {
	if e.ID != "" {
		return e.ID
	}
	var parts []string
	if e.Server != nil && e.Regex != nil {
		parts = append(parts, *e.Server+"/"+*e.Regex)
	}
	if len(e.Tools) > 0 {
		parts = append(parts, strings.Join(e.Tools, ", "))
	}
	if e.When != "" {
		parts = append(parts, "when "+e.When)
	}
	return strings.Join(parts, " ")
}

func runnerText(r *rules.RunnerSpec) string {
	text := fmt.Sprintf("runner %s, model %s", r.Runner, r.Model)
	if r.When != "" {
		text += ", when " + r.When
	}
	return text
}
