package engine

import (
	"fmt"

	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/naming"
	"github.com/toolrules/toolrules/rules"
)

// An Explanation describes, for one tool and one request, what the request sees of the tool and
// why. It is for operators and must never reach a caller, since it distinguishes hidden tools from
// tools that do not exist.
type Explanation struct {
	Key     Key
	Known   bool // the catalog has such a tool; if not, all other fields are zero
	Visible bool // the request sees it: it has a name, is not left out, and the filter lets it through

	// LeftOut is the reason why the tool is left out of the catalog, so that no request sees it: it
	// does not conform to MCP's schema, or has members that differ from those of MCP only in case.
	// It is empty if the tool is not left out. A tool that is left out has no Name.
	LeftOut string

	Name      string             // the exposed name; empty if there is none
	Truncated *naming.Truncation // how the name was truncated; nil if it was not
	Rejected  *naming.Rejection  // the reason if the tool has no exposed name; otherwise nil
	Collision *naming.Collision  // the tools it collides with; nil if there are none
	Hints     []HintExplanation  // readOnly, destructive, idempotent, openWorld
	Tags      []TagExplanation   // in the order of tool.tags

	// Shown reports whether the filter shows the tool, even if it has no name. Basis is what that
	// rests on: "include", "exclude", "default" (no entry excludes it, and there is no include) or
	// "no_include" (no entry of include matches).
	Shown bool
	Basis string

	Entries []EntryExplanation // the entries whose names and patterns match the tool, those of include first
	Decider *EntryExplanation  // the one of Entries that decides; nil if none does
	Texts   []TextExplanation

	Listing *ListingExplanation // nil if the request does not see the tool, or the rules have no discovery
}

// An EntryExplanation is an entry of the filter that matches a tool, or would if its condition were
// true.
type EntryExplanation struct {
	EntryPlace
	Side    string          // "include" or "exclude"
	Index   int             // in the list of its side, where the entries of the host follow those of the file
	Spec    rules.EntrySpec // as it is written, without Func
	Matches bool            // it matches, or it fails, which hides
	At      EntryPlace      // of what matches or fails: a pattern, the regex, the condition or the entry; zero otherwise
	Failure string          // why it fails; empty if it does not
}

// An EntryPlace is the position of a rule.
type EntryPlace struct {
	Rule   string // a JSON Pointer into the rule file, or options.exclude[0] for an entry of the host
	File   string // empty if it was built in Go
	Line   int    // from 1; 0 if it was built in Go
	Column int    // from 1, in characters; 0 if it was built in Go
}

// String returns the position in the file, or else the rule.
func (p EntryPlace) String() string {
	if p.Line > 0 {
		return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
	}
	return p.Rule
}

// A TextExplanation describes where a title or description of a tool comes from.
type TextExplanation struct {
	Place      string // JSON Pointer into the tool: /title, /inputSchema/properties/body
	Text       string // what the request gets
	Own        bool   // Text is the server's own, since no entry has an answer
	Removed    bool   // the member is removed, since the answer is empty
	Answer     int    // index of the candidate that has the answer; -1 if none has
	Candidates []CandidateExplanation
}

// A CandidateExplanation is one entry that may set the description of a place. Candidates are
// sorted from most to least specific; the first that has an answer sets it.
type CandidateExplanation struct {
	EntryPlace
	Entry      int             // index in the descriptions of the file
	Section    string          // "title", "description", "arguments" or "results"
	Path       string          // the property path by which it reaches the place; empty for title and description
	AsSpecific bool            // it is as specific for the tool as the candidate that has the answer
	Spec       *rules.TextSpec // as it is written; must not be modified

	Text  string
	Found bool   // there is an answer, which is Text
	Tier  string // the part of the text that has it: "runners", "verbosity_map", "levels", "default" or "none"

	Level     int     // the effective level, 0 to 9
	LevelFrom string  // its origin: "request", "text", "file", "host" or "built-in"
	Taken     int     // the level whose entry has the answer, the nearest to Level; -1 if none has
	Variant   *string // the variant that is the answer; nil if it is not one

	Runner  int                 // index in Spec.Runners of the first rule that matches, with or without an answer; -1 if none does
	Runners []RunnerExplanation // the rules from the most specific on, in the order in which they are tried
}

