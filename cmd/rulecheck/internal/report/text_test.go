package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/report"
	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/rules"
	"pgregory.net/rapid"
)

func lineOf(text string) func(string, int) (string, bool) {
	return func(string, int) (string, bool) { return text, true }
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		name string
		text report.Text
		p    rules.Problem
		want string
	}{
		{"place, line, hint", report.Text{Line: lineOf("  model: 5.40")},
			rules.Problem{Code: "unquoted_scalar", File: "a.yaml", Line: 12, Column: 10, Message: "5.40 is a number",
				Hint: `write "5.40"`},
			"a.yaml:12:10: error: 5.40 is a number [unquoted_scalar]\n   12 |   model: 5.40\n      |          ^~~~\n " +
				"     = write \"5.40\"\n"},
		{"a file as a whole", report.Text{Line: lineOf("x")},
			rules.Problem{Code: "c", Severity: rules.SeverityNote, File: "a.json", Message: "m"},
			"a.json: note: m [c]\n"},
		{"built in Go", report.Text{}, rules.Problem{Code: "c", Severity: rules.SeverityWarning, Pointer: "/filter",
			Message: "m"}, "/filter: warning: m [c]\n"},
		{"nowhere", report.Text{}, rules.Problem{Code: "c", Message: "m"}, "error: m [c]\n"},
		{"an empty line", report.Text{Line: lineOf("  ")}, rules.Problem{Code: "c", File: "a", Line: 1, Column: 1,
			Message: "m"}, "a:1:1: error: m [c]\n"},
		{"behind the end", report.Text{Line: lineOf("ab")}, rules.Problem{Code: "c", File: "a", Line: 1, Column: 9,
			Message: "m"},
			"a:1:9: error: m [c]\n    1 | ab\n      |   ^\n"},
		{"a long line", report.Text{Line: lineOf(strings.Repeat("a ", 90) + "here" + strings.Repeat(" b", 90))},
			rules.Problem{Code: "c", File: "a", Line: 1, Column: 181, Message: "m"},
			"a:1:181: error: m [c]\n    1 | …" + strings.Repeat("a ", 40) + "here" + strings.Repeat(" b", 18) +
				"…\n      | " + strings.Repeat(" ", 81) + "^~~~\n"},
		{"nothing that can't be seen", report.Text{Line: lineOf("\x1b[2J\u202e\xff")},
			rules.Problem{Code: "c", File: "a\u200b", Line: 1, Column: 6, Message: "m\n\x1b", Hint: "h\u2028"},
			"a\\u200b:1:6: error: m\\n\\u001b [c]\n    1 | \\u001b[2J\\u202e\\xff\n      |                ^\n      = " +
				"h\\u2028\n"},
		{"colours", report.Text{Line: lineOf("ab"), Color: true}, rules.Problem{Code: "c", File: "a", Line: 1,
			Column: 1, Message: "m", Hint: "h"},
			"\x1b[1ma:1:1: \x1b[0m\x1b[1;31merror:\x1b[0m m \x1b[2m[c]\x1b[0m\n\x1b[2m    1 |\x1b[0m ab\n\x1b[2m     " +
				" |\x1b[0m \x1b[1;31m^~\x1b[0m\n\x1b[2m      =\x1b[0m h\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, string(c.text.Append(nil, &c.p))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestCaret checks, for any line, that the caret is below the first column of its character.
func TestCaret(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runes := rapid.SliceOfN(rapid.SampledFrom([]rune("ab_ :'\t検é\u0301\u200b\x1b😀")), 1, 300).Draw(t, "line")
		column := rapid.IntRange(1, len(runes)).Draw(t, "column")
		shown := report.Text{Line: lineOf(string(runes))}.Append(nil, &rules.Problem{Line: 1, Column: column})
		excerpt := strings.Split(string(shown), "\n")
		if len(excerpt) != 4 {
			t.Skip("an empty line is not shown")
		}
		source, caret := excerpt[1], excerpt[2]
		at := strings.IndexByte(caret, '^')
		if at < 0 || strings.Trim(caret[at+1:], "~") != "" {
			t.Fatalf("no caret: %q", caret)
		}
		rest, ok := fromColumn(source, at)
		if !ok {
			t.Fatalf("the caret stands inside a character:\n%s\n%s", source, caret)
		}
		want := slices.Collect(visible.Characters(string(runes)))[column-1] // escapes depend on what precedes
		if runes[column-1] == '\t' {
			want = "    "
		}
		if got := rest + strings.Repeat(" ", len(want)); !strings.HasPrefix(strings.TrimLeft(got, "\u0301"), want) &&
			!strings.HasPrefix(got, want) {
			t.Fatalf("the caret does not stand below %q:\n%s\n%s", want, source, caret)
		}
		if visible.Width(source) > 140 || visible.Width(caret) > max(visible.Width(source), at+1) {
			t.Fatalf("too wide:\n%s\n%s", source, caret)
		}
	})
}

// fromColumn returns the text from a column of a terminal on, counted from 0, and whether a
// character starts there.
func fromColumn(line string, column int) (string, bool) {
	width := 0
	for i, r := range line {
		if width == column {
			return line[i:], true
		}
		width += visible.Width(string(r))
	}
	return "", width <= column
}

func TestCount(t *testing.T) {
	ps := rules.Problems{{}, {Severity: rules.SeverityWarning}, {Severity: rules.SeverityWarning},
		{Severity: rules.SeverityNote}}
	for want, c := range map[string]report.Counts{
		"1 error, 2 warnings, 1 note": report.Count(ps), "2 warnings": report.Count(ps[1:3]),
		"no problems": report.Count(nil),
	} {
		if got := c.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestLongLines checks that a position in a line of half a megabyte is shown as in a short one,
// with no more allocations.
func TestLongLines(t *testing.T) {
	show := func(line string, column int) string {
		lines := func(string, int) (string, bool) { return line, true }
		return string(report.Text{Line: lines}.Append(nil, &rules.Problem{File: "f", Line: 1, Column: column,
			Message: "m"}))
	}
	short, long := strings.Repeat("é ", 1000), strings.Repeat("é ", 100_000)
	for _, column := range []int{1, 2, 479, 480, 481, 482, 483, 900, 1001} {
		want := strings.Replace(show(short+"x"+short, column), "\n", " ", 1)
		if got := strings.Replace(show(short+"x"+long, column), "\n", " ", 1); got != want {
			t.Errorf("column %d:\n%s\nwant\n%s", column, got, want)
		}
	}
	few := testing.AllocsPerRun(1, func() { show(short, 1000) })
	if many := testing.AllocsPerRun(1, func() { show(long, 100_000) }); many > 2*few {
		t.Errorf("%.0f allocations for a short line, %.0f for a long one", few, many)
	}
}
