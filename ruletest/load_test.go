package ruletest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/source"
	"github.com/toolrules/toolrules/rules"
	"github.com/toolrules/toolrules/ruletest"
)

// head is the start of most files here, up to their cases.
const head = "rules: r.yaml\ncatalog: c.json\ncases:\n"

// A loadCase is a test file and its problems.
type loadCase struct {
	name string
	file string
	want []string // code line:column pointer; empty if it loads

	unseen bool // by the JSON Schema, which checks the form only
}

var loadCases = []loadCase{
	{name: "everything", file: `rules: tools.rules.yaml
catalog: [catalogs/github.json, fs=catalogs/filesystem.json]
cases:
  - name: guests
    request: {runner: codex, model: "5.4", verbosity: 3, user: {id: u1, role: guest, groups: []}, risk: 0.5, tenant: null, ok: true}
    sees: [github/get_issue, fs/read_*]
    hides: '*/*delete*'
    only: [github/get_*, fs/read_*]
    names: {github/get_issue: github__get_issue, a/b: null}
    texts: {github/create_issue: {title: "", description: New issue., arguments.body: ~, arguments./properties/x: x, "results.a[].b": y}}
    decided_by: {github/delete_repo: no-destructive-for-guests, a/b: /filter/exclude/1, a/c: default}
  - name: nobody
    request: {}
    hides: ['*']
`},
	{name: "JSON", file: `{"rules": "r", "catalog": "c", "cases": [{"name": "a", "sees": "b", "names": {"a/b": null}}]}`},
	{name: "invalid YAML", file: "rules: [", want: []string{"syntax 1:8 "}, unseen: true},
	{name: "an empty file", file: "", want: []string{"empty_file 1:1 "}, unseen: true},
	{name: "a list", file: "- a", want: []string{"wrong_type 1:1 "}},
	{name: "missing keys", file: "rules: r.yaml", want: []string{"missing_key 1:1 ", "missing_key 1:1 "}},
	{name: "all problems at once", file: "rules: 5\ncatalog: []\ncases:\n  - nmae: a\n    sees: a/b\n  - name: ''\n",
		want: []string{"unquoted_scalar 1:8 /rules", "empty 2:10 /catalog", "unknown_key 4:5 /cases/0/nmae", "missing_key 4:5 /cases/0",
			"no_expectation 6:5 /cases/1", "blank 6:11 /cases/1/name"}},
	{name: "no case", file: "rules: r\ncatalog: c\ncases: []", want: []string{"empty 3:8 /cases"}},
	{name: "an empty case", file: head + "  - {}", want: []string{"empty 4:5 /cases/0"}},
	{name: "a case without expectations", file: head + "  - name: a\n    request: {runner: b}", want: []string{"no_expectation 4:5 /cases/0"}},
	{name: "two cases of one name", file: head + "  - {name: a, sees: b}\n  - {name: a, sees: c}", want: []string{"duplicate_case 5:12 /cases/1/name"}, unseen: true},
	{name: "a duplicate key", file: head + "  - {name: a, sees: b, sees: c}", want: []string{"duplicate_key 4:24 /cases/0/sees"}, unseen: true},
	{name: "an anchor", file: head + "  - {name: a, sees: &x b}", want: []string{"anchor 4:21 /cases/0/sees"}, unseen: true},
	{name: "empty expectations", file: head + "  - {name: a, sees: [], hides: , only: [], names: {}, texts: {a/b: {}}, decided_by: {a/b: }}",
		want: []string{"empty 4:21 /cases/0/sees", "null_value 4:32 /cases/0/hides", "empty 4:40 /cases/0/only", "empty 4:51 /cases/0/names",
			"empty 4:68 /cases/0/texts/a~1b", "null_value 4:91 /cases/0/decided_by/a~1b"}},
	{name: "implicit null", file: head + "  - {name: a, names: {a/b: }, texts: {a/b: {title: }}}",
		want: []string{"null_value 4:28 /cases/0/names/a~1b", "null_value 4:52 /cases/0/texts/a~1b/title"}, unseen: true},
	{name: "a request", file: head + "  - name: a\n    sees: b\n    request: {runner: , model: 5.4, verbosity: 10, 7: x}",
		want: []string{"null_value 6:23 /cases/0/request/runner", "unquoted_scalar 6:32 /cases/0/request/model", "out_of_range 6:48 /cases/0/request/verbosity",
			"unquoted_scalar 6:52 /cases/0/request/7"}},
	{name: "a level as a string", file: head + "  - {name: a, sees: b, request: {verbosity: '3'}}", want: []string{"wrong_type 4:45 /cases/0/request/verbosity"}},
	{name: "numbers that only YAML has", file: head + "  - {name: a, sees: b, request: {x: 010, y: [0x1F], z: {a: .inf}}}",
		want: []string{"wrong_type 4:37 /cases/0/request/x", "wrong_type 4:46 /cases/0/request/y/0", "wrong_type 4:60 /cases/0/request/z/a"}, unseen: true},
	{name: "patterns", file: head + "  - {name: a, sees: ['a/[b]', '*/'], hides: 'a/b/c', only: ' '}",
		want: []string{"pattern_bracket 4:25 /cases/0/sees/0", "pattern_empty_segment 4:34 /cases/0/sees/1", "pattern_extra_slash 4:49 /cases/0/hides", "blank 4:60 /cases/0/only"}},
	{name: "tools", file: head + "  - {name: a, names: {'a/*': b}, texts: {c: {title: d}}, decided_by: {'{a,b}/c': default, 'a/': default}}",
		want: []string{"bad_tool 4:23 /cases/0/names/a~1*", "bad_tool 4:42 /cases/0/texts/c", "bad_tool 4:71 /cases/0/decided_by/{a,b}~1c",
			"pattern_empty_segment 4:94 /cases/0/decided_by/a~1"}, unseen: true},
	{name: "locations", file: head + "  - {name: a, texts: {a/b: {titel: x, arguments: y, arguments.: z}}}",
		want: []string{"bad_name 4:29 /cases/0/texts/a~1b/titel", "bad_name 4:39 /cases/0/texts/a~1b/arguments", "bad_name 4:53 /cases/0/texts/a~1b/arguments."}},
	{name: "a broken path", file: head + "  - {name: a, texts: {a/b: {'arguments.a..b': x}}}", want: []string{"bad_path 4:42 /cases/0/texts/a~1b/arguments.a..b"}, unseen: true},
	{name: "texts that are not strings", file: head + "  - {name: a, texts: {a/b: {title: 5, description: [x]}}}",
		want: []string{"unquoted_scalar 4:36 /cases/0/texts/a~1b/title", "wrong_type 4:52 /cases/0/texts/a~1b/description"}},
}

