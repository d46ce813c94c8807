package ruletest

import (
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/pattern"
)

// A NamedRequest is a request and what its case is to be called.
type NamedRequest struct {
	Name    string
	Request engine.Request
}

// Today gives cases that expect what holds today, one for each request: every tool that it sees under sees, every other one under
// hides, a server that it sees nothing of by one pattern. What makes names, texts and decisions is expected once, for the first
// request and the first tool at hand: so the cases speak of every rule that decides something for these requests.
//
// A tool that comes later is in no list, and fails no case.
func Today(c *engine.Catalog, requests []NamedRequest) []Case {
	t := today{catalog: c, known: map[string]bool{}, patterns: patternsOf(c)}
	for _, r := range requests {
		t.cases = append(t.cases, t.testCase(r))
	}
	if len(t.cases) > 0 {
		t.cases[0].Names = t.names()
	}
	return t.cases
}

type today struct {
	catalog *engine.Catalog
	cases   []Case
	known   map[string]bool // what a case expects already, by the pointers of rules

	patterns map[engine.Key]toolPattern
}

// A toolPattern is a tool as a pattern.
type toolPattern struct {
	text   string // takes this tool alone
	ok     bool   // false: no pattern can
	folded string // the name as patterns of hides see it
}

func patternsOf(c *engine.Catalog) map[engine.Key]toolPattern {
	patterns := map[engine.Key]toolPattern{}
	for _, k := range c.Keys() {
		p := toolPattern{folded: pattern.Fold(k.String())}
		p.text, p.ok = literal(k)
		patterns[k] = p
	}
	return patterns
}

// TodaySize gives how many bytes a file with the cases of [Today] has at least. That is told from what the requests see, in far less time
// than it takes to make the cases.
func TodaySize(c *engine.Catalog, requests []NamedRequest) int {
	patterns := patternsOf(c)
	names, servers := map[string]int{}, map[string]int{} // how many tools share a folded name; the bytes of all tools of a server
	for _, p := range patterns {
		names[p.folded]++
	}
	for k, p := range patterns {
		if p.ok && names[p.folded] == 1 {
			servers[k.Server] += len(p.text) + len(",")
		}
	}
	size := 0
	for _, r := range requests {
		seen := map[string]bool{}
		for tool := range c.View(r.Request).Tools() {
			seen[tool.Key().Server] = true
		}
		for server, bytes := range servers {
			if !seen[server] {
				bytes = min(bytes, len(server)+len("/*,"))
			}
			size += bytes
		}
	}
	return size
}

func (t *today) testCase(r NamedRequest) Case {
	c := Case{Name: r.Name, Request: r.Request}
	f := &File{Cases: []Case{c}}
	trial := newTrial(f, t.catalog, 0)
	for _, k := range trial.keys {
		x := trial.explain(k)
		if p := t.patterns[k]; p.ok && x.Visible {
			c.Sees = append(c.Sees, p.text)
			c.Texts = append(c.Texts, t.texts(trial, x)...)
		}
		if d, ok := t.decision(x); ok {
			c.DecidedBy = append(c.DecidedBy, d)
		}
	}
	c.Hides = t.hidden(trial)
	return c
}

// hidden gives patterns for what a request does not see.
func (t *today) hidden(trial *trial) (patterns []string) {
	seen := map[string]bool{}
	folded := map[string]bool{} // names that a pattern of hides takes for those of visible tools
	for _, k := range trial.keys {
		if trial.visible(k) {
			seen[k.Server] = true
			folded[t.patterns[k].folded] = true
		}
	}
	said := map[string]bool{}
	for _, k := range trial.keys {
		text, ok := t.patterns[k].text, t.patterns[k].ok
		if !seen[k.Server] {
			text, ok = k.Server+"/*", !said[k.Server]
			said[k.Server] = true
		}
		if ok && !folded[t.patterns[k].folded] {
			patterns = append(patterns, text)
		}
	}
	return patterns
}

// decision gives what a decision rests on, if no case expects that yet.
func (t *today) decision(x *engine.Explanation) (Decision, bool) {
	by := x.Filter.By
	if by == nil || x.Name == "" || t.known[x.Decider.Rule] || failed(x) {
		return Decision{}, false
	}
	t.known[x.Decider.Rule] = true
	if by.ID != "" {
		return Decision{Tool: x.Key, By: by.ID}, true
	}
	return Decision{Tool: x.Key, By: x.Decider.Rule}, true
}

// texts gives the texts of a tool that rules give, where no case expects one of the same rule yet.
func (t *today) texts(trial *trial, x *engine.Explanation) (list []Text) {
	for i := range x.Texts {
		text := &x.Texts[i]
		if text.Answer < 0 {
			continue
		}
		answer := &text.Candidates[text.Answer]
		d := &answer.Decision
		rule := fmt.Sprintf("%s %s %d %d", answer.Rule, d.Tier, d.Rule, d.Taken)
		if t.known[rule] {
			continue
		}
		place := placeOf(answer)
		got, err := textsAt(trial.shown[x.Key].AppendJSON(nil), place)
		if err != nil || slices.ContainsFunc(got, func(other textAt) bool { return !same(other.text, got[0].text) }) {
			continue
		}
		t.known[rule] = true
		list = append(list, Text{Tool: x.Key, Place: place, Text: got[0].text})
	}
	return list
}

// placeOf gives the place that an entry's text is for.
func placeOf(c *engine.CandidateExplanation) Place {
	_, section := splitRule(c.Rule)
	for _, s := range []Section{Title, Description, Arguments, Results} {
		if s.String() == section {
			return Place{Section: s, Path: c.Path}
		}
	}
	return Place{}
}

// names gives the name of each tool that has a special one or none, and of the first tool of each server.
func (t *today) names() (names []Name) {
	report, rename := t.catalog.Report(), t.catalog.Engine().Rules().Scheme().Rename
	cut := map[engine.Key]bool{}
	for _, x := range report.Truncated {
		cut[x.Key] = true
	}
	servers, seen := map[string]bool{}, map[engine.Key]bool{}
	for _, k := range t.catalog.Keys() {
		name, named := t.catalog.Name(k)
		_, renamed := rename[k]
		if seen[k] || named && servers[k.Server] && !renamed && !cut[k] {
			continue
		}
		seen[k] = true
		if !named {
			names = append(names, Name{Tool: k})
			continue
		}
		servers[k.Server] = true
		names = append(names, Name{Tool: k, Name: &name})
	}
	return names
}
