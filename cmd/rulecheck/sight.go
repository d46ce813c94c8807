package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/rules"
)

// A sight is what one request sees of a catalog, and what it does not see.
type sight struct {
	file     string
	request  engine.Request
	catalog  *engine.Catalog
	report   *engine.Report
	view     *engine.View
	failures []failedRule
}

// A failedRule is a rule that failed for the request, in one way, and for how many tools.
type failedRule struct {
	engine.Failure
	tools []engine.Key
}

// failed notes a rule that fails while the tools are shown.
func (s *sight) failed(f engine.Failure) {
	i := slices.IndexFunc(s.failures, func(known failedRule) bool { return known.Pointer == f.Pointer && known.Reason == f.Reason })
	if i < 0 {
		s.failures = append(s.failures, failedRule{Failure: f})
		i = len(s.failures) - 1
	}
	if known := &s.failures[i]; !slices.Contains(known.tools, f.Key) {
		known.tools = append(known.tools, f.Key)
	}
}

// print writes the tables for people.
func (s *sight) print(out *bytes.Buffer, wide bool) {
	shown, size := s.printTools(out, wide)
	fmt.Fprintf(out, "%s of %s visible, %s\n", thousands(shown), count(s.report.Tools, "tool"), count(size, "byte"))
	s.printHidden(out)
	s.printRejected(out)
	s.printFaults(out)
	if lines := s.failureLines(); len(lines) > 0 {
		out.WriteString("\nRules that failed for this request:\n")
		for _, line := range lines {
			fmt.Fprintf(out, "  %s\n", line)
		}
	}
}

// descriptionWidth is how many columns of a description are shown.
const descriptionWidth = 72

func (s *sight) printTools(out *bytes.Buffer, wide bool) (shown, size int) {
	t := table{header: []string{"NAME", "SERVER", "TOOL", "BYTES", "DESCRIPTION"}, right: []bool{3: true, 4: false}}
	var buf []byte
	for tool := range s.view.Tools() {
		buf = tool.AppendJSON(buf[:0])
		key := tool.Key()
		description := visible.Text(visible.FirstLine(tool.Description()))
		if !wide {
			description = visible.Clip(description, descriptionWidth)
		}
		t.add(tool.Name(), key.Server, visible.Text(key.Tool), thousands(len(buf)), description)
		shown++
		size += len(buf)
	}
	if shown > 0 {
		t.print(out)
		out.WriteByte('\n')
	}
	return shown, size
}

// printHidden says how many tools each entry of the filter hides.
func (s *sight) printHidden(out *bytes.Buffer) {
	counts := map[string]int{}
	var order []string
	for _, key := range s.catalog.Keys() {
		x := s.catalog.Explain(s.request, key)
		if x.Name == "" || x.Visible {
			continue
		}
		by := decider(x)
		if counts[by] == 0 {
			order = append(order, by)
		}
		counts[by]++
	}
	if len(order) == 0 {
		return
	}
	out.WriteString("\nHidden:\n")
	t := table{indent: "  ", right: []bool{0: true, 1: false}}
	for _, by := range order {
		t.add(thousands(counts[by]), by)
	}
	t.print(out)
}

// decider says what hides a tool.
func decider(x engine.Explanation) string {
	by := x.Filter.By
	if by == nil {
		return "no entry of include matches"
	}
	text := fmt.Sprintf("by %s", visible.Text(x.Decider.Rule))
	if x.Decider.Line > 0 {
		text = fmt.Sprintf("by %s:%d:%d", visible.Text(x.Decider.File), x.Decider.Line, x.Decider.Column)
	}
	if by.ID != "" {
		text += " " + visible.Text(by.ID)
	}
	if by.Reason != "" {
		text += ": " + visible.Text(by.Reason)
	}
	for _, m := range x.Filter.Matches {
		if m.Failure != nil && m.Side == rules.ExcludeSide && m.Index == by.Index {
			text += " (failed)"
		}
	}
	return text
}

func (s *sight) printRejected(out *bytes.Buffer) {
	if len(s.report.Rejected) == 0 {
		return
	}
	out.WriteString("\nWithout a name, so that nobody sees them:\n")
	t := table{indent: "  "}
	for _, r := range s.report.Rejected {
		t.add(visible.Text(r.Key.String()), s.whyRejected(r.Key, string(r.Reason), r.Exposed))
	}
	t.print(out)
}

func (s *sight) whyRejected(key engine.Key, reason, exposed string) string {
	for _, c := range s.report.Collisions {
		if c.Name != exposed || !slices.Contains(c.Tools, key) {
			continue
		}
		others := make([]string, 0, len(c.Tools))
		for _, k := range c.Tools {
			if k != key {
				others = append(others, visible.Text(k.String()))
			}
		}
		if len(others) == 0 {
			return exposed + " is the name of another tool of that name"
		}
		return fmt.Sprintf("%s would be the name of %s as well", exposed, strings.Join(others, ", "))
	}
	return "its own name is not legal: 1 to 128 of A-Z a-z 0-9 _ . -"
}

// printFaults says what servers sent that could not be used.
func (s *sight) printFaults(out *bytes.Buffer) {
	if len(s.report.Faults) == 0 {
		return
	}
	out.WriteString("\nSent by servers and not used as it stands:\n")
	for _, f := range s.report.Faults {
		fmt.Fprintf(out, "  %s\n", visible.Text(f.String()))
	}
}

// failureLines says which rules failed for the request, one line each.
func (s *sight) failureLines() []string {
	var lines []string
	for _, f := range s.failures {
		line := f.Pointer
		if f.Line > 0 {
			line = fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)
		}
		if f.ID != "" {
			line += " " + f.ID
		}
		lines = append(lines, visible.Text(fmt.Sprintf("%s: for %s: %s", line, count(len(f.tools), "tool"), f.Reason)))
	}
	return lines
}
