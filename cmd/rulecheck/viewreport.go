package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/check"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// A viewReport is what one request sees of a catalog, and what it does not see.
type viewReport struct {
	request  engine.Request
	catalog  *engine.Catalog
	report   *engine.Report
	view     *engine.View
	failures []failedRule // filled while the tools are looked at
}

// A failedRule is a rule that failed for the request, in one way, and for which tools.
type failedRule struct {
	engine.Failure
	tools []engine.Key
}

// failed notes a rule that fails while the tools are shown.
func (s *viewReport) failed(f engine.Failure) {
	i := slices.IndexFunc(s.failures, func(known failedRule) bool { return known.Pointer == f.Pointer && known.Reason == f.Reason })
	if i < 0 {
		s.failures = append(s.failures, failedRule{Failure: f})
		i = len(s.failures) - 1
	}
	if known := &s.failures[i]; !slices.Contains(known.tools, f.Key) {
		known.tools = append(known.tools, f.Key)
	}
}

// line describes in one line what failed.
func (f failedRule) line() string {
	return fmt.Sprintf("%s: %s (%s)", placeOf(f.File, f.Line, f.Column, f.Pointer), f.Reason, wording.Plural(len(f.tools), "tool"))
}

// print writes the tables for people.
func (s *viewReport) print(out *bytes.Buffer, wide, hidden bool) {
	shown, size := s.printTools(out, wide)
	fmt.Fprintf(out, "%s of %s visible, %s\n", wording.Number(shown), wording.Plural(s.report.Tools, "tool"),
		wording.Plural(size, "byte"))
	s.printHidden(out, hidden)
	s.printRejected(out)
	s.printFaults(out)
	s.printFailures(out)
}

// descriptionWidth is how many columns of a description are shown.
const descriptionWidth = 72

func (s *viewReport) printTools(out *bytes.Buffer, wide bool) (shown, size int) {
	t := table{header: []string{"NAME", "SERVER", "TOOL", "BYTES", "DESCRIPTION"}, right: map[int]bool{3: true}}
	var buf []byte
	for tool := range s.view.Tools() {
		buf = tool.AppendJSON(buf[:0])
		key := tool.Key()
		description := visible.Text(visible.FirstLine(tool.Description()))
		if !wide {
			description = visible.Clip(description, descriptionWidth)
		}
		t.add(tool.Name(), key.Server, visible.Text(key.Tool), wording.Number(len(buf)), description)
		shown++
		size += len(buf)
	}
	if shown > 0 {
		t.print(out)
		out.WriteByte('\n')
	}
	return shown, size
}

// A hiding is what hides tools, and how many.
type hiding struct {
	place        string
	line, column int
	what         string
	tools        []engine.Key
}

// printHidden prints how many tools each entry of the filter hides, or which.
func (s *viewReport) printHidden(out *bytes.Buffer, each bool) {
	var hidings []hiding
	for _, key := range s.catalog.Tools() {
		x := s.catalog.Explain(s.request, key)
		if x.Name == "" || x.Visible {
			continue
		}
		h := s.hidingOf(x)
		i := slices.IndexFunc(hidings, func(known hiding) bool { return known.place == h.place && known.what == h.what })
		if i < 0 {
			hidings = append(hidings, h)
			i = len(hidings) - 1
		}
		hidings[i].tools = append(hidings[i].tools, key)
	}
	if len(hidings) == 0 {
		return
	}
	slices.SortStableFunc(hidings, func(a, b hiding) int { return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.column, b.column)) })
	out.WriteString("\nHidden:\n")
	t := table{indent: "  ", right: map[int]bool{0: !each}}
	for _, h := range hidings {
		if !each {
			t.add(wording.Number(len(h.tools)), h.place, h.what)
			continue
		}
		for _, name := range visibleKeys(h.tools) {
			t.add(name, h.place, h.what)
		}
	}
	t.print(out)
}

// hidingOf describes what hides a tool.
func (s *viewReport) hidingOf(x engine.Explanation) hiding {
	by := x.Filter.By
	if by == nil {
		return hidingByNone(x)
	}
	h := hiding{line: x.Decider.Line, column: x.Decider.Column}
	h.place = placeOf(x.Decider.File, h.line, h.column, x.Decider.Rule)
	h.what = visible.Text(entryText(s.catalog.Engine().Rules(), *by))
	for _, m := range x.Filter.Matches {
		if m.Failure != nil && m.Side == by.Side && m.Index == by.Index {
			h.what += " (failed, see below)"
		}
	}
	return h
}

// hidingByNone explains why no entry of include matches: an entry that is for the tool may have
// failed.
func hidingByNone(x engine.Explanation) hiding {
	h := hiding{place: "include", what: "no entry matches"}
	var failed []string
	for i, m := range x.Filter.Matches {
		if m.Side == rules.IncludeSide && m.Failure != nil {
			e := x.Entries[i]
			failed = append(failed, placeOf(e.File, e.Line, e.Column, e.Rule))
		}
	}
	if len(failed) > 0 {
		h.what += fmt.Sprintf(", and %s failed, see below", wording.Enumerate(failed))
	}
	return h
}

func (s *viewReport) printRejected(out *bytes.Buffer) {
	if len(s.report.Rejected) == 0 {
		return
	}
	out.WriteString("\nWithout a name, so that no request sees them:\n")
	t := table{indent: "  "}
	for _, r := range s.report.Rejected {
		t.add(visible.Text(r.Key.String()), s.whyRejected(r.Key, r.Exposed))
	}
	t.print(out)
}

// whyRejected explains why a tool has no name.
func (s *viewReport) whyRejected(key engine.Key, exposed string) string {
	for i := range s.report.Collisions {
		if c := &s.report.Collisions[i]; c.Name == exposed && slices.Contains(c.Tools, key) {
			return whyNoName(key, c)
		}
	}
	return whyNoName(key, nil)
}

// printFaults prints what servers sent that could not be used.
func (s *viewReport) printFaults(out *bytes.Buffer) {
	if len(s.report.Faults) == 0 {
		return
	}
	out.WriteString("\nSent by servers and not used as it stands:\n")
	for _, f := range s.report.Faults {
		fmt.Fprintf(out, "  %s\n", visible.Text(fmt.Sprintf("%s: %s [%s]", check.NameOf(f), f.Message, check.FaultCode(f))))
	}
}

// printFailures prints which rules failed for the request, and what it would have to carry.
func (s *viewReport) printFailures(out *bytes.Buffer) {
	if len(s.failures) == 0 {
		return
	}
	slices.SortStableFunc(s.failures, func(a, b failedRule) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	out.WriteString("\nRules that failed for this request, which hides what they are about:\n")
	for _, f := range s.failures {
		fmt.Fprintf(out, "  %s\n", visible.Text(f.line()))
	}
	if fields := s.attributes(); len(s.request.Attrs) == 0 && len(fields) > 0 {
		fmt.Fprintf(out, "\nRules read %s of the request: say with --ctx what it carries.\n", wording.Enumerate(fields))
	}
}

// attributes returns the declared attributes that rules read which matter to these tools.
func (s *viewReport) attributes() []string {
	return slices.DeleteFunc(slices.Clone(s.catalog.Depends().Fields), func(field string) bool {
		return field == "runner" || field == "model" || field == "verbosity"
	})
}
