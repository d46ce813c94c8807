package check_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolrules/toolrules/cmd/rulecheck/internal/check"
	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/catalogfile"
	"github.com/toolrules/toolrules/internal/ruleset"
	"github.com/toolrules/toolrules/rules"
)

// catalog makes a catalog of one server.
func catalog(id, list string) catalogfile.Catalog {
	return catalogfile.Catalog{ID: id, Path: id + ".json", List: []byte(list)}
}

// found returns the parts of each problem that do not depend on its wording.
func found(ps rules.Problems) []string {
	list := []string{}
	for _, p := range ps {
		list = append(list, fmt.Sprintf("%s %s:%d:%d %s%s", p.Severity, p.File, p.Line, p.Column, p.Code, p.Pointer))
	}
	return list
}

func TestFile(t *testing.T) {
	get := catalog("gh", `{"tools": [{"name": "get", "inputSchema": {"type": "object"}}, {"name": "set", "inputSchema": {"type": "object"}}]}`)
	for _, c := range []struct {
		name     string
		file     string
		catalogs []catalogfile.Catalog
		want     []string
		silenced int
	}{
		{"nothing", "version: 1\n", nil, []string{}, 0},
		{"errors keep catalogs from being looked at", "version: 2\n", []catalogfile.Catalog{catalog("gh", `[5]`)},
			[]string{"error r.yaml:1:10 out_of_range/version"}, 0},
		{"file order across what is found", "version: 1\nfilter: {include: [gh/sett, gh/*]}\n" +
			"descriptions: [{tools: gh/get, title: {variants: {v: x}, runners: [{model: [a, b*], default: v}]}}]\n",
			[]catalogfile.Catalog{get},
			[]string{"warning r.yaml:2:20 unmatched_pattern/filter/include/0",
				"warning r.yaml:3:80 wildcard_in_list/descriptions/0/title/runners/0/model/1"}, 0},
		{"a server that is not listed", "version: 1\nservers: [a, b]\n",
			[]catalogfile.Catalog{catalog("a", "[]"), get, catalog("c", "[]")},
			[]string{"error r.yaml:2:1 catalog_unknown_server/servers",
				"error r.yaml:2:1 catalog_unknown_server/servers"}, 0},
		{"no namespace for several", "version: 1\nnaming: {namespace: false}\n",
			[]catalogfile.Catalog{get, catalog("a", "[]")},
			[]string{"error r.yaml:2:21 namespace_needs_one_server/naming/namespace"}, 0},
		{"catalogs in their order, behind the file", "version: 1\n", []catalogfile.Catalog{
			catalog("z", `{"tools": [{"name": "a.b", "inputSchema": {"type": "object"}}, {"name": "a_b", "inputSchema": {"type": "object"}}, {"name": "c d", "inputSchema": {"type": "object"}}], "nextCursor": "x"}`), catalog("a", `[{"name": "c d", "inputSchema": {"type": "object"}}]`)},
			[]string{"warning r.yaml:1:1 nothing_visible", "warning z.json:0:0 server_more_pages",
				"warning z.json:0:0 tool_invalid_name", "warning a.json:0:0 tool_invalid_name",
				"warning z.json:0:0 tool_collision"}, 0},
		{"what tools of a server have in common is said once", "version: 1\n", []catalogfile.Catalog{
			catalog("a", `[{"name":"a","title":5,"inputSchema":{"type":"object"}},{"name":"b","title":5,"inputSchema":{"type":"object"}},{"name":"c","title":[],"inputSchema":{"type":"object"}},{"title":1},{"name":"x","name":"y","inputSchema":{"type":"object"}},6]`)},
			[]string{"warning r.yaml:1:1 nothing_visible", "warning a.json:0:0 server_nonconforming/tools/0",
				"warning a.json:0:0 server_nonconforming/tools/2", "warning a.json:0:0 server_no_name/tools/3",
				"warning a.json:0:0 server_bad_tool/tools/4", "warning a.json:0:0 server_bad_tool/tools/5"}, 0},
		{"a text that one of its tools has a place for",
			"version: 1\ndescriptions:\n  - tools: gh/*\n    arguments: {a: A, b: B}\n", []catalogfile.Catalog{
				catalog("gh", `[{"name":"x","inputSchema":{"type":"object"}},{"name":"y","inputSchema":{"type":"object","properties":{"a":{}}}}]`)},
			[]string{"warning r.yaml:4:23 path_missing/descriptions/0/arguments/b"}, 0},
		{"a failure once for all its tools", "version: 1\nfilter:\n  exclude: [{when: tool.title == \"x\"}]\n",
			[]catalogfile.Catalog{
				catalog("gh", `[{"name":"x","title":"`+strings.Repeat("a",
					65<<10)+`","inputSchema":{"type":"object"}},{"name":"y","title":"`+strings.Repeat("b",
					65<<10)+`","inputSchema":{"type":"object"}}]`)},
			[]string{"warning r.yaml:2:1 nothing_visible/filter",
				"warning r.yaml:3:20 rule_failed/filter/exclude/0/when"}, 0},
		{"silenced on its line", "version: 1\nfilter:\n  include:\n    - Up/* # rulecheck:ignore illegal_server\n    " +
			"- Up2/*\n", nil,
			[]string{"warning r.yaml:5:7 illegal_server/filter/include/1"}, 1},
		{"silenced in the file and the catalogs",
			"# rulecheck:ignore illegal_server, tool_invalid_name\nversion: 1\nfilter:\n  include: [Up/*, Up2/*]\n",
			nil, []string{}, 2},
		{"errors can't be silenced",
			"# rulecheck:ignore unknown_key\nversion: 1\nx: 1 # rulecheck:ignore unknown_key\n", nil,
			[]string{"error r.yaml:3:1 unknown_key/x"}, 0},
		{"a code that there is none of", "version: 1 # rulecheck:ignore ilegal_server foo\n", nil,
			[]string{"warning r.yaml:1:12 unknown_ignore", "warning r.yaml:1:12 unknown_ignore"}, 0},
		{"nothing to silence on its line, and in the file",
			"# rulecheck:ignore wildcard_in_list\nversion: 1\nfilter: # rulecheck:ignore illegal_server\n  include: " +
				"[Up/*]\n", nil,
			[]string{"note r.yaml:1:1 unused_ignore", "note r.yaml:3:9 unused_ignore",
				"warning r.yaml:4:13 illegal_server/filter/include/0"}, 0},
		{"two comments, of which one is enough",
			"# rulecheck:ignore illegal_server\nversion: 1\nfilter:\n  include: [Up/*] # rulecheck:ignore " +
				"illegal_server\n", nil,
			[]string{"note r.yaml:4:19 unused_ignore"}, 1},
		{"what could be silenced with tools", "version: 1 # rulecheck:ignore unmatched_pattern\n", nil, []string{}, 0},
		{"what can't be silenced with tools", "version: 1 # rulecheck:ignore unmatched_pattern\n",
			[]catalogfile.Catalog{get}, []string{"note r.yaml:1:12 unused_ignore"}, 0},
		{"errors keep it from being known", "version: 2 # rulecheck:ignore illegal_server\n", nil,
			[]string{"error r.yaml:1:10 out_of_range/version"}, 0},
		{"a code of an error", "# rulecheck:ignore unknown_key\nversion: 1\n", nil,
			[]string{"note r.yaml:1:1 unused_ignore"}, 0},
		{"a note of it can be silenced",
			"# rulecheck:ignore unused_ignore\nversion: 1 # rulecheck:ignore illegal_server\n", nil, []string{}, 1},
		{"which can be silenced itself", "# rulecheck:ignore unknown_ignore\nversion: 1 # rulecheck:ignore foo\n", nil,
			[]string{}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := check.File("r.yaml", []byte(c.file), c.catalogs)
			if diff := cmp.Diff(c.want, found(res.Problems)); diff != "" {
				t.Error(diff)
			}
			if res.Silenced != c.silenced {
				t.Errorf("%d are silenced, not %d", res.Silenced, c.silenced)
			}
			if (res.Rules == nil) != res.Problems.Fatal() && res.Catalog == nil && len(c.catalogs) == 0 {
				t.Error("rules and problems disagree")
			}
		})
	}
}

