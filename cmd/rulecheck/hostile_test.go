package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/internal/visible"
	"github.com/toolrules/toolrules/rules"
)

// hostileTexts are what servers and authors may send to a terminal or to the log of a CI system: a
// terminal escape, a C1 control, text from right to left, tags, a zero-width space, a line break
// with a command of GitHub Actions, and commands of two CI systems.
var hostileTexts = []string{
	"\x1b[31m", "\u009b31m", "\u202e", "\U000e0041\U000e0042", "\u200b", "\n::add-mask::x\n", "##[add-mask]x",
	"##vso[task.setvariable variable=a]x",
	"\r  ::error::x", "%0A::error::x", "a,line=9::x", "\u2028::error::x", "\x00\ufffe]]>&<x>", "\n- '*'\n#",
	"\n\n  include: ['*']\nfilter:",
}

// command matches a line that GitHub Actions takes for a command, and commandInLine one of it or of
// Azure Pipelines that may stand anywhere.
var (
	command       = regexp.MustCompile(`(?m)^\s*::`)
	ours          = regexp.MustCompile(`(?m)^::(error|warning|notice) `)
	commandInLine = regexp.MustCompile(`##[A-Za-z]*\[`)
)

// TestOutputsOfHostileTexts runs the commands in all formats on files with such texts in every
// place that takes one.
func TestOutputsOfHostileTexts(t *testing.T) {
	for _, text := range hostileTexts {
		t.Run(visible.Text(text), func(t *testing.T) {
			t.Chdir(t.TempDir())
			writeHostileFiles(t, text)
			for _, args := range [][]string{
				{"check", "plain.rules.json", "--catalog", "evil.json"},
				{"check", "bad.rules.json"},
				{"check", "tools.rules.json", "--catalog", "evil.json"},
				{"test", "tools.test.json", "--cover"},
				{"test", "bad.test.json"},
				{"test", "missing.test.json"},
				{"view", "plain.rules.json", "--catalog", "evil.json"},
				{"view", "tools.rules.json", "--catalog", "evil.json", "--hidden", "--wide"},
				{"view", "tools.rules.json", "--catalog", "evil.json"},
				{"view", "tools.rules.json", "--catalog", "evil.json", "--matrix", "--all", "--ctx", "@ctx.json"},
				{"explain", "tools.rules.json", "--catalog", "evil.json", "evil/good", "--wide"},
				{"explain", "plain.rules.json", "--catalog", "evil.json", "evil/good", "--wide"},
				{"explain", "plain.rules.json", "--catalog", "evil.json", "evil/a" + text},
				{"diff", "plain.rules.json", "tools.rules.json", "--catalog", "evil.json", "--all"},
				{"diff", "tools.rules.json", "--catalog-old", "good/evil.json", "--catalog-new", "evil.json", "--all"},
				{"diff", "tools.rules.json", "--catalog-old", "evil.json", "--catalog-new", "good/evil.json", "--all"},
				{"prove", "tools.rules.json", "--catalog", "evil.json", "--never", "evil/*"},
				{"prove", "tools.rules.json", "--catalog", "evil.json", "--always", "evil/a" + text},
				{"prove", "tools.rules.json", "--catalog", "evil.json", "--never-when", "tool.title == " + text},
				{"init", "--catalog", "evil.json"},
				{"test", "--init", "plain.rules.json", "--catalog", "evil.json"},
				{"test", "--init", "tools.rules.json", "--catalog", "evil.json", "--ctx", "@ctx.json"},
				{"check", "no" + text},
				{"check", "--" + text},
				{text},
			} {
				// what a command does not have is wrong usage
				for _, format := range []string{"", "json", "sarif", "github", "junit"} {
					checkOutput(t, args, format)
				}
			}
		})
	}
}

// TestFilesFromHostileTexts writes rule files and test files from what such servers send. A
// starter rule file has no errors and includes that server alone; and what a test file records
// holds.
func TestFilesFromHostileTexts(t *testing.T) {
	for _, text := range hostileTexts {
		t.Run(visible.Text(text), func(t *testing.T) {
			t.Chdir(t.TempDir())
			writeHostileFiles(t, text)
			for _, args := range [][]string{
				{"init", "made.rules.yaml", "--catalog", "evil.json"},
				{"check", "made.rules.yaml", "--catalog", "evil.json"},
				{"test", "--init", "plain.rules.json", "--catalog", "evil.json", "plain.test.yaml"},
				{"test", "plain.test.yaml"},
				{"test", "--init", "tools.rules.json", "--catalog", "evil.json", "--ctx", "@declared.json",
					"made.test.yaml"},
				{"test", "made.test.yaml"},
			} {
				var stdout, stderr bytes.Buffer
				if code := run(args, strings.NewReader(""), &stdout, &stderr); code != 0 {
					t.Errorf("%q: exit code %d\n%s%s", args, code, &stdout, &stderr)
				}
			}
			made, err := rules.Load("made.rules.yaml")
			if err != nil || len(made.Filter.Include) != 1 || !slices.Equal(made.Filter.Include[0].Tools,
				[]string{"evil/*"}) {
				t.Errorf("%+v, %v", made, err)
			}
		})
	}
}

