// Package view shows what requests see of a catalog: one request in detail, or several side by
// side.
package view

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/check"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/explain"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// A Report is what one request sees of a catalog, and what it does not see.
type Report struct {
	Catalog  *engine.Catalog
	Request  engine.Request
	view     *engine.View
	failures []failedRule // filled while the tools are rendered
}

// New builds a catalog under the rules and binds a request. If the rules and the catalogs do not
// fit
// together, it returns no report, and the problems explain why.
func New(r *ruleset.Rules, catalogs []catalogfile.Catalog, req engine.Request) (*Report, rules.Problems) {
	v := &Report{Request: req}
	var ps rules.Problems
	if v.Catalog, ps = check.Build(r, catalogs, engine.Options{OnFailure: v.failed}); v.Catalog == nil {
		return nil, ps
	}
	v.view = v.Catalog.View(req)
	return v, nil
}

// ToolsJSON returns the tools/list result as a host would send it.
func (v *Report) ToolsJSON() []byte {
	return append(v.view.AppendToolsJSON([]byte(`{"tools":`)), '}', '\n')
}

// Failures describes the rules that failed while the tools were rendered.
func (v *Report) Failures() []string {
	lines := make([]string, len(v.failures))
	for i, f := range v.failures {
		lines[i] = f.line()
	}
	return lines
}

// A failedRule is a rule that failed for the request, in one way, and for which tools.
type failedRule struct {
	engine.Failure
	tools []engine.Key
}

// failed notes a rule that fails while the tools are shown.
func (v *Report) failed(f engine.Failure) {
	i := slices.IndexFunc(v.failures, func(known failedRule) bool {
		return known.Pointer == f.Pointer &&
			known.Reason == f.Reason
	})
	if i < 0 {
		v.failures = append(v.failures, failedRule{Failure: f})
		i = len(v.failures) - 1
	}
	if known := &v.failures[i]; !slices.Contains(known.tools, f.Key) {
		known.tools = append(known.tools, f.Key)
	}
}

// line describes in one line what failed.
func (f failedRule) line() string {
	return fmt.Sprintf("%s: %s (%s)", explain.Position(f.File, f.Line, f.Column, f.Pointer), f.Reason,
		wording.Plural(len(f.tools), "tool"))
}

// Print writes the tables for people.
func (v *Report) Print(out *bytes.Buffer, wide, hidden bool) {
	shown, size := v.printTools(out, wide)
	fmt.Fprintf(out, "%s of %s visible, %s\n", wording.Number(shown), wording.Plural(v.Catalog.Report().Tools, "tool"),
		wording.Plural(size, "byte"))
	v.printDeferred(out)
	v.printHidden(out, hidden)
	v.printRejected(out)
	v.printFaults(out)
	v.printFailures(out)
}