func TestParse(t *testing.T) {
	for _, c := range loadCases {
		t.Run(c.name, func(t *testing.T) {
			f, err := ruletest.Parse(nameOf(c), []byte(c.file))
			if (f == nil) != (err != nil) {
				t.Fatalf("file: %t, error: %v", f != nil, err)
			}
			if diff := cmp.Diff(c.want, positionsOf(t, err)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func nameOf(c loadCase) string {
	if c.name == "JSON" {
		return "x.test.json"
	}
	return "x.test.yaml"
}

// positionsOf returns code, position and pointer of each problem.
func positionsOf(t *testing.T, err error) (list []string) {
	t.Helper()
	if err == nil {
		return nil
	}
	ps, ok := err.(rules.Problems)
	if !ok {
		t.Fatalf("got an error of type %T", err)
	}
	for _, p := range ps {
		list = append(list, fmt.Sprintf("%s %d:%d %s", p.Code, p.Line, p.Column, p.Pointer))
	}
	return list
}

func TestParseReadsEverything(t *testing.T) {
	f, err := ruletest.Parse("dir/x.test.yaml", []byte(loadCases[0].file))
	if err != nil {
		t.Fatal(err)
	}
	if f.RulesPath() != "dir/tools.rules.yaml" {
		t.Error(f.RulesPath())
	}
	empty, issue, body, pointer, result, name := "", "New issue.", (*string)(nil), "x", "y", "github__get_issue"
	create := engine.Key{Server: "github", Tool: "create_issue"}
	want := ruletest.Case{
		Name: "guests",
		Request: engine.Request{Runner: "codex", Model: "5.4", Verbosity: engine.Verbosity(3), Attrs: map[string]any{
			"user": map[string]any{"id": "u1", "role": "guest", "groups": []any{}}, "risk": json.Number("0.5"), "tenant": nil, "ok": true}},
		Sees: []string{"github/get_issue", "fs/read_*"}, Hides: []string{"*/*delete*"}, Only: []string{"github/get_*", "fs/read_*"},
		Names: []ruletest.Name{{Tool: engine.Key{Server: "github", Tool: "get_issue"}, Name: &name}, {Tool: engine.Key{Server: "a", Tool: "b"}}},
		Texts: []ruletest.Text{
			{Tool: create, Location: "title", Text: &empty},
			{Tool: create, Location: "description", Text: &issue},
			{Tool: create, Location: "arguments.body", Text: body},
			{Tool: create, Location: "arguments./properties/x", Text: &pointer},
			{Tool: create, Location: "results.a[].b", Text: &result},
		},
		DecidedBy: []ruletest.Decision{
			{Tool: engine.Key{Server: "github", Tool: "delete_repo"}, By: "no-destructive-for-guests"},
			{Tool: engine.Key{Server: "a", Tool: "b"}, By: "/filter/exclude/1"},
			{Tool: engine.Key{Server: "a", Tool: "c"}, By: "default"},
		},
	}
	if diff := cmp.Diff(want, f.Cases[0], cmp.AllowUnexported(engine.Level{})); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"catalogs/github.json", "fs=catalogs/filesystem.json"}, f.Catalogs); diff != "" {
		t.Error(diff)
	}
}

func TestLoadMissingFile(t *testing.T) {
	_, err := ruletest.Load("testdata/no such file")
	if diff := cmp.Diff([]string{"unreadable 0:0 "}, positionsOf(t, err)); diff != "" {
		t.Error(diff)
	}
	if !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// TestJSONSchemaAgreesWithParse checks that files are valid according to the schema if and only if
// their form is valid for Parse.
func TestJSONSchemaAgreesWithParse(t *testing.T) {
	var s jsonschema.Schema
	if err := json.Unmarshal(ruletest.JSONSchema(), &s); err != nil {
		t.Fatal(err)
	}
	schema, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	cases := slices.Clone(loadCases)
	for _, path := range []string{"../examples/quickstart/tools.test.yaml"} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, loadCase{name: path, file: string(data)})
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			file, _ := source.Parse(nameOf(c), []byte(c.file))
			if file.Root() == nil {
				return
			}
			err := schema.Validate(valueOf(file.Root()))
			if valid := len(c.want) == 0 || c.unseen; (err == nil) != valid {
				t.Errorf("Parse returns %v, the schema %v", c.want, err)
			}
		})
	}
}

// valueOf converts a node for a JSON validator.
func valueOf(n *source.Node) any {
	switch n.Kind {
	case source.Null:
		return nil
	case source.Bool:
		return n.Text == "true"
	case source.Int, source.Float:
		var number float64
		_ = json.Unmarshal([]byte(n.Text), &number) // 0 if it is not valid in JSON: still a number
		return number
	case source.List:
		list := make([]any, len(n.Items))
		for i, item := range n.Items {
			list[i] = valueOf(item)
		}
		return list
	case source.Map:
		object := make(map[string]any, len(n.Entries))
		for _, e := range n.Entries {
			object[e.Key.Text] = valueOf(e.Value)
		}
		return object
	}
	return n.Text
}
