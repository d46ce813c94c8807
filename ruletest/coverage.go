package ruletest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// A Coverage is the set of rules in a rule file that test cases cover; see the package comment.
// [Result.Coverage] returns one.
type Coverage struct {
	rules   *ruleset.Rules
	covered map[string]bool // by JSON Pointer into the rule file
}

// A CoveredRule is a rule in a rule file and whether a case covers it.
type CoveredRule struct {
	Kind    string // "include", "exclude", "set_pattern", "rename", "description" or "runner"
	Pointer string // a JSON Pointer into the rule file
	File    string // empty for rules that were built in Go
	Line    int    // from 1; 0 for rules that were built in Go
	Column  int    // from 1, in code points
	Summary string // the rule, for people: its ID, patterns or condition
	Covered bool
}

// Kinds of rules.
const (
	kindInclude     = "include"     // an entry of filter.include
	kindExclude     = "exclude"     // an entry of filter.exclude
	kindSetPattern  = "set_pattern" // a pattern of a set
	kindRename      = "rename"      // an entry of naming.rename
	kindDescription = "description" // an entry of descriptions
	kindRunner      = "runner"      // a runner rule of a description
)

// Coverage computes what the cases cover. It evaluates every tool and every expectation again.
func (r *Result) Coverage() *Coverage {
	c := &Coverage{rules: r.Catalog.Engine().Rules, covered: map[string]bool{}}
	texts, sets, renames := textsOf(c.rules), newSetPatterns(c.rules), renamesOf(r.Catalog)
	for i := range r.Cases {
		t := newTrial(r.file, r.Catalog, i)
		for _, rule := range slices.Concat(t.missed(t.decisions(), t.decidingEntry), t.missedSetPatterns(sets),
			t.missedRenames(renames), t.missedTexts(texts)) {
			c.covered[rule] = true
		}
	}
	return c
}

// Add adds the coverage of another test file for the same rule file.
func (c *Coverage) Add(other *Coverage) {
	for pointer := range other.covered {
		c.covered[pointer] = true
	}
}

// runnerPointer returns the pointer of a runner rule, given that of the description it belongs to.
func runnerPointer(text string, rule int) string { return fmt.Sprintf("%s/runners/%d", text, rule) }

// Rules returns all rules that can be covered, ordered by kind and then as in the file; runner
// rules follow their entry.
func (c *Coverage) Rules() []CoveredRule {
	var list []CoveredRule
	add := func(kind string, pointer, summary string) {
		r := CoveredRule{Kind: kind, Pointer: c.rules.Pointer(pointer), Summary: summary}
		r.File, r.Line, r.Column = c.rules.Place(pointer)
		r.Covered = c.covered[r.Pointer]
		list = append(list, r)
	}
	file := c.rules.File()
	for i, e := range file.Filter.Include {
		add(kindInclude, fmt.Sprintf("/filter/include/%d", i), entrySummary(&e))
	}
	for i, e := range file.Filter.Exclude {
		add(kindExclude, fmt.Sprintf("/filter/exclude/%d", i), entrySummary(&e))
	}
	for i, set := range file.Sets {
		for j, text := range set.Patterns {
			add(kindSetPattern, setPatternPointer(i, j), "$"+set.Name+": "+text)
		}
	}
	for _, key := range sortedRenames(file.Naming.Rename) {
		add(kindRename, renamePointer(key), key.String()+": "+file.Naming.Rename[key])
	}
	for i := range file.Descriptions {
		d := &file.Descriptions[i]
		add(kindDescription, fmt.Sprintf("/descriptions/%d", i), strings.Join(d.Tools, ", "))
		eachText(i, d, func(pointer, name string, text *rules.TextSpec) {
			for j := range text.Runners {
				add(kindRunner, runnerPointer(pointer, j), name+": "+runnerSummary(&text.Runners[j]))
			}
		})
	}
	return list
}

// Share returns the number of covered rules and the number of all rules.
func (c *Coverage) Share() (covered, all int) {
	for _, r := range c.Rules() {
		all++
		if r.Covered {
			covered++
		}
	}
	return covered, all
}

// eachText calls yield for each title and description of an entry of descriptions, with its pointer
// into the [rules.File].
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

// entrySummary returns the ID of an entry of the filter, or else what it matches.
func entrySummary(e *rules.EntrySpec) string { return cmp.Or(e.ID, ruleset.EntryMatches(e)) }

func runnerSummary(r *rules.RunnerSpec) string {
	summary := fmt.Sprintf("runner %s, model %s", r.Runner, r.Model)
	if r.When != "" {
		summary += ", when " + r.When
	}
	return summary
}
