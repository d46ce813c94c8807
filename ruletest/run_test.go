package ruletest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/rules"
	"github.com/toolrules/toolrules/ruletest"
)

const worldRules = `version: 1
context:
  user:
    role: admin | guest
    groups: [string]
  tenant?: string
  level: int
naming:
  rename: {a/get_x: fetch}
filter:
  include:
    - a/*
    - {tools: b/send, when: '"mail" in ctx.user.groups'}
    - b/x*
  exclude:
    - id: no-drops
      tools: '*/drop_*'
      when: ctx.user.role != "admin"
    - a/secret
    - {id: failing, tools: a/list, when: ctx.level > 3}
descriptions:
  - tools: a/get_x
    title: Get
    description: {variants: {short: S, long: L}, runners: [{runner: codex, default: short}], default: D}
    arguments: {body: The body., other: "", "twice[].x": Both.}
    results: {id: An id.}
`

// world is two servers that cover all features of worldRules.
var world = []engine.Server{
	{ID: "a", Lists: [][]byte{[]byte(`{"tools": [
		{"name": "get_x", "title": "T", "description": "Own.",
			"inputSchema": {"type": "object", "properties": {"body": {}, "other": {"description": "O"}, "same": {"description": "Same."}, "yes": true, "seven": {"description": 7},
				"twice": {"items": [{"properties": {"x": {}}}, {"properties": {"x": {"description": "Second."}}}]},
				"s1": {"$ref": "#/$defs/s"}, "s2": {"$ref": "#/$defs/s"}}, "$defs": {"s": {"properties": {"in": {"description": "Inner."}}}}},
			"outputSchema": {"properties": {"id": {}}}},
		{"name": "Drop-table", "inputSchema": {"type": "object"}}, {"name": "secret", "inputSchema": {"type": "object"}}, {"name": "list", "inputSchema": {"type": "object"}}, {"name": "bad name", "inputSchema": {"type": "object"}}, {"name": "dup.e", "inputSchema": {"type": "object"}}, {"name": "dup_e", "inputSchema": {"type": "object"}}]}`)}},
	{ID: "b", Lists: [][]byte{[]byte(`[{"name": "send", "inputSchema": {"type": "object"}}, {"name": "xa", "inputSchema": {"type": "object"}}, {"name": "xb", "inputSchema": {"type": "object"}}, {"name": "other", "inputSchema": {"type": "object"}}]`)}},
}

const asAdmin = "{level: 1, user: {role: admin, groups: [mail]}}"
const asGuest = "{level: 1, user: {role: guest, groups: []}}"