// A RunnerExplanation describes whether a rule for runners and models matches a request.
type RunnerExplanation struct {
	Index       int    // in the Runners of the text
	Specificity [4]int // compared in this order: of the model, the runner, the condition; literal characters of the model's glob
	Runner      bool   // the runner matches
	Model       bool   // the model matches
	When        bool   // the condition is true, or there is none; false if Runner or Model is, since it is not evaluated then
	Failure     string // why the condition fails; empty if it does not
}

// Matches reports whether the rule matches the request.
func (r *RunnerExplanation) Matches() bool { return r.Runner && r.Model && r.When }

// Explain returns what a request sees of one tool, and why. If a server lists the tool twice, it
// explains the one that has the name, or else the first. Known is false if the catalog has no such
// tool.
func (c *Catalog) Explain(req Request, key Key) Explanation {
	x := Explanation{Key: key}
	number, t := c.find(key)
	if t == nil {
		return x
	}
	t = c.engine.describedAnyway(t)
	v := c.View(req)
	part, place := c.partOf(number)
	x.Known, x.Name, x.LeftOut = true, c.offeredName(number), c.parts[part].whyLeftOut(place)
	x.Truncated, x.Rejected, x.Collision = c.explainName(key, x.Name)
	x.Hints, x.Tags = c.parts[part].explainHints(c.engine, t)
	d := c.engine.filter.Decide(t.bound, v.request)
	x.Shown, x.Basis, x.Visible = d.Visible, d.Basis.String(), x.Name != "" && d.Visible
	x.Entries, x.Decider = c.engine.explainEntries(key, &d)
	if x.Visible {
		x.Listing = v.explainListing(number)
	}
	own := v.ownTexts(t)
	for i := range t.places {
		x.Texts = append(x.Texts, v.explainText(t, &t.places[i], own[i]))
	}
	return x
}

func (c *Catalog) explainName(key Key, name string) (cut *naming.Truncation, rejected *naming.Rejection, collision *naming.Collision) {
	for i := range c.report.Truncated {
		if c.report.Truncated[i].Key == key {
			cut = &c.report.Truncated[i]
		}
	}
	for i := range c.report.Rejected {
		if r := &c.report.Rejected[i]; r.Key == key && name == "" {
			rejected = r
			break
		}
	}
	for i := range c.report.Collisions {
		for _, k := range c.report.Collisions[i].Tools {
			if k == key {
				collision = &c.report.Collisions[i]
			}
		}
	}
	return cut, rejected, collision
}

// explainEntries returns the entries of the filter whose names and patterns match a tool, those of
// include first, and the one of them that decides.
func (e *Engine) explainEntries(key Key, d *ruleset.Decision) (list []EntryExplanation, decider *EntryExplanation) {
	target, decides, next := ruleset.NewTarget(key.Server, key.Tool), -1, 0
	for _, side := range []ruleset.Side{ruleset.IncludeSide, ruleset.ExcludeSide} {
		for _, entry := range e.filter.Entries(side) {
			ref := entry.Ref()
			matches := next < len(d.Matches) && d.Matches[next].Side == side && d.Matches[next].Index == ref.Index
			if !matches && !entry.Reaches(target) {
				continue
			}
			x := EntryExplanation{
				EntryPlace: e.entryPlace(ref, ref.Pointer), Side: side.String(), Index: ref.Index, Spec: e.entrySpec(ref), Matches: matches,
			}
			if matches {
				m := &d.Matches[next]
				next++
				x.At = e.entryPlace(ref, m.At)
				if m.Failure != nil {
					x.Failure = m.Failure.String()
				}
			}
			if d.By != nil && d.By.Side == side && d.By.Index == ref.Index {
				decides = len(list)
			}
			list = append(list, x)
		}
	}
	if decides >= 0 {
		decider = &list[decides]
	}
	return list, decider
}

