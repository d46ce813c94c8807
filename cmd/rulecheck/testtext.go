package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/ruletest"
)

// printText prints what people read.
func (t *tester) printText(c *console, out *bytes.Buffer) {
	text := report.Text{Line: t.lines.line, Color: c.colored(c.stdout)}
	for _, f := range t.files {
		for _, p := range f.problems {
			out.Write(text.Append(nil, p))
			out.WriteByte('\n')
		}
		if f.result == nil {
			fmt.Fprintf(out, "%s: not run\n", visible.Text(f.name))
			continue
		}
		for i := range f.result.Cases {
			if x := &f.result.Cases[i]; !x.Passed() {
				printCase(out, f.result, x, text)
			}
		}
		if failed := f.result.Failed(); failed > 0 {
			fmt.Fprintf(out, "%s: %d of %s failed\n", visible.Text(f.name), failed, wording.Plural(len(f.result.Cases), "case"))
		} else if !t.quiet {
			fmt.Fprintf(out, "%s: ok, %s%s\n", visible.Text(f.name), wording.Plural(len(f.result.Cases), "case"), silenced(f.silenced))
		}
	}
	for _, x := range t.covers {
		printCoverage(out, x)
	}
}

// printCase prints what a case expected and what is so, and explains the first tool that is not as
// expected.
func printCase(out *bytes.Buffer, r *ruletest.Result, x *ruletest.CaseResult, text report.Text) {
	fmt.Fprintf(out, "%s %s %s\n", text.Bold(placeOf(x.File, x.Line, x.Column, "")+":"), text.Fault("FAIL"), visible.Text(x.Case.Name))
	for i := range x.Failures {
		f := &x.Failures[i]
		expected, got := aroundDifference(f.Expected, f.Got)
		fmt.Fprintf(out, "  %s: %s\n", placeOf(f.File, f.Line, f.Column, f.Pointer), visible.Text(f.About))
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
	e := newExplanation(r.Catalog, x.Case.Request, *x.Explanation)
	fmt.Fprintf(&why, "\n%s\n", e.verdict())
	switch first := firstWithTools(x); {
	case first.Code == ruletest.CodeNames:
		e.printName(&why)
	case first.Code == ruletest.CodeTexts && e.Visible:
		e.keepTexts(x.Failures)
		e.printTexts(&why, false)
	default:
		e.printEntries(&why)
	}
	for line := range strings.Lines(why.String()) {
		if line != "\n" {
			out.WriteString("  ")
		}
		out.WriteString(line)
	}
	out.WriteByte('\n')
}

// keepTexts leaves out the texts that no failure is about.
func (e *explanation) keepTexts(failures []ruletest.Failure) {
	e.Texts = slices.DeleteFunc(slices.Clone(e.Texts), func(x engine.TextExplanation) bool {
		about := textName(&x) + " of " + e.Key.String()
		return !slices.ContainsFunc(failures, func(f ruletest.Failure) bool { return f.About == about })
	})
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

// shownBefore is how many characters before a difference are shown.
const shownBefore = 24

// aroundDifference shortens two long texts to what stands around the place where they begin to
// differ.
func aroundDifference(a, b string) (string, string) {
	const width = 2 * descriptionWidth
	if utf8.RuneCountInString(a) <= width && utf8.RuneCountInString(b) <= width {
		return a, b
	}
	left, right := []rune(a), []rune(b)
	same := 0
	for same < len(left) && same < len(right) && left[same] == right[same] {
		same++
	}
	from := max(0, same-shownBefore)
	cut := func(text []rune) string {
		shown := string(text[min(from, len(text)):])
		if from > 0 {
			shown = "…" + shown
		}
		return visible.Clip(shown, width)
	}
	return cut(left), cut(right)
}

// printCoverage prints how many rules the tests of a rule file cover, and lists the others.
func printCoverage(out *bytes.Buffer, x fileCoverage) {
	covered, all := x.coverage.Share()
	if all == 0 {
		fmt.Fprintf(out, "\n%s: it has no rules to cover\n", visible.Text(x.rules))
		return
	}
	fmt.Fprintf(out, "\n%s: %s of its %s covered, %s\n", visible.Text(x.rules), wording.Number(covered), wording.Plural(all, "rule"),
		percent(covered, all))
	t := table{indent: "  "}
	for _, r := range x.coverage.Rules() {
		if !r.Covered {
			t.add(placeOf(r.File, r.Line, r.Column, r.Pointer), kindText(r.Kind), visible.Clip(visible.Text(r.Summary), descriptionWidth))
		}
	}
	if len(t.rows) > 0 {
		out.WriteString("Not covered:\n")
		t.print(out)
	}
}

func kindText(kind ruletest.RuleKind) string {
	switch kind {
	case ruletest.KindRunner:
		return "runner rule"
	case ruletest.KindSetPattern:
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
