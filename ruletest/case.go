package ruletest

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// A trial is the evaluation of one case.
type trial struct {
	file    *File
	test    *Case
	pointer string // of the case
	catalog *engine.Catalog
	rules   *ruleset.Rules
	keys    []engine.Key // all tools, each once
	shown   map[engine.Key]engine.Tool
	result  CaseResult

	// folded are keys as patterns of hides compare them, exist the set of keys. Both are computed
	// once per case: with a pattern for each of 3,119 tools, folding per pattern and tool folds 20
	// million names.
	folded []engine.Key
	exist  map[engine.Key]bool

	explained map[engine.Key]*engine.Explanation
}

// runCase evaluates one case.
func (f *File) runCase(c *engine.Catalog, i int) CaseResult {
	t := newTrial(f, c, i)
	for j, text := range t.test.Sees {
		t.sees(t.itemPointer("sees", j), text)
	}
	for j, text := range t.test.Hides {
		t.hides(t.itemPointer("hides", j), text)
	}
	t.only()
	for _, n := range t.test.Names {
		t.name(n)
	}
	for _, x := range t.test.Texts {
		t.text(x)
	}
	for _, d := range t.test.DecidedBy {
		t.decision(d)
	}
	t.discovery()
	slices.SortStableFunc(t.result.Failures, func(a, b Failure) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	for _, failure := range t.result.Failures {
		if len(failure.Tools) > 0 {
			t.result.Explanation = t.explain(failure.Tools[0])
			break
		}
	}
	return t.result
}

func newTrial(f *File, c *engine.Catalog, i int) *trial {
	t := &trial{
		file: f, test: &f.Cases[i], pointer: fmt.Sprintf("/cases/%d", i), catalog: c, rules: c.Engine().Rules,
		shown: map[engine.Key]engine.Tool{}, exist: map[engine.Key]bool{}, explained: map[engine.Key]*engine.Explanation{},
	}
	for _, k := range c.Tools() {
		if !t.exist[k] {
			t.exist[k] = true
			t.keys = append(t.keys, k)
			t.folded = append(t.folded, engine.Key{Server: pattern.Fold(k.Server), Tool: pattern.Fold(k.Tool)})
		}
	}
	for tool := range c.View(t.test.Request).All() {
		t.shown[tool.Key()] = tool
	}
	p := f.locate(t.pointer, &rules.Problem{})
	t.result = CaseResult{Case: t.test, File: p.File, Line: p.Line, Column: p.Column}
	return t
}

func (t *trial) itemPointer(section string, i int) string {
	return fmt.Sprintf("%s/%s/%d", t.pointer, section, i)
}

func (t *trial) keyPointer(section string, key engine.Key) string {
	return jsontree.AppendToken(t.pointer+"/"+section, key.String())
}

// fail records an expectation that is not met.
func (t *trial) fail(pointer string, failure Failure) {
	p := t.file.locate(pointer, &rules.Problem{})
	failure.Pointer, failure.File, failure.Line, failure.Column = p.Pointer, p.File, p.Line, p.Column
	t.result.Failures = append(t.result.Failures, failure)
}

// exactly returns the tools that a pattern matches as in include, in the order of keys.
func (t *trial) exactly(text string) []engine.Key {
	return t.matching(text, t.keys, (*pattern.Pattern).Match)
}

// loosely returns the tools that a pattern matches as in exclude, in the order of keys.
func (t *trial) loosely(text string) []engine.Key {
	return t.matching(text, t.folded, (*pattern.Pattern).MatchFolded)
}

// matching returns the tools whose names, which correspond to keys, a pattern matches. An invalid
// pattern, which only a file built in Go can have, matches nothing.
func (t *trial) matching(
	text string, names []engine.Key, match func(p *pattern.Pattern, server, tool string) bool,
) []engine.Key {
	p, err := pattern.Parse(text)
	if err != nil {
		return nil
	}
	var found []engine.Key
	for i, name := range names {
		if match(p, name.Server, name.Tool) {
			found = append(found, t.keys[i])
		}
	}
	return found
}

// noTool records, once per pointer, that a pattern or a name matches no tool.
func (t *trial) noTool(pointer, about, text string) {
	if n := len(t.result.Failures); n > 0 && t.result.Failures[n-1].Pointer == pointer {
		return // another text of the same tool
	}
	failure := Failure{Code: CodeNoTool, About: about, Expected: "a tool in the catalogs", Got: "no tool"}
	if near, ok := suggest.Nearest(text, namesOf(t.keys)); ok {
		failure.Hint = "did you mean " + near + "?"
	}
	t.fail(pointer, failure)
}

// known reports whether the catalogs have a tool, and records a failure if they do not.
func (t *trial) known(pointer, about string, k engine.Key) bool {
	if !t.exist[k] {
		t.noTool(pointer, about, k.String())
	}
	return t.exist[k]
}

func (t *trial) visible(k engine.Key) bool {
	_, ok := t.shown[k]
	return ok
}

func (t *trial) sees(pointer, text string) {
	about := "sees " + text
	matched := t.exactly(text)
	switch {
	case len(matched) == 0:
		t.noTool(pointer, about, text)
		return
	case slices.ContainsFunc(matched, t.visible):
		return
	}
	got := matched[0].String() + " is hidden"
	if why := t.explain(matched[0]).LeftOut; why != "" {
		got = fmt.Sprintf("%s is left out of the catalog: %s", matched[0], why)
	}
	if n := len(matched); n > 1 {
		got = fmt.Sprintf("all %d are hidden: %s", n, listOf(matched))
	}
	t.fail(pointer, Failure{Code: CodeSees, About: about, Expected: "a visible tool that matches", Got: got,
		Tools: matched})
}

func (t *trial) hides(pointer, text string) {
	about := "hides " + text
	matched := t.loosely(text)
	if len(matched) == 0 {
		t.noTool(pointer, about, text)
		return
	}
	visible := slices.DeleteFunc(matched, func(k engine.Key) bool { return !t.visible(k) })
	if len(visible) == 0 {
		return
	}
	t.fail(pointer, Failure{Code: CodeHides, About: about, Expected: "all matching tools to be hidden",
		Got: areVisible(visible), Tools: visible})
}

func (t *trial) only() {
	if t.test.Only == nil {
		return
	}
	others, unmatched := t.notOnly()
	for _, j := range unmatched {
		text := t.test.Only[j]
		t.noTool(t.itemPointer("only", j), "only "+text, text)
	}
	if others = slices.DeleteFunc(others, func(k engine.Key) bool { return !t.visible(k) }); len(others) > 0 {
		t.fail(t.pointer+"/only", Failure{Code: CodeOnly, About: "only", Expected: "no other tool to be visible",
			Got: areVisible(others), Tools: others})
	}
}

// notOnly returns the tools that no pattern of only matches, and the indices of the patterns that
// match no tool.
func (t *trial) notOnly() (others []engine.Key, unmatched []int) {
	allowed := map[engine.Key]bool{}
	for j, text := range t.test.Only {
		matched := t.exactly(text)
		if len(matched) == 0 {
			unmatched = append(unmatched, j)
		}
		for _, k := range matched {
			allowed[k] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(t.keys), func(k engine.Key) bool { return allowed[k] }), unmatched
}

func areVisible(keys []engine.Key) string {
	if len(keys) == 1 {
		return keys[0].String() + " is visible"
	}
	return listOf(keys) + " are visible"
}

// maxListed is the number of tools in a message; the rest are counted.
const maxListed = 4

func listOf(keys []engine.Key) string { return wording.EnumerateFirst(namesOf(keys), maxListed) }

func namesOf(keys []engine.Key) []string {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.String()
	}
	return names
}

func (t *trial) name(n Name) {
	pointer, about := t.keyPointer("names", n.Tool), "name of "+n.Tool.String()
	if !t.known(pointer, about, n.Tool) {
		return
	}
	got, ok := t.catalog.Name(n.Tool)
	if ok == (n.Name != nil) && (n.Name == nil || *n.Name == got) {
		return
	}
	failure := Failure{Code: CodeNames, About: about, Expected: "no name", Got: "no name", Tools: []engine.Key{n.Tool}}
	if n.Name != nil {
		failure.Expected = strconv.Quote(*n.Name)
	}
	if ok {
		failure.Got = strconv.Quote(got)
	} else if why := t.explain(n.Tool).LeftOut; why != "" {
		failure.Got = "no name, since it is left out of the catalog: " + why
	}
	t.fail(pointer, failure)
}
