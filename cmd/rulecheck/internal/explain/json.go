package explain

import (
	"github.com/toolrules/toolrules/engine"
)

// An JSON is the JSON form of an explanation. It is stable: fields may be added, and
// none is renamed or removed while Version is 1.
type JSON struct {
	Version   int            `json:"version"` // 1
	Server    string         `json:"server"`
	Tool      string         `json:"tool"`
	Visible   bool           `json:"visible"`
	Name      string         `json:"name,omitempty"` // the exposed name; left out if it has none
	Verdict   string         `json:"verdict"`        // for people; may change
	Renamed   string         `json:"renamed,omitempty"`
	NamedBy   []PositionJSON `json:"named_by,omitempty"` // what under naming is about its server or the tool itself
	Truncated *truncatedJSON `json:"truncated,omitempty"`
	Rejected  string         `json:"rejected,omitempty"`  // why it has no name: invalid_name, collision, …
	Collision []string       `json:"collision,omitempty"` // the tools that would get one name
	LeftOut   string         `json:"left_out,omitempty"`  // why it is left out of the catalog, for people; may change
	// default, include, exclude or no_include: what the filter says, name or not
	Basis   string       `json:"basis"`
	Decider *entryJSON   `json:"decider,omitempty"`
	Entries []entryJSON  `json:"entries"` // that match, or whose names and patterns do
	Hints   []hintJSON   `json:"hints"`
	Tags    []tagJSON    `json:"tags"`
	Texts   []textJSON   `json:"texts"`
	Listing *listingJSON `json:"listing,omitempty"` // left out if the tool is hidden or the rules have no discovery
}

type truncatedJSON struct {
	Full  string `json:"full"`
	Limit int    `json:"limit"` // bytes
}

// A listingJSON describes whether a visible tool is in the list.
type listingJSON struct {
	Listed   bool          `json:"listed"`
	Place    int           `json:"place"` // in the order of the list, from 1
	Pinned   bool          `json:"pinned"`
	Priority int           `json:"priority"`
	Rule     *PositionJSON `json:"rule,omitempty"`  // that pins the tool or sets its priority
	Limit    *PositionJSON `json:"limit,omitempty"` // the limit of the list
	Text     string        `json:"text"`            // for people; may change
}

func newListingJSON(x *engine.ListingExplanation) *listingJSON {
	if x == nil {
		return nil
	}
	j := &listingJSON{Listed: x.Listed, Place: x.Position, Pinned: x.Pinned, Priority: x.Priority, Text: x.String()}
	if x.Rule != nil {
		j.Rule = new(newPositionJSON(*x.Rule))
	}
	if x.Limit != nil {
		j.Limit = new(newPositionJSON(*x.Limit))
	}
	return j
}