func checkOutput(t *testing.T, args []string, format string) {
	t.Helper()
	if format != "" {
		args = append(args[:len(args):len(args)], "--format", format)
	}
	var stdout, stderr bytes.Buffer
	code := run(args, strings.NewReader(""), &stdout, &stderr)
	if stdout.Len()+stderr.Len() == 0 {
		t.Errorf("%q prints nothing", args)
	}
	if format == "json" && code != exitUsage && stdout.Len() > 0 && !json.Valid(stdout.Bytes()) {
		t.Errorf("%q: no JSON: %s", args, &stdout)
	}
	if format == "sarif" && code < exitUsage && !json.Valid(stdout.Bytes()) {
		t.Errorf("%q: no JSON: %s", args, &stdout)
	}
	if format == "junit" && code < exitUsage {
		if err := xml.Unmarshal(stdout.Bytes(), &struct{}{}); err != nil {
			t.Errorf("%q: no XML: %v in %s", args, err, &stdout)
		}
	}
	if (args[0] == "view" || args[0] == "diff") && code == exitProblems {
		t.Errorf("%q: the rules can't be used: %s", args, &stderr)
	}
	out := stdout.String() + "\n" + stderr.String()
	if format == "github" {
		checkAnnotations(t, args, stdout.String())
		out = ours.ReplaceAllString(out, "")
	}
	if at := visible.FirstHidden(out); at >= 0 {
		t.Errorf("%q: a hidden character at the end of %q", args, out[max(0, at-80):at+1])
	}
	for _, re := range []*regexp.Regexp{command, commandInLine} {
		if at := re.FindStringIndex(out); at != nil {
			t.Errorf("%q: a command of a CI system at the end of %q", args, out[max(0, at[0]-80):at[1]])
		}
	}
	if strings.Contains(strings.ReplaceAll(out, "\r\n", ""), "\r") {
		t.Errorf("%q: a carriage return in %q", args, out)
	}
}

// checkAnnotations reads annotations as GitHub Actions does: properties with commas between, then
// the message.
func checkAnnotations(t *testing.T, args []string, out string) {
	for line := range strings.Lines(out) {
		rest, ok := strings.CutPrefix(strings.TrimRight(ours.ReplaceAllString(line, "\x00"), "\n"), "\x00")
		properties, message, _ := strings.Cut(rest, "::")
		seen := map[string]bool{}
		for property := range strings.SplitSeq(properties, ",") {
			name, _, _ := strings.Cut(property, "=")
			ok = ok && !seen[name] && slices.Contains([]string{"file", "line", "col", "endLine", "endColumn", "title"},
				name)
			seen[name] = true
		}
		if !ok || strings.Contains(message, "%0A::") {
			t.Errorf("%q: annotation %q", args, line)
		}
	}
}

func writeHostileFiles(t *testing.T, text string) {
	t.Helper()
	object := func(pairs ...any) map[string]any {
		m := map[string]any{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i].(string)] = pairs[i+1]
		}
		return m
	}
	tool := func(name string) map[string]any {
		return object("name", name, "title", text, "description", text, "annotations",
			object("title", text, "readOnlyHint", text),
			"inputSchema", object("type", "object", "properties", object("a"+text,
				object("type", "string", "description", text), "x", object("description", text))))
	}
	entry := func(pattern string) map[string]any {
		return object("tools", pattern, "id", "for-"+strings.TrimPrefix(pattern, "evil/"), "reason", text, "when",
			`tool.description contains `+string(must(json.Marshal(text))))
	}
	descriptions := []any{object("tools", "evil/*", "title", text+"b", "description", text+"c", "arguments",
		object("x", text))}
	cases := []any{object("name", "a"+text, "request", object("runner", text), "sees", []any{"evil/good"}, "hides",
		[]any{"evil/good"})}
	if err := os.MkdirAll("good", 0o700); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]any{
		"good/evil.json":   []any{tool("good"), object("name", "good2", "inputSchema", object("type", "object"))},
		"evil.json":        []any{tool("a" + text), tool("good"), tool("good2"), tool("b" + text)},
		"plain.rules.json": object("version", 1),
		"bad.rules.json": object("version", 1, "filter"+text, text, "sets", object(text, []any{text}), "filter",
			object("exclude", []any{"github/" + text})),
		"tools.rules.json": object("version", 1, "context", object("tenant?", "string"), "filter",
			object("exclude", []any{entry("evil/good2"), entry("evil/good3")}), "descriptions", descriptions),
		"tools.test.json":   object("rules", "tools.rules.json", "catalog", "evil.json", "cases", cases),
		"bad.test.json":     object("rules", "bad.rules.json", "catalog", "evil.json", "cases", cases, text, text),
		"missing.test.json": object("rules", "no"+text+".json", "catalog", "no"+text, "cases", cases),
		"declared.json":     object("tenant", text, "runner", text),
		"ctx.json":          object("tenant", text, "runner", text, text, text),
	} {
		if err := os.WriteFile(filepath.Join(".", name), must(json.Marshal(value)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func must(data []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return data
}
