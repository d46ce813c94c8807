package ruletest

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/findings"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/suggest"
	"github.com/toolrules/toolrules/rules"
)

// A trial is a case that is being tried.
type trial struct {
	file    *File
	test    *Case
	at      string // its pointer
	catalog *engine.Catalog
	keys    []engine.Key // all tools, each once
	shown   map[engine.Key]engine.Tool
	result  CaseResult

	// The names of keys as patterns of hides compare them, and the keys to look one up, made once for a case: over 3,119 tools with a
	// pattern for each of them, folding for each pattern and tool is to fold 20 million names.
	folded []engine.Key
	exist  map[engine.Key]bool

	explained map[engine.Key]*engine.Explanation
}

// runCase tries one case.
func (f *File) runCase(c *engine.Catalog, i int) CaseResult {
	t := newTrial(f, c, i)
	for j, text := range t.test.Sees {
		t.sees(t.pointer("sees", j), text)
	}
	for j, text := range t.test.Hides {
		t.hides(t.pointer("hides", j), text)
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
	t := &trial{file: f, test: &f.Cases[i], at: fmt.Sprintf("/cases/%d", i), catalog: c, shown: map[engine.Key]engine.Tool{},
		exist: map[engine.Key]bool{}, explained: map[engine.Key]*engine.Explanation{}}
	for _, k := range c.Keys() {
		if !t.exist[k] {
			t.exist[k] = true
			t.keys = append(t.keys, k)
			t.folded = append(t.folded, engine.Key{Server: pattern.Fold(k.Server), Tool: pattern.Fold(k.Tool)})
		}
	}
	for tool := range c.View(t.test.Request).Tools() {
		t.shown[tool.Key()] = tool
	}
	p := f.place(t.at, &rules.Problem{})
	t.result = CaseResult{Case: t.test, File: p.File, Line: p.Line, Column: p.Column}
	return t
}

func (t *trial) pointer(section string, i int) string {
	return fmt.Sprintf("%s/%s/%d", t.at, section, i)
}

func (t *trial) keyPointer(section string, key engine.Key) string {
	return t.at + "/" + section + jsontree.AppendToken("", key.String())
}

// fail notes an expectation that is not met.
func (t *trial) fail(pointer string, failure Failure) {
	p := t.file.place(pointer, &rules.Problem{})
	failure.Pointer, failure.File, failure.Line, failure.Column = p.Pointer, p.File, p.Line, p.Column
	t.result.Failures = append(t.result.Failures, failure)
}

// exactly gives the tools that a pattern matches as include does, in the order of keys.
func (t *trial) exactly(text string) []engine.Key {
	return t.matching(text, t.keys, (*pattern.Pattern).Match)
}

// loosely gives the tools that a pattern matches as exclude does, in the order of keys.
func (t *trial) loosely(text string) []engine.Key {
	return t.matching(text, t.folded, (*pattern.Pattern).MatchFolded)
}

// matching gives the tools whose names, as they are given, a pattern matches. A text that is none, which only a file that was built in Go
// can have, matches nothing.
func (t *trial) matching(text string, names []engine.Key, match func(p *pattern.Pattern, server, tool string) bool) []engine.Key {
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

// noTool notes a pattern or a name that no tool has, once.
func (t *trial) noTool(pointer, about, text string) {
	if n := len(t.result.Failures); n > 0 && t.result.Failures[n-1].Pointer == pointer {
		return // the next text of a tool that there is none of
	}
	names := make([]string, len(t.keys))
	for i, k := range t.keys {
		names[i] = k.String()
	}
	failure := Failure{Code: CodeNoTool, About: about, Expected: "a tool of the catalogs", Got: "none"}
	if near, ok := suggest.Nearest(text, names); ok {
		failure.Hint = "did you mean " + near + "?"
	}
	t.fail(pointer, failure)
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
	t.fail(pointer, Failure{Code: CodeSees, About: about, Expected: "a visible tool that it matches", Got: got, Tools: matched})
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
	t.fail(pointer, Failure{Code: CodeHides, About: about, Expected: "every tool that it matches to be hidden",
		Got: areVisible(visible), Tools: visible})
}

func (t *trial) only() {
	if t.test.Only == nil {
		return
	}
	allowed := map[engine.Key]bool{}
	for j, text := range t.test.Only {
		matched := t.exactly(text)
		if len(matched) == 0 {
			t.noTool(t.pointer("only", j), "only "+text, text)
		}
		for _, k := range matched {
			allowed[k] = true
		}
	}
	var others []engine.Key
	for _, k := range t.keys {
		if t.visible(k) && !allowed[k] {
			others = append(others, k)
		}
	}
	if len(others) > 0 {
		t.fail(t.at+"/only", Failure{Code: CodeOnly, About: "only", Expected: "nothing else to be visible", Got: areVisible(others),
			Tools: others})
	}
}

func areVisible(keys []engine.Key) string {
	if len(keys) == 1 {
		return keys[0].String() + " is visible"
	}
	return listOf(keys) + " are visible"
}

// listed is how many tools a list shows before it counts the rest.
const listed = 4

func listOf(keys []engine.Key) string {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.String()
	}
	return findings.EnumerateFirst(names, listed)
}

// known says whether the catalogs have a tool. That they don't is a failure.
func (t *trial) known(pointer, about string, k engine.Key) bool {
	if t.exist[k] {
		return true
	}
	t.noTool(pointer, about, k.String())
	return false
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
	failure := Failure{Code: CodeNames, About: about, Expected: nullOr(n.Name), Got: nullOr(&got), Tools: []engine.Key{n.Tool}}
	if !ok {
		failure.Got = "none"
		if why := t.explain(n.Tool).LeftOut; why != "" {
			failure.Got = "none, since it is left out of the catalog: " + why
		}
	}
	if n.Name == nil {
		failure.Expected = "none"
	}
	t.fail(pointer, failure)
}

// nullOr writes a text that may be missing.
func nullOr(text *string) string {
	if text == nil {
		return "no such key"
	}
	return strconv.Quote(*text)
}