// TestSilence suppresses problems of a test file with comments, as in a rule file.
func TestSilence(t *testing.T) {
	const file = "rules: r.yaml # rulecheck:ignore bad_attribute, unmatched_pattern\ncatalog: a.json # " +
		"rulecheck:ignore bad_atribute\n"
	problems := rules.Problems{
		{Code: "bad_attribute", Severity: rules.SeverityWarning, File: "x.test.yaml", Line: 1, Column: 8},
		{Code: "bad_attribute", File: "x.test.yaml", Line: 1, Column: 8},
		{Code: "bad_attribute", Severity: rules.SeverityWarning, File: "r.yaml", Line: 1, Column: 8},
	}
	for ran, want := range map[bool][]string{
		true: {"error x.test.yaml:1:8 bad_attribute", "note x.test.yaml:1:15 unused_ignore",
			"warning x.test.yaml:2:17 unknown_ignore",
			"warning r.yaml:1:8 bad_attribute"},
		false: {"error x.test.yaml:1:8 bad_attribute", "warning x.test.yaml:2:17 unknown_ignore",
			"warning r.yaml:1:8 bad_attribute"},
	} {
		kept, silenced := check.Silence("x.test.yaml", []byte(file), problems, ran)
		if diff := cmp.Diff(want, found(kept)); diff != "" || silenced != 1 {
			t.Errorf("ran %v: %d are silenced; %s", ran, silenced, diff)
		}
	}
}

// TestBuildReportsErrorsOfTheEngine checks that each conflict, which has a position, corresponds
// to an error of the engine.
func TestBuildReportsErrorsOfTheEngine(t *testing.T) {
	r, err := ruleset.Parse("r.yaml", []byte("version: 1\nservers: [a]\n"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(r.File(), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for id, fits := range map[string]bool{"a": true, "b": false} {
		catalogs := []catalogfile.Catalog{catalog(id, "[]")}
		_, engineErr := e.BuildCatalog(catalogfile.Servers(catalogs))
		c, ps := check.Build(r, catalogs, engine.Options{})
		if fits != (engineErr == nil) || fits != (c != nil) || fits != (len(ps) == 0) {
			t.Errorf("%s: the engine says %v, and Build %v", id, engineErr, ps)
		}
	}
	// Problems without a position are reported too.
	if c, ps := check.Build(r, nil, engine.Options{Reserved: []string{"x"}}); c == nil || len(ps) > 0 {
		t.Error(ps)
	}
	twice := []catalogfile.Catalog{catalog("a", "[]"), catalog("a", "[]")}
	if c, ps := check.Build(r, twice, engine.Options{}); c != nil || len(ps) != 1 || ps[0].Code != check.CodeUnknown {
		t.Errorf("two servers of one id: %v", ps)
	}
}
