package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// largeRules is a rule file of some 200 lines, for any servers.
func largeRules(role string) string {
	var b strings.Builder
	b.WriteString("version: 1\ncontext:\n  user: {role: admin | member | guest, groups: [string]}\n  beta: " +
		"bool\nfilter:\n  include:\n")
	for _, verb := range strings.Fields("get list search read create update add set run open close send upload move " +
		"copy find fetch query describe check") {
		fmt.Fprintf(&b, "    - '*/*%s*'\n    - {server: '*', regex: '^[a-z]+_%s_', when: ctx.beta}\n    - {tools: "+
			"'*/%s*', when: tool.readOnly || \"%s\" in ctx.user.groups}\n", verb, verb, verb, verb)
	}
	b.WriteString("  exclude:\n")
	for i, word := range strings.Fields("delete drop remove purge kill reset revoke ban disable terminate destroy wipe") {
		fmt.Fprintf(&b, "    - '*/*%s_all*'\n    - id: no-%s-%d\n      tools: '*/*%s*'\n      when: ctx.user.role != "+
			"%q && tool.destructive\n", word, word, i, word, role)
	}
	b.WriteString("descriptions:\n")
	for i := range 10 {
		fmt.Fprintf(&b, "  - tools: '*/*%c*'\n    description:\n      levels: {0-3: Few words %d.}\n      variants: "+
			"{v: Other words.}\n      runners: [{runner: codex, model: gpt-%d*, default: v}]\n", 'a'+rune(i), i, i)
	}
	return b.String()
}

// BenchmarkCommands runs each command on the tools of all 63 real servers, which should take less
// than 2 s and 400 MB.
func BenchmarkCommands(b *testing.B) {
	catalogs, err := filepath.Abs(filepath.Join("..", "..", "testdata", "catalogs"))
	if err != nil {
		b.Fatal(err)
	}
	b.Chdir(b.TempDir())
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	write("old.rules.yaml", largeRules("admin"))
	write("new.rules.yaml", strings.Replace(largeRules("member"), "'*/*get*'", "'*/*get_*'", 1))
	write("tools.test.yaml", "rules: old.rules.yaml\ncatalog: "+catalogs+`
cases:
  - {name: a guest, request: {beta: true, user: {role: guest, groups: []}}, hides: '*/*delete*', sees: '*/*list*'}
  - {name: an admin, request: {beta: false, user: {role: admin, groups: [get]}}, sees: github_ref/get_issue, decided_by: {github_ref/get_issue: /filter/include/0}}
`)
	ctx := `{"user": {"role": "guest", "groups": []}, "beta": true}`
	for _, c := range []struct {
		name string
		args []string
	}{
		{"check", []string{"check", "old.rules.yaml", "--catalog", catalogs}},
		{"view", []string{"view", "old.rules.yaml", "--catalog", catalogs, "--ctx", ctx}},
		{"matrix", []string{"view", "old.rules.yaml", "--catalog", catalogs, "--matrix", "--verbosity", "0,9"}},
		{"explain", []string{"explain", "old.rules.yaml", "--catalog", catalogs, "github_ref/create_issue", "--ctx",
			ctx}},
		{"unknown", []string{"explain", "old.rules.yaml", "--catalog", catalogs, "create_isue", "--ctx", ctx}},
		{"diff", []string{"diff", "old.rules.yaml", "new.rules.yaml", "--catalog", catalogs, "--runner", "codex,claude",
			"--verbosity", "0,5,9"}},
		{"test", []string{"test", "tools.test.yaml", "--cover"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var stdout, stderr bytes.Buffer
				if code := run(c.args, strings.NewReader(""), &stdout, &stderr); code > exitProblems {
					b.Fatalf("it exits with %d: %s", code, stderr.String())
				}
			}
		})
	}
}