// runOne runs one case, given as its lines without the name.
func runOne(t *testing.T, lines string) *ruletest.Result {
	t.Helper()
	e, err := engine.Parse("r.yaml", []byte(worldRules), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := ruletest.Parse("x.test.yaml", []byte(head+"  - name: it\n    "+strings.ReplaceAll(strings.TrimSpace(lines), "\n", "\n    ")+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := f.Run(e, world)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestExpectations(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines string
		want  []string // code, pointer, tools; empty if the case passes
	}{
		{"all expectations that are met", "request: " + asAdmin + `
sees: [a/get_x, a/Drop-table, b/send, 'b/{xa,other}', '*/x?']
hides: [a/secret, 'A/SECRET', '*other']
only: [a/*, b/send, b/x*]
names: {a/get_x: a__fetch, a/bad name: null, a/dup.e: null, b/other: b__other}
texts:
  a/get_x: {title: Get, description: D, arguments.body: The body., arguments.other: null, arguments.same: Same., 'arguments.twice[].x': Both.,
    results.id: An id., arguments.s1.in: Inner., arguments./properties/same: Same., arguments./$defs/s/properties/in: Inner.}
  b/xa: {title: null, description: null}
decided_by: {a/get_x: /filter/include/0, a/secret: /filter/exclude/1, b/other: no_include, b/send: /filter/include/1/tools, a/list: /filter/include/0}`, nil},
		{"what a runner gets", "request: {runner: codex, level: 1, user: {role: admin, groups: []}}\ntexts: {a/get_x: {description: S}}", nil},
		{"exact and loose", "request: " + asGuest + "\nsees: [A/get_x]\nhides: [A/DROP_TABLE]", []string{"test_no_tool /cases/0/sees/0"}},
		{"sees one of several", "request: " + asAdmin + "\nsees: 'a/{get_x,secret}'", nil},
		{"sees none of several", "request: " + asGuest + "\nsees: ['a/{Drop-table,secret}', b/send]",
			[]string{"test_sees /cases/0/sees/0 a/Drop-table a/secret", "test_sees /cases/0/sees/1 b/send"}},
		{"a rejected tool is hidden", "request: " + asAdmin + "\nhides: [a/bad name, a/dup.e]\nsees: a/dup_e", []string{"test_sees /cases/0/sees a/dup_e"}},
		{"hides", "request: " + asAdmin + "\nhides: ['*drop*', a/secret, '*']", []string{"test_hides /cases/0/hides/0 a/Drop-table",
			"test_hides /cases/0/hides/2 a/get_x a/Drop-table a/list b/send b/xa b/xb"}},
		{"a pattern that matches no tool", "hides: [c/*, a/sekret]", []string{"test_no_tool /cases/0/hides/0", "test_no_tool /cases/0/hides/1"}},
		{"only", "request: " + asAdmin + "\nonly: [a/get_x, b/*]", []string{"test_only /cases/0/only a/Drop-table a/list"}},
		{"only, exactly", "request: " + asGuest + "\nonly: [a/*, B/*]", []string{"test_only /cases/0/only b/xa b/xb", "test_no_tool /cases/0/only/1"}},
		{"names", "names: {a/get_x: a__get_x, a/list: null, a/bad name: a__bad_name, c/d: e, a/dup.e: null}",
			[]string{"test_names /cases/0/names/a~1get_x a/get_x", "test_names /cases/0/names/a~1list a/list", "test_names /cases/0/names/a~1bad name a/bad name",
				"test_no_tool /cases/0/names/c~1d"}},
		{"names of hidden tools", "names: {b/other: b__other}", nil},
		{"texts", "request: " + asAdmin + `
texts:
  a/get_x: {title: T, description: null, arguments.body: "", arguments.other: O, results.id: null, 'arguments.twice[].x': null}
  b/xa: {title: ""}`,
			[]string{"test_texts /cases/0/texts/a~1get_x/title a/get_x", "test_texts /cases/0/texts/a~1get_x/description a/get_x",
				"test_texts /cases/0/texts/a~1get_x/arguments.body a/get_x", "test_texts /cases/0/texts/a~1get_x/arguments.other a/get_x",
				"test_texts /cases/0/texts/a~1get_x/results.id a/get_x", "test_texts /cases/0/texts/a~1get_x/arguments.twice[].x a/get_x",
				"test_texts /cases/0/texts/b~1xa/title b/xa"}},
		{"locations that do not exist", "request: " + asAdmin + `
texts: {a/get_x: {arguments.bodi: x, arguments.yes: null, arguments.seven: null, results.a: null}, a/list: {arguments.a: null}, a/secret: {title: null}, c/d: {title: null, description: null}}`,
			[]string{"test_texts /cases/0/texts/a~1get_x/arguments.bodi a/get_x", "test_texts /cases/0/texts/a~1get_x/arguments.yes a/get_x",
				"test_texts /cases/0/texts/a~1get_x/arguments.seven a/get_x", "test_texts /cases/0/texts/a~1get_x/results.a a/get_x",
				"test_texts /cases/0/texts/a~1list/arguments.a a/list", "test_texts /cases/0/texts/a~1secret/title a/secret", "test_no_tool /cases/0/texts/c~1d"}},
		{"what decides", "request: " + asGuest + `
decided_by: {a/Drop-table: no-drops, a/secret: no-drops, a/get_x: default, b/other: /filter/include/0, a/list: nodrops, b/send: no_include, a/bad name: /filter/include/0, c/d: default}`,
			[]string{"test_decided_by /cases/0/decided_by/a~1secret a/secret", "test_decided_by /cases/0/decided_by/a~1get_x a/get_x",
				"test_decided_by /cases/0/decided_by/b~1other b/other", "test_decided_by /cases/0/decided_by/a~1list a/list",
				"test_decided_by /cases/0/decided_by/a~1bad name a/bad name", "test_no_tool /cases/0/decided_by/c~1d"}},
		{"a missing attribute hides", "hides: ['*/drop_*', b/send, a/list]\ndecided_by: {a/Drop-table: no-drops, b/send: no_include, a/list: failing}", nil},
		{"in file order", "decided_by: {a/get_x: default}\nhides: b/xa\nsees: b/other\nnames: {b/xa: x}",
			[]string{"test_decided_by /cases/0/decided_by/a~1get_x a/get_x", "test_hides /cases/0/hides b/xa", "test_sees /cases/0/sees b/other", "test_names /cases/0/names/b~1xa b/xa"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := runOne(t, c.lines)
			var got []string
			for _, f := range r.Cases[0].Failures {
				text := fmt.Sprintf("%s %s", f.Code, f.Pointer)
				for _, k := range f.Tools {
					text += " " + k.String()
				}
				got = append(got, text)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if r.Passed() != (len(c.want) == 0) || r.Cases[0].Passed() != r.Passed() || len(r.Problems()) != len(c.want) {
				t.Error("Passed, Failures and Problems do not agree")
			}
		})
	}
}

func TestFailuresExplainTheFirstTool(t *testing.T) {
	r := runOne(t, "request: "+asAdmin+"\nsees: c/d\nhides: '*drop*'\nonly: a/get_x")
	x := r.Cases[0].Explanation
	if x == nil || x.Key.String() != "a/Drop-table" || !x.Visible || x.Decider.Rule != "/filter/include/0" {
		t.Errorf("%+v", x)
	}
	if c := r.Cases[0]; c.File != "x.test.yaml" || c.Line != 4 || c.Column != 5 || r.Failed() != 1 {
		t.Errorf("%s:%d:%d, %d failed", c.File, c.Line, c.Column, r.Failed())
	}
	if f := r.Cases[0].Failures[1]; f.Line != 7 || f.Column != 12 || f.File != "x.test.yaml" {
		t.Errorf("%+v", f)
	}
	if r := runOne(t, "sees: c/d"); r.Cases[0].Explanation != nil {
		t.Error("got an explanation without a tool")
	}
}

// TestRequests checks attributes that the rule file does not declare.
func TestRequests(t *testing.T) {
	for _, c := range []struct {
		request  string
		want     []string // errors
		warnings []string
	}{
		{"{user: {role: guest, groups: [a]}, level: 3, tenant: x}", nil, nil},
		{"{user: {roll: guest, role: guest}, tennant: x, zzzz: {a: b}}",
			[]string{"undeclared_attribute 6:22 /cases/0/request/user/roll", "undeclared_attribute 6:49 /cases/0/request/tennant",
				"undeclared_attribute 6:61 /cases/0/request/zzzz"}, nil},
		{"{user: {role: gest, groups: mail}, level: 2.5, tenant: 5}", nil,
			[]string{"bad_attribute 6:28 /cases/0/request/user/role", "bad_attribute 6:42 /cases/0/request/user/groups",
				"bad_attribute 6:56 /cases/0/request/level", "bad_attribute 6:69 /cases/0/request/tenant"}},
		{"{user: guest}", nil, []string{"bad_attribute 6:21 /cases/0/request/user", "bad_attribute 6:21 /cases/0/request/user"}},
		{"{user: null, level: null}", nil, nil},
	} {
		t.Run(c.request, func(t *testing.T) {
			e, err := engine.Parse("r.yaml", []byte(worldRules), engine.Options{})
			if err != nil {
				t.Fatal(err)
			}
			f, err := ruletest.Parse("x.test.yaml", []byte(head+"  - name: it\n    hides: a/secret\n    request: "+c.request))
			if err != nil {
				t.Fatal(err)
			}
			r, err := f.Run(e, world)
			if diff := cmp.Diff(c.want, positionsOf(t, err)); diff != "" {
				t.Fatal(diff)
			}
			if r == nil {
				return
			}
			var warnings []string
			if len(r.Warnings) > 0 {
				warnings = positionsOf(t, r.Warnings)
			}
			if diff := cmp.Diff(c.warnings, warnings); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestHintsOfUndeclared checks hints for attributes that are misspelled or declared elsewhere.
func TestHintsOfUndeclared(t *testing.T) {
	e, err := engine.Parse("r.yaml", []byte(worldRules), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for request, want := range map[string]string{
		"{tennant: x}":         "did you mean tenant?",
		"{user: {rol: guest}}": "did you mean user.role?",
		"{modell: x}":          "did you mean model?",
		"{role: guest}":        "did you mean user.role? write {user: {role: …}}",
		"{user: {tenant: x}}":  "did you mean tenant? write {tenant: …}",
		"{zzzz: x}":            "",
	} {
		f, err := ruletest.Parse("x.test.yaml", []byte(head+"  - name: it\n    hides: a/secret\n    request: "+request))
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Run(e, world)
		if ps, ok := err.(rules.Problems); !ok || len(ps) != 1 || ps[0].Hint != want {
			t.Errorf("%s: %v", request, err)
		}
	}
}

// TestWarnings checks that a value cut by a comment is reported and that the cases still run.
func TestWarnings(t *testing.T) {
	r := runOne(t, "request: {level: x}\nhides: a/secret #1\nsees: b/xa")
	if diff := cmp.Diff([]string{"bad_attribute 5:22 /cases/0/request/level", "cut_by_comment 6:21 /cases/0/hides"}, positionsOf(t, r.Warnings)); diff != "" {
		t.Error(diff)
	}
}

// TestPathsAreRelativeToTheFile runs a file from another directory.
func TestPathsAreRelativeToTheFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("r/r.yaml", "version: 1\nfilter: {include: [a/x]}")
	write("c/a.json", `{"tools": [{"name": "x", "inputSchema": {"type": "object"}}]}`)
	write("c/b.json", `{"tools": [{"name": "x", "inputSchema": {"type": "object"}}]}`)
	write("c/e.json", `{"tools": [{"name": "x", "inputSchema": {"type": "object"}}]}`)
	good := write("t/good.test.yaml", "rules: ../r/r.yaml\ncatalog: [../c, d=../c/e.json]\ncases:\n  - {name: it, sees: a/x, hides: [b/x, d/x]}")
	if r, err := ruletest.Run(good); err != nil || !r.Passed() {
		t.Error(r, err)
	}
	write("r/bad.yaml", "version: 2")
	write("c2/"+strings.Repeat("s", 33)+".json", "[]") // longer than an ID may be
	write("t/-", "[]")
	write("r/servers.yaml", "version: 1\nservers: [zz]")
	for _, c := range []struct {
		file string
		want []string
	}{
		{"rules: ../r/none.yaml\ncatalog: ../c", []string{"unreadable 0:0 "}},
		{"rules: ../r/bad.yaml\ncatalog: ../c", []string{"out_of_range 1:10 /version"}},
		{"rules: ../r/r.yaml\ncatalog: [../none, ../c2]", []string{"catalog_unreadable 0:0 ", "catalog_bad_id 0:0 "}},
		{"rules: ../r/r.yaml\ncatalog: a=-", []string{"catalog_unreadable 0:0 "}},
		{"rules: ../r/servers.yaml\ncatalog: ../c", []string{"test_catalog 2:10 /catalog"}},
	} {
		_, err := ruletest.Run(write("t/bad.test.yaml", c.file+"\ncases: [{name: it, sees: a/x}]"))
		if diff := cmp.Diff(c.want, positionsOf(t, err)); diff != "" {
			t.Errorf("%s: %s", c.file, diff)
		}
	}
	if _, err := ruletest.Run(write("t/bad.test.yaml", "rules: x")); err == nil {
		t.Error("a file without cases runs")
	}
}

// TestFilesBuiltInGo runs a File that was not parsed, with an invalid pattern and an invalid
// location.
func TestFilesBuiltInGo(t *testing.T) {
	e, err := engine.Parse("r.yaml", []byte(worldRules), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := &ruletest.File{Cases: []ruletest.Case{{Name: "it", Sees: []string{"b/other", "[x"}, Texts: []ruletest.Text{{Tool: engine.Key{Server: "b", Tool: "xa"}, Location: "titel"}}, Request: engine.Request{Attrs: map[string]any{"x": 1}}}}}
	_, err = f.Run(e, world)
	if diff := cmp.Diff([]string{"undeclared_attribute 0:0 /cases/0/request/x"}, positionsOf(t, err)); diff != "" {
		t.Error(diff)
	}
	f.Cases[0].Request.Attrs = map[string]any{"level": "x"}
	r, err := f.Run(e, world)
	if err != nil || len(r.Warnings) != 1 || len(r.Cases[0].Failures) != 3 {
		t.Fatal(r, err)
	}
	if got := r.Cases[0].Failures[0].Pointer; got != "/cases/0/sees/0" {
		t.Error(got)
	}
}