func (v *Report) printTools(out *bytes.Buffer, wide bool) (shown, size int) {
	t := terminal.Table{Header: []string{"NAME", "SERVER", "TOOL", "BYTES", "DESCRIPTION"},
		Right: map[int]bool{3: true}}
	var buf []byte
	for tool := range v.view.All() {
		buf = tool.AppendJSON(buf[:0])
		key := tool.Key()
		description := visible.Text(visible.FirstLine(tool.Description()))
		if !wide {
			description = visible.Clip(description, terminal.DescriptionWidth)
		}
		t.Add(tool.Name(), key.Server, visible.Text(key.Tool), wording.Number(len(buf)), description)
		shown++
		size += len(buf)
	}
	if shown > 0 {
		t.Print(out)
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
func (v *Report) printHidden(out *bytes.Buffer, each bool) {
	var hidings []hiding
	for _, key := range v.Catalog.Tools() {
		x := v.Catalog.Explain(v.Request, key)
		if x.Name == "" || x.Visible {
			continue
		}
		h := v.hidingOf(x)
		i := slices.IndexFunc(hidings, func(known hiding) bool {
			return known.place == h.place &&
				known.what == h.what
		})
		if i < 0 {
			hidings = append(hidings, h)
			i = len(hidings) - 1
		}
		hidings[i].tools = append(hidings[i].tools, key)
	}
	if len(hidings) == 0 {
		return
	}
	slices.SortStableFunc(hidings, func(a, b hiding) int {
		return cmp.Or(cmp.Compare(a.line, b.line),
			cmp.Compare(a.column, b.column))
	})
	out.WriteString("\nHidden:\n")
	t := terminal.Table{Indent: "  ", Right: map[int]bool{0: !each}}
	for _, h := range hidings {
		if !each {
			t.Add(wording.Number(len(h.tools)), h.place, h.what)
			continue
		}
		for _, name := range explain.VisibleKeys(h.tools) {
			t.Add(name, h.place, h.what)
		}
	}
	t.Print(out)
}

// hidingOf describes what hides a tool.
func (v *Report) hidingOf(x engine.Explanation) hiding {
	by := x.Decider
	if by == nil {
		return hidingByNone(x)
	}
	h := hiding{
		line: by.Line, column: by.Column, place: explain.At(by.EntryPlace),
		what: visible.Text(explain.EntryText(&by.Spec)),
	}
	if by.Failure != "" {
		h.what += " (failed, see below)"
	}
	return h
}

// hidingByNone explains why no entry of include matches: an entry that is for the tool may have
// failed.
func hidingByNone(x engine.Explanation) hiding {
	h := hiding{place: "include", what: "no entry matches"}
	var failed []string
	for i := range x.Entries {
		if e := &x.Entries[i]; e.Side == "include" && e.Failure != "" {
			failed = append(failed, explain.At(e.At))
		}
	}
	if len(failed) > 0 {
		h.what += fmt.Sprintf(", and %s failed, see below", wording.Enumerate(failed))
	}
	return h
}

func (v *Report) printRejected(out *bytes.Buffer) {
	if len(v.Catalog.Report().Rejected) == 0 {
		return
	}
	out.WriteString("\nWithout a name, so that no request sees them:\n")
	t := terminal.Table{Indent: "  "}
	for _, r := range v.Catalog.Report().Rejected {
		t.Add(visible.Text(r.Key.String()), v.whyRejected(r.Key, r.Exposed))
	}
	t.Print(out)
}

// whyRejected explains why a tool has no name.
func (v *Report) whyRejected(key engine.Key, exposed string) string {
	for i := range v.Catalog.Report().Collisions {
		if c := &v.Catalog.Report().Collisions[i]; c.Name == exposed && slices.Contains(c.Tools, key) {
			return explain.WhyNoName(key, c)
		}
	}
	return explain.WhyNoName(key, nil)
}

// printFaults prints what servers sent that could not be used.
func (v *Report) printFaults(out *bytes.Buffer) {
	if len(v.Catalog.Report().Faults) == 0 {
		return
	}
	out.WriteString("\nSent by servers and not used as it stands:\n")
	for _, f := range v.Catalog.Report().Faults {
		fmt.Fprintf(out, "  %s\n", visible.Text(fmt.Sprintf("%s: %s [%s]", check.NameOf(f), f.Message,
			check.FaultCode(f))))
	}
}

// printFailures prints which rules failed for the request, and what it would have to carry.
func (v *Report) printFailures(out *bytes.Buffer) {
	if len(v.failures) == 0 {
		return
	}
	slices.SortStableFunc(v.failures, func(a, b failedRule) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	out.WriteString("\nRules that failed for this request (an exclude that fails hides, others do not match):\n")
	for _, f := range v.failures {
		fmt.Fprintf(out, "  %s\n", visible.Text(f.line()))
	}
	if fields := v.attributes(); len(v.Request.Attrs) == 0 && len(fields) > 0 {
		fmt.Fprintf(out, "\nRules read %s of the request: say with --ctx what it carries.\n", wording.Enumerate(fields))
	}
}

// attributes returns the declared attributes that rules read which matter to these tools.
func (v *Report) attributes() []string {
	return slices.DeleteFunc(slices.Clone(v.Catalog.Depends().Fields), func(field string) bool {
		return field == "runner" || field == "model" || field == "verbosity"
	})
}
