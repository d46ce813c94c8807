package ruletest

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/rules"
)

// discovery checks what is expected of the list and of searches.
func (t *trial) discovery() {
	view := t.catalog.View(t.test.Request)
	t.matches("listed", t.test.Listed, CodeListed, "a tool in the list that matches", func() map[engine.Key]bool {
		listed := map[engine.Key]bool{}
		for tool := range view.Tools() {
			listed[tool.Key()] = true
		}
		return listed
	})
	t.matches("deferred", t.test.Deferred, CodeDeferred, "a deferred tool that matches", func() map[engine.Key]bool {
		deferred := map[engine.Key]bool{}
		for tool := range view.Deferred() {
			deferred[tool.Key()] = true
		}
		return deferred
	})
	for _, f := range t.test.Finds {
		t.finds(view, f)
	}
	if t.test.AtMost != nil {
		t.atMost(view)
	}
}

// matches checks that each pattern matches one of the tools of a set, which is computed if there
// are patterns.
func (t *trial) matches(section string, patterns []string, code rules.Code, expected string, setOf func() map[engine.Key]bool) {
	if len(patterns) == 0 {
		return
	}
	set := setOf()
	for j, text := range patterns {
		pointer, about := t.itemPointer(section, j), section+" "+text
		matched := t.exactly(text)
		if len(matched) == 0 {
			t.noTool(pointer, about, text)
		} else if !slices.ContainsFunc(matched, func(k engine.Key) bool { return set[k] }) {
			t.fail(pointer, Failure{Code: code, About: about, Expected: expected, Got: t.listing(matched[0]), Tools: matched})
		}
	}
}

// listing describes whether a tool is listed, deferred or hidden.
func (t *trial) listing(k engine.Key) string {
	switch x := t.explain(k); {
	case !x.Visible:
		return k.String() + " is hidden"
	case x.Listing != nil && !x.Listing.Listed:
		return fmt.Sprintf("%s is %s", k, x.Listing)
	}
	return k.String() + " is listed"
}

// defaultResults is the number of results of a search under rules without search.
const defaultResults = 8

func (t *trial) finds(view *engine.View, f Find) {
	results, _ := t.catalog.Engine().SearchLimits()
	var found []engine.Key
	for _, r := range view.Search(f.Query, cmp.Or(results, defaultResults)) {
		found = append(found, r.Tool.Key())
	}
	for j, text := range f.Tools {
		pointer := jsontree.AppendToken(t.pointer+"/finds", f.Query)
		about := fmt.Sprintf("finds %q: %s", f.Query, text)
		matched := t.exactly(text)
		if len(matched) == 0 {
			t.noTool(pointer, about, text)
		} else if !slices.ContainsFunc(matched, func(k engine.Key) bool { return slices.Contains(found, k) }) {
			got := "no tool"
			if len(found) > 0 {
				got = listOf(found)
			}
			t.fail(fmt.Sprintf("%s/%d", pointer, j), Failure{Code: CodeFinds, About: about, Expected: "a tool among the results that matches",
				Got: got, Tools: matched})
		}
	}
}

func (t *trial) atMost(view *engine.View) {
	tools, bytes := len(view.AppendTools(nil)), len(view.AppendToolsJSON(nil))
	check := func(key, what string, most, got int) {
		if most > 0 && got > most {
			t.fail(t.pointer+"/at_most/"+key, Failure{Code: CodeAtMost, About: "at_most " + key,
				Expected: fmt.Sprintf("at most %d %s in the list", most, what), Got: strconv.Itoa(got)})
		}
	}
	check("tools", "tools", t.test.AtMost.Tools, tools)
	check("bytes", "bytes", t.test.AtMost.Bytes, bytes)
}

// discovery writes what is expected of the list and of searches.
func (w *writer) discovery(c *Case) {
	w.list(2, "listed", c.Listed)
	w.list(2, "deferred", c.Deferred)
	var finds []string
	for _, f := range c.Finds {
		items := make([]string, len(f.Tools))
		for i, text := range f.Tools {
			items[i] = scalar(text)
		}
		finds = append(finds, scalar(f.Query)+": ["+strings.Join(items, ", ")+"]")
	}
	w.mapping("finds", finds)
	if c.AtMost == nil {
		return
	}
	var sizes []string
	if c.AtMost.Tools > 0 {
		sizes = append(sizes, fmt.Sprintf("tools: %d", c.AtMost.Tools))
	}
	if c.AtMost.Bytes > 0 {
		sizes = append(sizes, fmt.Sprintf("bytes: %d", c.AtMost.Bytes))
	}
	w.line(2, "at_most: {"+strings.Join(sizes, ", ")+"}")
}
