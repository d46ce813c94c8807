package ruletest

import (
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/pattern"
)

// Snapshot returns cases that expect the current behavior: one for each of requests, of which only
// Name and Request are used. All visible tools are under Sees, all others under Hides; a server of
// which a request sees nothing is hidden by one pattern. Names, texts and decisions are expected
// once per rule that determines them, for the first request and tool, so that the cases cover each
// rule that has an effect on these requests.
//
// Tools that are added later are in no list and make no case fail.
func Snapshot(c *engine.Catalog, requests []Case) []Case {
	s := snapshot{catalog: c, known: map[string]bool{}, patterns: patternsOf(c)}
	var cases []Case
	for _, r := range requests {
		cases = append(cases, s.testCase(r))
	}
	if len(cases) > 0 {
		cases[0].Names = s.names()
	}
	return cases
}

// SnapshotSize returns a lower bound for the size in bytes of a file with the cases of [Snapshot].
// It depends only on what the requests see and is much faster to compute than the cases.
func SnapshotSize(c *engine.Catalog, requests []Case) int {
	patterns := patternsOf(c)
	names, servers := map[string]int{}, map[string]int{} // tools per folded name; bytes of all tools of a server
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
		for tool := range c.View(r.Request).All() {
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

// A snapshot builds the cases of [Snapshot].
type snapshot struct {
	catalog  *engine.Catalog
	known    map[string]bool // rules that a case covers already, by pointer
	patterns map[engine.Key]toolPattern
}

// A toolPattern is a pattern for one tool.
type toolPattern struct {
	text   string // matches this tool only
	ok     bool   // false if there is no such pattern
	folded string // the name as patterns of hides see it
}

func patternsOf(c *engine.Catalog) map[engine.Key]toolPattern {
	patterns := map[engine.Key]toolPattern{}
	for _, k := range c.Tools() {
		p := toolPattern{folded: pattern.Fold(k.String())}
		p.text, p.ok = literal(k)
		patterns[k] = p
	}
	return patterns
}

func (s *snapshot) testCase(r Case) Case {
	c := Case{Name: r.Name, Request: r.Request}
	trial := newTrial(&File{Cases: []Case{c}}, s.catalog, 0)
	for _, k := range trial.keys {
		x := trial.explain(k)
		if p := s.patterns[k]; p.ok && x.Visible {
			c.Sees = append(c.Sees, p.text)
			c.Texts = append(c.Texts, s.texts(trial, x)...)
		}
		if d, ok := s.decision(x); ok {
			c.DecidedBy = append(c.DecidedBy, d)
		}
	}
	c.Hides = s.hidden(trial)
	return c
}

// hidden returns patterns for the tools that a request does not see.
func (s *snapshot) hidden(trial *trial) (patterns []string) {
	seen := map[string]bool{}   // servers
	folded := map[string]bool{} // names that a pattern of hides cannot tell from those of visible tools
	for _, k := range trial.keys {
		if trial.visible(k) {
			seen[k.Server] = true
			folded[s.patterns[k].folded] = true
		}
	}
	listed := map[string]bool{} // servers
	for _, k := range trial.keys {
		text, ok := s.patterns[k].text, s.patterns[k].ok
		if !seen[k.Server] {
			text, ok = k.Server+"/*", !listed[k.Server]
			listed[k.Server] = true
		}
		if ok && !folded[s.patterns[k].folded] {
			patterns = append(patterns, text)
		}
	}
	return patterns
}

// decision returns what decides about a tool, unless a case covers that rule already.
func (s *snapshot) decision(x *engine.Explanation) (Decision, bool) {
	by := x.Decider
	if by == nil || x.Name == "" || s.known[x.Decider.Rule] || decidedByFailing(x) {
		return Decision{}, false
	}
	s.known[x.Decider.Rule] = true
	if by.Spec.ID != "" {
		return Decision{Tool: x.Key, By: by.Spec.ID}, true
	}
	return Decision{Tool: x.Key, By: x.Decider.Rule}, true
}

// texts returns the texts of a tool that come from rules that no case covers yet.
func (s *snapshot) texts(trial *trial, x *engine.Explanation) (list []Text) {
	for i := range x.Texts {
		text := &x.Texts[i]
		if text.Answer < 0 {
			continue
		}
		answer := &text.Candidates[text.Answer]
		rule := fmt.Sprintf("%s %s %d %d", answer.Rule, answer.Tier, answer.Runner, answer.Taken)
		if s.known[rule] {
			continue
		}
		location := answer.Section
		if answer.Path != "" {
			location += "." + answer.Path
		}
		got, err := textsAt(trial.shown[x.Key].AppendJSON(nil), location)
		if err != nil || slices.ContainsFunc(got, func(other textAt) bool { return !equal(other.text, got[0].text) }) {
			continue
		}
		s.known[rule] = true
		list = append(list, Text{Tool: x.Key, Location: location, Text: got[0].text})
	}
	return list
}

// names returns the name of each tool that is renamed, truncated or without a name, and of the
// first tool of each server.
func (s *snapshot) names() (names []Name) {
	rename := s.catalog.Engine().Rules.Scheme().Rename
	truncated := map[engine.Key]bool{}
	for _, x := range s.catalog.Report().Truncated {
		truncated[x.Key] = true
	}
	servers, seen := map[string]bool{}, map[engine.Key]bool{}
	for _, k := range s.catalog.Tools() {
		name, named := s.catalog.Name(k)
		_, renamed := rename[k]
		if seen[k] || named && servers[k.Server] && !renamed && !truncated[k] {
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