// A PositionJSON describes where a rule is written.
type PositionJSON struct {
	Pointer string `json:"pointer"` // JSON Pointer (RFC 6901) into the rule file
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`   // from 1
	Column  int    `json:"column,omitempty"` // from 1, in code points
}

func newPositionJSON(p engine.EntryPlace) PositionJSON {
	return PositionJSON{Pointer: p.Rule, File: p.File, Line: p.Line, Column: p.Column}
}

type entryJSON struct {
	Side   string `json:"side"` // include or exclude
	Index  int    `json:"index"`
	ID     string `json:"id,omitempty"`
	Reason string `json:"reason,omitempty"`
	PositionJSON
	Matches bool   `json:"matches"` // or failed, which hides
	Failure string `json:"failure,omitempty"`
	When    string `json:"when,omitempty"`
}

func newEntryJSON(r *engine.EntryExplanation) entryJSON {
	return entryJSON{
		Side: r.Side, Index: r.Index, ID: r.Spec.ID, Reason: r.Spec.Reason, PositionJSON: newPositionJSON(r.EntryPlace),
		Matches: r.Matches, Failure: r.Failure, When: r.Spec.When,
	}
}

type textJSON struct {
	Place      string          `json:"place"` // JSON Pointer into the tool
	Name       string          `json:"name"`  // as test files name it
	Text       string          `json:"text"`
	Own        bool            `json:"own"`     // the server's own
	Removed    bool            `json:"removed"` // the key is left out
	Answer     int             `json:"answer"`  // among the candidates; -1 if none has an answer
	Candidates []candidateJSON `json:"candidates"`
}

type candidateJSON struct {
	PositionJSON
	Found     bool       `json:"found"`
	Tier      string     `json:"tier"`
	Level     int        `json:"level"`
	LevelFrom string     `json:"level_from"`
	Taken     int        `json:"taken"` // the level whose entry answers; -1 if none by level does
	Variant   *string    `json:"variant"`
	Rule      int        `json:"rule"`  // the runner rule that ended the search among them; -1 if none matches
	Rules     []ruleJSON `json:"rules"` // the most specific first
}

type ruleJSON struct {
	Index       int             `json:"index"`
	Specificity specificityJSON `json:"specificity"`
	Runner      bool            `json:"runner"`
	Model       bool            `json:"model"`
	When        bool            `json:"when"`
	Failure     string          `json:"failure,omitempty"`
}

// JSON returns the JSON form.
func (e *Explanation) JSON() JSON {
	j := JSON{
		Version: 1, Server: e.Key.Server, Tool: e.Key.Tool, Visible: e.Visible, Name: e.Name, Verdict: e.Verdict(),
		LeftOut: e.LeftOut,
		Renamed: e.rules.Scheme().Rename[e.Key], Basis: e.Explanation.Basis, Entries: []entryJSON{},
		Hints: e.hintsJSON(), Tags: e.tagsJSON(), Texts: []textJSON{}, Listing: newListingJSON(e.Listing),
	}
	for _, p := range e.namedBy() {
		j.NamedBy = append(j.NamedBy, newPositionJSON(p))
	}
	if e.Truncated != nil {
		j.Truncated = &truncatedJSON{e.Truncated.Full, e.Truncated.Limit}
	}
	if e.Rejected != nil {
		j.Rejected = string(e.Rejected.Reason)
	}
	if e.Collision != nil {
		for _, k := range e.Collision.Tools {
			j.Collision = append(j.Collision, k.String())
		}
	}
	if e.Decider != nil {
		by := newEntryJSON(e.Decider)
		j.Decider = &by
	}
	for i := range e.Entries {
		j.Entries = append(j.Entries, newEntryJSON(&e.Entries[i]))
	}
	for i := range e.Texts {
		j.Texts = append(j.Texts, newTextJSON(&e.Texts[i]))
	}
	return j
}

func newTextJSON(x *engine.TextExplanation) textJSON {
	j := textJSON{Place: x.Place, Name: TextName(x), Text: x.Text, Own: x.Own, Removed: x.Removed, Answer: x.Answer}
	for i := range x.Candidates {
		j.Candidates = append(j.Candidates, newCandidateJSON(&x.Candidates[i]))
	}
	return j
}

func newCandidateJSON(c *engine.CandidateExplanation) candidateJSON {
	j := candidateJSON{PositionJSON: newPositionJSON(c.EntryPlace), Found: c.Found, Tier: c.Tier, Level: c.Level,
		LevelFrom: c.LevelFrom, Taken: c.Taken, Variant: c.Variant, Rule: c.Runner, Rules: []ruleJSON{}}
	for _, r := range c.Runners {
		j.Rules = append(j.Rules, newRuleJSON(r))
	}
	return j
}

// A specificityJSON is what a runner rule scores; the model says more than all the rest, and so on
// down.
type specificityJSON struct {
	Model    int `json:"model"`
	Runner   int `json:"runner"`
	When     int `json:"when"`
	Literals int `json:"literals"`
}

func newRuleJSON(r engine.RunnerExplanation) ruleJSON {
	s := r.Specificity
	return ruleJSON{
		Index: r.Index, Specificity: specificityJSON{s[0], s[1], s[2], s[3]},
		Runner: r.Runner, Model: r.Model, When: r.When, Failure: r.Failure,
	}
}
