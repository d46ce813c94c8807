// Package explain puts an explanation of the engine in words, for people and as JSON.
package explain

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/expr"
	"github.com/toolrules/toolrules/internal/jsontree"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
)

// An Explanation is the engine's, put in words for people.
type Explanation struct {
	engine.Explanation
	rules   *ruleset.Rules
	facts   expr.ToolInfo
	List    []byte // what its server answered to tools/list; nil where no texts are shown
	request engine.Request
}

func New(c *engine.Catalog, req engine.Request, x engine.Explanation) *Explanation {
	e := &Explanation{Explanation: x, rules: c.Engine().Rules, request: req}
	e.facts, _ = c.Info(x.Key)
	return e
}

// placeAt returns the place of the value at a pointer, into the rules.File or into the rule file.
func (e *Explanation) placeAt(pointer string) engine.EntryPlace {
	p := engine.EntryPlace{Rule: e.rules.Pointer(pointer)}
	p.File, p.Line, p.Column = e.rules.Place(pointer)
	return p
}

// Print writes the verdict in one line, then why.
func (e *Explanation) Print(out *bytes.Buffer, wide bool) {
	out.WriteString(e.Verdict() + "\n")
	if e.Listing != nil {
		out.WriteString(e.Listing.String() + "\n")
	}
	e.PrintEntries(out)
	e.PrintHints(out)
	e.printNearest(out)
	e.PrintName(out)
	e.PrintTexts(out, wide)
}

// Verdict describes in one line whether the request sees the tool, as what, and by which rule.
func (e *Explanation) Verdict() string {
	tool := visible.Text(e.Key.String())
	switch {
	case e.Visible:
		return fmt.Sprintf("%s is shown as %s: %s.", tool, e.Name, e.Basis())
	case e.LeftOut != "":
		return fmt.Sprintf("%s is hidden from every request, since it is left out of the catalog: %s.", tool,
			visible.Text(e.LeftOut))
	case e.Name == "":
		return fmt.Sprintf("%s is hidden from every request, since it has no name: %s.", tool, e.WhyNoName())
	}
	return fmt.Sprintf("%s is hidden: %s.", tool, e.Basis())
}

// WhyNoName explains why the tool has no name.
func (e *Explanation) WhyNoName() string {
	if e.LeftOut != "" {
		return "it is left out of the catalog"
	}
	return WhyNoName(e.Key, e.Collision)
}

// Basis describes what the filter's decision rests on.
func (e *Explanation) Basis() string {
	switch e.Explanation.Basis {
	case "default":
		return "nothing excludes it, and the filter has no includes"
	case "no_include":
		return "no entry of include matches it"
	}
	verb := "includes it"
	switch {
	case e.Explanation.Basis == "exclude" && e.Decider.Failure != "":
		verb = "excludes it, since its condition failed"
	case e.Explanation.Basis == "exclude":
		verb = "excludes it"
	}
	what := strings.TrimSuffix(visible.Text(EntryText(&e.Decider.Spec)), ".")
	return fmt.Sprintf("%s %s (%s)", At(e.Decider.EntryPlace), verb, what)
}

// PrintEntries prints which entries of the filter match, and which would if their condition were
// true and that could make a difference.
func (e *Explanation) PrintEntries(out *bytes.Buffer) {
	t := terminal.Table{Indent: "  "}
	var reads []string
	for i := range e.Entries {
		r := &e.Entries[i]
		if !r.Matches && !e.couldMatter(r) {
			continue
		}
		t.Add(At(r.EntryPlace), r.Side,
			visible.Text(e.state(r)))
		reads = append(reads, e.reads(r)...)
	}
	if t.Empty() {
		return
	}
	out.WriteString("\nEntries of the filter that are for this tool:\n")
	t.Print(out)
	slices.Sort(reads)
	e.printReads(out, slices.Compact(reads))
}

// reads returns the attributes that the condition of an entry reads.
func (e *Explanation) reads(r *engine.EntryExplanation) []string {
	side := ruleset.IncludeSide
	if r.Side == ruleset.ExcludeSide.String() {
		side = ruleset.ExcludeSide
	}
	when := e.rules.Filter().Entries(side)[r.Index].When()
	if when == nil {
		return nil
	}
	return when.Reads()
}

// couldMatter reports whether the decision would be another one if an entry that does not match
// did: an exclude of a tool that is visible, an include of one that no include matches.
func (e *Explanation) couldMatter(r *engine.EntryExplanation) bool {
	if r.Side == "exclude" {
		return e.Shown
	}
	return !slices.ContainsFunc(e.Entries, func(m engine.EntryExplanation) bool {
		return m.Matches && m.Side == "include" && m.Failure == ""
	})
}

// state describes which entry it is, and how it stands to the request.
func (e *Explanation) state(r *engine.EntryExplanation) string {
	what := EntryText(&r.Spec)
	named := r.Spec.ID != "" || r.Spec.Reason != ""
	decides := e.Decider != nil && e.Decider.Side == r.Side && e.Decider.Index == r.Index
	switch {
	case r.Failure != "":
		return fmt.Sprintf("%s — fails: %s", what, r.Failure)
	case decides && named:
		return fmt.Sprintf("%s — decides: %s", what, entryMatches(&r.Spec))
	case decides:
		return what + " — decides"
	case r.Matches:
		return what + " — matches"
	case named:
		return fmt.Sprintf("%s — is false: %s", what, r.Spec.When)
	}
	return what + " — is false"
}

func (e *Explanation) serverPointer() string { return "/naming/servers/" + e.Key.Server + "/as" }

func (e *Explanation) renamePointer() string {
	return "/naming/rename" + jsontree.AppendToken("", e.Key.String())
}

// namedBy returns where the names of the server and of the tool are set.
func (e *Explanation) namedBy() (places []engine.EntryPlace) {
	if _, ok := e.rules.Scheme().Servers[e.Key.Server]; ok {
		places = append(places, e.placeAt(e.serverPointer()))
	}
	if _, ok := e.rules.Scheme().Rename[e.Key]; ok {
		places = append(places, e.placeAt(e.renamePointer()))
	}
	return places
}

// PrintName prints how the tool came by its name, unless that is as usual.
func (e *Explanation) PrintName(out *bytes.Buffer) {
	t := terminal.Table{Indent: "  "}
	if server, ok := e.rules.Scheme().Servers[e.Key.Server]; ok {
		p := e.placeAt(e.serverPointer())
		what := "the server's part is " + server.As
		if server.As == "" {
			what = "no server and no separator in front"
		}
		t.Add(At(p), what)
	}
	if name, ok := e.rules.Scheme().Rename[e.Key]; ok {
		p := e.placeAt(e.renamePointer())
		t.Add(At(p), "renamed to "+visible.Text(name))
	}
	if cut := e.Truncated; cut != nil {
		t.Add(fmt.Sprintf("cut, since it has more than %d bytes: %s", cut.Limit, cut.Full))
	}
	switch {
	case e.Name == "":
		t.Add("none: " + e.WhyNoName())
	case e.Collision != nil:
		others := slices.DeleteFunc(slices.Clone(e.Collision.Tools), func(k engine.Key) bool { return k == e.Key })
		t.Add(fmt.Sprintf("kept, though %s would have it as well", wording.Enumerate(VisibleKeys(others))))
	case !e.Visible:
		t.Add(e.Name)
	}
	if t.Empty() {
		return
	}
	out.WriteString("\nName:\n")
	t.Print(out)
}