// entrySpec returns an entry of the filter, of the file or of the host, as it is written, without
// its Func.
func (e *Engine) entrySpec(ref ruleset.EntryRef) rules.EntrySpec {
	written, host := e.File().Filter.Include, e.opts.Include
	if ref.Side == ruleset.ExcludeSide {
		written, host = e.File().Filter.Exclude, e.opts.Exclude
	}
	if ref.Index < len(written) {
		spec := written[ref.Index]
		spec.Func = nil
		return spec
	}
	return rules.EntrySpec{ID: host[ref.Index-len(written)].ID, Reason: host[ref.Index-len(written)].Reason}
}

// asSpecific reports whether two entries of descriptions are equally specific for a tool.
func (e *Engine) asSpecific(key Key, a, b int32) bool {
	x, _ := e.Rules.Descriptions()[a].Match(key.Server, key.Tool)
	y, _ := e.Rules.Descriptions()[b].Match(key.Server, key.Tool)
	return x.Compare(y) == 0
}

// explainCandidate returns the answer of an entry's description.
func (e *Engine) explainCandidate(p *placed, q ruleset.TextRequest) CandidateExplanation {
	d, written := p.text.Explain(q), e.Rules.Descriptions()[p.entry].Placed(p.rule)
	x := CandidateExplanation{
		EntryPlace: e.place(p.rule), Entry: int(p.entry), Section: written.Section, Path: p.pathText(), Spec: written.Spec,
		Text: d.Text, Found: d.Found, Tier: d.Tier.String(), Level: d.Level, LevelFrom: d.LevelFrom.String(),
		Taken: d.Taken, Variant: d.Variant, Runner: d.Rule,
	}
	for _, r := range d.Rules {
		s := r.Specificity
		rule := RunnerExplanation{
			Index: r.Index, Specificity: [4]int{s.Model, s.Runner, s.When, s.Literals}, Runner: r.Runner, Model: r.Model, When: r.When,
		}
		if r.Failure != nil {
			rule.Failure = r.Failure.String()
		}
		x.Runners = append(x.Runners, rule)
	}
	return x
}

func (e *Engine) entryPlace(ref ruleset.EntryRef, at string) EntryPlace {
	if own, ok := e.hostEntry(ref); ok {
		return EntryPlace{Rule: own}
	}
	return e.place("/filter" + at)
}

func (e *Engine) place(pointer string) EntryPlace {
	p := EntryPlace{Rule: e.Rules.Pointer(pointer)}
	p.File, p.Line, p.Column = e.Rules.Place(pointer)
	return p
}

// explainText explains the description of a place; own is what the server sent there.
func (v *View) explainText(t *tool, p *place, own string) TextExplanation {
	x := TextExplanation{Place: p.pointer, Answer: -1}
	q := v.query(t)
	for i, c := range p.texts {
		candidate := v.catalog.engine.explainCandidate(c.placed, q)
		if around := c.text.Around(); around != nil {
			candidate.Text = around.Before + own + around.After
		}
		if candidate.Found && x.Answer < 0 {
			x.Answer, x.Text = i, candidate.Text
		}
		x.Candidates = append(x.Candidates, candidate)
	}
	for i := range x.Candidates {
		x.Candidates[i].AsSpecific = x.Answer >= 0 && v.catalog.engine.asSpecific(t.key, p.texts[i].entry, p.texts[x.Answer].entry)
	}
	x.Removed = x.Answer >= 0 && x.Text == ""
	if x.Answer < 0 {
		x.Own, x.Text = true, own
	}
	return x
}

// ownTexts returns what is left of the server's text at each place; empty if there is none.
func (v *View) ownTexts(t *tool) []string {
	texts := make([]string, len(t.places))
	raw := v.plainForm(t)
	root, err := jsontree.Parse(raw, jsontree.Options{MaxDepth: maxToolDepth})
	if err != nil {
		return texts // it was read when the catalog was built
	}
	for i := range t.places {
		p := &t.places[i]
		if texts[i] = p.ownText(raw, &root); p.kind == placeTitle {
			texts[i] = v.headText(t, placeTitle)
		}
	}
	return texts
}
