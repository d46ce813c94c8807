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

	explained             map[engine.Key]*engine.Explanation
	seen, hidden, allowed []taker // what sees, hides and only match
}

// A taker says whether a pattern matches a tool.
type taker func(engine.Key) bool

// runCase tries one case.
func (f *File) runCase(c *engine.Catalog, i int) CaseResult {
	t := newTrial(f, c, i)
	for j, take := range t.seen {
		t.sees(t.pointer("sees", j), t.test.Sees[j], take)
	}
	for j, take := range t.hidden {
		t.hides(t.pointer("hides", j), t.test.Hides[j], take)
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
		explained: map[engine.Key]*engine.Explanation{}}
	seen := map[engine.Key]bool{}
	for _, k := range c.Keys() {
		if !seen[k] {
			seen[k] = true
			t.keys = append(t.keys, k)
		}
	}
	for tool := range c.View(t.test.Request).Tools() {
		t.shown[tool.Key()] = tool
	}
	t.seen, t.hidden, t.allowed = takers(t.test.Sees, exactly), takers(t.test.Hides, loosely), takers(t.test.Only, exactly)
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

// matching gives the tools that take returns true for. That there is none is a failure.
func (t *trial) matching(pointer, about, text string, take taker) []engine.Key {
	var found []engine.Key
	for _, k := range t.keys {
		if take(k) {
			found = append(found, k)
		}
	}
	if len(found) == 0 {
		t.noTool(pointer, about, text)
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

// takers compiles patterns. One that is none, which only a file that was built in Go can have, matches nothing.
func takers(patterns []string, by func(*pattern.Pattern, engine.Key) bool) []taker {
	takes := make([]taker, len(patterns))
	for i, text := range patterns {
		p, err := pattern.Parse(text)
		takes[i] = func(k engine.Key) bool { return err == nil && by(p, k) }
	}
	return takes
}

// exactly matches as include does.
func exactly(p *pattern.Pattern, k engine.Key) bool { return p.Match(k.Server, k.Tool) }

// loosely matches as exclude does.
func loosely(p *pattern.Pattern, k engine.Key) bool {
	return p.MatchFolded(pattern.Fold(k.Server), pattern.Fold(k.Tool))
}

func (t *trial) visible(k engine.Key) bool {
	_, ok := t.shown[k]
	return ok
}

func (t *trial) sees(pointer, text string, take taker) {
	about := "sees " + text
	matched := t.matching(pointer, about, text, take)
	if len(matched) == 0 || slices.ContainsFunc(matched, t.visible) {
		return
	}
	got := matched[0].String() + " is hidden"
	if n := len(matched); n > 1 {
		got = fmt.Sprintf("all %d are hidden: %s", n, listOf(matched))
	}
	t.fail(pointer, Failure{Code: CodeSees, About: about, Expected: "a visible tool that it matches", Got: got, Tools: matched})
}

func (t *trial) hides(pointer, text string, take taker) {
	about := "hides " + text
	matched := t.matching(pointer, about, text, take)
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
	for j, take := range t.allowed {
		text := t.test.Only[j]
		t.matching(t.pointer("only", j), "only "+text, text, take)
	}
	var others []engine.Key
	for _, k := range t.keys {
		if t.visible(k) && !anyOf(t.allowed, k) {
			others = append(others, k)
		}
	}
	if len(others) > 0 {
		t.fail(t.at+"/only", Failure{Code: CodeOnly, About: "only", Expected: "nothing else to be visible", Got: areVisible(others),
			Tools: others})
	}
}

func anyOf(takes []taker, k engine.Key) bool {
	return slices.ContainsFunc(takes, func(take taker) bool { return take(k) })
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
	if slices.Contains(t.keys, k) {
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
