package testrun

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/check"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/explain"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/proof"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/terminal"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/ruletest"
)

// Print writes what people read. The text has the lines of the files. Quiet leaves out files whose
// cases pass.
func (r *Results) Print(out *bytes.Buffer, text report.Text, quiet bool) {
	for _, f := range r.Files {
		for _, p := range f.Problems {
			out.Write(text.Append(nil, p))
			out.WriteByte('\n')
		}
		if f.Result == nil {
			fmt.Fprintf(out, "%s: not run\n", visible.Text(f.Name))
			continue
		}
		for i := range f.Result.Cases {
			if x := &f.Result.Cases[i]; !x.Passed() {
				printCase(out, f.Result, x, text)
			}
		}
		for i := range f.Result.Proofs {
			if p := &f.Result.Proofs[i]; !p.Passed() {
				proof.Print(out, p, f.Result.Catalog, proof.Source{Rules: f.Rules, Catalogs: f.Catalogs}, text)
				out.WriteByte('\n')
			}
		}
		cases := f.contents()
		if failed := f.Result.Failed(); failed > 0 {
			fmt.Fprintf(out, "%s: %d of %s failed\n", visible.Text(f.Name), failed, cases)
		} else if !quiet {
			fmt.Fprintf(out, "%s: ok, %s%s\n", visible.Text(f.Name), cases, check.SilencedNote(f.Silenced))
		}
	}
	for _, x := range r.Covers {
		printCoverage(out, x)
	}
}

// contents counts the cases and properties of a file.
func (f *File) contents() string {
	var parts []string
	if n := len(f.Result.Cases); n > 0 || len(f.Result.Proofs) == 0 {
		parts = append(parts, wording.Plural(n, "case"))
	}
	if n := len(f.Result.Proofs); n > 0 {
		parts = append(parts, fmt.Sprintf("%s %s", wording.Number(n),
			map[bool]string{true: "property", false: "properties"}[n == 1]))
	}
	return wording.Enumerate(parts)
}

// printCase prints what a case expected and what is so, and explains the first tool that is not as
// expected.
func printCase(out *bytes.Buffer, r *ruletest.Result, x *ruletest.CaseResult, text report.Text) {
	fmt.Fprintf(out, "%s %s %s\n", text.Bold(explain.Position(x.File, x.Line, x.Column, "")+":"), text.Fault("FAIL"),
		visible.Text(x.Case.Name))
	for i := range x.Failures {
		f := &x.Failures[i]
		expected, got := terminal.AroundDifference(f.Expected, f.Got)
		fmt.Fprintf(out, "  %s: %s\n", explain.Position(f.File, f.Line, f.Column, f.Pointer), visible.Text(f.About))
		fmt.Fprintf(out, "    expected  %s\n    got       %s\n", visible.Text(expected), visible.Text(got))
		if f.Hint != "" {
			fmt.Fprintf(out, "    = %s\n", visible.Text(f.Hint))
		}
	}
	if x.Explanation == nil {
		out.WriteByte('\n')
		return
	}
	var why bytes.Buffer
	e := explain.New(r.Catalog, x.Case.Request, *x.Explanation)
	fmt.Fprintf(&why, "\n%s\n", e.Verdict())
	switch first := firstWithTools(x); {
	case first.Code == ruletest.CodeNames:
		e.PrintName(&why)
	case first.Code == ruletest.CodeTexts && e.Visible:
		e.KeepTexts(func(about string) bool {
			return slices.ContainsFunc(x.Failures, func(f ruletest.Failure) bool { return f.About == about })
		})
		e.PrintTexts(&why, false)
	default:
		e.PrintEntries(&why)
	}
	for line := range strings.Lines(why.String()) {
		if line != "\n" {
			out.WriteString("  ")
		}
		out.WriteString(line)
	}
	out.WriteByte('\n')
}

// firstWithTools returns the failure that is explained.
func firstWithTools(x *ruletest.CaseResult) *ruletest.Failure {
	for i := range x.Failures {
		if len(x.Failures[i].Tools) > 0 {
			return &x.Failures[i]
		}
	}
	return &x.Failures[0]
}

// printCoverage prints how many rules the tests of a rule file cover, and lists the others.
func printCoverage(out *bytes.Buffer, x Coverage) {
	covered, all := x.Coverage.Share()
	if all == 0 {
		fmt.Fprintf(out, "\n%s: it has no rules to cover\n", visible.Text(x.Rules))
		return
	}
	fmt.Fprintf(out, "\n%s: %s of its %s covered, %s\n", visible.Text(x.Rules), wording.Number(covered),
		wording.Plural(all, "rule"),
		percent(covered, all))
	t := terminal.Table{Indent: "  "}
	for _, r := range x.Coverage.Rules() {
		if !r.Covered {
			t.Add(explain.Position(r.File, r.Line, r.Column, r.Pointer), kindText(r.Kind),
				visible.Clip(visible.Text(r.Summary), terminal.DescriptionWidth))
		}
	}
	if !t.Empty() {
		out.WriteString("Not covered:\n")
		t.Print(out)
	}
}

func kindText(kind string) string {
	switch kind {
	case "runner":
		return "runner rule"
	case "set_pattern":
		return "set"
	}
	return string(kind)
}

// percent writes a share, rounded to the nearest. Less than all is never 100 %, and more than none
// never 0 %.
func percent(part, all int) string {
	switch {
	case part == all:
		return "100 %"
	case part == 0:
		return "0 %"
	}
	return fmt.Sprintf("%d %%", min(max((200*part+all)/(2*all), 1), 99))
}
